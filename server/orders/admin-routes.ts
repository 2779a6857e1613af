import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/shop.ts'

import {
  Order,
  OrderAnswer,
  OrderCounts,
  OrderCountsQuery,
  OrderListQuery,
  OrderDetail,
  StatusChange,
} from '#contract/orders.ts'
import { Reconciliation, ReconciliationAnswer, ReconciliationQuery } from '#contract/reconciliation.ts'
import { id, noBody } from '#contract/shapes.ts'
import { route, withTotalCount } from '#server/http/route.ts'
import {
  changeOrderStatus,
  countOrdersByStatus,
  getOrder,
  getOrderDetail,
  listAllOrders,
  listReconciliations,
  requestReconciliation,
} from '#server/orders/service.ts'

/** The administrators' calls about orders, and the comparison of the payment provider's records with the shop's. */
export function registerOrdersAdmin(api: ShopServer, shop: Shop): void {
  const { db } = shop
  route(api, 'GET /admin/getallorders', {
    audience: 'admin',
    summary: 'All orders, newest first unless sorted; how many in X-Total-Count',
    query: OrderListQuery,
    answer: z.array(Order),
    handle: async ({ query, reply }) => withTotalCount(reply, await listAllOrders(db, query)),
  })
  route(api, 'GET /admin/order-counts', {
    audience: 'admin',
    summary: 'How many orders there are in each status, of those that a search finds',
    query: OrderCountsQuery,
    answer: OrderCounts,
    handle: ({ query }) => countOrdersByStatus(db, query.search),
  })
  route(api, 'GET /admin/orders/:orderId', {
    audience: 'admin',
    summary: 'An order with its customer, its money and who took which step',
    params: z.object({ orderId: id }),
    answer: OrderDetail,
    errors: ['not_found'],
    handle: ({ params }) => getOrderDetail(db, params.orderId),
  })
  route(api, 'PATCH /admin/orders/:orderId/status', {
    audience: 'admin',
    summary: 'Moves an order to its next status; cancelling gives stock and money back',
    params: z.object({ orderId: id }),
    body: StatusChange,
    answer: OrderAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params, body }) => {
      await changeOrderStatus(shop, { orderId: params.orderId, to: body.status, actorId: user.id })
      return { message: 'Order updated.', order: await getOrder(db, params.orderId) }
    },
  })
  route(api, 'GET /admin/reconciliations', {
    audience: 'admin',
    summary: "Comparisons of the payment provider's books with the shop's, newest first; how many in X-Total-Count",
    query: ReconciliationQuery,
    answer: z.array(Reconciliation),
    handle: async ({ query, reply }) => withTotalCount(reply, await listReconciliations(db, query)),
  })
  route(api, 'POST /admin/reconciliations', {
    audience: 'admin',
    summary: 'Asks for a comparison of the last three days; it is made within seconds',
    body: noBody,
    answer: ReconciliationAnswer,
    status: 202,
    errors: ['conflict'],
    handle: async ({ user }) => ({
      message: 'The books are being compared.',
      reconciliation: await requestReconciliation(shop, { actorId: user.id }),
    }),
  })
}
