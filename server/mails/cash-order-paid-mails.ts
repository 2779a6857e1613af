import type { Order } from '#contract/orders/orders.ts'
import type { MailContent, MailShop } from '#contract/words/mail-content.ts'

import { dateInWords } from '#contract/units/india-time.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { documentOf, paymentSentence, orderLink, statusButton, type MailDraft } from '#server/mails/order-mail-parts.ts'
import { piecesOf, totalOf } from '#server/mails/pieces-in-mail.ts'
import { greeting, nameInMail, say, sayParagraphs } from '#server/mails/words-in-mail.ts'

/** The mail about an order for cash that was paid in advance after all. */
export function orderPaidMail(order: Order, shop: MailShop, { at, link }: { at: string; link: string }): MailDraft {
  const number = `#${shortIdOf(order._id)}`
  /** Without names for an address that nobody has confirmed. */
  function contentFor(customer: string | undefined): MailContent {
    const values = {
      order: number,
      date: dateInWords(at),
      name: customer === undefined ? undefined : nameInMail(customer),
    }
    return {
      name: 'order-paid',
      subject: say(shop, 'order-paid.subject', values),
      preheader: say(shop, 'order-paid.preheader', values),
      blocks: [
        greeting(shop, customer),
        ...sayParagraphs(shop, 'order-paid.opening', values),
        customer === undefined ? undefined : statusButton(shop, link),
        customer === undefined ? totalOf(order) : piecesOf(order, shop),
        paymentSentence(order),
        documentOf(order),
        orderLink(shop, order._id),
      ],
      isSandbox: order.isSandbox,
    }
  }
  return {
    id: `${order._id}.paid`,
    content: contentFor(order.user.name),
    paidContent: contentFor(undefined),
    notice: {
      subject: `Paid: order ${number}`,
      opening: `Order ${number} was paid online. It was placed with this e-mail address.`,
      orderId: order._id,
    },
  }
}
