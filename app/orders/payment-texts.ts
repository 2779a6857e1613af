import { formatTotal } from '#contract/units/money.ts'
import { moneyLeft, moneyOf } from '#contract/orders/cancelled-items.ts'
import { isUnsentStatus } from '#contract/states/order-states.ts'
import type { CashState } from '#contract/states/cash-states.ts'
import type { Order } from '#contract/orders/orders.ts'

type PaidOrder = Pick<
  Order,
  'status' | 'payment' | 'comesBack' | 'confirmUntil' | 'refund' | 'totalAmount' | 'cancelledAmount' | 'storeCredit'
>

/** The note on money that is paid at the door. */
function cashNote(state: CashState, order: PaidOrder): string {
  const { status, confirmUntil } = order
  const amount = formatTotal(moneyLeft(order))
  switch (state) {
    case 'cash due':
      if (confirmUntil !== undefined && isUnsentStatus(status)) {
        return `You pay ${amount} in cash when it arrives. Please confirm it first, by the button in our mail or by a code.`
      }
      return `You pay ${amount} in cash when it arrives.`
    case 'collected':
    case 'remitted':
      return `Paid ${amount} in cash at the door.`
    case 'refused':
      return 'The parcel was not taken at the door. Nothing is to be paid.'
    case 'nothing due':
      return 'Nothing was charged, and nothing is to be paid.'
  }
}

/** The note on the store credit that pays for an order. */
function creditNote({ storeCredit }: PaidOrder): string | undefined {
  if (!storeCredit) return undefined
  const { used, returned } = storeCredit
  if (returned === 0) return `${formatTotal(used)} paid by store credit.`
  return `${formatTotal(returned)} of store credit came back to you.`
}

/** The note on an order's payment or refund and on its store credit; undefined if it is simply paid. */
export function paymentNote(order: PaidOrder): string | undefined {
  const money = moneyOf(order) > 0 ? moneyNote(order) : undefined
  return [money, creditNote(order), restNote(order)].filter((note) => note !== undefined).join(' ') || undefined
}

/**
 * The note on a parcel that comes back where that on the money does not tell of it: a part of the money went back, or
 * store credit paid for all.
 */
function restNote({ comesBack, payment, ...order }: PaidOrder): string | undefined {
  if (!comesBack) return undefined
  if (payment === 'partly refunded') return backNote(comesBack, 'the rest of what you paid')
  return payment === 'paid' && moneyOf(order) === 0 ? backNote(comesBack, 'what you paid') : undefined
}

/** The note on what was paid for a parcel that comes back although nobody returned it. */
function backNote(comesBack: PaidOrder['comesBack'], amount: string): string {
  if (comesBack?.sentAgainAs) return 'Your pieces are sent again, at no charge. You find them among your orders.'
  if (comesBack?.isDelivered) return 'The parcel has reached you after all, so it stays paid.'
  if (comesBack?.isCredited) return 'You have what you paid for it as store credit.'
  if (!comesBack || comesBack.why === 'called back') {
    return `When the parcel is back with us, ${amount} goes back to you.`
  }
  return `${comesBack.why === 'parcel lost' ? 'The parcel was lost' : 'The parcel could not be delivered'}. We send it again, or ${amount} goes back to you. We write to you once we know.`
}

/** The note on an order's money. */
function moneyNote(order: PaidOrder): string | undefined {
  const { status, payment, refund } = order
  if (typeof payment === 'object') return cashNote(payment.status, order)
  const amount = formatTotal(refund?.amount ?? moneyOf(order))
  switch (payment) {
    case 'awaiting capture':
      return 'We are checking your payment with your bank.'
    case 'refund pending':
      return `Refund of ${amount} on its way.`
    case 'refund failed':
      return `Refund of ${amount} held up. We are returning your money by hand.`
    case 'refunded':
      return `Refund of ${amount} done.`
    case 'partly refunded':
      return refund?.doneAt ? `${amount} of it went back to you.` : `${amount} of it is on its way back to you.`
    case 'not charged':
      return `No payment has come in. If your bank still takes ${amount}, it goes back in full.`
    case 'paid':
      return status === 'cancelled' ? backNote(order.comesBack, amount) : undefined
  }
}
