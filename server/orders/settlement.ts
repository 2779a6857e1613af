/** What is known of a payment. `vouched`: the buyer's signature is right, the provider has not confirmed it yet. */
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

export type RefundReason = 'paid twice' | 'amount differs' | 'sold out' | 'order cancelled' | 'refunded at the provider'

/**
 * What is to be done about a payment. `note`: keep how far it has come, nothing else. `place`: make the order from what
 * is held. `hold again`: take the stock once more, then make the order. `refund`: give the money back; no order comes of
 * it. `undo`: the order was made in good faith, and other money came than was asked for: cancel and refund. `cancel`: the
 * same, while that money is only set aside: nobody takes it, so it goes back by itself. `call off`: the money went back at
 * the provider, without the shop: cancel what is not on its way yet.
 */
export type Action =
  | { kind: 'note' | 'place' | 'hold again' | 'cancel' | 'call off' }
  | { kind: 'refund' | 'undo'; reason: RefundReason }

/** Says what a payment means for its checkout. Knows no time and no order of arrival: the same facts, the same answer. */
export function decide({ status, totalPaise, paidBy }: CheckoutState, payment: ObservedPayment): Action {
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
