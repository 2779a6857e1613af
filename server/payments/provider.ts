import {
  OrderAnswer,
  OrdersAnswer,
  PaymentAnswer,
  PaymentsAnswer,
  RefundAnswer,
  RefundsAnswer,
  type ProviderOrder,
  type ProviderPayment,
  type ProviderRefund,
} from '#server/payments/provider-answers.ts'
import { createProviderCall, type ProviderAccess, type ProviderCall } from '#server/payments/provider-call.ts'
import { ProviderRefused } from '#server/payments/provider-errors.ts'
import { LONGEST_CALL_MS } from '#server/payments/provider-timeouts.ts'

/** How long a caller waits for one method, all its requests together. */
export interface Patience {
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

/**
 * The payment provider. Every method throws `ProviderUnavailable` (no usable answer) or `ProviderRefused` (4xx), and
 * must not be awaited inside a transaction.
 */
export interface PaymentProvider {
  /**
   * Opens an order that is captured automatically. Repeated with the same receipt and amount it gives the same order, as
   * far as the provider keeps receipts unique. A receipt has at most 40 characters; the least amount is 100 paise.
   */
  createOrder(order: NewProviderOrder & Patience): Promise<ProviderOrder>
  getOrder(orderId: string, patience?: Patience): Promise<ProviderOrder>
  /** Every try to pay the order, failed ones too. */
  listOrderPayments(orderId: string, patience?: Patience): Promise<ProviderPayment[]>
  getPayment(paymentId: string, patience?: Patience): Promise<ProviderPayment>
  /** Captures an authorised payment in full. Also answers where it was captured with this amount before. */
  capturePayment(capture: { paymentId: string; amountPaise: number } & Patience): Promise<ProviderPayment>
  /** Refunds all or a part of a captured payment: once, however often it is called with the same key and the same values. */
  refundPayment(refund: NewProviderRefund & Patience): Promise<ProviderRefund>
  getRefund(refundId: string, patience?: Patience): Promise<ProviderRefund>
  /** The refunds of one payment, failed ones too: the newest hundred. */
  listPaymentRefunds(paymentId: string, patience?: Patience): Promise<ProviderRefund[]>
  /** Payments that were made between two moments, newest first, at most 100 at once. */
  listPayments(page: ProviderRecords & Patience): Promise<ProviderPayment[]>
  /** Refunds that were made between two moments, newest first, at most 100 at once. */
  listRefunds(page: ProviderRecords & Patience): Promise<ProviderRefund[]>
}

export interface NewProviderOrder {
  amountPaise: number
  receipt: string
  notes: Record<string, string>
}

export interface NewProviderRefund {
  paymentId: string
  amountPaise: number
  /** At least 10 letters, digits, hyphens and underscores. */
  idempotencyKey: string
  notes: Record<string, string>
}

export interface ProviderRecords {
  from: Date
  to: Date
  skip: number
  count: number
}

function deadlineOf({ timeoutMs = LONGEST_CALL_MS, signal }: Patience): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
const segment = encodeURIComponent

async function createOrder(
  call: ProviderCall,
  { amountPaise, receipt, notes, ...patience }: NewProviderOrder & Patience,
) {
  const deadline = deadlineOf(patience)
  const body = { amount: amountPaise, currency: 'INR', receipt, notes, payment_capture: 1 }
  try {
    return await call(OrderAnswer, { path: '/orders', body, deadline })
  } catch (error) {
    if (!(error instanceof ProviderRefused) || error.status !== 400) throw error
    // A receipt is taken once. If it was ours, whose answer got lost, the order stands.
    const orders = await call(OrdersAnswer, { path: '/orders', query: { receipt }, deadline })
    const standing = orders.find((order) => order.receipt === receipt && order.amountPaise === amountPaise)
    if (!standing) throw error
    return standing
  }
}

async function capturePayment(call: ProviderCall, capture: { paymentId: string; amountPaise: number } & Patience) {
  const { paymentId, amountPaise, ...patience } = capture
  const deadline = deadlineOf(patience)
  const path = `/payments/${segment(paymentId)}`
  try {
    return await call(PaymentAnswer, {
      path: `${path}/capture`,
      body: { amount: amountPaise, currency: 'INR' },
      deadline,
    })
  } catch (error) {
    if (!(error instanceof ProviderRefused) || error.status !== 400) throw error
    const payment = await call(PaymentAnswer, { path, deadline })
    if (payment.status !== 'captured' || payment.amountPaise !== amountPaise) throw error
    return payment
  }
}

function refundPayment(call: ProviderCall, refund: NewProviderRefund & Patience) {
  const { paymentId, amountPaise, idempotencyKey, notes, ...patience } = refund
  return call(RefundAnswer, {
    path: `/payments/${segment(paymentId)}/refund`,
    body: { amount: amountPaise, speed: 'normal', notes },
    headers: { 'x-refund-idempotency': idempotencyKey },
    deadline: deadlineOf(patience),
  })
}

const queryOf = ({ from, to, skip, count, ...patience }: ProviderRecords & Patience) => ({
  query: { from: seconds(from), to: seconds(to), skip, count },
  deadline: deadlineOf(patience),
})

/** Razorpay's REST API, or whatever speaks it at `apiUrl`. Keeps no state and no connection of its own. */
export function createProvider(access: ProviderAccess): PaymentProvider {
  const call = createProviderCall(access)
  return {
    createOrder: (order) => createOrder(call, order),
    getOrder: (orderId, patience = {}) =>
      call(OrderAnswer, { path: `/orders/${segment(orderId)}`, deadline: deadlineOf(patience) }),
    listOrderPayments: (orderId, patience = {}) =>
      call(PaymentsAnswer, { path: `/orders/${segment(orderId)}/payments`, deadline: deadlineOf(patience) }),
    getPayment: (paymentId, patience = {}) =>
      call(PaymentAnswer, { path: `/payments/${segment(paymentId)}`, deadline: deadlineOf(patience) }),
    capturePayment: (capture) => capturePayment(call, capture),
    refundPayment: (refund) => refundPayment(call, refund),
    getRefund: (refundId, patience = {}) =>
      call(RefundAnswer, { path: `/refunds/${segment(refundId)}`, deadline: deadlineOf(patience) }),
    listPaymentRefunds: (paymentId, patience = {}) =>
      call(RefundsAnswer, {
        path: `/payments/${segment(paymentId)}/refunds`,
        query: { count: 100 },
        deadline: deadlineOf(patience),
      }),
    listPayments: (page) => call(PaymentsAnswer, { path: '/payments', ...queryOf(page) }),
    listRefunds: (page) => call(RefundsAnswer, { path: '/refunds', ...queryOf(page) }),
  }
}
