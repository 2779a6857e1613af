import type { User } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/db/database.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'

import { emailKey } from '#contract/schemas/basic-schemas.ts'
import { checkPassword } from '#server/accounts/passwords/passwords.ts'
import { findLogin, getUser } from '#server/accounts/queries.ts'
import { setRecentPassword } from '#server/accounts/sessions/session-queries.ts'
import { hashOf } from '#server/accounts/link-tokens.ts'
import { invalid, passwordNeeded } from '#server/errors.ts'
import { countSignIn } from '#server/accounts/sign-in-limits.ts'

/** The account in whose session the call comes. */
export interface SessionCaller {
  userId: string
  token: string | undefined
  /** The networks that failures are counted for; empty if nothing is counted. */
  networks: readonly Network[]
}

export const wrongPassword = () => invalid('This is not your present password.')

/**
 * The account whose password was asked for again. A stolen session allows no more guesses than a sign-in: throws
 * `invalid` for a wrong password and `rate_limited` like a sign-in.
 */
export async function getByPassword(
  db: Db,
  userId: string,
  password: string,
  networks: readonly Network[],
): Promise<{ user: User; passwordHash: string }> {
  const user = await getUser(db, userId)
  const key = emailKey(user.email)
  const attempt = await countSignIn(db, key, networks)
  const login = await findLogin(db, key)
  const { isRight } = await checkPassword(password, login?.passwordHash, networks)
  if (!login || !isRight) throw wrongPassword()
  await attempt.forgive()
  return login
}

/**
 * Checks the password of the session's account and notes it: for `RECENT_PASSWORD_MINUTES` this session is not asked
 * again. Throws as `getByPassword` does.
 */
export async function confirmPassword(
  db: Db,
  { userId, token, networks }: SessionCaller,
  password: string,
): Promise<void> {
  await getByPassword(db, userId, password, networks)
  if (token !== undefined) await setRecentPassword(db, hashOf(token))
}

/**
 * Makes sure that it is the owner of the account who calls, and not somebody who has found the browser open. Throws
 * `password_needed` without a password, unless the session has a recent one, and as `getByPassword` does.
 */
export async function confirmPasswordUnlessRecent(
  db: Db,
  { hasRecentPassword, ...caller }: SessionCaller & { hasRecentPassword: boolean },
  password: string | undefined,
): Promise<void> {
  if (hasRecentPassword) return
  if (password === undefined) throw passwordNeeded()
  await confirmPassword(db, caller, password)
}
