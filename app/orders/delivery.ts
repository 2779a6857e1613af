import { addDays, formatDate } from '#app/ui/format-date.ts'
import type { SettingFacts } from '#contract/setting-facts.ts'
import type { Order } from '#contract/orders.ts'

/** The estimated delivery dates as text; undefined once the order is delivered or cancelled. */
export function deliveryOf(
  { status, createdAt }: Pick<Order, 'status' | 'createdAt'>,
  [earliest, latest]: SettingFacts['deliveryDays'],
): string | undefined {
  if (status === 'cancelled' || status === 'delivered') return undefined
  return `${formatDate(addDays(createdAt, earliest))} - ${formatDate(addDays(createdAt, latest))}`
}
