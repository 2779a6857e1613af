import type { MailContent, MailShop } from '#contract/words/mail-content.ts'

import { dateInWords } from '#contract/units/india-time.ts'
import { oneLine } from '#contract/words/mail-content.ts'
import { formatTotal, rupeesFromPaise } from '#contract/units/money.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { counted } from '#contract/words/counted.ts'
import { orderLink, WAY_BACK, type MailDraft } from '#server/mails/order-mail-parts.ts'
import { greeting, nameInMail, say, sayParagraphs } from '#server/mails/words-in-mail.ts'

/** What the mail about cancelled pieces tells. */
export interface PiecesCancelledMail {
  key: string
  orderId: string
  /** What they cost. */
  amountPaise: number
  /** What of that came back as store credit. */
  creditPaise: number
  /** What of the rest is paid in money. */
  restPaise: number
  pieces: { name: string; size: string; quantity: number }[]
  isCash: boolean
  /** The payment provider has its money. */
  isCaptured: boolean
  isSandbox: boolean
  at: string
  customerName: string
}

function moneyOf({ amountPaise, creditPaise, restPaise, isCash, isCaptured }: PiecesCancelledMail): string {
  const [amount, rest] = [amountPaise - creditPaise, restPaise].map((paise) => formatTotal(rupeesFromPaise(paise)))
  if (amountPaise === creditPaise && !isCash) return ''
  if (isCash) return `You pay ${rest} in cash for the rest when it arrives.`
  if (isCaptured) return `${amount} goes back ${WAY_BACK}. We write again once that is done.`
  return `Your payment is not confirmed yet. Once it is, ${amount} of it goes back ${WAY_BACK}.`
}

function creditOf({ creditPaise }: PiecesCancelledMail): string {
  return creditPaise > 0 ? `${formatTotal(rupeesFromPaise(creditPaise))} of store credit came back to you at once.` : ''
}

/** The mail about pieces that were cancelled while the rest of their order stands. */
export function piecesCancelledMail(cancellation: PiecesCancelledMail, shop: MailShop): MailDraft {
  const { key, orderId, pieces, customerName, isSandbox, isCash, isCaptured } = cancellation
  const order = `#${shortIdOf(orderId)}`
  const count = counted(
    pieces.reduce((sum, { quantity }) => sum + quantity, 0),
    'piece',
  )
  /** Without names for an address that nobody has confirmed. */
  function contentFor(customer: string | undefined): MailContent {
    const typed = customer === undefined ? undefined : nameInMail(customer)
    const about = { order, pieces: count, date: dateInWords(cancellation.at), name: typed }
    return {
      name: 'pieces-cancelled',
      subject: say(shop, 'pieces-cancelled.subject', about),
      preheader: say(shop, 'pieces-cancelled.preheader', about),
      blocks: [
        greeting(shop, customer),
        ...sayParagraphs(shop, 'pieces-cancelled.opening', about),
        customer === undefined
          ? undefined
          : {
              title: 'Cancelled',
              lines: pieces.map(({ name, size, quantity }) => oneLine(`${name}${size && ` · ${size}`} × ${quantity}`)),
            },
        moneyOf(cancellation) || undefined,
        creditOf(cancellation) || undefined,
        orderLink(shop, orderId),
      ],
      isSandbox,
    }
  }
  return {
    id: `${key}.cancelled`,
    content: contentFor(customerName),
    paidContent: isCash || !isCaptured ? undefined : contentFor(undefined),
    notice: {
      subject: `Changed: order ${order}`,
      opening: `A part of order ${order} was cancelled. The order was placed with this e-mail address.`,
      orderId,
    },
  }
}
