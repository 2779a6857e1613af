import type { MailName } from '#contract/mails/mails.ts'
import type { OrderStatus } from '#contract/states/order-states.ts'
import type { MailContent, MailShop } from '#contract/mails/mail-content.ts'
import type { PrepareMail } from '#server/mails/due-mail.ts'
import type { MailDraft } from '#server/mails/order-mail-texts.ts'

import { CREDIT_WARNING_DAYS } from '#contract/store-credit/credit-rules.ts'
import { MAIL_NAMES } from '#contract/mails/mails.ts'
import { ORDER_STATUSES, STATUS_FACTS } from '#contract/states/order-states.ts'
import {
  addressChangedMail,
  confirmationMail,
  erasureMail,
  invitationMail,
  keyMail,
  newAddressMail,
  noticeMail,
  recoveryMail,
  requestedConfirmation,
} from '#server/mails/account-mail-texts.ts'
import { cashCodeMail } from '#server/mails/cash-code-mail-text.ts'
import { RETURN_MAIL_STEPS, returnMailName, type ReturnMailStep } from '#contract/returns/return-mails.ts'
import { cancellationMail } from '#server/mails/cancellation-mail-text.ts'
import { creditEndsMail, creditGivenMail } from '#server/mails/credit-mail-text.ts'
import { exampleOrder, type ExampleProduct } from '#server/mails/example-order.ts'
import { contactMail } from '#server/mails/contact-mail-texts.ts'
import { STATUS_TEXTS, statusMail } from '#server/mails/order-mail-texts.ts'
import { orderPaidMail } from '#server/mails/order-paid-mail-text.ts'
import { refundMail } from '#server/mails/refund-mail-text.ts'
import { returnMail } from '#server/mails/return-mail-text.ts'
import { stockMail } from '#server/mails/stock-mail-text.ts'
import { webhookPausedMail } from '#server/mails/webhook-mail-text.ts'
import {
  prepareAddressChanged,
  prepareConfirmation,
  prepareErasure,
  prepareInvitation,
  prepareKeyMail,
  prepareNewAddress,
  prepareNotice,
  prepareRecovery,
  prepareWebhookPaused,
} from '#server/mails/prepare-account-mails.ts'
import { prepareContactMail } from '#server/mails/prepare-contact-mail.ts'
import {
  prepareCancellationMail,
  prepareCashCodeMail,
  prepareOrderPaidMail,
  prepareCreditEnds,
  prepareCreditGiven,
  prepareRefundMail,
  prepareReturnMail,
  prepareStatusMail,
  prepareStockMail,
} from '#server/mails/prepare-order-mails.ts'

interface MailEntry {
  /** When it goes, and to whom. */
  when: string
  /** The mail with example data, made like one that is sent. */
  example: (shop: MailShop, products: readonly ExampleProduct[]) => MailContent
  /** How one that is due is written; null for a mail that only goes in place of others. */
  prepare: PrepareMail | null
}

/** Longer ago than any mail waits. */
const AT = '2026-11-20T09:30:00.000Z'
const ON = new Date(AT)
const TOKEN = 'example-link-that-leads-nowhere'
const CUSTOMER = 'Asha Rao'
const about = { key: 'example', customerName: CUSTOMER }
const EXAMPLE_CREDIT = { ...about, paise: 50_000, reason: 'For the delay of your parcel.', endsOn: '2027-03-31' }

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
    const { when } = STATUS_TEXTS[status]
    return [STATUS_FACTS[status].mail, { when, example: statusExample(status), prepare: prepareStatusMail(status) }]
  }),
) as Record<(typeof STATUS_FACTS)[OrderStatus]['mail'], MailEntry>

/** When the mail about each step of a return goes. */
const RETURN_WHEN: Record<ReturnMailStep, string> = {
  asked: 'When a customer asks to return something.',
  approved: 'When a return is approved.',
  refused: 'When a return is refused.',
  received: 'When the parcel of a return has arrived.',
  paid: 'When the money of a return of an order for cash was paid by hand.',
}

