import { formatTotal } from '#contract/money.ts'
import type { Order } from '#contract/orders/orders.ts'

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
    case 'partly refunded':
      return refund?.doneAt ? `${amount} of it went back to you.` : `${amount} of it is on its way back to you.`
    case 'not charged':
      return `No payment has come in. If your bank still takes ${amount}, it goes back in full.`
    case 'paid':
      return undefined
  }
}
