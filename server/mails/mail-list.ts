import type { MailName } from '#contract/mails/mails.ts'
import type { OrderStatus } from '#contract/orders/order-states.ts'
import type { MailContent, MailShop } from '#contract/mails/mail-content.ts'
import type { MailDraft } from '#server/mails/order-mail-texts.ts'

import { ORDER_STATUSES, STATUS_FACTS } from '#contract/orders/order-states.ts'
import {
  addressChangedMail,
  confirmationMail,
  erasureMail,
  invitationMail,
  newAddressMail,
  noticeMail,
  recoveryMail,
  requestedConfirmation,
} from '#server/mails/account-mail-texts.ts'
import { exampleOrder, type ExampleProduct } from '#server/mails/example-order.ts'
import { contactMail } from '#server/mails/contact-mail-texts.ts'
import { refundMail, STATUS_TEXTS, statusMail, stockMail } from '#server/mails/order-mail-texts.ts'

interface MailEntry {
  title: string
  /** When it goes, and to whom. */
  when: string
  /** The mail with example data, made like one that is sent. */
  example: (shop: MailShop, products: readonly ExampleProduct[]) => MailContent
}

/** Longer ago than any mail waits. */
const AT = '2026-11-20T09:30:00.000Z'
const TOKEN = 'example-link-that-leads-nowhere'
const CUSTOMER = 'Asha Rao'
const due = { key: 'example', waitedSeconds: 0, userId: 'example', customerName: CUSTOMER }

/** The content of a draft that goes to a confirmed address. */
function exampleContent(draft: MailDraft | undefined): MailContent {
  if (!draft?.content) throw new Error('This example has no content.')
  return draft.content
}

const linkOf = ({ publicUrl }: MailShop) => `${publicUrl}/order-status/${TOKEN}`

const statusExample =
  (status: OrderStatus): MailEntry['example'] =>
  (shop, products) =>
    exampleContent(statusMail(exampleOrder(products, status, AT), status, shop, { link: linkOf(shop) }))

/** The mails about the statuses of an order. */
const STATUS_MAILS = Object.fromEntries(
  ORDER_STATUSES.map((status): [MailName, MailEntry] => {
    const { word, when } = STATUS_TEXTS[status]
    return [STATUS_FACTS[status].mail, { title: `Order ${word}`, when, example: statusExample(status) }]
  }),
) as Record<(typeof STATUS_FACTS)[OrderStatus]['mail'], MailEntry>

/**
 * Every mail of the shop; nothing is sent under another name. A new mail needs its name in `MAIL_NAMES` and its row here. The mail of
 * a status of orders needs its name in `STATUS_FACTS` and its text in `STATUS_TEXTS`.
 */
export const MAILS: Record<MailName, MailEntry> = {
  ...STATUS_MAILS,
  'refund-done': {
    title: 'Refund done',
    when: 'When the payment provider has returned the money of an order.',
    example: (shop, products) => {
      const { _id, totalAmount } = exampleOrder(products, 'cancelled', AT)
      const amountPaise = Math.round(totalAmount * 100)
      const refund = { ...due, kind: 'refund', orderId: _id, amountPaise, at: AT } as const
      return exampleContent(refundMail({ ...refund, reason: 'order cancelled', isSandbox: false }, shop))
    },
  },
  'payment-returned': {
    title: 'Payment returned',
    when: 'When a payment that made no order was returned.',
    example: (shop) => {
      const refund = { ...due, kind: 'refund', orderId: null, amountPaise: 149_900, at: AT } as const
      return exampleContent(refundMail({ ...refund, reason: 'sold out', isSandbox: false }, shop))
    },
  },
  'first-mail': {
    title: 'First mail to an address',
    when: 'Instead of any other mail while nobody has confirmed the address; at most once a day.',
    example: (shop, products) => {
      const draft = statusMail(exampleOrder(products, 'order placed', AT), 'order placed', shop, { link: linkOf(shop) })
      if (!draft) throw new Error('An order that was placed has a mail.')
      return confirmationMail(draft.notice, TOKEN, shop)
    },
  },
  'confirm-address': {
    title: 'Confirm the address',
    when: 'When somebody registers, where the shop sends mail, and when a customer asks for the link.',
    example: (shop) => confirmationMail(requestedConfirmation('example').notice, TOKEN, shop),
  },
  'confirm-new-address': {
    title: 'Confirm the new address',
    when: 'When a customer enters another e-mail address on the profile; to that address.',
    example: (shop) => newAddressMail(TOKEN, shop),
  },
  'address-changed': {
    title: 'Address changed',
    when: 'When an account has got another e-mail address; to the one before.',
    example: () => addressChangedMail(AT),
  },
  'password-changed': {
    title: 'Password changed',
    when: 'When an account has got a new password, on the profile or by a link; to its address.',
    example: (shop) => noticeMail('password', AT, shop),
  },
  'passkey-added': {
    title: 'Passkey added',
    when: 'When an account has got a new passkey; to its address.',
    example: (shop) => noticeMail('passkey', AT, shop),
  },
  'second-factor-on': {
    title: 'Code app turned on',
    when: 'When somebody of the staff has turned on a code app; to the account’s address.',
    example: (shop) => noticeMail('factor on', AT, shop),
  },
  'second-factor-off': {
    title: 'Code app turned off',
    when: 'When a code app was removed, in the admin area or by a command; to the account’s address.',
    example: (shop) => noticeMail('factor off', AT, shop),
  },
  'recovery-codes-renewed': {
    title: 'Recovery codes renewed',
    when: 'When somebody of the staff has made new recovery codes; to the account’s address.',
    example: (shop) => noticeMail('recovery codes', AT, shop),
  },
  'recovery-code-used': {
    title: 'Recovery code used',
    when: 'When a recovery code stood in for the code of an app; to the account’s address.',
    example: (shop) => noticeMail('recovery code used', AT, shop),
  },
  'new-password': {
    title: 'New password',
    when: 'When somebody has forgotten the password of an account.',
    example: (shop) => recoveryMail({ purpose: 'password' }, TOKEN, shop),
  },
  'sign-in-code': {
    title: 'Code to log in',
    when: 'When somebody asks to log in by a code.',
    example: (shop) => recoveryMail({ purpose: 'code' }, '402913', shop),
  },
  'account-erasure': {
    title: 'Account will be erased',
    when: 'When a customer has asked for it on the profile.',
    example: (shop) => erasureMail({ erasesAt: AT, customerName: CUSTOMER }, TOKEN, shop),
  },
  'back-in-stock': {
    title: 'Back in stock',
    when: 'When a sold-out size is back, to those who asked for it.',
    example: (shop, [product]) => {
      const { _id: productId, name: productName } = product ?? { _id: 'example', name: 'Oxford Shirt' }
      return exampleContent(stockMail({ ...due, kind: 'stock', productId, productName, size: 'M' }, shop))
    },
  },
  'message-received': {
    title: 'Message received',
    when: 'When somebody has sent the contact form.',
    example: (shop) => contactMail({ ...due, kind: 'contact', email: '', ticket: 'S-7K2M', text: null }, shop).content,
  },
  'message-answered': {
    title: 'Message answered',
    when: 'When an administrator answers a message.',
    example: (shop) =>
      contactMail(
        { ...due, kind: 'contact', email: '', ticket: 'S-7K2M', text: 'Yes, we send to Pune.\n\nIt takes three days.' },
        shop,
      ).content,
  },
  'staff-invitation': {
    title: 'Staff invitation',
    when: 'When an owner invites somebody to the admin area.',
    example: (shop) => invitationMail(TOKEN, shop),
  },
}
