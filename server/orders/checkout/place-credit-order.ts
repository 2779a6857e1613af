import type { Order } from '#contract/orders/orders.ts'
import type { Address } from '#contract/schemas/address.ts'
import type { Db } from '#server/db/database.ts'
import type { DocumentSeller } from '#server/documents/service.ts'
import type { Shop } from '#server/start/shop.ts'

import { feeOf, type ShippingRule } from '#contract/cart/fees.ts'
import { paiseFromRupees } from '#contract/units/money.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { stockTag } from '#server/cache/tags.ts'
import { getPricedCart } from '#server/cart/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { getDelivery } from '#server/delivery/service.ts'
import { checkBusiness, checkDeliveryState, documentSeller, prepareReceipt } from '#server/documents/service.ts'
import { notFound, unavailable } from '#server/errors.ts'
import { lockCashBuyer } from '#server/orders/cash-queries.ts'
import { checkoutLimiter } from '#server/orders/checkout/checkout-limiter.ts'
import { findJustOrdered, insertCreditOrder } from '#server/orders/checkout/credit-order-queries.ts'
import { draftCheckout, holdAll, openInPlace } from '#server/orders/checkout/draft-checkout.ts'
import { CREATION_SECONDS, lockOpenCheckout } from '#server/orders/checkout/start-payment-queries.ts'
import { HOLD_SECONDS } from '#server/orders/holds/hold-time-and-limits.ts'
import { orderFromRow } from '#server/orders/order-from-row.ts'
import { findOrder } from '#server/orders/order-queries.ts'

/** Who has just ordered and asks again, by a second press or in a second tab, gets the same order for so long. */
const SAME_ORDER_SECONDS = HOLD_SECONDS

interface CreditOrdering {
  userId: string
  address: Address
  buyerGstin?: string | undefined
  buyerFirm?: string | undefined
  /** In rupees, as the customer has seen it; undefined where nothing was said. */
  expectedTotal?: number | undefined
}

interface Placed {
  orderId: string
  /** Whose stock has changed. */
  productIds: string[]
}

type Facts = Omit<Parameters<typeof draftCheckout>[0], 'creditPaise' | 'isPaidByCredit'>

async function place(
  db: Db,
  { seller, shipping }: { seller: DocumentSeller; shipping: ShippingRule },
  facts: Facts,
): Promise<Placed> {
  const { userId, isSandbox } = facts
  // Whatever becomes of the customer's cart at this moment is done before it is read.
  await lockCashBuyer(db, userId)
  const open = await lockOpenCheckout(db, { userId, isSandbox }, CREATION_SECONDS)
  const cart = await getPricedCart(db, userId, shipping)
  const { lines } = cart
  const same = lines.length === 0 ? await findJustOrdered(db, userId, SAME_ORDER_SECONDS) : undefined
  if (same !== undefined) return { orderId: same, productIds: [] }
  const draft = draftCheckout({ ...facts, isPaidByCredit: true }, cart)
  await openInPlace(db, draft, { open, lines })
  await holdAll(db, draft, lines)
  const orderId = newId()
  const { withOrder, issueVoucher } = await prepareReceipt(db, seller, draft)
  await insertCreditOrder(db, { draft, orderId, receiptOf: withOrder })
  await issueVoucher?.(orderId)
  return { orderId, productIds: lines.map(({ productId }) => productId) }
}

/**
 * Makes an order of a customer's cart that store credit pays whole, in one transaction: by the same hold and frozen
 * lines as a payment, which it needs no provider for. The same cart again is the same order, also from calls at the
 * same moment. Throws as `startPayment` does, and a conflict where there is not so much store credit.
 */
export async function placeCreditOrder(
  shop: Shop,
  { userId, address, buyerGstin = '', buyerFirm = '', expectedTotal }: CreditOrdering,
): Promise<Order> {
  const { db, database, payment, tags } = shop
  if (!database.hasFreeSpace()) throw unavailable(WORDINGS.orders.creationFailed)
  const seller = documentSeller(shop)
  checkDeliveryState(seller, address)
  checkBusiness(seller, { buyerGstin })
  const settings = shop.settings.current()
  const delivery = getDelivery(shop, address, 'prepaid')
  const facts: Facts = {
    userId,
    address,
    buyerGstin: buyerGstin || null,
    buyerFirm: (buyerGstin && buyerFirm) || null,
    deliverBy: delivery?.by ?? null,
    isSandbox: payment.isSandbox,
    network: undefined,
    expectedTotal,
    returnDays: settings.returnDays,
    otherFees: feeOf('pin', paiseFromRupees(delivery?.fee ?? 0)),
  }
  const { orderId, productIds } = await checkoutLimiter.run(() =>
    inTransaction(db, (db) => place(db, { seller, shipping: settings }, facts)),
  )
  tags.outdate(...productIds.map(stockTag))
  const row = await findOrder(db, { orderId })
  if (!row) throw notFound('Order')
  return orderFromRow(row)
}
