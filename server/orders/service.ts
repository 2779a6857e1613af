import type { z } from 'zod'

import type { OrderStatus } from '#contract/states/order-states.ts'
import type { Order, OrderCounts, OrderDetail, OrderListQuery } from '#contract/orders/orders.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { pinTyped } from '#contract/schemas/pin-code.ts'
import { MAX_LIST } from '#contract/catalogue/list-options.ts'
import { formatPaise, paiseFromRupees } from '#contract/money.ts'
import { isUnsentStatus, ORDER_STATUSES } from '#contract/states/order-states.ts'
import { getDelivery, isPinAsked } from '#server/delivery/service.ts'
import { checkBusiness, checkDeliveryState, documentSeller, type DocumentSeller } from '#server/documents/service.ts'
import { conflict, conflictIn, notFound } from '#server/errors.ts'
import { countByStatus, listOrders } from '#server/orders/order-list-queries.ts'
import {
  businessOf,
  findAddressedOrder,
  updateAddress,
  type AddressChange,
} from '#server/orders/order-address-queries.ts'
import {
  findOrder,
  findOrderDetail,
  listNewestOrders,
  listOrdersById,
  listOrdersOf,
} from '#server/orders/order-queries.ts'
import { filterOf, type OrderFilter, type OrderSearch } from '#server/orders/order-filter.ts'
import { orderFromRow, orderDetailFromRow } from '#server/orders/order-from-row.ts'
import { listStaffParcels } from '#server/orders/parcels/staff-parcels.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'

export { countMissedCash, hasCashOrders } from '#server/orders/cash/cash-parcel-queries.ts'
export { createCashCode } from '#server/orders/cash/confirm-by-code.ts'
export { createCashConfirmation, endUnconfirmedOrders } from '#server/orders/cash/confirm-cash-order.ts'
export { checkOpenPayments } from '#server/orders/checkout/check-open-payments.ts'
export { releaseExpiredHolds } from '#server/orders/release-holds.ts'
export { checkParcels } from '#server/orders/parcels/check-parcels.ts'
export { processCourierEvents } from '#server/orders/parcels/courier-events.ts'
export { workOnParcels } from '#server/orders/parcels/work-on-parcels.ts'
export { countParcelProblems } from '#server/orders/parcel-problem-queries.ts'
export { processEvents } from '#server/orders/checkout/provider-events.ts'
export { insertDefaultAddresses as keepImportedAddresses } from '#server/orders/address-book/address-book-queries.ts'
export { listSavedAddresses } from '#server/orders/address-book/address-book.ts'
export { unlinkOrders } from '#server/orders/fulfilment/unlink-customer-queries.ts'
export type { RefundReason } from '#server/orders/decide-payment-outcome.ts'
export { findOrderOfPieces, type OrderOfPieces, type PieceLine } from '#server/orders/order-of-pieces-queries.ts'
export { listBestSold } from '#server/orders/best-sold-queries.ts'
export { createOrderLinks } from '#server/orders/order-link.ts'
export { placeExchangeOrder } from '#server/orders/exchange-order.ts'
export { lockOrder } from '#server/orders/change-status.ts'
export { requestRefundOfItems } from '#server/orders/return-credit.ts'
export { MAILS_BY_ORDER, resumeMails } from '#server/orders/order-mail-queries.ts'
export { hasReceived } from '#server/orders/order-queries.ts'
export { reconcile, scheduleReconciliation } from '#server/orders/reconciliation/reconcile.ts'
export { sendRefunds } from '#server/orders/refunds/refunds.ts'

const CASH_ADDRESS =
  'The address of an order for cash cannot be changed: phone and PIN code decided that it may be paid at the door. Please cancel it and order again.'

/** Throws invalid where an order would have a GSTIN that is not taken, or one without the name of its business. */
async function checkChangedBusiness(db: Db, seller: DocumentSeller, change: AddressChange): Promise<void> {
  if (change.buyerGstin === undefined && change.buyerFirm === undefined) return
  const own = await findAddressedOrder(db, change.userId, change.orderId)
  if (own) checkBusiness(seller, businessOf(own, change))
}

