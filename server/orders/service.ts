import type { OrderSort, OrderStatus } from '#contract/order-states.ts'
import type { Address, Order, OrderCounts, OrderDetail } from '#contract/orders.ts'
import type { PaymentProof } from '#contract/payments.ts'
import type { Db } from '#server/db/open.ts'
import type { Shop } from '#server/shop.ts'

import { MAX_LIST } from '#contract/catalogue-rules.ts'
import { BAD_PROOF, conflict, notFound, paymentFailed } from '#server/errors.ts'
import { mapPage, windowOf, type ListPage } from '#server/pagination.ts'
import { findCheckoutByProviderOrder, type CheckoutFacts } from '#server/orders/checkout-queries.ts'
import { confirmPayment, isProof } from '#server/orders/checkout/confirm-payment.ts'
import {
  countByStatus,
  findOrder,
  findOrderDetail,
  findOwnOrder,
  hasOwnOrder,
  listNewestOrders,
  listOrders,
  listOrdersOf,
  updateAddress,
} from '#server/orders/order-queries.ts'
import { presentOrder, presentOrderDetail } from '#server/orders/order-view.ts'

export { cancelOwnOrder } from '#server/orders/fulfilment/cancel-own-order.ts'
export { changeOrderStatus } from '#server/orders/fulfilment/change-status.ts'
export { hasReceived } from '#server/orders/order-queries.ts'
export { checkOpenPayments } from '#server/orders/checkout/check-open-payments.ts'
export { deleteOldEvents } from '#server/orders/checkout/provider-event-queries.ts'
export { processEvents } from '#server/orders/checkout/provider-events.ts'
export { releaseExpiredHolds } from '#server/orders/release-holds.ts'
export { sendMails } from '#server/orders/mail/send-mails.ts'
export { reconcile, requestReconciliation, scheduleReconciliation } from '#server/orders/reconciliation/reconcile.ts'
export { sendRefunds } from '#server/orders/refunds/refunds.ts'
export { buyAgain } from '#server/orders/fulfilment/buy-again.ts'
export { startPayment } from '#server/orders/checkout/start-payment.ts'

async function findOwnCheckout(db: Db, userId: string, providerOrderId: string): Promise<CheckoutFacts | undefined> {
  const checkout = await findCheckoutByProviderOrder(db, providerOrderId)
  return checkout?.userId === userId ? checkout : undefined
}

/** Checks a buyer's proof of payment and makes the order. Throws payment-failed, also for somebody else's payment. */
export async function verifyPayment(shop: Shop, userId: string, proof: PaymentProof): Promise<void> {
  const checkout = await findOwnCheckout(shop.db, userId, proof.razorpayOrderId)
  if (!checkout || !isProof(proof, shop)) throw paymentFailed(undefined, BAD_PROOF)
  await confirmPayment(shop, checkout, proof.razorpayPaymentId)
}

/**
 * The order of a proven payment, made now if it was not made before. Throws not-found for what is not the customer's own
 * and payment-failed for a wrong proof, or where no order comes of the payment.
 */
export async function getProvenOrder(shop: Shop, userId: string, proof: PaymentProof): Promise<Order> {
  const standing = await findOwnOrder(shop.db, userId, proof.razorpayOrderId)
  if (standing) {
    if (!isProof(proof, shop)) throw paymentFailed(undefined, BAD_PROOF)
    return presentOrder(standing)
  }
  if (!(await findOwnCheckout(shop.db, userId, proof.razorpayOrderId))) throw notFound('Order')
  await verifyPayment(shop, userId, proof)
  const order = await findOwnOrder(shop.db, userId, proof.razorpayOrderId)
  if (!order) throw paymentFailed()
  return presentOrder(order)
}

/** An order by its own id. */
export async function getOrder(db: Db, orderId: string): Promise<Order> {
  const order = await findOrder(db, orderId)
  if (!order) throw notFound('Order')
  return presentOrder(order)
}

/**
 * Saves where a customer's order goes; `orderId` is its own or the provider's. May be repeated until the order is
 * shipped. Throws not-found for what is not the customer's own, and a conflict after that.
 */
export async function saveAddress(
  db: Db,
  change: { userId: string; orderId: string; address: Address },
): Promise<Order> {
  const order = await updateAddress(db, change)
  if (order) return presentOrder(order)
  if (!(await hasOwnOrder(db, change.userId, change.orderId))) throw notFound('Order')
  throw conflict('The address can only be changed before the order is shipped.')
}

/** A customer's orders, newest first. */
export async function listCustomerOrders(db: Db, userId: string): Promise<Order[]> {
  const rows = await listOrdersOf(db, userId, MAX_LIST)
  return rows.map(presentOrder)
}

interface OrderListing {
  page?: number | undefined
  limit?: number | undefined
  status?: OrderStatus | undefined
  search?: string | undefined
  sort?: OrderSort | undefined
}

/** What is looked for, as it stands in the orders: `#582108` is how people write an order's short number. */
const soughtIn = (search: string | undefined) => search?.trim().replace(/^#\s*(?=[0-9a-f]+$)/i, '')

/** Orders of all customers, newest first unless sorted, and how many there are in all. Without page and limit, up to 5,000. */
export async function listAllOrders(db: Db, { status, search, sort, ...page }: OrderListing): Promise<ListPage<Order>> {
  const filter = { status, search: soughtIn(search) }
  return mapPage(await listOrders(db, filter, { ...windowOf(page), sort }), presentOrder)
}

/** The newest orders of all customers. */
export async function listLatestOrders(db: Db, limit: number): Promise<Order[]> {
  return (await listNewestOrders(db, limit)).map(presentOrder)
}

/** How many orders there are in each status, of those that a search finds. */
export async function countOrdersByStatus(db: Db, search: string | undefined): Promise<OrderCounts> {
  const counts = await countByStatus(db, soughtIn(search))
  const of = (status: OrderStatus) => counts.get(status) ?? 0
  return {
    all: [...counts.values()].reduce((sum, count) => sum + count, 0),
    'order placed': of('order placed'),
    shipped: of('shipped'),
    delivered: of('delivered'),
    cancelled: of('cancelled'),
  }
}

/** An order as administrators see it: with its customer, its money and who did what. */
export async function getOrderDetail(db: Db, orderId: string): Promise<OrderDetail> {
  const row = await findOrder(db, orderId)
  const desk = row && (await findOrderDetail(db, orderId))
  if (!row || !desk) throw notFound('Order')
  return presentOrderDetail(row, desk)
}
