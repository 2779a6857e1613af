import type { Order, OrderDetail, OrderPayment, OrderRefund } from '#contract/orders/orders.ts'
import type { ParcelTrail } from '#contract/orders/parcels.ts'
import type { Shipment } from '#contract/orders/shipments.ts'
import type { OrderDetailRow, OrderRow, RefundRow } from '#server/orders/order-queries.ts'
import type { TrailRow } from '#server/db/parcel-trail.ts'

import { feesAnswer } from '#contract/cart/fees.ts'
import { discountAnswer } from '#contract/cart/offer-discount.ts'
import { COURIERS, trackingPageOf } from '#contract/orders/couriers.ts'
import { STEP_FACTS } from '#contract/states/parcel-steps.ts'
import { wantsIrn } from '#contract/tax/document-kinds.ts'
import { documentNumber } from '#contract/tax/document-number.ts'
import { rupeesFromPaise } from '#contract/units/money.ts'
import { receiptIdOf } from '#server/documents/service.ts'

const iso = (at: string | Date) => new Date(at).toISOString()

/** What is back, on its way or owed: one that was made at the provider and failed is nothing. */
const countedRefunds = ({ refunds }: OrderRow): RefundRow[] =>
  (refunds ?? []).filter(({ isForeign, status }) => !(isForeign && status === 'failed'))

const isDone = ({ status }: RefundRow) => status === 'processed'
const sumPaise = (refunds: readonly RefundRow[]) => refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0)

/** The state of an order that store credit alone has paid. */
function paidByCredit(row: OrderRow): OrderPayment {
  // What the credit of an exchange stands for may go back at the provider.
  const backPaise = row.creditReturnedPaise + sumPaise(countedRefunds(row))
  if (backPaise === 0) return 'paid'
  return backPaise < row.creditPaise ? 'partly refunded' : 'refunded'
}

function paymentOf(row: OrderRow): OrderPayment {
  const { status, payment, cash } = row
  if (cash) return { method: 'cash', status: cash.status }
  if (row.creditPaise === row.totalPaise) return paidByCredit(row)
  const refunds = countedRefunds(row)
  if (refunds.some((refund) => refund.status === 'failed')) return 'refund failed'
  if (refunds.length > 0) {
    if (sumPaise(refunds) < (payment?.amountPaise ?? 0)) return 'partly refunded'
    return refunds.every(isDone) ? 'refunded' : 'refund pending'
  }
  if (payment?.status === 'captured') return 'paid'
  return status === 'cancelled' ? 'not charged' : 'awaiting capture'
}

const cashFactsOf = ({
  cash,
  totalPaise,
  creditPaise,
  creditReturnedPaise,
  cancelledPaise,
}: OrderRow): Pick<Order, 'confirmUntil' | 'cashToCollect'> => ({
  ...(cash?.confirmUntil && { confirmUntil: iso(cash.confirmUntil) }),
  ...(cash?.status === 'cash due' && {
    cashToCollect: rupeesFromPaise(totalPaise - cancelledPaise - (creditPaise - creditReturnedPaise)),
  }),
})

const doneAt = (refund: RefundRow) => (isDone(refund) ? iso(refund.changedAt) : null)

/** All refunds as one. */
function refundOf(row: OrderRow): Order['refund'] {
  const refunds = countedRefunds(row)
  const [first] = refunds
  if (!first) return null
  const isEachDone = refunds.every(isDone)
  const last = refunds.map(({ changedAt }) => iso(changedAt)).toSorted()
  return {
    amount: rupeesFromPaise(sumPaise(refunds)),
    requestedAt: iso(first.requestedAt),
    doneAt: isEachDone ? (last.at(-1) ?? null) : null,
  }
}

const REFUND_STATE = { pending: 'under way', sent: 'under way', processed: 'done', failed: 'failed' } as const

