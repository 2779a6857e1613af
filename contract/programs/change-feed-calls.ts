import type { Customer } from '#contract/accounts/customers.ts'
import type { AdminProduct } from '#contract/catalogue/admin-catalogue.ts'
import type { Changes, ChangesQuery } from '#contract/programs/change-feed.ts'
import type { StaffOrder } from '#contract/orders/orders.ts'
import type { StaffReturn } from '#contract/returns/returns.ts'
import type { StockRow } from '#contract/stock/stock.ts'

import { withQuery, type createClient, type Query } from '#contract/api/api-client.ts'

/** Calls for programs that keep up with the shop. */
export function changeCalls({ get }: ReturnType<typeof createClient>) {
  const reading =
    <Item>(name: string) =>
    (query: ChangesQuery = {}) =>
      get<Changes<Item>>(withQuery(`/admin/changes/${name}`, query as Query))
  return {
    listChangedOrders: reading<StaffOrder>('orders'),
    listChangedProducts: reading<AdminProduct>('products'),
    listChangedCustomers: reading<Customer>('customers'),
    listChangedStock: reading<StockRow>('stock'),
    listChangedReturns: reading<StaffReturn>('returns'),
  }
}
