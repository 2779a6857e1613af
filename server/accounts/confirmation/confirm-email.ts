import type { z } from 'zod'

import type { ClaimingLink } from '#contract/accounts/email-confirmation.ts'
import type { RecoveryKind } from '#contract/accounts/account-recovery.ts'
import type { Db } from '#server/db/database.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'
import type { MailBudget } from '#server/db/mail-tables.ts'

import { HOUR_SECONDS } from '#contract/units/time-units.ts'
import { ShopError } from '#contract/api/errors.ts'
import { emailKey as keyOf } from '#contract/schemas/basic-schemas.ts'
import {
  confirmAddressOf,
  countOtherMails,
  findAddress,
  lockConfirmation,
  replaceConfirmationMail,
  upsertRecentMail,
  type RegisteredAddress,
} from '#server/accounts/confirmation/confirm-queries.ts'
import {
  ANSWERED_MAILS_PER_DAY,
  CONFIRMED_MAILS_PER_DAY,
  NEW_ADDRESS_MAILS_PER_DAY,
  PAID_MAILS_PER_DAY,
  RECOVERY_MAILS_PER_DAY,
  RESERVED_MAILS_PER_DAY,
  UNCONFIRMED_MAILS_PER_DAY,
  UNCONFIRMED_NEW_ADDRESS_MAILS_PER_DAY,
} from '#server/accounts/mail-limits.ts'
import {
  claimAccount,
  hashNewPassword,
  sessionOf,
  type ClaimingBrowser,
} from '#server/accounts/confirmation/claim-account.ts'
import { findAccount, getUser } from '#server/accounts/queries.ts'
import { mailboxKey } from '#server/accounts/confirmation/mailbox-key.ts'
import { CONFIRMATION_DAYS } from '#contract/accounts/link-lifetimes.ts'
import { createLink, ended, getLink } from '#server/accounts/account-links.ts'
import { hashOf } from '#server/accounts/link-tokens.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { lockName } from '#server/db/lock-name.ts'
import { confirmationNeeded, rateLimited, unauthenticated } from '#server/errors.ts'
import { newId } from '#server/db/new-id.ts'
import { countAskedMail, countStrangerMail, type AskedMail } from '#server/accounts/stranger-mails.ts'

const CONFIRMED = 'Your e-mail address is confirmed. From now on we write to you about your orders.'

const askedTooSoon = (seconds: number) => {
  const hours = Math.max(1, Math.ceil(seconds / HOUR_SECONDS))
  const message = `We have written to this address within the last day. Please look for that mail, also among the spam. Logging in by a code that we send you confirms the address, too. You can ask for another one in ${hours === 1 ? 'an hour' : `${hours} hours`}.`
  return new ShopError('rate_limited', message, { retryAfterSeconds: Math.max(1, seconds) })
}

export interface ConfirmationHooks {
  /** What else happens when an account’s address is confirmed, in the same transaction. */
  onConfirmed: (db: Db, userId: string) => Promise<void>
}

/** Where a mail goes and whether it is the mailbox's first within a day, or why it does not go. */
type MailPermission =
  | { address: RegisteredAddress; isFirst: boolean }
  | { refusal: 'unconfirmed' | 'limited'; retryAfterSeconds: number }

interface Budget {
  limit: number
  /** What is counted apart, so that a stranger who asks for the one never uses up another. */
  budget?: MailBudget
  /** The account that asks for this mailbox as its new address: one mail a day for each. */
  askedBy?: string | null
  /** What its sender's network is counted by, where the receiver may be a stranger. */
  asked?: AskedMail | undefined
}

/**
 * Counts the mail if it may go out, to the mailbox and of the network that asked. Call it inside a transaction: it
 * locks the mailbox until the transaction ends.
 */
