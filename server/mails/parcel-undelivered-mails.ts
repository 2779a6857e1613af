import type { MailContent, MailShop } from '#contract/words/mail-content.ts'
import type { ParcelTrail } from '#contract/orders/parcels.ts'
import type { UndeliveredReason } from '#contract/states/parcel-steps.ts'

import { UNDELIVERED_REASON_FACTS } from '#contract/states/parcel-steps.ts'
import { dateInWords } from '#contract/units/india-time.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { orderLink, type MailDraft } from '#server/mails/order-mail-parts.ts'
import { trailBlock } from '#server/mails/trail-in-mail.ts'
import { greeting, nameInMail, say, sayParagraphs } from '#server/mails/words-in-mail.ts'

/** What the mail about a parcel tells that could not be handed over. */
export interface ParcelUndeliveredMail {
  key: string
  orderId: string
  /** Null where the courier has said none. */
  reason: UndeliveredReason | null
  isCash: boolean
  /** The payment provider has its money. */
  isCaptured: boolean
  isSandbox: boolean
  parcel: ParcelTrail | undefined
  /** When the courier was at the door. */
  at: string
  customerName: string
}

/** The mail about a parcel that could not be handed over: why, and what its customer can do. */
export function parcelUndeliveredMail(mail: ParcelUndeliveredMail, shop: MailShop): MailDraft {
  const { key, orderId, customerName, reason, isSandbox, isCash, isCaptured, parcel } = mail
  const order = `#${shortIdOf(orderId)}`
  const { label, forCustomer } = UNDELIVERED_REASON_FACTS[reason ?? 'other']
  /** Without a name for an address of mail that nobody has confirmed. */
  function contentFor(customer: string | undefined): MailContent {
    const typed = customer === undefined ? undefined : nameInMail(customer)
    const about = { order, date: dateInWords(mail.at), name: typed }
    return {
      name: 'parcel-undelivered',
      subject: say(shop, 'parcel-undelivered.subject', about),
      preheader: say(shop, 'parcel-undelivered.preheader', about),
      blocks: [
        greeting(shop, customer),
        ...sayParagraphs(shop, 'parcel-undelivered.opening', about),
        { title: label, lines: [forCustomer] },
        trailBlock(parcel, customer !== undefined),
        ...sayParagraphs(shop, 'parcel-undelivered.closing', about),
        orderLink(shop, orderId),
      ],
      isSandbox,
    }
  }
  return {
    id: `${key}.undelivered`,
    content: contentFor(customerName),
    paidContent: isCash || !isCaptured ? undefined : contentFor(undefined),
    notice: {
      subject: `Not delivered: order ${order}`,
      opening: `The parcel of order ${order} could not be handed over. It was placed with this e-mail address.`,
      orderId,
    },
  }
}
