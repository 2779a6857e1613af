import { addDays, formatDate, formatShortDay } from '#app/ui/format-date.ts'
import { DELIVERY_DAYS } from '#contract/delivery-rules.ts'
import type { Order } from '#contract/orders.ts'

/** The estimated delivery dates as text; undefined once the order is delivered or cancelled. */
export function deliveryOf({ status, createdAt }: Pick<Order, 'status' | 'createdAt'>): string | undefined {
  if (status === 'cancelled' || status === 'delivered') return undefined
  return `${formatDate(addDays(createdAt, DELIVERY_DAYS.earliest))} - ${formatDate(addDays(createdAt, DELIVERY_DAYS.latest))}`
}

/** '30 Nov – 4 Dec': when what is ordered now is estimated to arrive. Only in the browser, because pages are cached. */
export function arrivalText(now: Date): string {
  const { earliest, latest } = DELIVERY_DAYS
  return `${formatShortDay(addDays(now, earliest))} – ${formatShortDay(addDays(now, latest))}`
}
