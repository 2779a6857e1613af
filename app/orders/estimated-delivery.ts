import { addDays, formatDate } from '#app/ui/format-date.ts'
import { isOpenStatus } from '#contract/order-states.ts'
import type { PublicSettings } from '#contract/public-settings.ts'
import type { Order } from '#contract/orders.ts'

/** The estimated delivery dates as text; undefined once the order is delivered or cancelled. */
export function deliveryOf(
  { status, createdAt }: Pick<Order, 'status' | 'createdAt'>,
  [earliest, latest]: PublicSettings['deliveryDays'],
): string | undefined {
  if (!isOpenStatus(status)) return undefined
  return `${formatDate(addDays(createdAt, earliest))} - ${formatDate(addDays(createdAt, latest))}`
}

/** '30 Nov – 4 Dec': the estimated arrival of an order placed now. Call it in the browser, because pages are cached. */
export function arrivalText(now: Date, deliveryDays: readonly number[]): string {
  const dayMs = 86_400_000
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', day: 'numeric', month: 'short' })
  return deliveryDays.map((days) => day.format(now.getTime() + days * dayMs)).join(' – ')
}
