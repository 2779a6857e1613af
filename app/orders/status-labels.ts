import type { Tone } from '#app/ui/badge.tsx'
import type { OrderStatus } from '#contract/order-states.ts'

/** The colour and the label of each order status; `step` is its label in a timeline. */
export const STATUS_LABELS: Record<OrderStatus, { tone: Tone; word: string; step: string }> = {
  'order placed': { tone: 'placed', word: 'Order Placed', step: 'Placed' },
  shipped: { tone: 'shipped', word: 'Shipped', step: 'Shipped' },
  delivered: { tone: 'delivered', word: 'Delivered', step: 'Delivered' },
  cancelled: { tone: 'cancelled', word: 'Cancelled', step: 'Cancelled' },
}
