import { addDays, formatDate } from '#app/ui/format-date.ts'
import { dayAndMonth, dayText, deliveryText } from '#contract/delivery/delivery-text.ts'
import { isOpenStatus } from '#contract/states/order-states.ts'
import type { PublicSettings } from '#contract/settings/public-settings.ts'
import type { Order } from '#contract/orders/orders.ts'

/** The promised day, or the estimated delivery dates, as text; undefined once the order is delivered or cancelled. */
export function deliveryOf(
  { status, createdAt, deliverBy }: Pick<Order, 'status' | 'createdAt' | 'deliverBy'>,
  [earliest, latest]: PublicSettings['deliveryDays'],
): string | undefined {
  if (!isOpenStatus(status)) return undefined
  if (deliverBy !== undefined) return `by ${dayText(deliverBy)}`
  return `${formatDate(addDays(createdAt, earliest))} - ${formatDate(addDays(createdAt, latest))}`
}

/** The same as a line of its own. */
export function deliveryLine(
  order: Pick<Order, 'status' | 'createdAt' | 'deliverBy'>,
  deliveryDays: PublicSettings['deliveryDays'],
): string | undefined {
  const delivery = deliveryOf(order, deliveryDays)
  if (delivery === undefined) return undefined
  return order.deliverBy === undefined ? `Estimated delivery: ${delivery}` : deliveryText({ by: order.deliverBy })
}

/** '30 Nov – 4 Dec': the estimated arrival of an order placed on this day in India, such as `2026-11-22`. */
export const arrivalText = (today: string, deliveryDays: readonly number[]): string =>
  deliveryDays.map((days) => dayAndMonth(addDays(today, days))).join(' – ')
