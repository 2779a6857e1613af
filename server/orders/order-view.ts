import type { PaymentState } from '#contract/order-states.ts'
import type { Order, OrderDetail } from '#contract/orders.ts'
import type { OrderDetailRow, OrderRow } from '#server/orders/order-queries.ts'

import { rupeesFromPaise } from '#contract/money.ts'

function paymentStateOf({ status, paymentStatus, refund }: OrderRow): PaymentState {
  if (refund?.status === 'failed') return 'refund failed'
  if (refund !== null) return refund.status === 'processed' ? 'refunded' : 'refund pending'
  if (paymentStatus === 'captured') return 'paid'
  return status === 'cancelled' ? 'not charged' : 'awaiting capture'
}

function refundOf({ refund }: OrderRow): Order['refund'] {
  return (
    refund && {
      amount: rupeesFromPaise(refund.amountPaise),
      requestedAt: new Date(refund.requestedAt).toISOString(),
      doneAt: refund.status === 'processed' ? new Date(refund.changedAt).toISOString() : null,
    }
  )
}

/** An order as the contract promises it. */
export function presentOrder(row: OrderRow): Order {
  const total = rupeesFromPaise(row.totalPaise)
  return {
    _id: row.id,
    orderId: row.providerOrderId,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    products: row.lines.map(({ id, productId, name, size, pricePaise, discountedPricePaise, quantity, image }) => ({
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
    })),
    totalAmount: total,
    totalPrice: total,
    address: row.address,
    user: { _id: row.userId, name: `${row.firstname} ${row.lastname}`.trim(), email: row.email },
    payment: paymentStateOf(row),
    refund: refundOf(row),
    isSandbox: row.isSandbox,
    timeline: row.steps.map(({ status, at }) => ({ status, at: new Date(at).toISOString() })),
  }
}

const iso = (at: string | Date) => new Date(at).toISOString()

/** The same with what only administrators see. */
export function presentOrderDetail(
  row: OrderRow,
  { payment, refund, disputes, actors, ...desk }: OrderDetailRow,
): OrderDetail {
  return {
    order: presentOrder(row),
    customer: { phone: desk.phone, since: iso(desk.customerSince), orders: desk.customerOrders },
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
      at: iso(refund.at),
    },
    disputes: disputes.map(({ id, amountPaise, at, decidedAt, ...dispute }) => ({
      _id: id,
      ...dispute,
      amount: rupeesFromPaise(amountPaise),
      at: iso(at),
      decidedAt: decidedAt && iso(decidedAt),
    })),
    actors: actors ?? [],
  }
}