const presentRefund = (refund: RefundRow): OrderRefund => ({
  amount: rupeesFromPaise(refund.amountPaise),
  status: REFUND_STATE[refund.status],
  isByShop: !refund.isForeign,
  requestedAt: iso(refund.requestedAt),
  doneAt: doneAt(refund),
})

function discountOf({ discountReason: reason, shippingOffPaise, lines }: OrderRow): Pick<Order, 'discount'> {
  if (reason === null) return {}
  const discountPaise = lines.reduce((sum, line) => sum + line.discountPaise, 0)
  return { discount: discountAnswer({ discountPaise, shippingOffPaise, reason }) }
}

function creditOf({ creditPaise, creditReturnedPaise }: OrderRow): Pick<Order, 'storeCredit'> {
  if (creditPaise === 0) return {}
  return { storeCredit: { used: rupeesFromPaise(creditPaise), returned: rupeesFromPaise(creditReturnedPaise) } }
}

function cancelledOf({ cancellations, cancelledPaise }: OrderRow): Pick<Order, 'cancelledAmount' | 'cancellations'> {
  if (!cancellations) return {}
  return {
    cancelledAmount: rupeesFromPaise(cancelledPaise),
    cancellations: cancellations.map(({ at, amountPaise, ...part }) => ({
      at: iso(at),
      amount: rupeesFromPaise(amountPaise),
      ...part,
    })),
  }
}

function shipmentOf({ shipment }: OrderRow): Shipment | null {
  if (!shipment) return null
  const { courier, courierName, trackingNumber, trackingLink } = shipment
  return {
    courier,
    name: courierName ?? COURIERS[courier].name,
    trackingNumber: trackingNumber ?? null,
    trackingLink: trackingLink ?? (trackingNumber === undefined ? null : trackingPageOf(courier, trackingNumber)),
  }
}

/**
 * Where a parcel is, for its customer: the steps in their order, without those that came too late to be true any more.
 */
export function trailOf(parcel: TrailRow): ParcelTrail {
  const steps: ParcelTrail['steps'] = [{ step: 'booked', at: iso(parcel.bookedAt), place: '' }]
  const scans = (parcel.scans ?? []).toSorted(
    (one, other) =>
      Date.parse(one.at) - Date.parse(other.at) || STEP_FACTS[one.step].place - STEP_FACTS[other.step].place,
  )
  for (const { step, at, place } of scans) {
    const last = steps.at(-1)?.step ?? 'booked'
    if (step !== last && STEP_FACTS[step].place >= STEP_FACTS[last].place) steps.push({ step, at: iso(at), place })
  }
  return { step: parcel.step, at: iso(parcel.at), reason: parcel.reason, steps }
}

/**
 * Every order has a receipt once it is paid; one from before there were receipts is issued when somebody asks for it.
 */
function documentsOf({ id: orderId, documents, cash }: OrderRow): Order['documents'] {
  const unissued = {
    id: receiptIdOf(orderId),
    kind: 'receipt',
    series: null,
    year: null,
    number: null,
    irn: null,
    isBusiness: false,
    hsnDigits: 0,
  } as const
  const hasReceipt = cash !== null || documents?.some(({ kind }) => kind === 'receipt' || kind === 'receipt voucher')
  const all = [...(hasReceipt ? [] : [unissued]), ...(documents ?? [])]
  return all.map(({ id: _id, kind, irn, isBusiness, hsnDigits, ...number }) => ({
    _id,
    kind,
    number: documentNumber({ ...number, orderId }),
    ...(irn !== null && { irn }),
    ...(irn === null && wantsIrn({ kind, isBusiness, hsnDigits }) && { isIrnMissing: true }),
  }))
}

const comesBackOf = ({
  why,
  sentAgainAs,
  isDelivered,
  isCredited,
}: NonNullable<OrderRow['comesBack']>): Order['comesBack'] => ({
  why,
  ...(sentAgainAs !== null && { sentAgainAs }),
  ...(isDelivered && { isDelivered }),
  ...(isCredited && { isCredited }),
})

