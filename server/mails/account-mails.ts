import type { Block, MailContent, MailShop } from '#contract/words/mail-content.ts'
import type { RecoveryKind } from '#contract/accounts/account-recovery.ts'

import {
  CONFIRMATION_DAYS,
  EMAIL_CHANGE_HOURS,
  INVITATION_DAYS,
  RECOVERY_MINUTES,
} from '#contract/accounts/link-lifetimes.ts'
import { dateInWords } from '#contract/units/india-time.ts'
import { orderLink, type MailDraft, type Notice } from '#server/mails/order-mail-parts.ts'
import { greeting, nameInMail, say, sayParagraphs } from '#server/mails/words-in-mail.ts'

/** What lets the owner of an address confirm it. */
const confirmationButton = (name: 'first-mail' | 'confirm-address', token: string, shop: MailShop): Block => ({
  lead: say(shop, `${name}.lead`),
  button: say(shop, `${name}.button`),
  url: `${shop.publicUrl}/confirm-email/${token}`,
  note: `The link works for ${CONFIRMATION_DAYS} days.`,
})

/** The same mail with the link that confirms its address. */
export const withConfirmation = (content: MailContent, token: string, shop: MailShop): MailContent => ({
  ...content,
  blocks: [
    ...content.blocks,
    confirmationButton('first-mail', token, shop),
    ...sayParagraphs(shop, 'first-mail.paidClosing'),
  ],
})

/**
 * The only mail to an unconfirmed address that has not paid. It may reach a stranger, because anybody can type an
 * address. So it contains the number of an order, a link to it and a link that confirms the address, but no typed text.
 */
export function confirmationMail(
  { name = 'first-mail', subject, opening, orderId }: Notice,
  token: string,
  shop: MailShop,
): MailContent {
  return {
    name,
    subject,
    preheader: say(shop, `${name}.preheader`),
    blocks: [
      greeting(shop),
      ...opening.split('\n\n'),
      orderId === null ? undefined : orderLink(shop, orderId),
      confirmationButton(name, token, shop),
      ...sayParagraphs(shop, `${name}.closing`),
    ],
    isSandbox: orderId !== null && shop.isSandbox,
  }
}

/** The mail with a confirmation link, after registering and when a customer asks for it on the profile. */
export const requestedConfirmation = (id: string, shop: MailShop): MailDraft => ({
  id,
  notice: {
    name: 'confirm-address',
    subject: say(shop, 'confirm-address.subject'),
    opening: say(shop, 'confirm-address.opening'),
    orderId: null,
  },
})

/**
 * The mail with a link for a new password or with a code. It is the same for confirmed and unconfirmed addresses:
 * nothing in it was typed by anybody.
 */
export function recoveryMail(purpose: RecoveryKind, secret: string, shop: MailShop): MailContent {
  const about = { minutes: String(RECOVERY_MINUTES[purpose]) }
  const name = purpose === 'code' ? 'sign-in-code' : 'new-password'
  const head = {
    name,
    subject: say(shop, `${name}.subject`, about),
    preheader: say(shop, `${name}.preheader`, about),
  } as const
  const lead = say(shop, `${name}.lead`, about)
  const opening = sayParagraphs(shop, `${name}.opening`, about)
  const closing = sayParagraphs(shop, `${name}.closing`, about)
  if (purpose === 'code') {
    return { ...head, blocks: [greeting(shop), { lead, code: secret }, ...opening, ...closing] }
  }
  const button = say(shop, 'new-password.button')
  const url = `${shop.publicUrl}/reset-password/${secret}`
  return { ...head, blocks: [greeting(shop), ...opening, { lead, button, url }, ...closing] }
}

/**
 * The mail with the link to a new address of an account. It may reach a stranger whose address somebody typed, so it
 * names neither the account nor its old address.
 */
