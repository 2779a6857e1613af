import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import { browserApi } from '#app/api/customer-browser-api.ts'
import { IconButton } from '#app/ui/button.tsx'
import { UNDO_REMOVAL_MS } from '#app/ui/toast-durations.ts'
import { toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { SavedAddress } from '#contract/schemas/address.ts'
import { messageOf } from '#contract/words/error-message.ts'

/** The choice that leaves the fields empty. */
export const ANOTHER = ''

const REMOVAL_FAILED = 'Failed to remove the address.'
const UNDO_FAILED = 'Failed to put the address back.'

/**
 * The saved addresses, the chosen one (at first the latest), and the functions that choose and remove. A removal can be
 * undone. When the chosen address goes, the next one is chosen, unless `keepTyped` has kept other words in its fields.
 */
export function useSavedAddresses(first: readonly SavedAddress[]) {
  const [addresses, setAddresses] = useState(first)
  const [chosenId, choose] = useState(first[0]?._id ?? ANOTHER)
  const [failure, setFailure] = useState<string>()
  const { isBusy, run } = useTask()

  const change = (task: () => Promise<void>, failed: string) =>
    run(async () => {
      setFailure(undefined)
      try {
        await task()
      } catch (error) {
        toastFailure(error, failed)
        setFailure(messageOf(error, failed))
      }
    })

  const putBack = ({ _id, ...address }: SavedAddress, isChosen: boolean) =>
    change(async () => {
      const answer = await browserApi.addMyAddress(address)
      const known = new Set(addresses.map((one) => one._id))
      setAddresses(answer.addresses)
      if (isChosen) choose(answer.addresses.find((one) => !known.has(one._id))?._id ?? ANOTHER)
    }, UNDO_FAILED)

  const remove = (address: SavedAddress, keepTyped: (address: SavedAddress) => boolean) =>
    change(async () => {
      const answer = await browserApi.removeMyAddress(address._id)
      const isKept = keepTyped(address)
      setAddresses(answer.addresses)
      const next = isKept ? ANOTHER : (answer.addresses[0]?._id ?? ANOTHER)
      choose((chosen) => (chosen === address._id ? next : chosen))
      const undo = { label: 'Undo', onAct: () => void putBack(address, chosenId === address._id && !isKept) }
      toastSuccess('Address removed.', undo, UNDO_REMOVAL_MS)
    }, REMOVAL_FAILED)

  const chosen = addresses.find(({ _id }) => _id === chosenId)
  return { addresses, chosenId, chosen, choose, remove, isBusy, failure }
}

interface SavedAddressesProps {
  addresses: readonly SavedAddress[]
  chosenId: string
  /** While one is removed. */
  isBusy: boolean
  /** Why the last one was not removed. */
  failure: string | undefined
  onChoose(addressId: string): void
  onRemove(address: SavedAddress): void
}

/** The addresses of earlier orders, as choices that fill in the form; nothing if there are none. */
export function SavedAddresses({ addresses, chosenId, isBusy, failure, onChoose, onRemove }: SavedAddressesProps) {
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
              disabled={isBusy}
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
      {failure && <p className="field-error mt-2">{failure}</p>}
    </fieldset>
  )
}
