import type { OrderStatus } from '#contract/order-states.ts'
import type { Order, OrderLine } from '#contract/orders.ts'
import type { Mail } from '#server/mail/mailer.ts'
import type { RefundMail } from '#server/orders/mails/mail-queries.ts'
import type { RefundReason } from '#server/orders/paying/settlement.ts'

import { formatTotal, paidPrice, paiseFromRupees, rupeesFromPaise } from '#contract/money.ts'
import { shortIdOf } from '#contract/short-id.ts'

/** What a mail says of the shop that sends it. */
export interface MailShop {
  shopName: string
  publicUrl: string
  isSandbox: boolean
}

const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const dayOf = (time: string) => day.format(new Date(time))

/** Names and addresses are what somebody typed: in a mail each stays within its line. */
const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

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

function letter(paragraphs: readonly (string | undefined)[], name: string, shop: MailShop): string {
  const { shopName, publicUrl, isSandbox } = shop
  return [
    `Hello ${oneLine(name)},`,
    ...paragraphs,
    isSandbox ? 'Sandbox: the payment was emulated, and no money moved.' : undefined,
    `Questions? ${publicUrl}/contact`,
    `${oneLine(shopName)}\n${publicUrl}`,
  ]
    .filter((paragraph) => paragraph !== undefined)
    .join('\n\n')
}

/** The page that knows who is there also for those who come from another site, and leads on to the order. */
const orderLink = ({ publicUrl }: MailShop, orderId: string) => `Your order: ${publicUrl}/signin?order=${orderId}`

/**
 * The mail about an order that has reached a status, true of the order as it is now. Undefined where it would not be: what
 * was cancelled meanwhile is not on its way.
 */
export function stepMail(order: Order, status: OrderStatus, shop: MailShop): Mail | undefined {
  if (status === 'shipped' && order.status === 'cancelled') return undefined
  const { word, tell } = STEPS[status]
  const on = dayOf(order.timeline.find((step) => step.status === status)?.at ?? order.createdAt)
  return {
    id: `${order._id}.${word}`,
    to: order.user.email,
    subject: `Order #${shortIdOf(order._id)} ${word}`,
    text: letter([...tell(order, on), orderLink(shop, order._id)], order.user.name, shop),
  }
}

/** Why no order came of a payment. */
const REASONS: Partial<Record<RefundReason, string>> = {
  'paid twice': 'Your order was paid for already, so this payment was not needed.',
  'amount differs': 'The payment was not over what your order came to, so no order was made of it.',
  'sold out': 'What you chose was sold out before your payment arrived, so no order was made of it.',
}

/** The mail about money that went back. */
export function refundMail(refund: RefundMail, shop: MailShop): Mail {
  const { orderId, customer } = refund
  const amount = formatTotal(rupeesFromPaise(refund.amountPaise))
  const about = orderId === null ? 'your payment' : `your order #${shortIdOf(orderId)}`
  const paragraphs = [
    `The refund of ${amount} for ${about} is done: it was returned ${WAY_BACK} on ${dayOf(refund.at)}. Your bank may take some days to show it.`,
    orderId === null ? REASONS[refund.reason] : orderLink(shop, orderId),
  ]
  return {
    id: `${refund.refundId}.refund`,
    to: customer.email,
    subject: orderId === null ? `Refund of ${amount} done` : `Refund for order #${shortIdOf(orderId)} done`,
    text: letter(paragraphs, customer.name, shop),
  }
}
