import { z } from 'zod'

import type { PdfDrawer } from '#server/documents/service.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import {
  OrderCounts,
  OrderCountsQuery,
  OrderExportQuery,
  OrderListQuery,
  OrderDetail,
  StaffOrder,
  StaffOrderAnswer,
  StatusChange,
} from '#contract/orders/orders.ts'
import {
  FindingDealing,
  FindingKey,
  FindingQuery,
  ListedFinding,
  Reconciliation,
  ReconciliationAnswer,
  ReconciliationQuery,
} from '#contract/orders/reconciliation.ts'
import { CHANGES_WORDS, ChangesQuery, changesOf } from '#contract/programs/change-feed.ts'
import { CancelOrder } from '#contract/orders/cancellations.ts'
import { STATUS_FACTS } from '#contract/states/order-states.ts'
import { UNDO_SHIPPING_SECONDS } from '#contract/orders/shipping-limits.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { mayDo } from '#contract/accounts/staff-areas.ts'
import { id, noBody } from '#contract/schemas/basic-schemas.ts'
import { ShipmentChange, ShipOrders, ShipOrdersAnswer } from '#contract/orders/shipments.ts'
import { requireRecentPassword } from '#server/http/guards.ts'
import { CSV, sendFile } from '#server/http/responses/send-file.ts'
import { notYourPart } from '#server/errors.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { readChanges } from '#server/db/change-feed/service.ts'
import { route, withTotalCount } from '#server/http/route.ts'
import { mapPage } from '#server/db/pagination.ts'
import { requireOrderList } from '#server/orders/list/order-filter.ts'
import { slipLineOf } from '#contract/words/packing-slip-line.ts'
import { orderDetailFor, orderFor } from '#server/orders/order-without-money.ts'
import { getOrder, listOrdersWithIds } from '#server/orders/get-order.ts'
import { countOrdersByStatus, getOrderDetail, listAllOrders } from '#server/orders/service.ts'
import { changeOrderStatus } from '#server/orders/change-status.ts'
import { registerCashAdmin } from '#server/orders/cash/cash-admin-routes.ts'
import { cancelledNews, cancelItems } from '#server/orders/cancellations/cancel-items.ts'
import { registerOrderChanges } from '#server/orders/order-changes/order-change-routes.ts'
import { changeShipment } from '#server/orders/shipping/change-shipment.ts'
import { dealWithFinding, listFindings, reopenFinding } from '#server/orders/reconciliation/reconciliation-findings.ts'
import { exportOrders } from '#server/orders/export/export-orders.ts'
import { listReconciliations, requestReconciliation } from '#server/orders/reconciliation/reconcile.ts'
import { registerPrinting } from '#server/orders/packing/print-routes.ts'
import { registerParcelsAdmin } from '#server/orders/parcels/parcel-admin-routes.ts'
import { registerPacking } from '#server/orders/packing/packing-routes.ts'
import { shipOrders } from '#server/orders/shipping/ship-orders.ts'
import { undoShipping } from '#server/orders/shipping/undo-shipping.ts'

/** Each may move a hundred orders. */
const SHIPMENTS_PER_MINUTE = 30

/** All orders that were shipped at once may be taken back, one after the other. */
const UNDOS_PER_MINUTE = 300

