import { addDays, formatDate } from '#app/ui/format-date.ts'
import type { Order } from '#contract/orders.ts'

const EARLIEST_DAYS = 8
const LATEST_DAYS = 12

/** The estimated delivery dates as text; undefined once the order is delivered or cancelled. */
export function deliveryOf({ status, createdAt }: Pick<Order, 'status' | 'createdAt'>): string | undefined {
  if (status === 'cancelled' || status === 'delivered') return undefined
  return `${formatDate(addDays(createdAt, EARLIEST_DAYS))} - ${formatDate(addDays(createdAt, LATEST_DAYS))}`
}
