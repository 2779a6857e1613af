import { z } from 'zod'

const id = z.string().min(1).max(100)
const paise = z.int().min(0)

/** The provider writes a time as seconds since 1970. */
const unixTime = z.int().transform((seconds) => new Date(seconds * 1000))

// The schemas accept unknown fields, because the provider adds some without notice.

export const OrderAnswer = z
  .object({ id, amount: paise, receipt: z.string().nullish() })
  .transform((order) => ({ id: order.id, amountPaise: order.amount, receipt: order.receipt ?? null }))
/** The provider's order for one checkout. Its receipt is the checkout's id. */
export type ProviderOrder = z.output<typeof OrderAnswer>

export const PaymentAnswer = z
  .object({
    id,
    order_id: id.nullish(),
    amount: paise,
    amount_refunded: paise.nullish(),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
    created_at: unixTime,
  })
  .transform((payment) => ({
    id: payment.id,
    /** Null for a payment without an order; the shop starts none. */
    orderId: payment.order_id ?? null,
    amountPaise: payment.amount,
    amountRefundedPaise: payment.amount_refunded ?? 0,
    status: payment.status,
    createdAt: payment.created_at,
  }))
/** One attempt of a buyer to pay an order. `refunded` means refunded in full. */
export type ProviderPayment = z.output<typeof PaymentAnswer>

export const RefundAnswer = z
  .object({
    id,
    payment_id: id,
    amount: paise,
    status: z.enum(['pending', 'processed', 'failed']),
    // Anybody may write anything here, and where nobody did it is an empty list.
    notes: z.object({ refund: id }).optional().catch(undefined),
  })
  .transform((refund) => ({
    id: refund.id,
    paymentId: refund.payment_id,
    amountPaise: refund.amount,
    status: refund.status,
    /** The id that the shop sent along; missing for a refund that was made by hand. */
    ...(refund.notes && { ownId: refund.notes.refund }),
  }))
export type ProviderRefund = z.output<typeof RefundAnswer>

export const PaymentsAnswer = z.object({ items: z.array(PaymentAnswer) }).transform(({ items }) => items)
export const RefundsAnswer = z.object({ items: z.array(RefundAnswer) }).transform(({ items }) => items)
export const OrdersAnswer = z.object({ items: z.array(OrderAnswer) }).transform(({ items }) => items)

export const RefusalAnswer = z.object({
  error: z.object({ code: z.string(), description: z.string(), reason: z.string().nullish() }),
})