const returnExample =
  (step: ReturnMailStep): MailEntry['example'] =>
  (shop, products) => {
    const { _id, products: lines } = exampleOrder(products, 'delivered', AT)
    const pieces = lines.slice(0, 1).map(({ product, size = '' }) => ({ name: product.name, size, quantity: 1 }))
    const money = { payment: step === 'paid' ? { amountPaise: 144_300, reference: 'UTR 4711' } : null, isCash: false }
    const refusal = step === 'refused' ? 'It was worn.' : null
    const mail = { ...about, ...money, orderId: _id, pieces, refusal, wayBack: 'own parcel' as const, at: AT }
    return exampleContent(returnMail(step, { ...mail, hasRefundTo: true, isSandbox: false }, shop))
  }

/** The mails about the steps of a return. */
const RETURN_MAILS = Object.fromEntries(
  RETURN_MAIL_STEPS.map((step): [MailName, MailEntry] => [
    returnMailName(step),
    { when: RETURN_WHEN[step], example: returnExample(step), prepare: prepareReturnMail(step) },
  ]),
) as Record<`return-${ReturnMailStep}`, MailEntry>

/**
 * Every mail of the shop; nothing is sent under another name. A new mail is its name in `MAIL_NAMES`, its words in `MAIL_WORDS`, its
 * text, its row here, and an insert into `mails` in the transaction of what it tells of. The mail of a status of orders needs its name
 * in `STATUS_FACTS` and its text in `STATUS_TEXTS`.
 */
