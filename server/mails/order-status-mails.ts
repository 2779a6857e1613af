import type { OrderStatus } from '#contract/states/order-states.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Block, MailContent, MailShop } from '#contract/words/mail-content.ts'

import { formatTotal } from '#contract/units/money.ts'
import { deliveryText } from '#contract/delivery/delivery-text.ts'
import { isOpenStatus, STATUS_FACTS, wasPaid } from '#contract/states/order-states.ts'
import { payNowLabel, payNowOf } from '#contract/orders/pay-now.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { dateInWords } from '#contract/units/india-time.ts'
import { cut, oneLine } from '#contract/words/mail-content.ts'
import {
  addressBlock,
  documentOf,
  orderLink,
  paymentSentence,
  statusButton,
  type MailDraft,
} from '#server/mails/order-mail-parts.ts'
import { piecesOf, totalOf } from '#server/mails/pieces-in-mail.ts'
import { trailBlock } from '#server/mails/trail-in-mail.ts'
import { greeting, nameInMail, say, sayParagraphs } from '#server/mails/words-in-mail.ts'

/** Who carries an order's parcel. */
function courierOf({ shipment }: Order): Block | undefined {
  if (!shipment) return undefined
  const { name, trackingNumber, trackingLink } = shipment
  const number = trackingNumber === null ? '' : ` Tracking number: ${trackingNumber}`
  const sentence = `${oneLine(name)} carries it.${number}`
  return { lines: [sentence, ...(trackingLink === null ? [] : [{ label: 'Follow it', url: trackingLink }])] }
}

/** The promised day, while the parcel has not come. */
const promiseOf = ({ deliverBy, status }: Order): Block | undefined =>
  deliverBy !== undefined && isOpenStatus(status) ? `${deliveryText({ by: deliverBy })}.` : undefined

const hasRefundDocument = ({ documents }: Order) =>
  documents.some(({ kind }) => kind === 'credit note' || kind === 'refund voucher')

/** What is said of money at the door, which an order that is paid online does not have. */
const cashOf = (order: Order) => (typeof order.payment === 'object' ? paymentSentence(order) : undefined)

/**
 * The way to pay in advance for an order for cash; it leads through the sign-in, so whoever has the mail alone cannot
 * use it.
 */
function payNowOffer({ publicUrl }: MailShop, order: Order): Block | undefined {
  const offer = payNowOf(order)
  if (!offer) return undefined
  return {
    lines: [
      `You can also pay ${formatTotal(offer.amount)} online, until the parcel leaves.`,
      { label: payNowLabel(offer), url: `${publicUrl}/signin?pay=${order._id}` },
    ],
  }
}

/** The button that confirms an order for cash. */
const confirmButton = (shop: MailShop, { confirmUntil = '' }: Order, url: string): Block => ({
  lead: say(shop, 'order-received.confirmLead'),
  button: say(shop, 'order-received.confirmButton'),
  url,
  note: `Without it the order ends by itself on ${dateInWords(confirmUntil)}, and nothing is to be paid.`,
})

interface StatusTexts {
  /** What has happened to the order, where another mail names it. */
  word: string
  /** When it goes, in the list of mails. */
  when: string
  /**
   * What stands below its opening. With `hasNames` names of products and people and the address are in it, else only
   * what nobody outside of the shop has typed.
   */
  facts: (order: Order, shop: MailShop, hasNames: boolean) => (Block | undefined)[]
}

