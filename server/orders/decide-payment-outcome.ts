import type { PaymentStatus } from '#contract/states/payment-states.ts'

/** What is known of a payment. */
export interface ObservedPayment {
  id: string
  amountPaise: number
  status: PaymentStatus | 'refunded'
}

export interface CheckoutState {
  status: 'open' | 'paid' | 'released'
  /** What the provider's order is over. */
  totalPaise: number
  /** The payment that made the order; null of an order for cash. */
  paidBy: string | null
}

export type RefundReason =
  | 'paid twice'
  | 'amount differs'
  | 'sold out'
  | 'offer used up'
  | 'store credit used up'
  | 'ordered otherwise'
  | 'ordered for cash'
  | 'sent for cash'
  | 'order ended'
  | 'order cancelled'
  | 'pieces cancelled'
  | 'pieces returned'
  | 'exchange returned'
  | 'refunded at the provider'

/**
 * What to do about a payment. `record payment`: store its status, nothing else. `place order`: make the order from what
 * is held. `hold again`: hold the stock again, then make the order. `refund`: refund the money; it makes no order.
 * `cancel and refund`: the order was made, and then another amount came than was asked for. `cancel authorized`: the
 * same, while the amount is only authorised; it is not captured, so the provider releases it. `cancel unsent`: the
 * money was refunded at the provider, without the shop; the order is cancelled if it is not shipped yet. `pay cash
 * order`: the customer pays in advance for an order for cash.
 */
export type Action =
  | { kind: 'record payment' | 'place order' | 'hold again' | 'cancel authorized' | 'cancel unsent' | 'pay cash order' }
  | { kind: 'refund' | 'cancel and refund'; reason: RefundReason }

/**
 * Decides what a payment means for its checkout. Pure: it depends on its arguments alone, not on the time or on earlier
 * events.
 */
export function decidePaymentOutcome({ status, totalPaise, paidBy }: CheckoutState, payment: ObservedPayment): Action {
  if (payment.status === 'failed') return { kind: 'record payment' }
  const hasMoney = payment.status === 'captured' || payment.status === 'refunded'
  const isExact = payment.amountPaise === totalPaise
  if (status === 'paid' && paidBy === payment.id) {
    if (payment.status === 'refunded') return { kind: 'cancel unsent' }
    if (isExact) return { kind: 'record payment' }
    if (payment.status === 'captured') return { kind: 'cancel and refund', reason: 'amount differs' }
    return { kind: payment.status === 'authorized' ? 'cancel authorized' : 'record payment' }
  }
  if (payment.status === 'refunded') return { kind: 'refund', reason: 'refunded at the provider' }
  if (status === 'paid' && paidBy !== null) {
    return hasMoney ? { kind: 'refund', reason: 'paid twice' } : { kind: 'record payment' }
  }
  if (!isExact) return hasMoney ? { kind: 'refund', reason: 'amount differs' } : { kind: 'record payment' }
  if (status === 'paid') return { kind: 'pay cash order' }
  return { kind: status === 'open' ? 'place order' : 'hold again' }
}
