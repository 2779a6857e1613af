import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/shop.ts'

import { Reconciliation, ReconciliationAnswer, ReconciliationQuery } from '#contract/reconciliation.ts'
import { noBody } from '#contract/shapes.ts'
import { route, withTotalCount } from '#server/http/route.ts'
import { listComparisons, requestReconciliation } from '#server/orders/reconciliation/reconcile.ts'

/** The provider's books against the shop's, for administrators. */
export function registerReconciliation(api: ShopServer, shop: Shop): void {
  route(
    api,
    {
      method: 'GET',
      path: '/admin/reconciliations',
      audience: 'admin',
      summary: "Comparisons of the payment provider's books with the shop's, newest first; how many in X-Total-Count",
      query: ReconciliationQuery,
      answer: z.array(Reconciliation),
      errors: ['invalid'],
    },
    async ({ query, reply }) => withTotalCount(reply, await listComparisons(shop.db, query)),
  )
  route(
    api,
    {
      method: 'POST',
      path: '/admin/reconciliations',
      audience: 'admin',
      summary: 'Asks for a comparison of the last three days; it is made within seconds',
      body: noBody,
      answer: ReconciliationAnswer,
      status: 202,
      errors: ['conflict'],
    },
    async ({ user }) => ({
      message: 'The books are being compared.',
      reconciliation: await requestReconciliation(shop, { actorId: user.id }),
    }),
  )
}