async function countMail(
  db: Db,
  address: RegisteredAddress,
  mailId: string,
  { limit, budget = 'account', askedBy = null, asked }: Budget,
): Promise<MailPermission> {
  const mailboxHash = hashOf(mailboxKey(address.email))
  await lockName(db, 'mailbox', mailboxHash.toString('hex'))
  const mail = { mailboxHash, mailId, budget, askedBy }
  const { count, own, secondsLeft } = await countOtherMails(db, mail)
  if (count >= limit || own >= NEW_ADDRESS_MAILS_PER_DAY) {
    return { refusal: limit === UNCONFIRMED_MAILS_PER_DAY ? 'unconfirmed' : 'limited', retryAfterSeconds: secondsLeft }
  }
  // Before the mailbox: what a network may not send any more must not use up what its owner needs.
  const wait = asked && (await countAskedMail(db, asked))
  if (wait !== undefined) return { refusal: 'limited', retryAfterSeconds: wait }
  await upsertRecentMail(db, mail)
  return { address, isFirst: count === 0 }
}

/**
 * Whether a mail may go to the account's present address, and that address; undefined where the account is gone. A mail
 * that may go is counted, over all processes and all spellings of the address. A retry under the same id counts once.
 * An unconfirmed address gets one mail in 24 hours, besides those about orders that were paid for (`isPaid`). Links for
 * a new password and codes (`recoveryKind`) have a limit each: anybody can ask for them, and no sort may use up
 * another. To an unconfirmed address the network that `asked` sends so many an hour.
 */
export function permitMail(
  db: Db,
  userId: string,
  mailId: string,
  {
    recoveryKind = null,
    isPaid = false,
    asked,
  }: { recoveryKind?: RecoveryKind | null; isPaid?: boolean; asked?: AskedMail } = {},
): Promise<MailPermission | undefined> {
  return inTransaction(db, async (db) => {
    const address = await findAddress(db, userId)
    if (!address) return undefined
    const limits = recoveryKind
      ? RECOVERY_MAILS_PER_DAY
      : { confirmed: CONFIRMED_MAILS_PER_DAY, unconfirmed: isPaid ? PAID_MAILS_PER_DAY : UNCONFIRMED_MAILS_PER_DAY }
    const limit = address.isConfirmed ? limits.confirmed : limits.unconfirmed
    const counted = { limit, budget: recoveryKind ?? 'account' } as const
    return countMail(db, address, mailId, { ...counted, asked: address.isConfirmed ? undefined : asked })
  })
}

/**
 * Whether the link may go to the address that an account asks for; if so, it is counted. Anybody may ask for any
 * address, so each account has its own mail of the day there. Where many ask for one address, only accounts with a
 * confirmed address get theirs.
 */
export const permitNewAddressMail = (
  db: Db,
  { email, userId }: { email: string; userId: string },
  mailId: string,
): Promise<MailPermission> =>
  inTransaction(db, async (db) => {
    const asking = await findAddress(db, userId)
    const limit = asking?.isConfirmed ? Infinity : UNCONFIRMED_NEW_ADDRESS_MAILS_PER_DAY
    const address = { email, emailKey: keyOf(email), isConfirmed: false }
    return countMail(db, address, mailId, { limit, budget: 'new address', askedBy: userId })
  })

/**
 * Whether a mail may go to an address that an account has or had when something of it changed; if so, it is counted
 * within the limits of that address.
 */
export const permitAddressMail = (
  db: Db,
  { email, isConfirmed }: { email: string; isConfirmed: boolean },
  mailId: string,
): Promise<MailPermission> =>
  inTransaction(db, (db) => {
    const limit = isConfirmed ? CONFIRMED_MAILS_PER_DAY + RESERVED_MAILS_PER_DAY : UNCONFIRMED_MAILS_PER_DAY
    return countMail(db, { email, emailKey: keyOf(email), isConfirmed }, mailId, { limit })
  })

/**
 * Whether a mail may go to an address that was typed into the contact form; it is counted then. Anybody may type any
 * address, so by itself the shop writes there only if the mailbox had no such mail within 24 hours, even if an account
 * has confirmed it; where none has, the network that `asked` sends so many an hour.
 */
export function permitContactMail(
  db: Db,
  email: string,
  mailId: string,
  { isAnswer, asked }: { isAnswer: boolean; asked: AskedMail },
): Promise<MailPermission> {
  const address = { email, emailKey: keyOf(email), isConfirmed: false }
  const limit = isAnswer ? ANSWERED_MAILS_PER_DAY : UNCONFIRMED_MAILS_PER_DAY
  return inTransaction(db, async (db) => {
    const isStrangers = !isAnswer && !(await findAccount(db, email))?.isConfirmed
    return countMail(db, address, mailId, { limit, budget: 'message', asked: isStrangers ? asked : undefined })
  })
}

