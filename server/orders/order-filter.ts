import type { OrderStatus, OrderWait } from '#contract/order-states.ts'
import type { OrderFilter } from '#server/orders/order-list-queries.ts'

/** What an administrator searches orders by. Days are India's, as in 2026-11-22. */
export interface OrderSearch {
  status?: OrderStatus | undefined
  waits?: OrderWait | undefined
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/**
 * The filter for a search. Only a shop with the sandbox counts emulated orders as waiting. People write an order's short number as
 * `#582108`; the orders contain it without the sign.
 */
export const filterOf = (
  { status, waits, search, from, to }: OrderSearch,
  { isSandbox }: { isSandbox: boolean },
): OrderFilter => ({
  status,
  waits,
  isRealOnly: !isSandbox,
  search: search?.trim().replace(/^#\s*(?=[0-9a-f]+$)/i, ''),
  from,
  to,
})
