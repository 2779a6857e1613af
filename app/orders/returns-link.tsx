import { ButtonLink } from '#app/ui/button.tsx'
import type { Order } from '#contract/orders/orders.ts'

const calledBackWords = ({ comesBack }: Order) =>
  comesBack?.why === 'parcel lost' || comesBack?.isDelivered ? 'What becomes of it' : 'What comes back'

/**
 * The way to an order's returns: to ask for one where it has arrived, to follow it where its parcel was called back.
 */
export function ReturnsLink({ order, describedBy }: { order: Order; describedBy: string }) {
  const isCalledBack = order.status === 'cancelled' && order.timeline.some(({ status }) => status === 'shipped')
  if (order.status !== 'delivered' && !isCalledBack) return null
  return (
    <ButtonLink to={`/user-profile/orders/${order._id}/returns`} variant="outline" aria-describedby={describedBy}>
      {isCalledBack ? calledBackWords(order) : 'Return or exchange'}
    </ButtonLink>
  )
}
