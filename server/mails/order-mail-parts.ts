import type { Order } from '#contract/orders/orders.ts'
import type { Block, MailContent, MailShop } from '#contract/words/mail-content.ts'

import { ORDER_LINK_DAYS } from '#contract/accounts/link-lifetimes.ts'
import { moneyOf } from '#contract/orders/cancelled-items.ts'
import { formatTotal } from '#contract/units/money.ts'
import { oneLine } from '#contract/words/mail-content.ts'
import { cashSentence } from '#server/mails/cash-sentence.ts'
import { say } from '#server/mails/words-in-mail.ts'

/** A mail before its receiver's address is known to be confirmed or not. */
export interface MailDraft {
  id: string
  /** The mail to a confirmed address; undefined if only an unconfirmed one needs it. */
  content?: MailContent
  /**
   * The mail to an unconfirmed address whose owner has paid: what happened and who carries the parcel. Nothing in it
   * was typed by a customer, and no link in it lets anybody in. Undefined where no money was captured.
   */
  paidContent?: MailContent | undefined
  notice: Notice
}

/**
 * What an unconfirmed address that has not paid is told, in the shop's own words: nothing in it was typed by anybody.
 */
export interface Notice {
  /** Where the mail is in the list under a name of its own. */
  name?: 'first-mail' | 'confirm-address'
  subject: string
  opening: string
  orderId: string | null
}

/** The link leads to the order through the sign-in page, which also works for readers who come from another site. */
export const orderLink = ({ publicUrl }: MailShop, orderId: string): Block => ({
  lines: [{ label: 'Your order', url: `${publicUrl}/signin?order=${orderId}` }],
})

/** The button that shows the status of an order without signing in. */
export const statusButton = (shop: MailShop, url: string): Block => ({
  lead: say(shop, 'mailStatusLead'),
  button: say(shop, 'mailStatusButton'),
  url,
  note: `The link works for ${ORDER_LINK_DAYS} days and shows neither your name nor your address.`,
})

export const WAY_BACK = 'to the card or account that you paid with'

export function addressBlock(address: Order['address'], title: string): Block | undefined {
  if (!address) return undefined
  const { fullName, street, city, state, pincode, phone } = address
  return { title, lines: [fullName, street, `${city}, ${state} ${pincode}`, `Phone ${phone}`].map(oneLine) }
}

/** Names the latest document of an order, which its page on the profile has as a PDF. */
export function documentOf({ documents }: Order): string | undefined {
  const last = documents.at(-1)
  return last && `Your ${last.kind} ${last.number} is with the order on your profile.`
}

/** What is known of the store credit that pays for an order. */
function creditSentence({ storeCredit }: Order): string | undefined {
  if (!storeCredit) return undefined
  const { used, returned } = storeCredit
  if (returned > 0) return `${formatTotal(returned)} of store credit came back to you at once.`
  return `${formatTotal(used)} is paid by your store credit.`
}

/** What is known of an order's money and its store credit by now. */
export function paymentSentence(order: Order): string | undefined {
  const money = moneyOf(order) > 0 ? moneySentence(order) : undefined
  const sentences = [money, creditSentence(order), restSentence(order)]
  return sentences.filter((sentence) => sentence !== undefined).join(' ') || undefined
}

/**
 * What is known of a parcel that comes back where the sentence about the money does not tell of it: a part of the money
 * went back, or store credit paid for all.
 */
function restSentence(order: Order): string | undefined {
  const { comesBack, payment } = order
  if (!comesBack) return undefined
  if (payment === 'partly refunded') return backSentence(order, 'the rest of what you paid goes back to you')
  return payment === 'paid' && moneyOf(order) === 0 ? backSentence(order, 'what you paid goes back to you') : undefined
}

/** What is known of what was paid for a parcel that comes back although nobody returned it, and `goesBack`. */
function backSentence({ comesBack }: Order, goesBack: string): string {
  if (comesBack?.sentAgainAs !== undefined) return 'Your pieces are sent again, at no charge.'
  if (comesBack?.isDelivered) return 'The parcel has reached you after all, so it stays paid.'
  if (comesBack?.isCredited) return 'You have what you paid for it as store credit.'
  if (comesBack === undefined || comesBack.why === 'called back') {
    return `When the parcel is back with us, ${goesBack}.`
  }
  return `${comesBack.why === 'parcel lost' ? 'The parcel was lost' : 'The parcel could not be delivered'}. We send it again, or ${goesBack}, and we write to you once we know. If you know which you prefer, please tell us.`
}

function moneySentence(order: Order): string | undefined {
  const { payment, refund } = order
  if (typeof payment === 'object') return cashSentence(order, payment.status)
  const amount = formatTotal(refund?.amount ?? moneyOf(order))
  switch (payment) {
    case 'paid':
      if (order.status === 'cancelled') return backSentence(order, `${amount} goes back ${WAY_BACK}`)
      return 'Your payment has arrived.'
    case 'awaiting capture':
      return 'We are checking your payment with your bank.'
    case 'refund pending':
      return `${amount} goes back ${WAY_BACK}. We write again once that is done.`
    case 'refund failed':
      return `The refund of ${amount} is held up. We are returning your money by hand.`
    case 'refunded':
      return `${amount} went back ${WAY_BACK}.`
    case 'partly refunded':
      return `Your payment has arrived. ${amount} of it ${refund?.doneAt ? 'went' : 'goes'} back ${WAY_BACK}.`
    case 'not charged':
      return `No payment has come in. If your bank still takes ${amount}, it goes back in full.`
  }
}
