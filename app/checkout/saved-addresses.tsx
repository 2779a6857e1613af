import { Trash2 } from 'lucide-react'

import { Button } from '#app/ui/button.tsx'
import type { SavedAddress } from '#contract/orders.ts'

/** The choice that leaves the fields empty. */
export const ANOTHER = ''

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
                {address.street}, {address.city}, {address.state} {address.pincode}
              </span>
            </label>
            <Button
              variant="quiet"
              isIcon
              aria-label={`Remove the address ${address.street}, ${address.city}`}
              onClick={() => onRemove(address)}
            >
              <Trash2 size={18} aria-hidden="true" />
            </Button>
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
