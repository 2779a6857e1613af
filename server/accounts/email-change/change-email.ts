import type { z } from 'zod'

import type { ClaimingLink } from '#contract/accounts/email-confirmation.ts'
import type { EmailChange } from '#contract/accounts/profile.ts'
import type { Db } from '#server/db/database.ts'
import type { SessionStart } from '#server/http/session-start.ts'

import { NEW_ADDRESSES_PER_DAY } from '#server/accounts/mail-limits.ts'
import { DAY_SECONDS } from '#contract/units/time-units.ts'
import type { ConfirmationHooks } from '#server/accounts/confirmation/confirm-email.ts'
import { emailKey as keyOf } from '#contract/schemas/basic-schemas.ts'
import {
  claimAccount,
  hashNewPassword,
  sessionOf,
  type ClaimingBrowser,
} from '#server/accounts/confirmation/claim-account.ts'
import {
  queueOldAddressMail,
  replaceEmail,
  upsertEmailChange,
  type NewAddress,
} from '#server/accounts/email-change/email-change-queries.ts'
import { getByPassword, wrongPassword } from '#server/accounts/passwords/confirm-password.ts'
import { requireMayChange, type CallingSession } from '#server/accounts/second-factor/may-change-account.ts'
import { getLink, takeLink } from '#server/accounts/account-links.ts'
import { countStrangerMail } from '#server/accounts/stranger-mails.ts'
import { deleteLinksOf, setLinkToken, type AccountLink } from '#server/accounts/link-queries.ts'
import { deleteSessionsOf } from '#server/accounts/sessions/session-queries.ts'
import { getUser, lockLogin } from '#server/accounts/queries.ts'
import { reopenSession, type Session } from '#server/accounts/sessions/sessions.ts'
import { deletePasskeysOf } from '#server/accounts/passkeys/passkey-queries.ts'
import { EMAIL_CHANGE_HOURS } from '#contract/accounts/link-lifetimes.ts'
import { hashOf, newToken } from '#server/accounts/link-tokens.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { invalidField, rateLimited, unauthenticated } from '#server/errors.ts'
import { newId } from '#server/db/new-id.ts'
import { countCall } from '#server/http/rate-limits/service.ts'

const SAME_ADDRESS = 'Your account has this e-mail address already.'

/**
 * Gives the account its new address, tells the old one, and ends every session and every link and code that was sent.
 * Call it inside a transaction. Throws `conflict` when the address has an account already.
 */
async function moveAccount(
  db: Db,
  address: NewAddress,
  { isConfirmed, onMoved }: { isConfirmed: boolean } & Pick<AddressHooks, 'onMoved'>,
): Promise<void> {
  const { userId, email } = address
  const before = await replaceEmail(db, address, isConfirmed)
  if (!before) throw unauthenticated()
  if (before.isConfirmed) await onMoved(db, before.emailKey, email)
  if (address.removesPasskeys) await deletePasskeysOf(db, userId, userId)
  await deleteSessionsOf(db, userId)
  await deleteLinksOf(db, userId)
  await queueOldAddressMail(db, { id: newId(), userId, ...before })
}

export interface AddressHooks extends ConfirmationHooks {
  /** What else moves with an account from a confirmed address to another, in the same transaction. */
  onMoved: (db: Db, fromKey: string, email: string) => Promise<void>
}

/**
 * Asks for another e-mail address, by the present password. Where mail is sent, the account gets the address by the
 * link that goes there, and the answer is the same whether or not that address has an account. Where none is, it gets
 * the address at once and the caller a new session; throws `conflict` there for a taken address. Throws as
 * `requireMayChange` and `getByPassword` do, and `rate_limited`.
 */
