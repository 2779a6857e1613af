import type { OrderStatus } from '#contract/order-states.ts'
import type { Order, OrderLine } from '#contract/orders.ts'
import type { RefundMail } from '#server/orders/mail/mail-queries.ts'
import type { RefundReason } from '#server/orders/settlement.ts'

import { frame, oneLine, orderLink, type MailDraft, type MailShop } from '#server/orders/mail/mail-frame.ts'
import { formatTotal, paidPrice, paiseFromRupees, rupeesFromPaise } from '#contract/money.ts'
import { shortIdOf } from '#contract/short-id.ts'

const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const dayOf = (time: string) => day.format(new Date(time))

const WAY_BACK = 'to the card or account that you paid with'

function lineOf({ product, quantity, size }: OrderLine): string {
  const each = paidPrice(product)
  const amount = formatTotal(rupeesFromPaise(paiseFromRupees(each) * quantity))
  const name = oneLine(product.name) + (size === undefined ? '' : `, size ${oneLine(size)}`)
  return `${quantity} × ${name}: ${amount}${quantity > 1 ? ` (${formatTotal(each)} each)` : ''}`
}

const goodsOf = ({ products, totalAmount }: Order) =>
  [...products.map(lineOf), `Total: ${formatTotal(totalAmount)}, inclusive of all taxes; shipping is free`].join('\n')

function addressOf({ address }: Order, title: string): string | undefined {
  if (!address) return undefined
  const { fullName, street, city, state, pincode, phone } = address
  return [title, fullName, street, `${city}, ${state} ${pincode}`, `Phone ${phone}`].map(oneLine).join('\n')
}

/** What has become of an order's money, as far as it is known now. */
function moneyOf({ payment, refund, totalAmount }: Order): string | undefined {
  const amount = formatTotal(refund?.amount ?? totalAmount)
  switch (payment) {
    case 'paid':
      return 'Your payment has arrived.'
    case 'awaiting capture':
      return 'We are checking your payment with your bank.'
    case 'refund pending':
      return `${amount} goes back ${WAY_BACK}. We write again once that is done.`
    case 'refund failed':
      return `The refund of ${amount} is held up. We are returning your money by hand.`
    case 'refunded':
      return `${amount} went back ${WAY_BACK}.`
    case 'not charged':
      return `No payment has come in. If your bank still takes ${amount}, it goes back in full.`
  }
}

const STEPS: Record<OrderStatus, { word: string; tell: (order: Order, on: string) => (string | undefined)[] }> = {
  'order placed': {
    word: 'received',
    tell: (order, on) => [
      `We have received your order #${shortIdOf(order._id)} of ${on}. Thank you.`,
      goodsOf(order),
      order.status === 'cancelled' ? undefined : moneyOf(order),
      addressOf(order, 'Delivery address'),
      order.address || order.status !== 'order placed'
        ? undefined
        : 'It has no delivery address yet. Please add one on your profile: it is shipped once we know where to.',
    ],
  },
  shipped: {
    word: 'shipped',
    tell: (order, on) => [
      `Your order #${shortIdOf(order._id)} was shipped on ${on}.`,
      goodsOf(order),
      addressOf(order, 'It goes to'),
    ],
  },
  delivered: {
    word: 'delivered',
    tell: (order, on) => [
      `Your order #${shortIdOf(order._id)} was marked as delivered on ${on}. If you do not have it, please write to us.`,
    ],
  },
  cancelled: {
    word: 'cancelled',
    tell: (order, on) => [
      `Your order #${shortIdOf(order._id)} was cancelled on ${on}.`,
      order.payment === 'paid' ? undefined : moneyOf(order),
      goodsOf(order),
    ],
  },
}

const MAX_NAME_LENGTH = 60

/** A greeting holds a name and no sentence. */
function greeting(name: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(oneLine(name)), ({ segment }) => segment)
  return `Hello ${letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH).join('')}…` : letters.join('')},`
}

/**
 * The mail about an order that has reached a status, true of the order as it is now. Undefined where it would not be: what
 * was cancelled meanwhile is not on its way.
 */
export function stepMail(order: Order, status: OrderStatus, shop: MailShop): MailDraft | undefined {
  if (status === 'shipped' && order.status === 'cancelled') return undefined
  const { word, tell } = STEPS[status]
  const on = dayOf(order.timeline.find((step) => step.status === status)?.at ?? order.createdAt)
  const about = `Order #${shortIdOf(order._id)}`
  const latest = STEPS[order.status].word
  return {
    id: `${order._id}.${word}`,
    letter: {
      subject: `${about} ${word}`,
      text: frame([greeting(order.user.name), ...tell(order, on), orderLink(shop, order._id)], {
        ...shop,
        isSandbox: order.isSandbox,
      }),
    },
    news: {
      subject: `${about} ${latest}`,
      opening: `${about} was ${latest}. It was placed with this e-mail address.`,
      orderId: order._id,
    },
  }
}

/** Why no order came of a payment. */
const REASONS: Partial<Record<RefundReason, string>> = {
  'paid twice': 'Your order was paid for already, so this payment was not needed.',
  'amount differs': 'The payment was not over what your order came to, so no order was made of it.',
  'sold out': 'What you chose was sold out before your payment arrived, so no order was made of it.',
}

/** The mail about money that went back. */
export function refundMail(refund: RefundMail, shop: MailShop): MailDraft {
  const { orderId, customerName } = refund
  const amount = formatTotal(rupeesFromPaise(refund.amountPaise))
  const number = orderId === null ? undefined : `#${shortIdOf(orderId)}`
  const about = number === undefined ? 'your payment' : `your order ${number}`
  const paragraphs = [
    `The refund of ${amount} for ${about} is done: it was returned ${WAY_BACK} on ${dayOf(refund.at)}. Your bank may take some days to show it.`,
    orderId === null ? REASONS[refund.reason] : orderLink(shop, orderId),
  ]
  const plainSubject = number === undefined ? 'Refund done' : `Refund for order ${number} done`
  return {
    id: `${refund.refundId}.refund`,
    letter: {
      subject: number === undefined ? `Refund of ${amount} done` : plainSubject,
      text: frame([greeting(customerName), ...paragraphs], { ...shop, isSandbox: refund.isSandbox }),
    },
    news: {
      subject: plainSubject,
      opening:
        number === undefined
          ? 'A payment that was made with this e-mail address was returned.'
          : `The refund for order ${number} is done. The order was placed with this e-mail address.`,
      orderId,
    },
  }
}
