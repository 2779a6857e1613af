import type { Db } from '#server/db/database.ts'
import type { ProviderPayment } from '#server/payments/provider-answers.ts'
import type { Shop } from '#server/start/shop.ts'

import { isUnsentStatus } from '#contract/states/order-states.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { documentSeller, issueRefundDocuments, prepareReceipt, type DocumentSeller } from '#server/documents/service.ts'
import { holdStock, movePieces } from '#server/inventory/queries.ts'
import { newId } from '#server/db/new-id.ts'
import { returnUse, takeUse } from '#server/offers/service.ts'
import { holdCredit } from '#server/accounts/store-credit/service.ts'
import { findOrderedOtherwise, lockCashBuyer } from '#server/orders/cash-queries.ts'
import { listHeldLines } from '#server/orders/holds/hold-queries.ts'
import { becomePrepaid, refusalOfCashPayment } from '#server/orders/pay-cash-order.ts'
import { releaseHold } from '#server/orders/holds/release-holds.ts'
import { cancelByShop, moveOrder } from '#server/orders/change-status.ts'
import { findOrderState } from '#server/orders/order-status-queries.ts'
import {
  findAuthorized,
  findCheckoutByProviderOrder,
  findOpenCheckoutId,
  hasRefund,
  insertOrder,
  isPaymentCaptured,
  lockCheckout,
  savePayment,
  saveRefundedPayment,
  type LockedCheckout,
} from '#server/orders/settle-payment-queries.ts'
import {
  decidePaymentOutcome,
  type Action,
  type ObservedPayment,
  type RefundReason,
} from '#server/orders/decide-payment-outcome.ts'

/**
 * The outcome of a payment. `ordered`: there is an order; `needsCapture` if the money is only authorised. `refused`:
 * the payment makes no order, and captured money is refunded. `recorded`: its status is stored, and nothing else
 * happens yet.
 */
export type Settlement =
  | { kind: 'ordered'; orderId: string; needsCapture: boolean }
  | { kind: 'refused'; reason: RefundReason }
  | { kind: 'recorded' }

/** What settling a payment needs of the shop. */
type SettlingShop = Pick<Shop, 'db' | 'tags' | 'settings' | 'publicUrl'>

interface Case {
  seller: DocumentSeller
  checkout: LockedCheckout
  payment: ObservedPayment
}

async function recordPayment(db: Db, { checkout, payment }: Case): Promise<Settlement> {
  const progress = await savePayment(db, checkout.id, payment)
  if (!progress?.orderId) return { kind: 'recorded' }
  if (progress.refundReason) await issueRefundDocuments(db, progress.orderId, progress.refundReason)
  return { kind: 'ordered', orderId: progress.orderId, needsCapture: progress.status === 'authorized' }
}

async function placeOrder(db: Db, { checkout, payment, seller }: Case): Promise<Settlement> {
  const orderId = newId()
  const { withOrder, issueVoucher } = await prepareReceipt(db, seller, checkout)
  const isPlaced = await insertOrder(db, { checkout, payment, orderId, receiptOf: withOrder })
  if (!isPlaced) return { kind: 'recorded' }
  await issueVoucher?.(orderId)
  return { kind: 'ordered', orderId, needsCapture: payment.status === 'authorized' }
}

async function refundPayment(db: Db, { checkout, payment }: Case, reason: RefundReason): Promise<Settlement> {
  await saveRefundedPayment(db, { checkoutId: checkout.id, payment, reason })
  // The provider accepts one payment for each order: the buyer needs a new checkout, and its stock.
  if (checkout.status === 'open') await releaseHold(db, checkout.id)
  return { kind: 'refused', reason }
}

async function cancelAndRefund(db: Db, given: Case, reason: RefundReason): Promise<Settlement> {
  await cancelByShop(db, given.checkout.id)
  const settlement = await refundPayment(db, given, reason)
  const order = await findOrderState(db, given.checkout.id)
  if (order) await issueRefundDocuments(db, order.id, 'order cancelled')
  return settlement
}

async function cancelAuthorized(db: Db, given: Case): Promise<Settlement> {
  await cancelByShop(db, given.checkout.id)
  await recordPayment(db, given)
  return { kind: 'refused', reason: 'amount differs' }
}

/** Nothing may be shipped for refunded money. A parcel that is on its way already is left to the administrators. */
async function cancelUnsent(db: Db, given: Case): Promise<Settlement> {
  const order = await findOrderState(db, given.checkout.id)
  if (!order || !isUnsentStatus(order.status)) return recordPayment(db, given)
  const settlement = await refundPayment(db, given, 'refunded at the provider')
  await moveOrder(db, order, 'cancelled', null)
  return settlement
}

/** Takes the stock, the use of the offer and the store credit; the reason why not, if one of them is gone. */
async function takeAll(
  db: Db,
  { id, userId, offerId, creditPaise }: LockedCheckout,
): Promise<RefundReason | undefined> {
  const hold = { checkoutId: id, lines: await listHeldLines(db, id) }
  if ((await holdStock(db, hold)).length > 0) return 'sold out'
  const hasUse = offerId === null || (await takeUse(db, { offerId, checkoutId: id, userId }))
  const hasCredit =
    creditPaise === 0 || (hasUse && (await holdCredit(db, { userId, checkoutId: id, paise: creditPaise })))
  if (hasUse && hasCredit) return undefined
  await movePieces(db, { checkoutId: id, from: ['held'], to: 'shelf', reason: 'release', actorId: null })
  await returnUse(db, id)
  return hasUse ? 'store credit used up' : 'offer used up'
}

