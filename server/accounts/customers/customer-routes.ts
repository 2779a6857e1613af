import type { Shop } from '#server/start/shop.ts'

import { Customer } from '#contract/accounts/customers.ts'
import { CHANGES_WORDS, ChangesQuery, changesOf } from '#contract/programs/change-feed.ts'
import { listChangedCustomers } from '#server/accounts/customers/list-customers.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'

/** Who has an account at the shop: for the programs that an owner trusts with it. */
export function registerCustomers(api: ShopServer, { db }: Shop): void {
  route(api, 'GET /admin/changes/customers', {
    audience: 'admin',
    summary: `Customers in the order in which their account changed, from a place on. ${CHANGES_WORDS}`,
    query: ChangesQuery,
    answer: changesOf(Customer),
    errors: ['conflict'],
    handle: ({ query }) => listChangedCustomers(db, query),
  })
}
