import { timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'

import type { CodeSignIn } from '#contract/accounts/account-recovery.ts'
import type { User } from '#contract/accounts/accounts.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'
import type { Db } from '#server/db/database.ts'
import type { SessionStart } from '#server/http/session-start.ts'

import { emailKey } from '#contract/schemas/basic-schemas.ts'
import { isEmailConfirmed, type ConfirmationHooks } from '#server/accounts/confirmation/confirm-email.ts'
import { confirmAddressOf } from '#server/accounts/confirmation/confirm-queries.ts'
import { deleteLink } from '#server/accounts/link-queries.ts'
import { codeHashOf, hashOf } from '#server/accounts/link-tokens.ts'
import { hashPassword, randomPassword } from '#server/accounts/passwords/passwords.ts'
import { findUser } from '#server/accounts/queries.ts'
import { confirmOwner, countCodeTry } from '#server/accounts/recovery/recovery-queries.ts'
import { revokeAccess } from '#server/accounts/revoke-access.ts'
import { openSession, type Session } from '#server/accounts/sessions/sessions.ts'
import { CODE_TRIES, countSignIn, rememberNetwork } from '#server/accounts/sign-in-limits.ts'
import { unauthenticated } from '#server/errors.ts'

/** The same for an address without an account. */
const WRONG_CODE = 'This code is wrong or has ended.'

/**
 * Anybody may register an address. So when its owner uses the account for the first time, the password, sessions and
 * passkeys of before end. Nobody registers an account of the staff: its address is confirmed, and all that lets into it
 * stays. Returns what does that inside a transaction; undefined if the address is confirmed already.
 */
async function prepareClaim(
  db: Db,
  { _id: userId, role }: User,
  networks: readonly Network[],
  onConfirmed: ConfirmationHooks['onConfirmed'],
): Promise<((db: Db) => Promise<void>) | undefined> {
  if (await isEmailConfirmed(db, userId)) return undefined
  if (role !== 'customer') {
    return async (db) => {
      await confirmAddressOf(db, userId)
      await onConfirmed(db, userId)
    }
  }
  const passwordHash = await hashPassword(randomPassword(), networks)
  return async (db) => {
    if (!(await confirmOwner(db, userId, passwordHash))) return
    await revokeAccess(db, userId, userId)
    await onConfirmed(db, userId)
  }
}

/**
 * Signs a customer in by the code that was sent to the address, which confirms the address. If it was unconfirmed
 * before, the password, sessions and passkeys of a customer's account end. Throws `unauthenticated` for a wrong or
 * ended code, for one that another browser asked for, and where there is no account, and `rate_limited` like a sign-in
 * by password.
 */
export async function signInByCode(
  db: Db,
  { email, code }: z.output<typeof CodeSignIn>,
  { browser, ...start }: SessionStart & { browser: string },
  { onConfirmed }: ConfirmationHooks,
): Promise<{ user: User; session: Session }> {
  const key = emailKey(email)
  const attempt = await countSignIn(db, key, start.networks)
  const sent = await countCodeTry(db, key, hashOf(browser), CODE_TRIES)
  const tokenHash = codeHashOf(sent?.userId ?? '', code)
  const isRight = sent !== undefined && timingSafeEqual(sent.tokenHash, tokenHash)
  const user = isRight ? await findUser(db, sent.userId) : undefined
  if (!user) throw unauthenticated(WRONG_CODE)
  const claim = await prepareClaim(db, user, start.networks, onConfirmed)
  const session = await openSession(db, 'customer', user._id, start, async (db) => {
    if (!(await deleteLink(db, 'sign-in code', tokenHash))) return false
    await claim?.(db)
    return true
  })
  await attempt.forgive()
  if (user.role === 'customer') await rememberNetwork(db, user, start.networks)
  return { user, session }
}