export async function changeEmail(
  db: Db,
  caller: CallingSession,
  { email, password, removesPasskeys = false }: EmailChange,
  start: SessionStart,
  { sendsMail, onMoved }: { sendsMail: boolean } & Pick<AddressHooks, 'onMoved'>,
): Promise<{ message: string; session?: Session }> {
  const { userId } = caller
  await requireMayChange(db, userId, caller)
  const { user, passwordHash } = await getByPassword(db, userId, password, start.networks)
  const emailKey = keyOf(email)
  if (emailKey === keyOf(user.email)) throw invalidField('email', SAME_ADDRESS)
  const wait = await countCall(db, `new address ${userId}`, NEW_ADDRESSES_PER_DAY, DAY_SECONDS)
  if (wait !== undefined) throw rateLimited(wait, 'You have entered many new addresses today. Please try again later.')
  const mailWait = sendsMail ? await countStrangerMail(db, 'new address', start.networks) : undefined
  if (mailWait !== undefined) throw rateLimited(mailWait)
  await inTransaction(db, async (db) => {
    const isStillRight = await lockLogin(db, { userId, emailKey: keyOf(user.email), passwordHash })
    if (!isStillRight) throw wrongPassword()
    await requireMayChange(db, userId, caller)
    if (sendsMail) await upsertEmailChange(db, newId(), { userId, email, emailKey, removesPasskeys })
    else await moveAccount(db, { userId, email, emailKey, removesPasskeys }, { isConfirmed: false, onMoved })
  })
  if (sendsMail) {
    const message = `If ${email} can be used, we are sending it a link. It works once, for ${EMAIL_CHANGE_HOURS} hours. Until then your address stays as it is.`
    return { message }
  }
  const session = await reopenSession(db, caller, { userId, emailKey, passwordHash }, start)
  return { message: 'Your e-mail address is changed. Everywhere else you are logged out.', session }
}

/**
 * What the mail to the new address must contain: a new token; undefined if it is not wanted any more. Only its hash is
 * stored.
 */
export async function createEmailChangeToken(db: Db, id: string): Promise<string | undefined> {
  const token = newToken()
  const minutes = EMAIL_CHANGE_HOURS * 60
  return (await setLinkToken(db, { purpose: 'new address', key: id, tokenHash: hashOf(token), minutes }))
    ? token
    : undefined
}

/** The account that a link is for, and its new address. */
function addressOf({ owner: userId, payload: { email, emailKey, removesPasskeys = false } }: AccountLink): NewAddress {
  if (email === undefined || emailKey === undefined) throw new Error('a link to a new address does not name it')
  return { userId, email, emailKey, removesPasskeys }
}

/**
 * Gives an account the address that the link was sent to, which is confirmed by that, and returns a message. Ends every
 * session of the account; `onConfirmed` acts in the same transaction. From a browser that is not signed in to the
 * account it also sets `password`: whoever asked may have named a stranger's address, and must not keep a way in.
 * Throws as `requireMayChange` does, `not_found` for a token that is unknown, used or too old, `conflict` if the
 * address has got an account since, and as `hashNewPassword` does.
 */
export async function confirmNewEmail(
  db: Db,
  { token, password }: z.output<typeof ClaimingLink>,
  browser: ClaimingBrowser,
  { onConfirmed, onMoved }: AddressHooks,
): Promise<string> {
  const asked = addressOf(await getLink(db, 'new address', token))
  const by = sessionOf(browser.sessions, asked.userId)
  await requireMayChange(db, asked.userId, by)
  const user = await getUser(db, asked.userId)
  const passwordHash = by ? undefined : await hashNewPassword({ ...user, email: asked.email }, password, browser)
  return inTransaction(db, async (db) => {
    const address = addressOf(await takeLink(db, 'new address', token))
    await requireMayChange(db, address.userId, by)
    await moveAccount(db, address, { isConfirmed: true, onMoved })
    if (passwordHash !== undefined) await claimAccount(db, address.userId, passwordHash)
    await onConfirmed(db, address.userId)
    return `Your e-mail address is ${address.email} now. Please log in with it.`
  })
}
