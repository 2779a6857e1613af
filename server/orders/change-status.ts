import type { OrderStatus } from '#contract/states/order-states.ts'
import type { ParcelOrigin } from '#contract/states/return-states.ts'
import type { StatusChange } from '#contract/orders/orders.ts'
import type { HandParcelInput } from '#contract/orders/hand-parcels.ts'
import type { ShipmentInput } from '#contract/orders/shipments.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { nextCashStates, type CashState } from '#contract/states/cash-states.ts'
import { isSentStatus, isUnsentStatus, nextStatuses, STATUS_FACTS } from '#contract/states/order-states.ts'
import { paiseFromRupees } from '#contract/units/money.ts'
import { recordChange } from '#server/audit/service.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import {
  issueCashCreditNote,
  issueCashReceipt,
  issueCreditNotes,
  issueInvoice,
  issueRefundDocuments,
  documentSeller,
  type DocumentSeller,
} from '#server/documents/service.ts'
import { conflict, notFound } from '#server/errors.ts'
import { movePieces } from '#server/inventory/queries.ts'
import { newId } from '#server/db/new-id.ts'
import { returnUse } from '#server/offers/service.ts'
import { auditedShipment } from '#server/orders/audited-shipment.ts'
import { insertParcelReturn } from '#server/orders/parcel-comes-back-queries.ts'
import { measureParcel } from '#server/orders/measure-parcel.ts'
import { getCash, moveCash } from '#server/orders/cash-queries.ts'
import { listLinesLeft } from '#server/orders/order-line-queries.ts'
import {
  findOrderState,
  lockCheckoutOfOrder,
  updateStatus,
  type OrderState,
} from '#server/orders/order-status-queries.ts'
import { returnCreditOf } from '#server/orders/give-back-store-credit.ts'
import { requestRefundOfOrder } from '#server/orders/refund-request-queries.ts'
import { lockCheckout } from '#server/orders/settle-payment-queries.ts'

type Services = Pick<Shop, 'db' | 'tags'>

export const MOVED_MEANWHILE = 'Somebody else has just changed this order.'

/**
 * The status and its row in the audit log, which has no reason that somebody wrote. Throws a conflict if the order has
 * moved meanwhile.
 */
async function changeStatus(
  db: Db,
  order: OrderState,
  to: OrderStatus,
  actorId: string | null,
  { shipment, reason }: { shipment?: ShipmentInput | undefined; reason?: string | undefined } = {},
): Promise<void> {
  const isMoved = await updateStatus(db, { orderId: order.id, from: order.status, to, actorId, shipment, reason })
  if (!isMoved) throw conflict(MOVED_MEANWHILE)
  await recordChange(db, actorId, `order.${to}`, ['order', order.id], {
    before: { status: order.status },
    after: { status: to, ...(shipment && auditedShipment(shipment)), ...(reason !== undefined && { hasReason: true }) },
  })
}

/** What becomes of cash that is due when its order comes to a status: a parcel is only handed over for the money. */
const CASH_AT: Partial<Record<OrderStatus, CashState>> = { delivered: 'collected', cancelled: 'nothing due' }

async function endCash(db: Db, { id: orderId, cashStatus }: OrderState, to: CashState, actorId: string | null) {
  if (cashStatus === null || cashStatus === to) return
  if (!nextCashStates(cashStatus).includes(to)) throw conflict(`Cash that is ${cashStatus} cannot become ${to}.`)
  if (!(await moveCash(db, { orderId, from: cashStatus, to, actorId }))) throw conflict(MOVED_MEANWHILE)
}

/** Where the pieces of an order may be until it is sent. */
const UNTIL_SENT = ['held', 'packed'] as const

/**
 * Moves an order to another status, with a row in the audit log: every change of status but shipping goes through here.
 * Cancelling before the parcel leaves also returns the stock and the store credit, and requests a refund of what is
 * left of captured money, with the document that answers it; money that is captured later is refunded when it comes.
 * Cancelling after that calls the parcel back: pieces and money belong to a return, whose `origin` says why. Cash that
 * is due is collected with the delivery, and due no more when the order is cancelled. Call it last in the transaction
 * that locked the checkout. Throws a conflict if the order has moved meanwhile.
 */