/** The mail about each status of an order; its words are in `contract/words/mail-words.ts`. */
export const STATUS_TEXTS: Record<OrderStatus, StatusTexts> = {
  'order placed': {
    word: 'received',
    when: 'Ten seconds after an order was paid for.',
    facts: (order, shop, hasNames) => [
      hasNames ? piecesOf(order, shop) : totalOf(order),
      order.status === 'cancelled' ? undefined : paymentSentence(order),
      hasNames ? payNowOffer(shop, order) : undefined,
      promiseOf(order),
      documentOf(order),
      hasNames ? addressBlock(order.address, 'Delivery address') : undefined,
      ...(order.address || order.status !== 'order placed' ? [] : sayParagraphs(shop, 'order-received.noAddress')),
    ],
  },
  shipped: {
    word: 'shipped',
    when: 'When an order is marked as shipped.',
    facts: (order, shop, hasNames) => [
      courierOf(order),
      trailBlock(order.parcel, hasNames),
      promiseOf(order),
      cashOf(order),
      hasNames ? piecesOf(order, shop) : totalOf(order),
      documentOf(order),
      hasNames ? addressBlock(order.address, 'It goes to') : undefined,
    ],
  },
  delivered: {
    word: 'delivered',
    when: 'When an order is marked as delivered.',
    facts: (order, _shop, hasNames) => [cashOf(order), trailBlock(order.parcel, hasNames)],
  },
  cancelled: {
    word: 'cancelled',
    when: 'When the shop or the customer cancels an order.',
    facts: (order, shop, hasNames) => [
      order.payment === 'paid' && !order.comesBack ? undefined : paymentSentence(order),
      order.comesBack && trailBlock(order.parcel, hasNames),
      hasRefundDocument(order) ? documentOf(order) : undefined,
      hasNames ? piecesOf(order, shop) : undefined,
    ],
  },
}

/** With the rest of the subject it stays within what mailboxes show. */
const MAX_COURIER_LENGTH = 26

/** A mail with another courier is another mail: mailboxes drop one whose id they know. */
const courierId = ({ name, trackingNumber }: NonNullable<Order['shipment']>) =>
  `${name} ${trackingNumber ?? ''}`.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 60)

interface StatusLinks {
  /** Shows the order without signing in. */
  link: string
  /** Confirms an order for cash that waits for it. */
  confirmLink?: string | undefined
  /** The customer has had the mail, and hears of the courier who was named since. */
  isAgain?: boolean | undefined
}

/**
 * The mail about an order that has reached a status, true of the order as it is now. Undefined for a shipped order that
 * was cancelled meanwhile.
 */
export function statusMail(
  order: Order,
  status: OrderStatus,
  shop: MailShop,
  { link, confirmLink, isAgain = false }: StatusLinks,
): MailDraft | undefined {
  if (status === 'shipped' && order.status === 'cancelled') return undefined
  const { word, facts } = STATUS_TEXTS[status]
  const name = STATUS_FACTS[status].mail
  const on = dateInWords(order.timeline.find((step) => step.status === status)?.at ?? order.createdAt)
  const number = `#${shortIdOf(order._id)}`
  const about = `Order ${number}`
  const latest = STATUS_TEXTS[order.status].word
  const named = isAgain ? order.shipment : null
  /** Without names for an address that nobody has confirmed. */
  function contentFor(customer: string | undefined): MailContent {
    const values = {
      order: number,
      date: on,
      name: customer === undefined ? undefined : nameInMail(customer),
    }
    const courier = named ? cut(named.name, MAX_COURIER_LENGTH) : undefined
    return {
      name,
      subject:
        courier === undefined
          ? say(shop, `${name}.subject`, values)
          : say(shop, 'order-shipped.subjectAgain', { ...values, courier }),
      preheader: say(shop, `${name}.preheader`, values),
      blocks: [
        greeting(shop, customer),
        ...sayParagraphs(shop, `${name}.opening`, values),
        customer === undefined || confirmLink === undefined ? undefined : confirmButton(shop, order, confirmLink),
        customer === undefined ? undefined : statusButton(shop, link),
        ...facts(order, shop, customer !== undefined),
        orderLink(shop, order._id),
      ],
      isSandbox: order.isSandbox,
    }
  }
  return {
    id: `${order._id}.${word}${named ? `.${courierId(named)}` : ''}`,
    content: contentFor(order.user.name),
    paidContent: wasPaid(order.payment) ? contentFor(undefined) : undefined,
    notice: {
      subject: `${latest.charAt(0).toUpperCase()}${latest.slice(1)}: order ${number}`,
      opening: `${about} was ${latest}. It was placed with this e-mail address.`,
      orderId: order._id,
    },
  }
}