/** A new token that confirms this address of the account for some days. Only its hash is stored. */
export function createConfirmation(db: Db, userId: string, emailKey: string): Promise<string> {
  return createLink(db, 'confirm address', { key: newId(), userId, emailKey, minutes: CONFIRMATION_DAYS * 24 * 60 })
}

/**
 * Confirms the address that the token was sent to and returns a message; may be repeated. Anybody may register an
 * address: from a browser that is not signed in to the customer's account it also sets `password`, and every way in of
 * before ends. `onConfirmed` acts in the same transaction. Throws `not_found` for an unknown or expired token, and as
 * `hashNewPassword` does.
 */
export async function confirmEmail(
  db: Db,
  { token, password }: z.output<typeof ClaimingLink>,
  browser: ClaimingBrowser,
  { onConfirmed }: ConfirmationHooks,
): Promise<string> {
  const { owner: userId } = await getLink(db, 'confirm address', token)
  const find = async (db: Db) => {
    const found = await lockConfirmation(db, userId)
    if (!found) throw ended('confirm address')
    return found
  }
  const { isConfirmed, role } = await find(db)
  const needsPassword = !isConfirmed && role === 'customer' && !sessionOf(browser.sessions, userId)
  const passwordHash = needsPassword ? await hashNewPassword(await getUser(db, userId), password, browser) : undefined
  return inTransaction(db, async (db) => {
    const found = await find(db)
    // The account may have got another address meanwhile.
    await getLink(db, 'confirm address', token)
    // Somebody else with the link has set a password meanwhile.
    if (passwordHash !== undefined && found.isConfirmed) return CONFIRMED
    // The account may have joined the staff meanwhile, whose password no link to confirm an address replaces.
    const claimingHash = found.role === 'customer' ? passwordHash : undefined
    if (claimingHash === undefined) await confirmAddressOf(db, userId)
    else await claimAccount(db, userId, claimingHash)
    await onConfirmed(db, userId)
    return claimingHash === undefined ? CONFIRMED : `${CONFIRMED} Please log in with your new password.`
  })
}

/** Whether the address of the account is confirmed. Throws `unauthenticated` if the account was deleted. */
export async function isEmailConfirmed(db: Db, userId: string): Promise<boolean> {
  const address = await findAddress(db, userId)
  if (!address) throw unauthenticated()
  return address.isConfirmed
}

/** Throws `confirmation_needed` while the address of the account is unconfirmed, if the shop sends mail. */
export async function requireConfirmedEmail(db: Db, userId: string, sendsMail: boolean): Promise<void> {
  if (sendsMail && !(await isEmailConfirmed(db, userId))) throw confirmationNeeded()
}

/** Queues the mail with the link for a new account. A customer who gets none, because of the limit, may ask for it. */
export async function requestFirstConfirmation(db: Db, userId: string, networks: readonly Network[]): Promise<void> {
  const wait = await countStrangerMail(db, 'registration', networks)
  if (wait === undefined) await replaceConfirmationMail(db, userId, `${newId()}.confirm`)
}

/**
 * Queues a mail with a link for a customer and returns a message. Throws `rate_limited` if the address had its mail of
 * the day, or the caller's network has sent too many.
 */
export async function requestConfirmation(db: Db, userId: string, networks: readonly Network[]): Promise<string> {
  if (!(await isEmailConfirmed(db, userId))) {
    const wait = await countStrangerMail(db, 'link asked for', networks)
    if (wait !== undefined) throw rateLimited(wait)
  }
  return inTransaction(db, async (db) => {
    const address = await findAddress(db, userId)
    if (!address) throw unauthenticated()
    if (address.isConfirmed) return 'Your e-mail address is confirmed already.'
    const mailId = `${newId()}.confirm`
    const permission = await countMail(db, address, mailId, { limit: UNCONFIRMED_MAILS_PER_DAY })
    if ('refusal' in permission) throw askedTooSoon(permission.retryAfterSeconds)
    await replaceConfirmationMail(db, userId, mailId)
    return 'We are sending you a mail with a link. Please open it and confirm your address.'
  })
}