export const MAILS: Record<MailName, MailEntry> = {
  ...STATUS_MAILS,
  'order-paid': {
    when: 'When an order that was to be paid at the door is paid in advance after all.',
    example: (shop, products) =>
      exampleContent(orderPaidMail(exampleOrder(products, 'order placed', AT), shop, { at: AT, link: linkOf(shop) })),
    prepare: prepareOrderPaidMail,
  },
  'cash-order-code': {
    when: 'When a customer asks on the profile for a code that confirms an order for cash.',
    example: (shop, products) => cashCodeMail(exampleOrder(products, 'order placed', AT)._id, '402913', shop),
    prepare: prepareCashCodeMail,
  },
  'pieces-cancelled': {
    when: 'When pieces of an order are cancelled and the rest of it stands.',
    example: (shop, products) => {
      const { _id, products: lines } = exampleOrder(products, 'order placed', AT)
      const pieces = lines.slice(0, 1).map(({ product, size = '' }) => ({ name: product.name, size, quantity: 1 }))
      const money = {
        amountPaise: 144_300,
        creditPaise: 0,
        restPaise: 385_450,
        isCash: false,
        isCaptured: true,
        isSandbox: false,
      }
      return exampleContent(cancellationMail({ ...about, ...money, orderId: _id, pieces, at: AT }, shop))
    },
    prepare: prepareCancellationMail,
  },
  ...RETURN_MAILS,
  'refund-done': {
    when: 'When the payment provider has returned the money of an order.',
    example: (shop, products) => {
      const { _id, totalAmount } = exampleOrder(products, 'cancelled', AT)
      const amountPaise = Math.round(totalAmount * 100)
      const refund = { ...about, orderId: _id, amountPaise, at: AT }
      return exampleContent(refundMail({ ...refund, reason: 'order cancelled', isSandbox: false }, shop))
    },
    prepare: prepareRefundMail,
  },
  'payment-returned': {
    when: 'When a payment that made no order was returned.',
    example: (shop) => {
      const refund = { ...about, orderId: null, amountPaise: 149_900, at: AT }
      return exampleContent(refundMail({ ...refund, reason: 'sold out', isSandbox: false }, shop))
    },
    prepare: prepareRefundMail,
  },
  'first-mail': {
    when: 'While nobody has confirmed the address, instead of any mail but those about what was paid for; at most once a day.',
    example: (shop, products) => {
      const draft = statusMail(exampleOrder(products, 'order placed', AT), 'order placed', shop, { link: linkOf(shop) })
      if (!draft) throw new Error('An order that was placed has a mail.')
      return confirmationMail(draft.notice, TOKEN, shop)
    },
    prepare: null,
  },
  'confirm-address': {
    when: 'When somebody registers, where the shop sends mail, and when a customer asks for the link.',
    example: (shop) => confirmationMail(requestedConfirmation('example', shop).notice, TOKEN, shop),
    prepare: prepareConfirmation,
  },
  'confirm-new-address': {
    when: 'When a customer enters another e-mail address on the profile; to that address.',
    example: (shop) => newAddressMail(TOKEN, shop),
    prepare: prepareNewAddress,
  },
  'address-changed': {
    when: 'When an account has got another e-mail address; to the one before.',
    example: (shop) => addressChangedMail(ON, shop),
    prepare: prepareAddressChanged,
  },
  'password-changed': {
    when: 'When an account has got a new password, on the profile or by a link; to its address.',
    example: (shop) => noticeMail('password-changed', ON, shop),
    prepare: prepareNotice('password-changed'),
  },
  'passkey-added': {
    when: 'When an account has got a new passkey; to its address.',
    example: (shop) => noticeMail('passkey-added', ON, shop),
    prepare: prepareNotice('passkey-added'),
  },
  'second-factor-on': {
    when: 'When somebody of the staff has turned on a code app; to the account’s address.',
    example: (shop) => noticeMail('second-factor-on', ON, shop),
    prepare: prepareNotice('second-factor-on'),
  },
  'second-factor-off': {
    when: 'When a code app was removed, in the admin area or by a command; to the account’s address.',
    example: (shop) => noticeMail('second-factor-off', ON, shop),
    prepare: prepareNotice('second-factor-off'),
  },
  'recovery-codes-renewed': {
    when: 'When somebody of the staff has made new recovery codes; to the account’s address.',
    example: (shop) => noticeMail('recovery-codes-renewed', ON, shop),
    prepare: prepareNotice('recovery-codes-renewed'),
  },
  'recovery-code-used': {
    when: 'When a recovery code stood in for the code of an app; to the account’s address.',
    example: (shop) => noticeMail('recovery-code-used', ON, shop),
    prepare: prepareNotice('recovery-code-used'),
  },
  'new-password': {
    when: 'When somebody has forgotten the password of an account.',
    example: (shop) => recoveryMail('password', TOKEN, shop),
    prepare: prepareRecovery('password'),
  },
  'sign-in-code': {
    when: 'When somebody asks to log in by a code.',
    example: (shop) => recoveryMail('code', '402913', shop),
    prepare: prepareRecovery('code'),
  },
  'account-erasure': {
    when: 'When a customer has asked for it on the profile.',
    example: (shop) => erasureMail({ erasesAt: ON, customerName: CUSTOMER, token: TOKEN }, shop),
    prepare: prepareErasure,
  },
  'back-in-stock': {
    when: 'When a sold-out size is back, to those who asked for it.',
    example: (shop, [product]) => {
      const { _id: productId, name: productName } = product ?? { _id: 'example', name: 'Oxford Shirt' }
      return exampleContent(stockMail({ ...about, productId, productName, size: 'M' }, shop))
    },
    prepare: prepareStockMail,
  },
  'credit-given': {
    when: 'When a customer has got store credit.',
    example: (shop) => exampleContent(creditGivenMail(EXAMPLE_CREDIT, shop)),
    prepare: prepareCreditGiven,
  },
  'credit-ends': {
    when: `${CREDIT_WARNING_DAYS} days before store credit ends that is not used.`,
    example: (shop) => exampleContent(creditEndsMail(EXAMPLE_CREDIT, shop)),
    prepare: prepareCreditEnds,
  },
  'message-received': {
    when: 'When somebody has sent the contact form.',
    example: (shop) => contactMail({ key: 'example', ticket: 'S-7K2M', text: null }, shop).content,
    prepare: prepareContactMail,
  },
  'message-answered': {
    when: 'When an administrator answers a message.',
    example: (shop) =>
      contactMail({ key: 'example', ticket: 'S-7K2M', text: 'Yes, we send to Pune.\n\nIt takes three days.' }, shop)
        .content,
    prepare: prepareContactMail,
  },
  'staff-invitation': {
    when: 'When an owner invites somebody to the admin area.',
    example: (shop) => invitationMail(TOKEN, shop),
    prepare: prepareInvitation,
  },
  'key-made': {
    when: 'When an owner has made a key for another program; to every owner.',
    example: (shop) => keyMail(ON, shop),
    prepare: prepareKeyMail,
  },
  'webhook-paused': {
    when: 'When the shop stops telling another program of changes because its address takes none; to the owners.',
    example: (shop) => webhookPausedMail('hooks.example.com', ON, shop),
    prepare: prepareWebhookPaused,
  },
}

/** The mails that rows of the table of mails may be; the others go in place of these. */
export const DUE_MAIL_NAMES: readonly MailName[] = MAIL_NAMES.filter((name) => MAILS[name].prepare !== null)
