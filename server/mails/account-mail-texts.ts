import type { Block, MailContent, MailShop } from '#contract/mails/mail-content.ts'
import type { RecoveryKind } from '#contract/accounts/account-recovery.ts'

import {
  CONFIRMATION_DAYS,
  EMAIL_CHANGE_HOURS,
  INVITATION_DAYS,
  RECOVERY_MINUTES,
} from '#contract/accounts/link-lifetimes.ts'
import { dateInWords } from '#contract/india-time.ts'
import { oneLine } from '#contract/mails/mail-content.ts'
import { greeting, orderLink, type MailDraft, type Notice } from '#server/mails/order-mail-texts.ts'

/** What lets the owner of an address confirm it. */
const confirmationButton = (token: string, shop: MailShop): Block => ({
  lead: 'Was it you? Then please confirm your address, so that we can write to you about your orders:',
  button: 'Confirm my address',
  url: `${shop.publicUrl}/confirm-email/${token}`,
  note: `The link works for ${CONFIRMATION_DAYS} days.`,
})

/** The same mail with the link that confirms its address. */
export const withConfirmation = (content: MailContent, token: string, shop: MailShop): MailContent => ({
  ...content,
  blocks: [
    ...content.blocks,
    confirmationButton(token, shop),
    'Was it not you? Then please leave that link alone. We write to this address only about orders that were paid for with it.',
  ],
})

/**
 * The only mail to an unconfirmed address that has not paid. It may reach a stranger, because anybody can type an address. So it contains the
 * number of an order, a link to it and a link that confirms the address, but no typed text.
 */
export function confirmationMail(
  { name = 'first-mail', subject, opening, orderId }: Notice,
  token: string,
  shop: MailShop,
): MailContent {
  return {
    name,
    subject,
    preheader: 'Was it you? Then please confirm your address.',
    blocks: [
      'Hello,',
      opening,
      orderId === null ? undefined : orderLink(shop, orderId),
      confirmationButton(token, shop),
      'Was it not you? Then please leave that link alone. As long as nobody confirms this address, we write to it at most once a day.',
    ],
    isSandbox: orderId !== null && shop.isSandbox,
  }
}

/** The mail with a confirmation link, after registering and when a customer asks for it on the profile. */
export const requestedConfirmation = (id: string): MailDraft => ({
  id,
  notice: {
    name: 'confirm-address',
    subject: 'Please confirm your e-mail address',
    opening:
      'An account at our shop has this e-mail address: somebody registered it, or asked us for this mail on its profile.',
    orderId: null,
  },
})

/**
 * The mail with a link for a new password or with a code. It is the same for confirmed and unconfirmed addresses: nothing in it
 * was typed by anybody.
 */
export function recoveryMail(purpose: RecoveryKind, secret: string, shop: MailShop): MailContent {
  const until = `for ${RECOVERY_MINUTES[purpose]} minutes`
  const unasked = 'Was it not you? Then please do nothing: without this mail nobody gets into the account.'
  if (purpose === 'code') {
    return {
      name: 'sign-in-code',
      subject: 'Your code to log in',
      preheader: `It works once and ${until}.`,
      blocks: [
        'Hello,',
        { lead: 'Your code is', code: secret },
        `It works once and ${until}, in the browser where it was asked for. We never ask for it on the phone.`,
        'If your address was not confirmed before, the code confirms it and ends the password that was set until then: choose a new one by “Forgotten your password?” on the login page.',
        unasked,
      ],
    }
  }
  return {
    name: 'new-password',
    subject: 'A new password for your account',
    preheader: `The link works once and ${until}.`,
    blocks: [
      'Hello,',
      'Somebody has asked us for a new password for the account with this e-mail address.',
      {
        lead: `Choose a new password here; the link works once and ${until}:`,
        button: 'Choose a new password',
        url: `${shop.publicUrl}/reset-password/${secret}`,
      },
      unasked,
    ],
  }
}

/**
 * The mail with the link to a new address of an account. It may reach a stranger whose address somebody typed, so it names neither the
 * account nor its old address.
 */
