import { z } from 'zod'

/** What the shop is asked to pay for: one per checkout, identified by the checkout's id as its receipt. */
export interface ProviderOrder {
  id: string
  amountPaise: number
  amountPaidPaise: number
  status: 'created' | 'attempted' | 'paid'
  receipt: string | null
}

/** One try of a buyer to pay an order. `refunded` means refunded in full. */
export interface ProviderPayment {
  id: string
  /** Null for a payment that was made without an order; the shop starts none. */
  orderId: string | null
  amountPaise: number
  amountRefundedPaise: number
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  method: string
  createdAt: Date
  errorDescription?: string
}

export interface ProviderRefund {
  id: string
  paymentId: string
  amountPaise: number
  status: 'pending' | 'processed' | 'failed'
  /** The shop's id of it, which the shop sent along; one that was made by hand has none. */
  ownId?: string
}

const id = z.string().min(1).max(100)
const paise = z.int().min(0)

/** Seconds since 1970, as everywhere at the provider. */
export const unixTime = z.int().transform((seconds) => new Date(seconds * 1000))

// Objects are read loosely: the provider adds fields without notice, and the shop needs few of them.
export const OrderAnswer = z
  .object({
    id,
    amount: paise,
    amount_paid: paise,
    status: z.enum(['created', 'attempted', 'paid']),
    receipt: z.string().nullish(),
  })
  .transform((order): ProviderOrder => ({
    id: order.id,
    amountPaise: order.amount,
    amountPaidPaise: order.amount_paid,
    status: order.status,
    receipt: order.receipt ?? null,
  }))

export const PaymentAnswer = z
  .object({
    id,
    order_id: id.nullish(),
    amount: paise,
    amount_refunded: paise.nullish(),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
    method: z.string().nullish(),
    created_at: unixTime,
    error_description: z.string().nullish(),
  })
  .transform((payment): ProviderPayment => ({
    id: payment.id,
    orderId: payment.order_id ?? null,
    amountPaise: payment.amount,
    amountRefundedPaise: payment.amount_refunded ?? 0,
    status: payment.status,
    method: payment.method ?? '',
    createdAt: payment.created_at,
    ...(payment.error_description && { errorDescription: payment.error_description }),
  }))

export const RefundAnswer = z
  .object({
    id,
    payment_id: id,
    amount: paise,
    status: z.enum(['pending', 'processed', 'failed']),
    // Anybody may write anything here, and where nobody did it is an empty list.
    notes: z.object({ refund: id }).optional().catch(undefined),
  })
  .transform((refund): ProviderRefund => ({
    id: refund.id,
    paymentId: refund.payment_id,
    amountPaise: refund.amount,
    status: refund.status,
    ...(refund.notes && { ownId: refund.notes.refund }),
  }))

export const PaymentsAnswer = z.object({ items: z.array(PaymentAnswer) }).transform(({ items }) => items)
export const RefundsAnswer = z.object({ items: z.array(RefundAnswer) }).transform(({ items }) => items)
export const OrdersAnswer = z.object({ items: z.array(OrderAnswer) }).transform(({ items }) => items)

export const RefusalAnswer = z.object({
  error: z.object({ code: z.string(), description: z.string(), reason: z.string().nullish() }),
})