/**
 * Saves where a customer's order goes; `orderId` is its own or the provider's. May be repeated until the order is shipped. Throws
 * not-found for somebody else's order, a conflict for one that is shipped or paid at the door, whose phone and PIN decided that it may be, invalid
 * for an address whose state a registered seller cannot tell, and a conflict for another PIN code that is not served or costs more than was paid. A
 * seller who issues no tax invoices ignores a new GSTIN, because a paid order must not fail for it.
 */
export async function saveAddress(
  { db, ...shop }: Pick<Shop, 'db' | 'settings' | 'delivery' | 'publicUrl'>,
  change: AddressChange,
): Promise<Order> {
  const seller = documentSeller(shop)
  checkDeliveryState(seller, change.address)
  const isTaken = seller.registration === 'regular'
  if (isTaken) await checkChangedBusiness(db, seller, change)
  const deliverBy = await newPromise(db, shop, change)
  const business = isTaken ? {} : { buyerGstin: undefined, buyerFirm: undefined }
  const order = await updateAddress(db, { ...change, ...business, deliverBy })
  if (order) return orderFromRow(order)
  const own = await findAddressedOrder(db, change.userId, change.orderId)
  if (!own) throw notFound('Order')
  if (own.isCash && isUnsentStatus(own.status)) throw conflict(CASH_ADDRESS)
  throw conflict('The address can only be changed before the order is shipped.')
}

/**
 * The day that is promised to an order's new address; undefined where its PIN is that of before, because a frozen order keeps its promise.
 * Throws a conflict for a PIN that is not served, or that costs more than was paid: also for an order that was paid without an address, which
 * paid for no such fee.
 */
async function newPromise(
  db: Db,
  shop: Pick<Shop, 'settings' | 'delivery'>,
  { userId, orderId, address }: AddressChange,
): Promise<string | null | undefined> {
  if (!isPinAsked(shop)) return undefined
  const own = await findAddressedOrder(db, userId, orderId)
  if (!own || own.isCash || !isUnsentStatus(own.status)) return undefined
  const { pincode: before, fees } = own
  if (before !== null && pinTyped(before) === pinTyped(address.pincode)) return undefined
  const delivery = getDelivery(shop, address, 'prepaid')
  const paidPaise = fees.find(({ kind }) => kind === 'pin')?.amountPaise ?? 0
  const morePaise = paiseFromRupees(delivery?.fee ?? 0) - paidPaise
  if (morePaise <= 0) return delivery?.by ?? null
  const more = `Delivery to ${address.pincode} costs ${formatPaise(morePaise)} more than you paid.`
  const wayOn = before === null ? 'Please give another address, or cancel the order' : 'Please cancel the order'
  throw conflictIn('pincode', `${more} ${wayOn} and order again.`)
}

/** A customer's orders, newest first. */
export async function listCustomerOrders(db: Db, userId: string, limit = MAX_LIST): Promise<Order[]> {
  const rows = await listOrdersOf(db, userId, limit)
  return rows.map(orderFromRow)
}

/** A page of all customers' orders, newest first unless sorted, and their total. Without page and limit, up to 5,000. */
export async function listAllOrders(
  { db, payment }: Pick<Shop, 'db' | 'payment'>,
  { sort, page, limit, ...search }: z.output<typeof OrderListQuery> & Pick<OrderFilter, 'findsByPayer'>,
): Promise<ListPage<Order>> {
  return mapPage(await listOrders(db, filterOf(search, payment), { ...windowOf({ page, limit }), sort }), orderFromRow)
}

/** A function for each of these orders that returns it. An order that cannot be shown fails there, and holds up no other. */
export async function listOrderReaders(db: Db, orderIds: readonly string[]): Promise<Map<string, () => Order>> {
  return new Map((await listOrdersById(db, orderIds)).map((row) => [row.id, () => orderFromRow(row)]))
}

/** The newest orders of all customers. */
export async function listLatestOrders(db: Db, limit: number): Promise<Order[]> {
  return (await listNewestOrders(db, limit)).map(orderFromRow)
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
  const parcels = await listStaffParcels(db, orderId)
  return { ...orderDetailFromRow(row, detail), ...(parcels.length > 0 && { parcels }) }
}
