import type { Credentials, User } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/db/database.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'
import type { SessionAudience } from '#server/http/session-cookies.ts'
import type { SessionStart } from '#server/http/session-start.ts'

import { emailKey } from '#contract/schemas/basic-schemas.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { renewHash } from '#server/accounts/passwords/password-queries.ts'
import { checkPassword, hashPassword } from '#server/accounts/passwords/passwords.ts'
import { findLogin, lockLogin, type Login } from '#server/accounts/queries.ts'
import { checkSecondFactor } from '#server/accounts/second-factor/second-factor.ts'
import { openSession, type Session } from '#server/accounts/sessions/sessions.ts'
import { countSignIn, rememberNetwork } from '#server/accounts/sign-in-limits.ts'
import { forbidden, unauthenticated } from '#server/errors.ts'

/** The same for an unknown e-mail and for a wrong password. */
const WRONG_CREDENTIALS = 'Invalid email or password.'

/**
 * The account of this e-mail and password. Throws `unauthenticated` if they are wrong, after the same time whether or
 * not there is an account.
 */
async function getByCredentials(
  db: Db,
  { email, password }: Credentials,
  networks: readonly Network[],
): Promise<Login> {
  const login = await findLogin(db, emailKey(email))
  const { isRight, isOutdated } = await checkPassword(password, login?.passwordHash, networks)
  if (!login || !isRight) throw unauthenticated(WRONG_CREDENTIALS)
  if (!isOutdated) return login
  const passwordHash = await hashPassword(password, networks)
  const isReplaced = await renewHash(db, login.user._id, login.passwordHash, passwordHash)
  return isReplaced ? { ...login, passwordHash } : login
}

/**
 * Checks e-mail and password and opens a session for this audience only. Throws `unauthenticated` if they are wrong, or
 * changed meanwhile, `forbidden` if a customer or somebody who was deactivated signs in as an administrator,
 * `rate_limited` after too many failures, and `unavailable` while too many others are signing in.
 */
export async function signIn(
  db: Db,
  audience: SessionAudience,
  credentials: Credentials & { code?: string | undefined },
  start: SessionStart,
): Promise<{ user: User; session: Session }> {
  const key = emailKey(credentials.email)
  const attempt = await countSignIn(db, key, start.networks)
  const { user, passwordHash, isDeactivated } = await getByCredentials(db, credentials, start.networks)
  await attempt.forgive()
  if (audience === 'admin' && (user.role !== 'admin' || isDeactivated)) throw forbidden(WORDINGS.session.notAdmin)
  const hasTwoFactors =
    audience === 'admin' && (await checkSecondFactor(db, user._id, credentials.code, start.networks))
  if (audience === 'admin' || user.role === 'customer') await rememberNetwork(db, user, start.networks)
  // Checking takes long. A change of the password or the address at the same moment, or a new second factor, must leave
  // no session of before.
  const isStillRight = async (db: Db) => {
    if (!(await lockLogin(db, { userId: user._id, emailKey: key, passwordHash }))) return false
    if (audience === 'admin' && !hasTwoFactors) await checkSecondFactor(db, user._id, undefined)
    return true
  }
  return { user, session: await openSession(db, audience, user._id, { ...start, hasTwoFactors }, isStillRight) }
}
