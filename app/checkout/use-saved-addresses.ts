import { useState } from 'react'

import { browserApi } from '#app/api/browser.ts'
import { messageOf } from '#app/api/error-message.ts'
import { ANOTHER } from '#app/checkout/saved-addresses.tsx'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import type { SavedAddress } from '#contract/orders.ts'

/** The saved addresses, the chosen one (at first the latest), and the functions that choose and remove. */
export function useSavedAddresses(first: readonly SavedAddress[]) {
  const [addresses, setAddresses] = useState(first)
  const [chosenId, choose] = useState(first[0]?._id ?? ANOTHER)

  async function remove({ _id }: SavedAddress) {
    try {
      const answer = await browserApi.removeMyAddress(_id)
      setAddresses(answer.addresses)
      if (chosenId === _id) choose(answer.addresses[0]?._id ?? ANOTHER)
      toastSuccess('Address removed.')
    } catch (error) {
      toastError(messageOf(error, 'Failed to remove the address.'))
    }
  }

  return { addresses, chosenId, chosen: addresses.find(({ _id }) => _id === chosenId), choose, remove }
}