export function newAddressMail(token: string, shop: MailShop): MailContent {
  const about = { hours: String(EMAIL_CHANGE_HOURS) }
  return {
    name: 'confirm-new-address',
    subject: say(shop, 'confirm-new-address.subject', about),
    preheader: say(shop, 'confirm-new-address.preheader', about),
    blocks: [
      greeting(shop),
      ...sayParagraphs(shop, 'confirm-new-address.opening', about),
      {
        lead: say(shop, 'confirm-new-address.lead', about),
        button: say(shop, 'confirm-new-address.button', about),
        url: `${shop.publicUrl}/confirm-new-email/${token}`,
        note: `The link works once, for ${EMAIL_CHANGE_HOURS} hours.`,
      },
      ...sayParagraphs(shop, 'confirm-new-address.closing', about),
    ],
  }
}

/** The mail to the address that an account had until now. */
export function addressChangedMail(changedAt: Date, shop: MailShop): MailContent {
  const about = { date: dateInWords(changedAt) }
  return {
    name: 'address-changed',
    subject: say(shop, 'address-changed.subject', about),
    preheader: say(shop, 'address-changed.preheader', about),
    blocks: [
      greeting(shop),
      ...sayParagraphs(shop, 'address-changed.opening', about),
      ...sayParagraphs(shop, 'address-changed.closing', about),
    ],
  }
}

/** The mails that tell of a change of what lets into an account. */
export type NoticeName =
  | 'password-changed'
  | 'passkey-added'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'recovery-codes-renewed'
  | 'recovery-code-used'

/**
 * The mail to the address of an account that tells of a change of what lets into it. Nothing in it was typed by
 * anybody.
 */
export function noticeMail(name: NoticeName, at: Date, shop: MailShop): MailContent {
  const about = { date: dateInWords(at) }
  return {
    name,
    subject: say(shop, `${name}.subject`, about),
    preheader: say(shop, `${name}.preheader`, about),
    blocks: [
      greeting(shop),
      ...sayParagraphs(shop, `${name}.opening`, about),
      {
        lead: say(shop, `${name}.lead`, about),
        button: say(shop, `${name}.button`, about),
        url: `${shop.publicUrl}/forgot-password`,
      },
    ],
  }
}

/** The mail that tells an owner of a new key. Nothing in it was typed by anybody. */
export function keyMail(at: Date, shop: MailShop): MailContent {
  const about = { date: dateInWords(at) }
  return {
    name: 'key-made',
    subject: say(shop, 'key-made.subject', about),
    preheader: say(shop, 'key-made.preheader', about),
    blocks: [
      greeting(shop),
      ...sayParagraphs(shop, 'key-made.opening', about),
      {
        lead: say(shop, 'key-made.lead', about),
        button: say(shop, 'key-made.button', about),
        url: `${shop.publicUrl}/admin/keys`,
      },
    ],
  }
}

/** The mail that says when an account will be erased. */
export function erasureMail(
  { erasesAt, customerName, token }: { erasesAt: Date; customerName: string; token: string },
  shop: MailShop,
): MailContent {
  const about = { date: dateInWords(erasesAt), name: nameInMail(customerName) }
  return {
    name: 'account-erasure',
    subject: say(shop, 'account-erasure.subject', about),
    preheader: say(shop, 'account-erasure.preheader', about),
    blocks: [
      greeting(shop, customerName),
      ...sayParagraphs(shop, 'account-erasure.opening', about),
      {
        lead: say(shop, 'account-erasure.lead', about),
        button: say(shop, 'account-erasure.button', about),
        url: `${shop.publicUrl}/keep-account/${token}`,
        note: 'The link works until the account is erased.',
      },
      ...sayParagraphs(shop, 'account-erasure.closing', about),
    ],
  }
}

/** The mail that invites somebody to the staff. */
export function invitationMail(token: string, shop: MailShop): MailContent {
  const about = { days: String(INVITATION_DAYS) }
  return {
    name: 'staff-invitation',
    subject: say(shop, 'staff-invitation.subject', about),
    preheader: say(shop, 'staff-invitation.preheader', about),
    blocks: [
      greeting(shop),
      ...sayParagraphs(shop, 'staff-invitation.opening', about),
      {
        lead: say(shop, 'staff-invitation.lead', about),
        button: say(shop, 'staff-invitation.button', about),
        url: `${shop.publicUrl}/join-staff/${token}`,
        note: `The link works once, for ${INVITATION_DAYS} days. Please give it to nobody else.`,
      },
      ...sayParagraphs(shop, 'staff-invitation.closing', about),
    ],
  }
}