/** An order in the shape of the contract. */
export function orderFromRow(row: OrderRow): Order {
  const total = rupeesFromPaise(row.totalPaise)
  return {
    _id: row.id,
    orderId: row.providerOrderId ?? row.id,
    createdAt: iso(row.createdAt),
    status: row.status,
    products: row.lines.map(
      ({ id, productId, name, size, pricePaise, discountedPricePaise, quantity, discountPaise, cancelled, image }) => ({
        _id: id,
        product: {
          _id: productId,
          name,
          price: rupeesFromPaise(pricePaise),
          ...(discountedPricePaise !== null && { discountedPrice: rupeesFromPaise(discountedPricePaise) }),
          image,
        },
        quantity,
        ...(size !== '' && { size }),
        ...(discountPaise > 0 && { discount: rupeesFromPaise(discountPaise) }),
        ...(cancelled > 0 && { cancelled }),
      }),
    ),
    ...discountOf(row),
    ...feesAnswer(row.fees),
    totalAmount: total,
    totalPrice: total,
    ...creditOf(row),
    ...cancelledOf(row),
    ...(row.exchangeOf && { exchangeOf: row.exchangeOf }),
    address: row.address,
    ...(row.deliverBy !== null && { deliverBy: row.deliverBy }),
    ...(row.buyerGstin !== null && { buyerGstin: row.buyerGstin }),
    ...(row.buyerFirm !== null && { buyerFirm: row.buyerFirm }),
    shipment: shipmentOf(row),
    ...(row.parcel && { parcel: trailOf(row.parcel) }),
    ...(row.comesBack && { comesBack: comesBackOf(row.comesBack) }),
    user: { _id: row.userId, name: `${row.firstname} ${row.lastname}`.trim(), email: row.email },
    payment: paymentOf(row),
    ...cashFactsOf(row),
    refund: refundOf(row),
    refunds: (row.refunds ?? []).map(presentRefund),
    refundedAmount: rupeesFromPaise(sumPaise(countedRefunds(row).filter(isDone))),
    documents: documentsOf(row),
    isSandbox: row.isSandbox,
    timeline: row.steps.map(({ status, at }) => ({ status, at: iso(at) })),
  }
}

const detailOfRefund = ({ id, status, amountPaise, reason, isForeign, changedAt }: RefundRow) => ({
  _id: id,
  status,
  amount: rupeesFromPaise(amountPaise),
  reason,
  isByShop: !isForeign,
  at: iso(changedAt),
})

/** An order with what only administrators see. */
export function orderDetailFromRow(
  row: OrderRow,
  { phone, customerSince, customerOrders, disputes, actors, cancelReason, cancelNotes }: OrderDetailRow,
): OrderDetail {
  const { payment, cash } = row
  const refunds = row.refunds ?? []
  const refund = refunds.findLast(({ isForeign }) => !isForeign) ?? refunds.at(-1)
  return {
    order: orderFromRow(row),
    customer: { phone, since: iso(customerSince), orders: customerOrders },
    ...(cash && {
      cash: {
        status: cash.status,
        confirmedAt: cash.confirmedAt && iso(cash.confirmedAt),
        collectedAt: cash.collectedAt && iso(cash.collectedAt),
        remittedAt: cash.remittedAt && iso(cash.remittedAt),
        isForgiven: cash.isForgiven,
      },
    }),
    charge: payment && {
      _id: payment.id,
      status: payment.status,
      amount: rupeesFromPaise(payment.amountPaise),
      at: iso(payment.at),
    },
    refund: refund ? detailOfRefund(refund) : null,
    refunds: refunds.map(detailOfRefund),
    disputes: disputes.map(({ id, amountPaise, at, decidedAt, ...dispute }) => ({
      _id: id,
      ...dispute,
      amount: rupeesFromPaise(amountPaise),
      at: iso(at),
      decidedAt: decidedAt && iso(decidedAt),
    })),
    actors,
    cancelReason,
    cancelNotes: cancelNotes.map((note) => ({ ...note, at: iso(note.at) })),
  }
}
