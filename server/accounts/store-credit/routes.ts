import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { StoreCredit } from '#contract/accounts/store-credit.ts'
import { route } from '#server/http/route.ts'
import { getStoreCredit } from '#server/accounts/store-credit/read-credit.ts'

/** A customer's own store credit. */
export function registerStoreCredit(api: ShopServer, { db }: Shop): void {
  route(api, 'GET /users/store-credit', {
    audience: 'customer',
    summary: "One's own store credit: its balance, what of it ends, and its movements, newest first",
    answer: StoreCredit,
    handle: ({ user }) => getStoreCredit(db, user.id),
  })
}
