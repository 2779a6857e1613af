import type { PaymentState } from '#contract/order-states.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderRow } from '#server/orders/order-queries.ts'

import { rupeesFromPaise } from '#contract/money.ts'

function paymentStateOf({ status, paymentStatus, refundStatus }: OrderRow): PaymentState {
  if (refundStatus === 'failed') return 'refund failed'
  if (refundStatus !== null) return refundStatus === 'processed' ? 'refunded' : 'refund pending'
  if (paymentStatus === 'captured') return 'paid'
  return status === 'cancelled' ? 'not charged' : 'awaiting capture'
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
    timeline: row.steps.map(({ status, at }) => ({ status, at: new Date(at).toISOString() })),
  }
}
