import type { MailContent, MailShop } from '#contract/words/mail-content.ts'

import { dateInWords } from '#contract/units/india-time.ts'
import { cut, oneLine } from '#contract/words/mail-content.ts'
import { formatTotal, rupeesFromPaise } from '#contract/units/money.ts'
import { REFUND_DAYS } from '#contract/returns/return-limits.ts'
import { returnMailName, type ReturnMailStep } from '#contract/returns/return-mails.ts'
import { WAY_BACK_FACTS, type WayBack } from '#contract/returns/ways-back.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { counted } from '#contract/words/counted.ts'
import type { MailDraft } from '#server/mails/order-mail-parts.ts'
import { greeting, nameInMail, say, sayParagraphs } from '#server/mails/words-in-mail.ts'

/** What a mail about a return tells. */
export interface ReturnMail {
  key: string
  orderId: string
  pieces: { name: string; size: string; quantity: number }[]
  wayBack: WayBack | null
  /** Why it was refused; null unless it was. */
  refusal: string | null
  /** Of a payment that was made by hand; null for every other step. */
  payment: { amountPaise: number; creditPaise: number; reference: string } | null
  /** Of a courier that is booked to fetch it; null for every other step. */
  parcel: { carrier: string | null; trackingNumber: string; trackingLink: string | null } | null
  isCash: boolean
  hasRefundTo: boolean
  isSandbox: boolean
  at: string
  customerName: string
}

const MAX_REFUSAL = 300

const courierSentence = ({ carrier, trackingNumber }: NonNullable<ReturnMail['parcel']>): string =>
  `${carrier === null ? 'The courier' : oneLine(carrier)} comes to the address of the order. The parcel’s number is ${oneLine(trackingNumber)}. Please have it ready, packed and closed. Until it is fetched you can withdraw the return in your order.`

function paidSentence({ creditPaise, reference }: NonNullable<ReturnMail['payment']>): string {
  const credit = `${formatTotal(rupeesFromPaise(creditPaise))} of store credit came back to you with it.`
  return `The payment’s reference is ${oneLine(reference)}.${creditPaise > 0 ? ` ${credit}` : ''}`
}

const linkTo = ({ parcel }: ReturnMail) =>
  parcel === null || parcel.trackingLink === null ? [] : [{ label: 'Follow the parcel', url: parcel.trackingLink }]

/** What comes next, or what came of it. */
function nextOf(
  step: ReturnMailStep,
  { wayBack, refusal, payment, parcel, isCash, hasRefundTo }: ReturnMail,
): string | undefined {
  switch (step) {
    case 'asked':
      return 'We look at it and write again.'
    case 'approved':
      return WAY_BACK_FACTS[wayBack ?? 'own parcel'].next
    case 'pick-up':
      return parcel === null ? undefined : courierSentence(parcel)
    case 'refused':
      return refusal === null ? undefined : `The reason: ${cut(oneLine(refusal), MAX_REFUSAL)}`
    case 'received':
      return isCash && !hasRefundTo
        ? 'Please say in your order where your money is to go, if you have not been paid yet.'
        : `We look at each piece. What is due to you goes back within ${REFUND_DAYS} days.`
    case 'lost':
      return isCash && !hasRefundTo
        ? 'Please say in your order where your money is to go, if you have not been paid yet.'
        : 'You lose nothing by it. We send you what is due, and write again.'
    case 'delivered':
      return 'Has it not reached you, or is something not right? Then please write to us.'
    case 'exchange-ended':
      return `Your return stands, and ${isCash && !hasRefundTo ? 'your money is due for it: please say in your order where it is to go' : 'your money goes back for it'}. If you still want the other size, please order it.`
    case 'paid':
      return payment === null ? undefined : paidSentence(payment)
  }
}

/** The mail about a step of a return. */
export function returnMail(step: ReturnMailStep, mail: ReturnMail, shop: MailShop): MailDraft {
  const { key, orderId, pieces, payment, customerName, isSandbox } = mail
  const order = `#${shortIdOf(orderId)}`
  const name = returnMailName(step)
  const count = counted(
    pieces.reduce((sum, { quantity }) => sum + quantity, 0),
    'piece',
  )
  /** Without names for an address that nobody has confirmed. */
  function contentFor(customer: string | undefined): MailContent {
    const typed = customer === undefined ? undefined : nameInMail(customer)
    const amount = payment === null ? '' : formatTotal(rupeesFromPaise(payment.amountPaise))
    const about = { order, pieces: count, amount, date: dateInWords(mail.at), name: typed }
    return {
      name,
      subject: say(shop, `${name}.subject`, about),
      preheader: say(shop, `${name}.preheader`, about),
      blocks: [
        greeting(shop, customer),
        ...sayParagraphs(shop, `${name}.opening`, about),
        customer === undefined
          ? undefined
          : {
              title: step === 'delivered' ? 'In the parcel' : 'Comes back',
              lines: pieces.map((one) => oneLine(`${one.name}${one.size && ` · ${one.size}`} × ${one.quantity}`)),
            },
        nextOf(step, mail),
        { lines: [...linkTo(mail), { label: 'Your return', url: `${shop.publicUrl}/signin?returns=${orderId}` }] },
      ],
      isSandbox,
    }
  }
  return {
    id: `${key}.return-${step}`,
    content: contentFor(customerName),
    paidContent: contentFor(undefined),
    notice: {
      subject: `News of a return: order ${order}`,
      opening: `There is news of a return of order ${order}, which was placed with this e-mail address.`,
      orderId,
    },
  }
}