export async function moveOrder(
  db: Db,
  order: OrderState,
  to: Exclude<OrderStatus, 'shipped'>,
  actorId: string | null,
  { reason, origin = 'called back' }: { reason?: string | undefined; origin?: ParcelOrigin | undefined } = {},
): Promise<void> {
  await changeStatus(db, order, to, actorId, { reason })
  const cash = origin === 'parcel refused' ? 'refused' : (CASH_AT[to] ?? order.cashStatus)
  if (cash) await endCash(db, order, cash, actorId)
  const { checkoutId } = order
  if (to === 'delivered') {
    await movePieces(db, { checkoutId, from: ['parcel'], to: 'customer', reason: 'delivery', actorId })
  }
  if (to !== 'cancelled') return
  if (isSentStatus(order.status)) return callBack(db, order, origin, actorId)
  await movePieces(db, { checkoutId, from: UNTIL_SENT, to: 'shelf', reason: 'cancellation', actorId })
  await returnUse(db, checkoutId)
  await returnCreditOf(db, order, { keptPaise: 0, actorId })
  await requestRefundOfOrder(db, { id: newId(), orderId: order.id, actorId })
  if (!order.cashStatus) await issueRefundDocuments(db, order.id, 'order cancelled')
}

/**
 * Calls the parcel of an order back, or writes it off where it is lost. Of cash nothing is due, so its credit note is
 * issued and the store credit beside it comes back at once; other money and credit go with the return.
 */
async function callBack(db: Db, order: OrderState, origin: ParcelOrigin, actorId: string | null): Promise<void> {
  const { id: orderId, checkoutId, cashStatus } = order
  await insertParcelReturn(db, { orderId, origin, actorId })
  const to = origin === 'parcel lost' ? 'written off' : 'coming back'
  await movePieces(db, { checkoutId, from: ['parcel'], to, reason: 'return', actorId })
  await returnUse(db, checkoutId)
  if (!cashStatus) return
  await returnCreditOf(db, order, { keptPaise: 0, actorId })
  await issueCashCreditNote(db, orderId, origin === 'parcel refused' ? origin : 'order cancelled')
}

/**
 * Ships an order and issues its invoice, if the seller is registered, with a credit note for what went back before. The
 * numbers are locked until the transaction ends, so call it last. Throws a conflict if the order has moved meanwhile,
 * and for an address that no invoice can have.
 */
async function shipOrder(
  db: Db,
  order: OrderState,
  {
    actorId,
    shipment,
    byHand,
    seller,
  }: {
    actorId: string | null
    shipment: ShipmentInput | undefined
    byHand: HandParcelInput | undefined
    seller: DocumentSeller
  },
): Promise<void> {
  await changeStatus(db, order, 'shipped', actorId, { shipment })
  await measureParcel(db, { orderId: order.id, said: byHand, actorId })
  const { checkoutId } = order
  await movePieces(db, { checkoutId, from: ['packed', 'held'], to: 'parcel', reason: 'shipping', actorId })
  await issueInvoice(db, order.id, seller)
  await issueCreditNotes(db, order.id, 'price returned')
}

/** Cancels the order of a locked checkout because its payment failed. Does nothing if it is cancelled already. */
export async function cancelByShop(db: Db, checkoutId: string): Promise<void> {
  const order = await findOrderState(db, checkoutId)
  if (order && order.status !== 'cancelled') await moveOrder(db, order, 'cancelled', null)
}

/**
 * Cancels the order of a checkout whose money never came, so that its stock can be sold; one for cash stands. Nothing
 * was charged; if the money comes after all, it is refunded then.
 */
export async function cancelUncaptured({ db, tags }: Services, checkoutId: string): Promise<void> {
  const isCancelled = await inTransaction(db, async (db) => {
    await lockCheckout(db, checkoutId)
    const order = await findOrderState(db, checkoutId)
    if (order?.status !== 'order placed' || order.cashStatus !== null) return false
    if (order.paymentStatus === 'captured') return false
    await moveOrder(db, order, 'cancelled', null)
    return true
  })
  if (isCancelled) tags.outdate(CATALOGUE)
}

/** Locks an order; with `userId` only that customer's own. Throws not-found. */
export async function lockOrder(db: Db, key: { orderId: string; userId?: string }): Promise<OrderState> {
  const checkoutId = await lockCheckoutOfOrder(db, key)
  const order = checkoutId && (await findOrderState(db, checkoutId))
  if (!order) throw notFound('Order')
  return order
}

/** Throws a conflict for a step that an order cannot take now. */
export function checkStep(order: OrderState, to: OrderStatus, isLive: boolean): void {
  const { status, hasAddress, isSandbox, paymentStatus, cashStatus, isPaidByCredit, isUnconfirmed, isReturned } = order
  const { disputeStatus: dispute } = order
  if (status === to) throw conflict(`This order is already ${STATUS_FACTS[to].stepLabel.toLowerCase()}.`)
  if (!nextStatuses(status).includes(to)) throw conflict(`An order that is ${status} cannot become ${to}.`)
  if (to !== 'shipped') return
  if (isSandbox && isLive) {
    const how = cashStatus === null ? 'paid in the sandbox: no money moved' : 'placed while the shop was in the sandbox'
    throw conflict(`This order was ${how}, so it cannot be shipped.`)
  }
  if (!hasAddress) throw conflict('This order has no address yet, so it cannot be shipped.')
  if (isUnconfirmed) throw conflict('This order for cash is not confirmed yet, so it cannot be shipped.')
  if (cashStatus === null && !isPaidByCredit && paymentStatus !== 'captured') {
    throw conflict('The payment of this order is not captured yet.')
  }
  if (isReturned) {
    throw conflict('All of the money of this order goes back at the provider, so it cannot be shipped.')
  }
  if (dispute === 'lost') {
    throw conflict('The payment of this order was lost in a dispute, so it cannot be shipped.')
  }
  if (dispute) throw conflict('The payment of this order is disputed, so it cannot be shipped until that is decided.')
}

