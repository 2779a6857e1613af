import {
  OrderAnswer,
  OrdersAnswer,
  PaymentAnswer,
  PaymentsAnswer,
  RefundAnswer,
  RefundsAnswer,
  type ProviderOrder,
  type ProviderPayment,
} from '#server/payments/provider-answers.ts'
import { createProviderCall, type ProviderAccess } from '#server/payments/provider-call.ts'
import { ProviderRefused } from '#server/payments/provider-errors.ts'
import { LONGEST_CALL_MS } from '#server/payments/provider-timeouts.ts'

/** How long a caller waits for one method, all its requests together. */
export interface CallOptions {
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

interface NewOrder extends CallOptions {
  amountPaise: number
  receipt: string
  notes: Record<string, string>
}

interface Capture extends CallOptions {
  paymentId: string
  amountPaise: number
}

interface NewRefund extends CallOptions {
  paymentId: string
  amountPaise: number
  /** At least 10 letters, digits, hyphens and underscores. */
  idempotencyKey: string
  notes: Record<string, string>
}

interface Page extends CallOptions {
  from: Date
  to: Date
  skip: number
  count: number
}

function deadlineOf({ timeoutMs = LONGEST_CALL_MS, signal }: CallOptions): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
const segment = encodeURIComponent
const isBadRequest = (error: unknown) => error instanceof ProviderRefused && error.status === 400

export type PaymentProvider = ReturnType<typeof createProvider>

/**
 * Razorpay's REST API, or whatever speaks it at `apiUrl`. Keeps no state and no connection of its own. Every method
 * throws `ProviderUnavailable` (no usable answer) or `ProviderRefused` (4xx), and must not be awaited inside a
 * transaction.
 */
export function createProvider(access: ProviderAccess) {
  const call = createProviderCall(access)
  return {
    /**
     * Creates an order that is captured automatically. Repeated with the same receipt and amount it returns the same
     * order, as far as the provider keeps receipts unique. A receipt has at most 40 characters; the least amount is 100
     * paise.
     */
    async createOrder({ amountPaise, receipt, notes, ...options }: NewOrder): Promise<ProviderOrder> {
      const deadline = deadlineOf(options)
      const body = { amount: amountPaise, currency: 'INR', receipt, notes, payment_capture: 1 }
      try {
        return await call(OrderAnswer, { path: '/orders', body, deadline })
      } catch (error) {
        if (!isBadRequest(error)) throw error
        // The provider refuses a receipt that it knows. If an earlier answer got lost, that order is ours.
        const orders = await call(OrdersAnswer, { path: '/orders', query: { receipt }, deadline })
        const existing = orders.find((order) => order.receipt === receipt && order.amountPaise === amountPaise)
        if (!existing) throw error
        return existing
      }
    },

    /** Every attempt to pay the order, failed ones too. */
    listOrderPayments: (orderId: string, options: CallOptions = {}) =>
      call(PaymentsAnswer, { path: `/orders/${segment(orderId)}/payments`, deadline: deadlineOf(options) }),

    getPayment: (paymentId: string, options: CallOptions = {}) =>
      call(PaymentAnswer, { path: `/payments/${segment(paymentId)}`, deadline: deadlineOf(options) }),

    /** Captures an authorised payment in full. Also answers if it was captured with this amount before. */
    async capturePayment({ paymentId, amountPaise, ...options }: Capture): Promise<ProviderPayment> {
      const deadline = deadlineOf(options)
      const path = `/payments/${segment(paymentId)}`
      const body = { amount: amountPaise, currency: 'INR' }
      try {
        return await call(PaymentAnswer, { path: `${path}/capture`, body, deadline })
      } catch (error) {
        if (!isBadRequest(error)) throw error
        const payment = await call(PaymentAnswer, { path, deadline })
        if (payment.status !== 'captured' || payment.amountPaise !== amountPaise) throw error
        return payment
      }
    },

    /**
     * Refunds all or a part of a captured payment: once, however often it is called with the same key and the same
     * values.
     */
    refundPayment: ({ paymentId, amountPaise, idempotencyKey, notes, ...options }: NewRefund) =>
      call(RefundAnswer, {
        path: `/payments/${segment(paymentId)}/refund`,
        body: { amount: amountPaise, speed: 'normal', notes },
        headers: { 'x-refund-idempotency': idempotencyKey },
        deadline: deadlineOf(options),
      }),

    getRefund: (refundId: string, options: CallOptions = {}) =>
      call(RefundAnswer, { path: `/refunds/${segment(refundId)}`, deadline: deadlineOf(options) }),

    /** The refunds of one payment, failed ones too: the newest hundred. */
    listPaymentRefunds: (paymentId: string, options: CallOptions = {}) =>
      call(RefundsAnswer, {
        path: `/payments/${segment(paymentId)}/refunds`,
        query: { count: 100 },
        deadline: deadlineOf(options),
      }),

    /** Payments that were made between two moments, newest first, at most 100 at once. */
    listPayments: ({ from, to, skip, count, ...options }: Page) =>
      call(PaymentsAnswer, {
        path: '/payments',
        query: { from: seconds(from), to: seconds(to), skip, count },
        deadline: deadlineOf(options),
      }),

    /** Refunds that were made between two moments, newest first, at most 100 at once. */
    listRefunds: ({ from, to, skip, count, ...options }: Page) =>
      call(RefundsAnswer, {
        path: '/refunds',
        query: { from: seconds(from), to: seconds(to), skip, count },
        deadline: deadlineOf(options),
      }),
  }
}
