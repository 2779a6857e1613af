import type { PaymentState } from '#contract/order-states.ts'
import type { Order, OrderDetail } from '#contract/orders.ts'
import type { Shipment } from '#contract/shipments.ts'
import type { OrderDetailRow, OrderRow } from '#server/orders/order-queries.ts'

import { COURIERS, trackingPageOf } from '#contract/couriers.ts'
import { documentNumber } from '#contract/document-number.ts'
import { rupeesFromPaise } from '#contract/money.ts'
import { receiptIdOf } from '#server/documents/service.ts'

const iso = (at: string | Date) => new Date(at).toISOString()

function paymentStateOf({ status, payment, refund }: OrderRow): PaymentState {
  if (refund?.status === 'failed') return 'refund failed'
  if (refund !== null) return refund.status === 'processed' ? 'refunded' : 'refund pending'
  if (payment?.status === 'captured') return 'paid'
  return status === 'cancelled' ? 'not charged' : 'awaiting capture'
}

function refundOf({ refund }: OrderRow): Order['refund'] {
  return (
    refund && {
      amount: rupeesFromPaise(refund.amountPaise),
      requestedAt: iso(refund.requestedAt),
      doneAt: refund.status === 'processed' ? iso(refund.changedAt) : null,
    }
  )
}

function discountOf({ discountReason, lines }: OrderRow): Pick<Order, 'discount'> {
  if (discountReason === null) return {}
  const paise = lines.reduce((sum, { discountPaise }) => sum + discountPaise, 0)
  return { discount: { amount: rupeesFromPaise(paise), reason: discountReason } }
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

/** Every order has a receipt; one from before there were receipts is issued when somebody asks for it. */
function documentsOf({ id: orderId, documents }: OrderRow): Order['documents'] {
  const unissued = { id: receiptIdOf(orderId), kind: 'receipt', series: null, year: null, number: null } as const
  const hasReceipt = documents?.some(({ kind }) => kind === 'receipt' || kind === 'receipt voucher')
  return [...(hasReceipt ? [] : [unissued]), ...(documents ?? [])].map(({ id: _id, kind, ...number }) => ({
    _id,
    kind,
    number: documentNumber({ ...number, orderId }),
  }))
}

/** An order in the shape of the contract. */
export function orderFromRow(row: OrderRow): Order {
  const total = rupeesFromPaise(row.totalPaise)
  return {
    _id: row.id,
    orderId: row.providerOrderId,
    createdAt: iso(row.createdAt),
    status: row.status,
    products: row.lines.map(
      ({ id, productId, name, size, pricePaise, discountedPricePaise, quantity, discountPaise, image }) => ({
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
      }),
    ),
    ...discountOf(row),
    totalAmount: total,
    totalPrice: total,
    address: row.address,
    ...(row.buyerGstin !== null && { buyerGstin: row.buyerGstin }),
    shipment: shipmentOf(row),
    user: { _id: row.userId, name: `${row.firstname} ${row.lastname}`.trim(), email: row.email },
    payment: paymentStateOf(row),
    refund: refundOf(row),
    documents: documentsOf(row),
    isSandbox: row.isSandbox,
    timeline: row.steps.map(({ status, at }) => ({ status, at: iso(at) })),
  }
}

/** An order with what only administrators see. */
export function orderDetailFromRow(
  row: OrderRow,
  { phone, customerSince, customerOrders, disputes, actors }: OrderDetailRow,
): OrderDetail {
  const { payment, refund } = row
  return {
    order: orderFromRow(row),
    customer: { phone, since: iso(customerSince), orders: customerOrders },
    charge: payment && {
      _id: payment.id,
      status: payment.status,
      amount: rupeesFromPaise(payment.amountPaise),
      at: iso(payment.at),
    },
    refund: refund && {
      _id: refund.id,
      status: refund.status,
      amount: rupeesFromPaise(refund.amountPaise),
      reason: refund.reason,
      at: iso(refund.changedAt),
    },
    disputes: disputes.map(({ id, amountPaise, at, decidedAt, ...dispute }) => ({
      _id: id,
      ...dispute,
      amount: rupeesFromPaise(amountPaise),
      at: iso(at),
      decidedAt: decidedAt && iso(decidedAt),
    })),
    actors,
  }
}
