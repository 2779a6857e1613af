import { randomInt, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'

import type { CodeSignIn, NewPassword, RecoveryKind } from '#contract/account-recovery.ts'
import type { User } from '#contract/accounts.ts'
import type { Session } from '#server/accounts/sessions.ts'
import type { Db } from '#server/db/open.ts'
import type { SessionStart } from '#server/http/session-start.ts'
import type { Network } from '#server/rate-limits/network.ts'

import type { ConfirmationHooks } from '#server/accounts/confirmation/confirm-email.ts'
import { ShopError } from '#contract/errors.ts'
import { emailKey } from '#contract/basic-schemas.ts'
import { isKnownNetwork, rememberNetwork } from '#server/accounts/known-networks.ts'
import { checkNewPassword } from '#server/accounts/new-password.ts'
import { hashPassword, randomPassword } from '#server/accounts/passwords.ts'
import { revokeAccess } from '#server/accounts/revoke-access.ts'
import { findUser } from '#server/accounts/queries.ts'
import {
  confirmOwner,
  countCodeTry,
  deleteToken,
  findUserByToken,
  insertRecoveryMail,
  isUnconfirmed,
  setPassword,
  upsertToken,
} from '#server/accounts/recovery/recovery-queries.ts'
import { openSession } from '#server/accounts/sessions.ts'
import { hashOf, newToken } from '#server/accounts/tokens.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { unauthenticated } from '#server/errors.ts'
import { newId } from '#server/new-id.ts'
import { countCall } from '#server/rate-limits/service.ts'
import { countSignIn } from '#server/rate-limits/sign-in-limits.ts'

/** How long a link and a code work, from when the mail is sent. */
export const RECOVERY_MINUTES = 15
/** After so many wrong tries a code is dead. */
const CODE_TRIES = 5
const CODE_DIGITS = 6
/** Mails of this kind for one address within an hour. Further requests are answered alike and send nothing. */
const MAILS_PER_HOUR = 3
const HOUR_SECONDS = 3600

const ENDED_LINK = 'This link does not work any more. Please ask for a new one.'
/** The same for an address without an account. */
const WRONG_CODE = 'This code is wrong or has ended.'

/** A code is bound to its account, because others may have the same six digits. */
const codeHashOf = (userId: string, code: string) => hashOf(`${userId} ${code}`)

/**
 * Queues a mail for this address if it has an account. What happens, and how long it takes, is the same for every address: whether
 * there is an account is looked up when the mail is sent.
 */
export async function requestRecovery(db: Db, email: string, kind: RecoveryKind): Promise<void> {
  const key = emailKey(email)
  await inTransaction(db, async (db) => {
    const wait = await countCall(db, `recovery ${hashOf(key).toString('base64url')}`, MAILS_PER_HOUR, HOUR_SECONDS)
    if (wait === undefined) await insertRecoveryMail(db, { id: newId(), emailKey: key, kind })
  })
}

/** What the mail to this address must contain: a new token or code. The earlier one of this kind ends. Only its hash is stored. */
export async function createRecovery(db: Db, userId: string, key: string, kind: RecoveryKind): Promise<string> {
  const secret = kind === 'code' ? String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0') : newToken()
  const tokenHash = kind === 'code' ? codeHashOf(userId, secret) : hashOf(secret)
  await upsertToken(db, { userId, kind, tokenHash, emailKey: key, minutes: RECOVERY_MINUTES })
  return secret
}

/**
 * Sets a new password by the token of a link. Ends all sessions of the account and removes its passkeys, because somebody else may
 * have got in; the address counts as confirmed then. Throws `not_found` for a token that is unknown, used or too old, and
 * `invalid` for a password that is easy to guess, after which the link still works.
 */
export async function resetPassword(
  db: Db,
  { token, password }: z.output<typeof NewPassword>,
  networks: readonly Network[],
  { onConfirmed }: ConfirmationHooks,
): Promise<void> {
  const ended = () => new ShopError('not_found', ENDED_LINK)
  const tokenHash = hashOf(token)
  const user = await findUserByToken(db, tokenHash)
  if (!user) throw ended()
  await checkNewPassword(password, user)
  const passwordHash = await hashPassword(password, networks)
  await inTransaction(db, async (db) => {
    if (!(await deleteToken(db, user._id, 'password', tokenHash))) throw ended()
    await setPassword(db, user._id, passwordHash)
    await revokeAccess(db, user._id)
    await onConfirmed(db, user._id)
    if (user.role === 'customer') return
    await recordChange(db, {
      actorId: user._id,
      action: 'reset password',
      subjectType: 'user',
      subjectId: user._id,
      after: { email: user.email },
    })
  })
}

/**
 * The first time that the owner of the mailbox uses the account: anybody may have registered the address before, so the password,
 * sessions and passkeys that the account had end. Returns what does that in a transaction; undefined if he has used it before.
 */
async function prepareClaim(
  db: Db,
  userId: string,
  { networks, onConfirmed }: { networks: readonly Network[] } & ConfirmationHooks,
): Promise<((db: Db) => Promise<void>) | undefined> {
  if (!(await isUnconfirmed(db, userId))) return undefined
  const passwordHash = await hashPassword(randomPassword(), networks)
  return async (db) => {
    if (!(await confirmOwner(db, userId, passwordHash))) return
    await revokeAccess(db, userId)
    await onConfirmed(db, userId)
  }
}

/**
 * Signs a customer in by the code that was sent to the address; the address counts as confirmed then, and if it was not before,
 * the password, sessions and passkeys of the account end. Throws `unauthenticated`
 * for a wrong or ended code, also where there is no account, and `rate_limited` like a sign-in by password.
 */
export async function signInByCode(
  db: Db,
  { email, code }: z.output<typeof CodeSignIn>,
  { networks, onConfirmed, ...start }: { networks: readonly Network[] } & ConfirmationHooks & SessionStart,
): Promise<{ user: User; session: Session }> {
  const key = emailKey(email)
  const [network] = networks
  const attempt = network && (await countSignIn(db, key, networks, await isKnownNetwork(db, key, network)))
  const sent = await countCodeTry(db, key, CODE_TRIES)
  const tokenHash = codeHashOf(sent?.userId ?? '', code)
  const isRight = sent !== undefined && timingSafeEqual(sent.tokenHash, tokenHash)
  const user = isRight ? await findUser(db, sent.userId) : undefined
  if (!user) throw unauthenticated(WRONG_CODE)
  const claim = await prepareClaim(db, user._id, { networks, onConfirmed })
  const session = await openSession(db, 'customer', user._id, start, async (db) => {
    if (!(await deleteToken(db, user._id, 'code', tokenHash))) return false
    await claim?.(db)
    return true
  })
  await attempt?.forgive()
  if (network) await rememberNetwork(db, user, network)
  return { user, session }
}
