import { shortIdOf } from '#contract/short-id.ts'
import { formatTotal } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'

/** The question before a customer cancels an order. It is also correct while the payment is not confirmed. */
export function cancelQuestion({ _id, totalAmount, payment }: Order): string {
  const total = formatTotal(totalAmount)
  const name = `Cancel order #${shortIdOf(_id)}?`
  if (payment === 'paid') return `${name} ${total} goes back to the card or account that you paid with.`
  return `${name} Your payment is not confirmed yet; if it still goes through, ${total} goes back in full.`
}

/** The note on an order's payment or refund; undefined if it is simply paid. */
export function paymentNote({
  payment,
  refund,
  totalAmount,
}: Pick<Order, 'payment' | 'refund' | 'totalAmount'>): string | undefined {
  const amount = formatTotal(refund?.amount ?? totalAmount)
  switch (payment) {
    case 'awaiting capture':
      return 'We are checking your payment with your bank.'
    case 'refund pending':
      return `Refund of ${amount} on its way.`
    case 'refund failed':
      return `Refund of ${amount} held up. We are returning your money by hand.`
    case 'refunded':
      return `Refund of ${amount} done.`
    case 'not charged':
      return `No payment has come in. If your bank still takes ${amount}, it goes back in full.`
    case 'paid':
      return undefined
  }
}
