/** What is known of a payment. `vouched`: the buyer's signature is right, but the provider has not confirmed it yet. */
export interface ObservedPayment {
  id: string
  amountPaise: number
  status: 'vouched' | 'authorized' | 'captured' | 'refunded' | 'failed'
}

export interface CheckoutState {
  status: 'open' | 'paid' | 'released'
  totalPaise: number
  /** The payment that made the order. */
  paidBy: string | null
}

export type RefundReason =
  | 'paid twice'
  | 'amount differs'
  | 'sold out'
  | 'offer used up'
  | 'order cancelled'
  | 'refunded at the provider'

/**
 * What to do about a payment. `note`: store its status, nothing else. `place`: make the order from what is held. `hold again`:
 * hold the stock again, then make the order. `refund`: refund the money; it makes no order. `undo`: the order was made, and then
 * another amount came than was asked for: cancel and refund. `cancel`: the same, while the amount is only authorised. It is not
 * captured, so the provider releases it. `call off`: the money was refunded at the provider, without the shop: cancel the order
 * if it is not shipped yet.
 */
export type Action =
  | { kind: 'note' | 'place' | 'hold again' | 'cancel' | 'call off' }
  | { kind: 'refund' | 'undo'; reason: RefundReason }

/**
 * Decides what a payment means for its checkout. Pure: it depends on its arguments alone, not on the time or on earlier events.
 */
export function decidePaymentOutcome({ status, totalPaise, paidBy }: CheckoutState, payment: ObservedPayment): Action {
  if (payment.status === 'failed') return { kind: 'note' }
  const hasMoney = payment.status === 'captured' || payment.status === 'refunded'
  const isExact = payment.amountPaise === totalPaise
  if (status === 'paid' && paidBy === payment.id) {
    if (payment.status === 'refunded') return { kind: 'call off' }
    if (isExact) return { kind: 'note' }
    if (payment.status === 'captured') return { kind: 'undo', reason: 'amount differs' }
    return { kind: payment.status === 'authorized' ? 'cancel' : 'note' }
  }
  if (payment.status === 'refunded') return { kind: 'refund', reason: 'refunded at the provider' }
  if (status === 'paid') return hasMoney ? { kind: 'refund', reason: 'paid twice' } : { kind: 'note' }
  if (!isExact) return hasMoney ? { kind: 'refund', reason: 'amount differs' } : { kind: 'note' }
  return { kind: status === 'open' ? 'place' : 'hold again' }
}
