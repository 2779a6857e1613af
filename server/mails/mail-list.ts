import type { MailName } from '#contract/words/mail-names.ts'

import { CREDIT_WARNING_DAYS } from '#contract/accounts/store-credit-rules.ts'
import { MAIL_NAMES } from '#contract/words/mail-names.ts'
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
} from '#server/mails/account-mails.ts'
import { creditEndsMail, creditGivenMail } from '#server/mails/store-credit-mails.ts'
import { exampleOrder } from '#server/mails/example-order.ts'
import { contactMail } from '#server/mails/contact-mails.ts'
import { about, AT, CUSTOMER, exampleContent, linkOf, ON, TOKEN, type MailEntry } from '#server/mails/mail-entry.ts'
import { ORDER_MAIL_ENTRIES } from '#server/mails/order-mail-list.ts'
import { statusMail } from '#server/mails/order-status-mails.ts'
import { backInStockMail } from '#server/mails/back-in-stock-mails.ts'
import { webhookPausedMail } from '#server/mails/webhook-paused-mails.ts'
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
import { prepareCreditEnds, prepareCreditGiven, prepareStockMail } from '#server/mails/prepare-order-mails.ts'

const EXAMPLE_CREDIT = { ...about, paise: 50_000, reason: 'For the delay of your parcel.', endsOn: '2027-03-31' }

/**
 * Every mail of the shop, those about orders from `order-mail-list.ts`; nothing is sent under another name. A new mail
 * is its name in `MAIL_NAMES`, its words in `MAIL_WORDS`, its text, its row here or there, whether it is kept
 * (`server/jobs/delete-expired-queries.ts`), and an insert into `mails` in the transaction of what it tells of. The
 * mail of a status of orders needs its name in `STATUS_FACTS` and its text in `STATUS_TEXTS`.
 */
export const MAILS: Record<MailName, MailEntry> = {
  ...ORDER_MAIL_ENTRIES,
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
      return exampleContent(backInStockMail({ ...about, productId, productName, size: 'M' }, shop))
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
