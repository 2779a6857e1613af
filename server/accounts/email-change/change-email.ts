import type { EmailChange } from '#contract/profile.ts'
import type { Db } from '#server/db/open.ts'
import type { SessionStart } from '#server/http/session-start.ts'

import { ShopError } from '#contract/errors.ts'
import { countStrangerMail, type ConfirmationHooks } from '#server/accounts/confirmation/confirm-email.ts'
import { emailKey as keyOf } from '#contract/basic-schemas.ts'
import {
  queueOldAddressMail,
  replaceEmail,
  setEmailChangeToken,
  takeEmailChange,
  upsertEmailChange,
} from '#server/accounts/email-change/email-change-queries.ts'
import { getByPassword, wrongPassword } from '#server/accounts/confirm-password.ts'
import { deleteSessionsOf, deleteTokensOf, lockLogin } from '#server/accounts/queries.ts'
import { reopenSession, type Session } from '#server/accounts/sessions.ts'
import { EMAIL_CHANGE_HOURS } from '#server/link-lifetimes.ts'
import { hashOf, newToken } from '#server/accounts/link-tokens.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { invalidField, rateLimited, unauthenticated } from '#server/errors.ts'
import { newId } from '#server/new-id.ts'
import { countCall } from '#server/rate-limits/service.ts'

/** New addresses that an account may name within a day: each of them may be a stranger's. */
const CHANGES_PER_DAY = 5
const DAY_SECONDS = 24 * 3600

const ENDED_LINK = 'This link does not work any more. Please log in and enter the new address again.'
const SAME_ADDRESS = 'Your account has this e-mail address already.'

/**
 * Gives the account its new address, tells the old one, and ends every session and every link and code that was sent. Call it
 * inside a transaction. Throws `conflict` when the address has an account already.
 */
async function moveAccount(
  db: Db,
  address: { userId: string; email: string; emailKey: string },
  { isConfirmed, onMoved }: { isConfirmed: boolean } & Pick<AddressHooks, 'onMoved'>,
): Promise<void> {
  const { userId, email } = address
  const before = await replaceEmail(db, address, isConfirmed)
  if (!before) throw unauthenticated()
  const { role, ...old } = before
  if (before.isConfirmed) await onMoved(db, before.emailKey, email)
  await deleteSessionsOf(db, userId)
  await deleteTokensOf(db, userId)
  await queueOldAddressMail(db, { id: newId(), userId, ...old })
  if (role === 'customer') return
  await recordChange(db, userId, 'change e-mail', ['user', userId], { before: { email: old.email }, after: { email } })
}

export interface AddressHooks extends ConfirmationHooks {
  /** What else moves with an account from a confirmed address to another, in the same transaction. */
  onMoved: (db: Db, fromKey: string, email: string) => Promise<void>
}

/**
 * Asks for another e-mail address, by the present password. Where mail is sent, the account gets the address by the link that goes
 * there, and the answer is the same whether or not that address has an account. Where none is, it gets the address at once and the caller
 * a new session; throws `conflict` there for a taken address. Throws as `getByPassword` does, and `rate_limited`.
 */
export async function changeEmail(
  db: Db,
  userId: string,
  { email, password }: EmailChange,
  start: SessionStart,
  { sendsMail, onMoved }: { sendsMail: boolean } & Pick<AddressHooks, 'onMoved'>,
): Promise<{ message: string; session?: Session }> {
  const { user, passwordHash } = await getByPassword(db, userId, password, start.networks)
  const emailKey = keyOf(email)
  if (emailKey === keyOf(user.email)) throw invalidField('email', SAME_ADDRESS)
  const wait = await countCall(db, `new address ${userId}`, CHANGES_PER_DAY, DAY_SECONDS)
  if (wait !== undefined) throw rateLimited(wait, 'You have entered many new addresses today. Please try again later.')
  const mailWait = sendsMail ? await countStrangerMail(db, 'new address', start.networks) : undefined
  if (mailWait !== undefined) throw rateLimited(mailWait)
  await inTransaction(db, async (db) => {
    const isStillRight = await lockLogin(db, { userId, emailKey: keyOf(user.email), passwordHash })
    if (!isStillRight) throw wrongPassword()
    if (sendsMail) await upsertEmailChange(db, newId(), { userId, email, emailKey })
    else await moveAccount(db, { userId, email, emailKey }, { isConfirmed: false, onMoved })
  })
  if (sendsMail) {
    const message = `If ${email} can be used, we are sending it a link. It works once, for ${EMAIL_CHANGE_HOURS} hours. Until then your address stays as it is.`
    return { message }
  }
  const session = await reopenSession(db, { userId, emailKey, passwordHash }, start)
  return { message: 'Your e-mail address is changed. Everywhere else you are logged out.', session }
}

/** What the mail to the new address must contain: a new token; undefined if it is not wanted any more. Only its hash is stored. */
export async function createEmailChangeToken(db: Db, id: string): Promise<string | undefined> {
  const token = newToken()
  return (await setEmailChangeToken(db, id, hashOf(token), EMAIL_CHANGE_HOURS)) ? token : undefined
}

/**
 * Gives an account the address that the link was sent to, which is confirmed by that, and returns a message. Ends every session of the
 * account; `onConfirmed` acts in the same transaction. Throws `not_found` for a token that is unknown, used or too old, and `conflict` if
 * the address has got an account since.
 */
export function confirmNewEmail(db: Db, token: string, { onConfirmed, onMoved }: AddressHooks): Promise<string> {
  return inTransaction(db, async (db) => {
    const address = await takeEmailChange(db, hashOf(token))
    if (!address) throw new ShopError('not_found', ENDED_LINK)
    await moveAccount(db, address, { isConfirmed: true, onMoved })
    await onConfirmed(db, address.userId)
    return `Your e-mail address is ${address.email} now. Please log in with it.`
  })
}