/** The administrators' calls about orders, and the comparison of the payment provider's records with the shop's. */
export function registerOrdersAdmin(api: ShopServer, shop: Shop, drawer: PdfDrawer): void {
  const { db } = shop
  route(api, 'GET /admin/getallorders', {
    audience: 'admin',
    summary:
      'All orders, newest first unless sorted; how many in X-Total-Count. Who only ships gets them without money and e-mail addresses',
    query: OrderListQuery,
    answer: z.array(StaffOrder),
    handle: async ({ query, user: { rights }, reply }) => {
      requireOrderList(rights, query)
      const page = await listAllOrders(shop, { ...query, findsByPayer: mayDo(rights, 'payers') })
      return withTotalCount(
        reply,
        mapPage(page, (order) => orderFor(rights, order)),
      )
    },
  })
  route(api, 'GET /admin/changes/orders', {
    audience: 'admin',
    summary: `Orders in the order in which they changed, from a place on. ${CHANGES_WORDS} Who only ships gets them without money`,
    query: ChangesQuery,
    answer: changesOf(StaffOrder),
    errors: ['conflict'],
    handle: ({ query, user }) =>
      readChanges(db, 'order', query, async (db, ids) =>
        (await listOrdersWithIds(db, ids)).map((order) => orderFor(user.rights, order)),
      ),
  })
  route(api, 'GET /admin/order-counts', {
    audience: 'admin',
    summary: 'How many orders there are in each status, of those that a search finds and of its days',
    query: OrderCountsQuery,
    answer: OrderCounts,
    handle: ({ query, user }) => countOrdersByStatus(shop, { ...query, findsByPayer: mayDo(user.rights, 'payers') }),
  })
  route(api, 'GET /admin/orders/:orderId', {
    audience: 'admin',
    summary: 'An order with its customer, its money and who took which step; without the money for who only ships',
    params: z.object({ orderId: id }),
    answer: OrderDetail,
    errors: ['not_found'],
    handle: async ({ user, params: { orderId } }) => ({
      ...orderDetailFor(user.rights, await getOrderDetail(db, orderId)),
      slipLine: slipLineOf(shop.settings.current(), orderId) || undefined,
    }),
  })
  route(api, 'PATCH /admin/orders/:orderId/status', {
    audience: 'admin',
    asksPassword: 'sometimes',
    summary:
      'Moves an order to its next status; cancelling gives stock and money back, and may say why; shipping may say what is in the parcel and on its label',
    params: z.object({ orderId: id }),
    body: StatusChange,
    answer: StaffOrderAnswer,
    errors: ['not_found', 'conflict'],
    outdates: ({ body }) => (body.status === 'cancelled' ? [CATALOGUE] : []),
    handle: async ({ user, params, body }) => {
      const { status: to, ...facts } = body
      if (STATUS_FACTS[to].button?.area === 'cancelling') {
        if (!mayDo(user.rights, 'cancelling', 'write')) throw notYourPart()
        // It gives money back.
        requireRecentPassword(user)
      }
      await changeOrderStatus(shop, { orderId: params.orderId, to, actorId: user.id, ...facts })
      const message = `Order #${shortIdOf(params.orderId)} ${STATUS_FACTS[to].stepLabel.toLowerCase()}.`
      return { message, order: orderFor(user.rights, await getOrder(db, params.orderId)) }
    },
  })
  route(api, 'POST /admin/orders/:orderId/cancel', {
    audience: 'admin',
    asksPassword: 'always',
    summary:
      'Cancels lines or pieces of an order that waits to be shipped, or without lines all of it; stock and what was paid for them go back',
    params: z.object({ orderId: id }),
    body: CancelOrder,
    answer: StaffOrderAnswer,
    errors: ['not_found', 'conflict'],
    outdates: [CATALOGUE],
    handle: async ({ user, params: { orderId }, body }) => {
      const pieces = await cancelItems(db, { orderId, actorId: user.id, ...body })
      return { message: cancelledNews(pieces), order: orderFor(user.rights, await getOrder(db, orderId)) }
    },
  })
  route(api, 'POST /admin/orders/:orderId/undo-shipping', {
    audience: 'admin',
    callsPerMinute: UNDOS_PER_MINUTE,
    summary: `Takes back that an order was shipped: for ${UNDO_SHIPPING_SECONDS} seconds, by whoever shipped it. Its mail does not go out, and its invoice is kept as cancelled`,
    params: z.object({ orderId: id }),
    body: noBody,
    answer: StaffOrderAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { orderId } }) => {
      await undoShipping(db, { orderId, actorId: user.id })
      const message = `Order #${shortIdOf(orderId)} is not shipped any more.`
      return { message, order: orderFor(user.rights, await getOrder(db, orderId)) }
    },
  })
  route(api, 'PUT /admin/orders/:orderId/shipment', {
    audience: 'admin',
    summary:
      'Says who carries the parcel of an order that was shipped, or takes that away, and what it weighs, measures and costs',
    params: z.object({ orderId: id }),
    body: ShipmentChange,
    answer: StaffOrderAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { orderId }, body }) => {
      await changeShipment(shop, { orderId, ...body, actorId: user.id })
      return { message: 'Courier saved.', order: orderFor(user.rights, await getOrder(db, orderId)) }
    },
  })
  route(api, 'POST /admin/orders/ship', {
    audience: 'admin',
    // It takes long: the orders are moved one after the other.
    limiter: 'none',
    callsPerMinute: SHIPMENTS_PER_MINUTE,
    summary: 'Ships up to 100 orders, each by itself, with what became of each',
    body: ShipOrders,
    maxEntries: 11_000,
    answer: ShipOrdersAnswer,
    handle: ({ user, body }) => shipOrders(shop, { orders: body.orders, actorId: user.id }),
  })
  route(api, 'GET /admin/orders/export', {
    audience: 'admin',
    summary: 'Up to 100 chosen orders, or those that a list of the same query shows, as CSV, one line an order',
    query: OrderExportQuery,
    answer: z.string(),
    answerType: 'text/csv',
    makesFile: true,
    handle: async ({ query, reply }) =>
      sendFile(reply, { type: CSV, fileName: 'orders.csv', content: await exportOrders(shop, query) }),
  })
  route(api, 'GET /admin/reconciliations', {
    audience: 'admin',
    summary: "Comparisons of the payment provider's records with the shop's, newest first; how many in X-Total-Count",
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
      message: 'The comparison has begun.',
      reconciliation: await requestReconciliation(shop, { actorId: user.id }),
    }),
  })
  route(api, 'GET /admin/findings', {
    audience: 'admin',
    summary: 'What comparisons found, newest first: open, dealt with, or no difference; how many in X-Total-Count',
    query: FindingQuery,
    answer: z.array(ListedFinding),
    handle: async ({ query, reply }) => withTotalCount(reply, await listFindings(db, query)),
  })
  route(api, 'POST /admin/findings/deal', {
    audience: 'admin',
    summary: 'Notes that a finding was dealt with; it is open again when a later comparison finds it again',
    body: FindingDealing,
    answer: ListedFinding,
    errors: ['not_found', 'conflict'],
    handle: ({ body, user }) => dealWithFinding(db, user.id, body),
  })
  route(api, 'POST /admin/findings/reopen', {
    audience: 'admin',
    summary: 'Takes back that a finding was dealt with; may be repeated',
    body: FindingKey,
    answer: ListedFinding,
    errors: ['not_found'],
    handle: ({ body, user }) => reopenFinding(db, user.id, body),
  })
  registerCashAdmin(api, shop)
  registerPrinting(api, shop, drawer)
  registerOrderChanges(api, shop)
  registerPacking(api, shop, drawer)
  registerParcelsAdmin(api, shop, drawer)
}
