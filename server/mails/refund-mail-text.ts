import type { MailShop } from '#contract/mails/mail-content.ts'
import type { RefundReason } from '#server/orders/service.ts'

import { formatTotal, rupeesFromPaise } from '#contract/money.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { dateInWords } from '#contract/india-time.ts'
import { greeting, orderLink, WAY_BACK, type MailDraft } from '#server/mails/order-mail-texts.ts'

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
  'amount differs': 'The payment was not over what your order came to, so no order was made of it.',
  'sold out': 'What you chose was sold out before your payment arrived, so no order was made of it.',
  'offer used up': 'The offer in your cart was used up before your payment arrived, so no order was made of it.',
} satisfies Partial<Record<RefundReason, string>>

/** The mail about a refund. */
export function refundMail(refund: RefundMail, shop: MailShop): MailDraft {
  const { orderId, customerName } = refund
  const amount = formatTotal(rupeesFromPaise(refund.amountPaise))
  const number = orderId === null ? undefined : `#${shortIdOf(orderId)}`
  const about = number === undefined ? 'your payment' : `your order ${number}`
  const paragraphs = [
    `The refund of ${amount} for ${about} is done: it was returned ${WAY_BACK} on ${dateInWords(refund.at)}. Your bank may take some days to show it.`,
    orderId === null ? REASONS[refund.reason] : orderLink(shop, orderId),
  ]
  const plainSubject = number === undefined ? 'Refund done' : `Refund for order ${number} done`
  const head = {
    name: number === undefined ? 'payment-returned' : 'refund-done',
    subject: number === undefined ? `Refund of ${amount} done` : plainSubject,
    preheader: `${amount} went back ${WAY_BACK}.`,
    isSandbox: refund.isSandbox,
  } as const
  return {
    id: `${refund.key}.refund`,
    content: { ...head, blocks: [greeting(customerName), ...paragraphs] },
    paidContent: { ...head, blocks: ['Hello,', ...paragraphs] },
    notice: {
      subject: plainSubject,
      opening:
        number === undefined
          ? 'A payment that was made with this e-mail address was returned.'
          : `The refund for order ${number} is done. The order was placed with this e-mail address.`,
      orderId,
    },
  }
}