/**
 * Throws a conflict where cancelling would turn a payment into store credit that its bank takes back, or may: that of
 * an exchange whose first payment is disputed. Once the dispute is lost the staff may, who can take the credit back.
 */
export function checkCancellable(
  { isPaidByCredit, disputeStatus }: OrderState,
  { isByCustomer }: { isByCustomer: boolean },
): void {
  if (!isPaidByCredit || disputeStatus === null) return
  if (isByCustomer) {
    throw conflict('The payment of this order is disputed, so it cannot be cancelled. Please write to us.')
  }
  if (disputeStatus === 'lost') return
  throw conflict('The payment of this order is disputed, so it cannot be cancelled until that is decided.')
}

/** Throws a conflict where pieces of a locked order were cancelled that are in its parcel. */
async function checkPacked(db: Db, orderId: string, packed: NonNullable<StatusChange['packed']>): Promise<void> {
  const lines = await listLinesLeft(db, orderId)
  const isThat = lines.every(({ id, left }) => left === (packed.find(({ _id }) => _id === id)?.quantity ?? 0))
  if (!isThat) throw conflict('Pieces of this order were cancelled meanwhile. Look at its list again.')
}

/** Throws a conflict where other cash is due for a locked order than its label says. */
async function checkLabel(db: Db, { id, cashStatus }: OrderState, cashToCollect: number): Promise<void> {
  const duePaise = cashStatus === 'cash due' ? (await getCash(db, id)).amountPaise : 0
  if (duePaise === paiseFromRupees(cashToCollect)) return
  throw conflict('What is paid at the door has changed. Please print the label again.')
}

interface Step {
  to: OrderStatus
  /** Null for the shop itself. */
  actorId: string | null
  shipment?: ShipmentInput | undefined
  /** What the parcel weighs, measures and costs. */
  byHand?: HandParcelInput | undefined
  /** Why it is cancelled. */
  reason?: string | undefined
  /** It is cancelled because its parcel is lost. */
  isLost?: true | undefined
  /** What is in the parcel. */
  packed?: StatusChange['packed']
  /** What its label says. */
  cashToCollect?: StatusChange['cashToCollect']
}

/**
 * Moves an order that was locked in this transaction. Throws a conflict for a step that is not allowed, and for
 * shipping without an address or without captured and undisputed money, for cancelling what a disputed payment stands
 * for, and for other pieces than `packed` or other cash than `cashToCollect`. Call it last in the transaction.
 */
export async function takeStep(
  db: Db,
  { payment, ...shop }: Pick<Shop, 'payment' | 'settings' | 'publicUrl'>,
  order: OrderState,
  { to, actorId, shipment, byHand, reason, isLost, packed, cashToCollect }: Step,
): Promise<void> {
  checkStep(order, to, !payment.isSandbox)
  if (to === 'cancelled' && isUnsentStatus(order.status)) checkCancellable(order, { isByCustomer: false })
  if (packed) await checkPacked(db, order.id, packed)
  if (cashToCollect !== undefined) await checkLabel(db, order, cashToCollect)
  const seller = documentSeller(shop)
  if (to === 'shipped') return shipOrder(db, order, { actorId, shipment, byHand, seller })
  if (isLost && !isSentStatus(order.status)) throw conflict('Only a parcel that is on its way can be lost.')
  const why = isLost ? 'The parcel was lost.' : reason
  await moveOrder(db, order, to, actorId, { reason: why, origin: isLost && 'parcel lost' })
  if (to === 'delivered' && order.cashStatus) await issueCashReceipt(db, order.id, seller)
}

/**
 * Moves an order to another status for an administrator. Throws not-found, and a conflict for a step that is not
 * allowed, for shipping without an address or without captured and undisputed money, for other pieces than `packed` or
 * other cash than `cashToCollect`, and for the slower of two at once.
 */
export async function changeOrderStatus(
  { db, ...shop }: Pick<Shop, 'db' | 'payment' | 'settings' | 'publicUrl'>,
  { orderId, ...step }: Step & { orderId: string; actorId: string },
): Promise<void> {
  await inTransaction(db, async (db) => takeStep(db, shop, await lockOrder(db, { orderId }), step))
}
