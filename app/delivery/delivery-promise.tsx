import type { DeliveryAnswer } from '#app/delivery/ask-delivery.ts'
import { deliveryText } from '#contract/delivery/delivery-text.ts'
import { formatRupees } from '#contract/units/money.ts'

/** What is promised to a PIN code, or why nothing is. It may stand in a paragraph. */
export function DeliveryPromise({ answer: { delivery, refusal } }: { answer: DeliveryAnswer }) {
  if (!delivery) return <span className="field-error">{refusal}</span>
  const { pin, city, state, fee } = delivery
  const place = [pin, city, state].filter(Boolean).join(', ')
  return (
    <>
      <span className="block font-semibold text-ink">{deliveryText(delivery)}</span>
      <span className="block text-muted">{`To ${place}.${fee > 0 ? ` Delivery there costs ${formatRupees(fee)}.` : ''}`}</span>
    </>
  )
}
