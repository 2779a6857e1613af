import { addDays, formatDate } from '#app/ui/format-date.ts'
import type { Order } from '#contract/orders.ts'

const EARLIEST_DAYS = 8
const LATEST_DAYS = 12

/** The days between which an order is expected, as text; undefined once it is delivered or cancelled. */
export function deliveryOf({ status, createdAt }: Pick<Order, 'status' | 'createdAt'>): string | undefined {
  if (status === 'cancelled' || status === 'delivered') return undefined
  return `${formatDate(addDays(createdAt, EARLIEST_DAYS))} - ${formatDate(addDays(createdAt, LATEST_DAYS))}`
}
