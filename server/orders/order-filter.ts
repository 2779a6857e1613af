import type { z } from 'zod'

import type { OrderListQuery } from '#contract/orders.ts'

/**
 * What an administrator searches orders by. `search` is a part of the order's or the provider's order id, of its address, of a
 * product's name, or of its customer; the days are the first and the last in India.
 */
export type OrderSearch = Omit<z.output<typeof OrderListQuery>, 'page' | 'limit' | 'sort'>

/** In a shop that takes real money nobody has to act on orders of the sandbox: `isRealOnly` leaves them out of what waits. */
export type OrderFilter = OrderSearch & { isRealOnly?: boolean }

/** The filter for a search. People write an order's short number as `#582108`; the orders contain it without the sign. */
export const filterOf = ({ search, ...wanted }: OrderSearch, { isSandbox }: { isSandbox: boolean }): OrderFilter => ({
  ...wanted,
  isRealOnly: !isSandbox,
  search: search?.trim().replace(/^#\s*(?=[0-9a-f]+$)/i, ''),
})
