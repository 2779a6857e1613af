import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import { browserApi } from '#app/api/customer-browser-api.ts'
import { IconButton } from '#app/ui/button.tsx'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import type { SavedAddress } from '#contract/schemas/address.ts'

/** The choice that leaves the fields empty. */
const ANOTHER = ''

/** The saved addresses, the chosen one (at first the latest), and the functions that choose and remove. */
export function useSavedAddresses(first: readonly SavedAddress[]) {
  const [addresses, setAddresses] = useState(first)
  const [chosenId, choose] = useState(first[0]?._id ?? ANOTHER)

  async function remove({ _id }: SavedAddress) {
    const answer = await answerOrToast(browserApi.removeMyAddress(_id), 'Failed to remove the address.')
    if (!answer) return
    setAddresses(answer.addresses)
    if (chosenId === _id) choose(answer.addresses[0]?._id ?? ANOTHER)
    toastSuccess('Address removed.')
  }

  return { addresses, chosenId, chosen: addresses.find(({ _id }) => _id === chosenId), choose, remove }
}

interface SavedAddressesProps {
  addresses: readonly SavedAddress[]
  chosenId: string
  onChoose(addressId: string): void
  onRemove(address: SavedAddress): void
}

/** The addresses of earlier orders, as choices that fill in the form; nothing if there are none. */
export function SavedAddresses({ addresses, chosenId, onChoose, onRemove }: SavedAddressesProps) {
  if (addresses.length === 0) return null
  return (
    <fieldset>
      <legend className="field-label mb-2">Deliver to</legend>
      <ul className="grid gap-3">
        {addresses.map((address) => (
          <li key={address._id} className="saved-address">
            <label>
              <input
                type="radio"
                name="savedAddress"
                value={address._id}
                checked={address._id === chosenId}
                onChange={() => onChoose(address._id)}
              />
              <span className="font-semibold">{address.fullName}</span>
              <span className="text-sm text-muted">
                {`${address.street}, ${address.city}, ${address.state} ${address.pincode}`}
              </span>
            </label>
            <IconButton
              label={`Remove the address ${address.street}, ${address.city}`}
              icon={Trash2}
              size={18}
              onClick={() => onRemove(address)}
            />
          </li>
        ))}
        <li className="saved-address">
          <label>
            <input
              type="radio"
              name="savedAddress"
              value={ANOTHER}
              checked={chosenId === ANOTHER}
              onChange={() => onChoose(ANOTHER)}
            />
            <span className="font-semibold">Another address</span>
          </label>
        </li>
      </ul>
    </fieldset>
  )
}
