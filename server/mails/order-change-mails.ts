import type { MailContent, MailShop } from '#contract/words/mail-content.ts'
import type { Address } from '#contract/schemas/address.ts'

import { dateInWords } from '#contract/units/india-time.ts'
import { oneLine } from '#contract/words/mail-content.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { addressBlock, orderLink, type MailDraft } from '#server/mails/order-mail-parts.ts'
import { greeting, nameInMail, say, sayParagraphs } from '#server/mails/words-in-mail.ts'

/** What the mail about a changed order tells. */
export interface OrderChangeMail {
  key: string
  orderId: string
  /** The pieces that have another size now; null where the order got another address. */
  resized: { name: string; quantity: number; fromSize: string; toSize: string } | null
  address: Address | null
  isCash: boolean
  /** The payment provider has its money. */
  isCaptured: boolean
  isSandbox: boolean
  at: string
  customerName: string
}

function changeOf({ resized, address }: OrderChangeMail) {
  if (!resized) return addressBlock(address, 'It goes to')
  const { name, quantity, fromSize, toSize } = resized
  return { title: 'Another size', lines: [oneLine(`${name} × ${quantity}: ${toSize} in place of ${fromSize}`)] }
}

/** The mail about a size or an address that the staff changed. */
export function orderChangeMail(change: OrderChangeMail, shop: MailShop): MailDraft {
  const { key, orderId, customerName, isSandbox, isCash, isCaptured } = change
  const order = `#${shortIdOf(orderId)}`
  /** Without names, pieces and address for an address of mail that nobody has confirmed. */
  function contentFor(customer: string | undefined): MailContent {
    const typed = customer === undefined ? undefined : nameInMail(customer)
    const about = { order, date: dateInWords(change.at), name: typed }
    return {
      name: 'order-changed',
      subject: say(shop, 'order-changed.subject', about),
      preheader: say(shop, 'order-changed.preheader', about),
      blocks: [
        greeting(shop, customer),
        ...sayParagraphs(shop, 'order-changed.opening', about),
        customer === undefined ? undefined : changeOf(change),
        ...sayParagraphs(shop, 'order-changed.closing', about),
        orderLink(shop, orderId),
      ],
      isSandbox,
    }
  }
  return {
    id: `${key}.changed`,
    content: contentFor(customerName),
    paidContent: isCash || !isCaptured ? undefined : contentFor(undefined),
    notice: {
      subject: `Changed: order ${order}`,
      opening: `Order ${order} was changed. It was placed with this e-mail address.`,
      orderId,
    },
  }
}
