import { nextStatuses } from '#contract/states/order-states.ts'
import type { StaffOrder } from '#contract/orders/orders.ts'

export const WAITS_FOR_CONFIRMING = 'Waits to be confirmed'

/**
 * What a placed order still waits for before it can be shipped; undefined when it can. `isLive`: the shop takes real
 * money.
 */
export function shippingWait(
  { address, payment, confirmUntil, isSandbox }: StaffOrder,
  isLive: boolean,
): string | undefined {
  if (isSandbox && isLive) return 'Sandbox: no money moved'
  if (!address) return 'Waits for an address'
  if (confirmUntil !== undefined) return WAITS_FOR_CONFIRMING
  if (typeof payment === 'object') return undefined
  // Who only ships is not told of the payment: the call refuses an order that is not paid.
  return payment === 'paid' || payment === null ? undefined : 'Waits for its payment'
}

/** Whether the order can be shipped, as far as this page knows. */
export const canShip = (order: StaffOrder, isLive: boolean): boolean =>
  nextStatuses(order.status).includes('shipped') && shippingWait(order, isLive) === undefined