/** The same, if necessary in place of the same buyer's newer checkout. */
async function takeAllAgain(db: Db, checkout: LockedCheckout): Promise<RefundReason | undefined> {
  const refusal = await takeAll(db, checkout)
  if (refusal === undefined) return undefined
  const newerId = await findOpenCheckoutId(db, checkout.userId)
  if (!newerId || !(await releaseHold(db, newerId))) return refusal
  return takeAll(db, checkout)
}

/** Why a payment makes no order whose hold has ended; undefined if it is held again. */
async function refusalOfLatePayment(db: Db, checkout: LockedCheckout): Promise<RefundReason | undefined> {
  await lockCashBuyer(db, checkout.userId)
  const ordered = await findOrderedOtherwise(db, checkout)
  if (ordered) return ordered === 'cash' ? 'ordered for cash' : 'ordered otherwise'
  return takeAllAgain(db, checkout)
}

async function holdAgain(db: Db, given: Case): Promise<Settlement> {
  if (await hasRefund(db, given.payment.id)) return recordPayment(db, given)
  const refusal = await refusalOfLatePayment(db, given.checkout)
  if (refusal === undefined) return placeOrder(db, given)
  if (given.payment.status === 'captured') return refundPayment(db, given, refusal)
  // The provider releases money by itself that is only authorised.
  await recordPayment(db, given)
  return { kind: 'refused', reason: refusal }
}

/** An order for cash is paid in advance, unless its parcel or its end was faster: then the money goes back at once. */
async function payCashOrder(db: Db, given: Case): Promise<Settlement> {
  const { checkout, payment, seller } = given
  if (await hasRefund(db, payment.id)) return recordPayment(db, given)
  const refusal = await refusalOfCashPayment(db, checkout.id, payment)
  if (refusal === undefined) {
    const orderId = await becomePrepaid(db, { checkoutId: checkout.id, payment, seller })
    return { kind: 'ordered', orderId, needsCapture: payment.status === 'authorized' }
  }
  if (payment.status === 'captured') return refundPayment(db, given, refusal)
  // The provider releases money by itself that is only authorised.
  await recordPayment(db, given)
  return { kind: 'refused', reason: refusal }
}

async function carryOut(db: Db, given: Case, action: Action): Promise<Settlement> {
  switch (action.kind) {
    case 'record payment':
      return recordPayment(db, given)
    case 'place order':
      return placeOrder(db, given)
    case 'hold again':
      return holdAgain(db, given)
    case 'pay cash order':
      return payCashOrder(db, given)
    case 'refund':
      return refundPayment(db, given, action.reason)
    case 'cancel and refund':
      return cancelAndRefund(db, given, action.reason)
    case 'cancel authorized':
      return cancelAuthorized(db, given)
    case 'cancel unsent':
      return cancelUnsent(db, given)
  }
}

const KEEPS_STOCK: ReadonlySet<Action['kind']> = new Set(['record payment', 'place order', 'pay cash order'])

/**
 * Brings a checkout to the state that a payment asks for: the one place where orders are made. A payment may be settled
 * any number of times, by any number of processes at once, and its states may come in any order: it has its effect
 * once. One transaction, of two statements in the usual case. Asks the provider nothing.
 */
export async function settlePayment(
  { db, tags, ...shop }: SettlingShop,
  checkoutId: string,
  observed: ObservedPayment,
): Promise<Settlement> {
  const seller = documentSeller(shop)
  const outcome = await inTransaction(db, async (db) => {
    const checkout = await lockCheckout(db, checkoutId)
    if (!checkout) throw new Error(`there is no checkout ${checkoutId}`)
    // A signature says nothing of the amount, so what the provider has told before counts.
    const known = observed.status === 'vouched' ? await findAuthorized(db, observed.id) : undefined
    const payment = known ?? observed
    const action = decidePaymentOutcome(checkout, payment)
    const hasMovedStock = !KEEPS_STOCK.has(action.kind)
    return { hasMovedStock, settlement: await carryOut(db, { checkout, payment, seller }, action) }
  })
  if (outcome.hasMovedStock) tags.outdate(CATALOGUE)
  return outcome.settlement
}

/**
 * Settles a payment as the provider reports it. Undefined for one that has only begun, for one that was captured
 * before, and for one of another shop with the same account at the provider.
 */
export async function settleProviderPayment(
  shop: SettlingShop,
  { id, orderId, amountPaise, status }: ProviderPayment,
): Promise<Settlement | undefined> {
  if (orderId === null || status === 'created') return undefined
  // Most reports repeat what is known. If the money was refunded since, the refund itself is reported too.
  if (await isPaymentCaptured(shop.db, id)) return undefined
  const checkout = await findCheckoutByProviderOrder(shop.db, orderId)
  return checkout && settlePayment(shop, checkout.id, { id, amountPaise, status })
}
