import type { OrderStatus } from '#contract/order-states.ts'
import type { OrderFilter } from '#server/orders/order-list-queries.ts'

/** What an administrator searches orders by. Days are India's, as in 2026-11-22. */
export interface OrderSearch {
  status?: OrderStatus | undefined
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The filter for a search. People write an order's short number as `#582108`; the orders contain it without the sign. */
export const filterOf = ({ status, search, from, to }: OrderSearch): OrderFilter => ({
  status,
  search: search?.trim().replace(/^#\s*(?=[0-9a-f]+$)/i, ''),
  from,
  to,
})
