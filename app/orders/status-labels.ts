import type { Tone } from '#app/ui/badge.tsx'
import type { OrderStatus } from '#contract/order-states.ts'

/** The colour and the label of each order status. */
export const STATUS_LABELS: Record<OrderStatus, { tone: Tone; word: string }> = {
  'order placed': { tone: 'placed', word: 'Order Placed' },
  shipped: { tone: 'shipped', word: 'Shipped' },
  delivered: { tone: 'delivered', word: 'Delivered' },
  cancelled: { tone: 'cancelled', word: 'Cancelled' },
}
