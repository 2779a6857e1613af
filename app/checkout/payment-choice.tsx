import { restAfter } from '#app/store-credit/usable-credit.ts'
import { formatRupees } from '#contract/units/money.ts'
import type { PublicSettings } from '#contract/settings/public-settings.ts'

export type PaymentMethod = 'online' | 'cash'

interface PaymentChoiceProps {
  cash: NonNullable<PublicSettings['cash']>
  /** What the order comes to at the door. */
  cashTotal: number
  /** What of it store credit pays. */
  credit: number
  method: PaymentMethod
  onChoose(method: PaymentMethod): void
}

/** Whether to pay now or at the door, with what the latter costs. */
export function PaymentChoice({ cash: { fee, limit }, cashTotal, credit, method, onChoose }: PaymentChoiceProps) {
  const atDoor = restAfter(credit, cashTotal)
  const isOver = atDoor > limit
  const choice = (value: PaymentMethod) => ({
    type: 'radio',
    name: 'paymentMethod',
    value,
    checked: method === value,
    onChange: () => onChoose(value),
  })
  return (
    <fieldset>
      <legend className="field-label mb-2">How do you pay?</legend>
      <input type="hidden" name="cashTotal" value={cashTotal} />
      <ul className="grid gap-3">
        <li className="saved-address">
          <label>
            <input {...choice('online')} />
            <span className="font-semibold">Pay online</span>
            <span className="text-sm text-muted">By card, UPI, net banking or wallet</span>
          </label>
        </li>
        <li className="saved-address">
          <label>
            <input {...choice('cash')} disabled={isOver} />
            <span className="font-semibold">Cash on delivery</span>
            <span className="text-sm text-muted">
              {isOver
                ? `Possible up to ${formatRupees(limit)}`
                : `${formatRupees(atDoor)} to the courier at the door${fee > 0 ? `, of which ${formatRupees(fee)} is the fee` : ''}`}
            </span>
          </label>
        </li>
      </ul>
    </fieldset>
  )
}
