import { addDays, formatDate } from '#app/ui/format-date.ts'
import { DELIVERY_DAYS } from '#contract/delivery-rules.ts'
import type { Order } from '#contract/orders.ts'

/** The estimated delivery dates as text; undefined once the order is delivered or cancelled. */
export function deliveryOf({ status, createdAt }: Pick<Order, 'status' | 'createdAt'>): string | undefined {
  if (status === 'cancelled' || status === 'delivered') return undefined
  return `${formatDate(addDays(createdAt, DELIVERY_DAYS.earliest))} - ${formatDate(addDays(createdAt, DELIVERY_DAYS.latest))}`
}
