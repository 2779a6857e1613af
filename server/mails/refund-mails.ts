import type { MailContent, MailShop } from '#contract/words/mail-content.ts'
import type { RefundReason } from '#server/orders/service.ts'

import { formatTotal, rupeesFromPaise } from '#contract/units/money.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { dateInWords } from '#contract/units/india-time.ts'
import { orderLink, type MailDraft } from '#server/mails/order-mail-parts.ts'
import { greeting, nameInMail, say, sayParagraphs } from '#server/mails/words-in-mail.ts'

/** What the mail about a refund tells. */
export interface RefundMail {
  key: string
  /** Null if the payment made none. */
  orderId: string | null
  amountPaise: number
  reason: string
  isSandbox: boolean
  at: string
  customerName: string
}

/** Why a payment made no order. */
const REASONS: Readonly<Record<string, string>> = {
  'paid twice': 'Your order was paid for already, so this payment was not needed.',
  'amount differs': 'The payment was not over what your order came to, so it paid for nothing.',
  'sold out': 'What you chose was sold out before your payment arrived, so no order was made of it.',
  'offer used up': 'The offer in your cart was used up before your payment arrived, so no order was made of it.',
  'store credit used up':
    'The store credit that was to pay for the rest was used up before your payment arrived, so no order was made of it.',
  'ordered otherwise': 'You have ordered the same with your store credit, so this payment was not needed.',
  'ordered for cash': 'You have ordered the same for cash on delivery, so this payment was not needed.',
  'sent for cash': 'The parcel had left before your payment arrived, so the order is paid at the door.',
  'order ended': 'Your order had ended before your payment arrived.',
} satisfies Partial<Record<RefundReason, string>>

/** The mail about a refund. */
export function refundMail(refund: RefundMail, shop: MailShop): MailDraft {
  const { orderId, customerName } = refund
  const amount = formatTotal(rupeesFromPaise(refund.amountPaise))
  const number = orderId === null ? undefined : `#${shortIdOf(orderId)}`
  const name = number === undefined ? 'payment-returned' : 'refund-done'
  /** Without the name for an address that nobody has confirmed. */
  function contentFor(customer: string | undefined): MailContent {
    const typed = customer === undefined ? undefined : nameInMail(customer)
    const about = { order: number ?? '', amount, date: dateInWords(refund.at), name: typed }
    return {
      name,
      subject: say(shop, `${name}.subject`, about),
      preheader: say(shop, `${name}.preheader`, about),
      blocks: [
        greeting(shop, customer),
        ...sayParagraphs(shop, `${name}.opening`, about),
        orderId === null ? REASONS[refund.reason] : orderLink(shop, orderId),
      ],
      isSandbox: refund.isSandbox,
    }
  }
  return {
    id: `${refund.key}.refund`,
    content: contentFor(customerName),
    paidContent: contentFor(undefined),
    notice: {
      subject: number === undefined ? 'Refund done' : `Refund done: order ${number}`,
      opening:
        number === undefined
          ? 'A payment that was made with this e-mail address was returned.'
          : `The refund for order ${number} is done. The order was placed with this e-mail address.`,
      orderId,
    },
  }
}
