import type { z } from 'zod'

import type { OrderStatus } from '#contract/states/order-states.ts'
import type { Order, OrderCounts, OrderDetail, OrderListQuery, StaffOrder } from '#contract/orders/orders.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { mayDo, type StaffRights } from '#contract/accounts/staff-areas.ts'
import { MAX_LIST } from '#contract/catalogue/lists/list-limits.ts'
import { ORDER_STATUSES } from '#contract/states/order-states.ts'
import { notFound } from '#server/errors.ts'
import { countByStatus, listOrders } from '#server/orders/list/order-list-queries.ts'
import {
  findOrder,
  findOrderDetail,
  listNewestOrders,
  listOrdersById,
  listOrdersOf,
} from '#server/orders/order-queries.ts'
import { filterOf, type OrderFilter, type OrderSearch } from '#server/orders/list/order-filter.ts'
import { orderFromRow, orderDetailFromRow } from '#server/orders/order-from-row.ts'
import { orderFor } from '#server/orders/order-without-money.ts'
import { findHandParcel } from '#server/orders/hand-parcel-queries.ts'
import { handParcelFromRow } from '#server/orders/measure-parcel.ts'
import { listStaffParcels } from '#server/orders/parcels/staff-parcels.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'

export { countMissedCash, hasCashOrders } from '#server/orders/cash/cash-parcel-queries.ts'
export { createCashCode } from '#server/orders/cash/confirm-by-code.ts'
export { createCashConfirmation, endUnconfirmedOrders } from '#server/orders/cash/confirm-cash-order.ts'
export { checkOpenPayments } from '#server/orders/checkout/check-open-payments.ts'
export { releaseExpiredHolds } from '#server/orders/holds/release-holds.ts'
export { checkParcels } from '#server/orders/parcels/check-parcels.ts'
export { processCourierEvents } from '#server/orders/parcels/courier-events.ts'
export { workOnParcels } from '#server/orders/parcels/work-on-parcels.ts'
export { intendReturnParcel } from '#server/orders/parcels/book-return-parcel.ts'
export { cancelReturnParcel } from '#server/orders/parcels/return-parcel-queries.ts'
export { workOnParcel } from '#server/orders/parcels/work-on-parcels.ts'
export { findParcel } from '#server/orders/parcels/parcel-queries.ts'
export { countParcelProblems } from '#server/orders/parcels/parcel-problem-queries.ts'
export { trailOf } from '#server/orders/order-from-row.ts'
export { processEvents } from '#server/orders/provider-events/provider-events.ts'
export { insertDefaultAddresses as keepImportedAddresses } from '#server/orders/address-book/address-book-queries.ts'
export { listSavedAddresses } from '#server/orders/address-book/address-book.ts'
export { unlinkOrders } from '#server/orders/erasure-queries.ts'
export type { RefundReason } from '#server/orders/decide-payment-outcome.ts'
export { findOrderOfPieces, type OrderOfPieces, type PieceLine } from '#server/orders/order-of-pieces-queries.ts'
export { listBestSold } from '#server/orders/best-sold-queries.ts'
export { createOrderLinks } from '#server/orders/order-link.ts'
export { placeExchangeOrder } from '#server/orders/exchange/exchange-order.ts'
export { lockOrder } from '#server/orders/change-status.ts'
export type { OrderState } from '#server/orders/order-status-queries.ts'
export { requestRefundOfItems, returnCreditOfItems } from '#server/orders/give-back-store-credit.ts'
export { MAILS_BY_ORDER, resumeMails } from '#server/orders/order-mail-queries.ts'
export { hasReceived } from '#server/orders/order-queries.ts'
export { reconcile, scheduleReconciliation } from '#server/orders/reconciliation/reconcile.ts'
export { sendRefunds } from '#server/orders/refunds/refunds.ts'

export { listStaffParcels }

/** A customer's orders, newest first. */
export async function listCustomerOrders(db: Db, userId: string): Promise<Order[]> {
  const rows = await listOrdersOf(db, userId, MAX_LIST)
  return rows.map(orderFromRow)
}

/**
 * A page of all customers' orders, newest first unless sorted, and their total. Without page and limit, up to 5,000.
 */
export async function listAllOrders(
  { db, payment }: Pick<Shop, 'db' | 'payment'>,
  { sort, page, limit, ...search }: z.output<typeof OrderListQuery> & Pick<OrderFilter, 'findsByPayer'>,
): Promise<ListPage<Order>> {
  return mapPage(await listOrders(db, filterOf(search, payment), { ...windowOf({ page, limit }), sort }), orderFromRow)
}

/**
 * A function for each of these orders that returns it. An order that cannot be shown fails there, and holds up no
 * other.
 */
export async function listOrderReaders(db: Db, orderIds: readonly string[]): Promise<Map<string, () => Order>> {
  return new Map((await listOrdersById(db, orderIds)).map((row) => [row.id, () => orderFromRow(row)]))
}

/**
 * The newest orders of all customers, or of one, as this caller may see them (`orderFor`); none for who has no part in
 * orders.
 */
export async function listLatestOrders(
  db: Db,
  rights: StaffRights | null,
  { userId, limit }: { userId?: string; limit: number },
): Promise<StaffOrder[]> {
  if (!mayDo(rights, 'orders')) return []
  const rows = userId === undefined ? await listNewestOrders(db, limit) : await listOrdersOf(db, userId, limit)
  return rows.map((row) => orderFor(rights, orderFromRow(row)))
}

/** How many orders there are in each status, of those that a search finds and of its days. */
export async function countOrdersByStatus(
  { db, payment }: Pick<Shop, 'db' | 'payment'>,
  search: OrderSearch & Pick<OrderFilter, 'findsByPayer'>,
): Promise<OrderCounts> {
  const counts = await countByStatus(db, filterOf(search, payment))
  const byStatus = Object.fromEntries(ORDER_STATUSES.map((status) => [status, counts.get(status) ?? 0]))
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return { all, ...(byStatus as Record<OrderStatus, number>) }
}

/** An order as the staff see it (`orderDetailFor`): with its customer, its money, its parcels and who did what. */
export async function getOrderDetail(db: Db, orderId: string): Promise<OrderDetail> {
  const [row, detail] = [await findOrder(db, { orderId }), await findOrderDetail(db, orderId)]
  if (!row || !detail) throw notFound('Order')
  const [parcels, byHand] = [await listStaffParcels(db, { orderId }), await findHandParcel(db, orderId)]
  const isBooked = parcels.some(({ state }) => state === 'booked')
  return {
    ...orderDetailFromRow(row, detail),
    ...(parcels.length > 0 && { parcels }),
    ...(byHand && !isBooked && { byHand: handParcelFromRow(byHand) }),
  }
}