export const newAddressMail = (token: string, shop: MailShop): MailContent => ({
  name: 'confirm-new-address',
  subject: 'Please confirm your new e-mail address',
  preheader: `The link works once, for ${EMAIL_CHANGE_HOURS} hours.`,
  blocks: [
    'Hello,',
    'Somebody with an account at our shop wants to use this e-mail address for it.',
    {
      lead: 'Was it you? Then please confirm the address. You are logged out everywhere by that, and log in with it from then on:',
      button: 'Use this address',
      url: `${shop.publicUrl}/confirm-new-email/${token}`,
      note: `The link works once, for ${EMAIL_CHANGE_HOURS} hours.`,
    },
    'Was it not you? Then please leave that link alone. As long as nobody confirms this address, we write to it at most once a day.',
  ],
})

/** The mail to the address that an account had until now. */
export const addressChangedMail = (changedAt: Date): MailContent => ({
  name: 'address-changed',
  subject: 'Your account has another e-mail address',
  preheader: 'Was it not you? Then please write to us at once.',
  blocks: [
    'Hello,',
    `On ${dateInWords(changedAt)} the e-mail address of your account at our shop was changed to another one. Whoever changed it knew the password. From now on we write to the new address.`,
    'Was it not you? Then please write to us at once, and name an order of yours.',
  ],
})

const NOTICES = {
  'password-changed': {
    subject: 'Your account has a new password',
    event: 'your account at our shop has a new password',
  },
  'passkey-added': {
    subject: 'Your account has a new passkey',
    event: 'your account at our shop has a new passkey, which lets in without the password',
  },
  'second-factor-on': {
    subject: 'Your account has a code app',
    event: 'signing in to the admin area needs a code of an app, too',
  },
  'second-factor-off': {
    subject: 'Your account has no code app any more',
    event: 'signing in to the admin area needs the password alone',
  },
  'recovery-codes-renewed': {
    subject: 'Your account has new recovery codes',
    event: 'your account at our shop has new recovery codes, and the old ones do not work any more',
  },
  'recovery-code-used': {
    subject: 'A recovery code of your account was used',
    event: 'a recovery code of your account at our shop is used up: it stood in for the code of the app',
  },
} as const
/** The mails that tell of a change of what lets into an account. */
export type NoticeName = keyof typeof NOTICES

/** The mail to the address of an account that tells of a change of what lets into it. Nothing in it was typed by anybody. */
export const noticeMail = (name: NoticeName, at: Date, shop: MailShop): MailContent => ({
  name,
  subject: NOTICES[name].subject,
  preheader: 'Was it not you? Then please act at once.',
  blocks: [
    'Hello,',
    `Since ${dateInWords(at)} ${NOTICES[name].event}.`,
    {
      lead: 'Was it not you? Then choose a new password by a link that we send to this address; it ends every passkey and every session:',
      button: 'Choose a new password',
      url: `${shop.publicUrl}/forgot-password`,
    },
  ],
})

/** The mail that says when an account will be erased. */
export const erasureMail = (
  { erasesAt, customerName, token }: { erasesAt: Date; customerName: string; token: string },
  shop: MailShop,
): MailContent => ({
  name: 'account-erasure',
  subject: `Your account will be erased on ${dateInWords(erasesAt)}`,
  preheader: 'Log in before then if you want to keep it.',
  blocks: [
    greeting(customerName),
    `As you have asked us, we erase your account on ${dateInWords(erasesAt)}, or once your last order has come if that is later. You are logged out everywhere.`,
    {
      lead: 'Have you changed your mind? Then keep it, or just log in:',
      button: 'Keep my account',
      url: `${shop.publicUrl}/keep-account/${token}`,
      note: 'The link works until the account is erased.',
    },
    'Was it not you? Then keep the account and choose a new password: somebody knows the old one.',
  ],
})

/** The mail that invites somebody to the staff. */
export const invitationMail = (token: string, shop: MailShop): MailContent => ({
  name: 'staff-invitation',
  subject: `Join the staff of ${oneLine(shop.shopName)}`,
  preheader: `The link works once, for ${INVITATION_DAYS} days.`,
  blocks: [
    'Hello,',
    'You were invited to work in the admin area of our shop.',
    {
      lead: 'Make your own account there:',
      button: 'Join the staff',
      url: `${shop.publicUrl}/join-staff/${token}`,
      note: `The link works once, for ${INVITATION_DAYS} days. Please give it to nobody else.`,
    },
    'Do you not know this shop? Then please do nothing.',
  ],
})
