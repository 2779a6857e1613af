import { ButtonLink } from '#app/ui/button.tsx'
import type { Order } from '#contract/orders/orders.ts'
import { payNowLabel, payNowOf } from '#contract/orders/pay-now.ts'

/** The way to pay in advance for an order for cash, while its parcel has not left. */
export function PayNowLink({ order, describedBy }: { order: Order; describedBy?: string }) {
  const offer = payNowOf(order)
  if (!offer) return null
  return (
    <ButtonLink to={`/order/pay/${order._id}`} variant="outline" reloadDocument aria-describedby={describedBy}>
      {payNowLabel(offer)}
    </ButtonLink>
  )
}
