import type { User } from '#contract/accounts.ts'
import type { PasswordChange, ProfileDetails } from '#contract/profile.ts'
import type { Session } from '#server/accounts/sessions.ts'
import type { Db } from '#server/db/open.ts'
import type { SessionStart } from '#server/http/session-start.ts'
import type { Network } from '#server/rate-limits/network.ts'

import { emailKey } from '#contract/shapes.ts'
import { isKnownNetwork } from '#server/accounts/known-networks.ts'
import { checkNewPassword } from '#server/accounts/new-password.ts'
import { checkPassword, hashPassword } from '#server/accounts/passwords.ts'
import { deleteTokensOf, updateDetails } from '#server/accounts/profile/profile-queries.ts'
import { deleteSessionsOf, findLogin, findUser, replaceHash } from '#server/accounts/queries.ts'
import { openSession } from '#server/accounts/sessions.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { invalid, unauthenticated } from '#server/errors.ts'
import { countSignIn } from '#server/rate-limits/sign-in-limits.ts'

const wrongPassword = () => invalid('This is not your present password.')

/** Saves name and phone. Throws `unauthenticated` if the account was deleted. */
export async function changeDetails(db: Db, userId: string, details: ProfileDetails): Promise<User> {
  const user = await updateDetails(db, userId, details)
  if (!user) throw unauthenticated()
  return user
}

/**
 * The account whose password was asked for again. Whoever has taken over a session may guess no more often than whoever signs
 * in: throws `invalid` for a wrong password and `rate_limited` like a sign-in.
 */
export async function getByPassword(
  db: Db,
  userId: string,
  password: string,
  networks: readonly Network[],
): Promise<{ user: User; passwordHash: string }> {
  const user = await findUser(db, userId)
  if (!user) throw unauthenticated()
  const key = emailKey(user.email)
  const [network] = networks
  const attempt = network && (await countSignIn(db, key, networks, await isKnownNetwork(db, key, network)))
  const login = await findLogin(db, key)
  const { isRight } = await checkPassword(password, login?.passwordHash, networks)
  if (!login || !isRight) throw wrongPassword()
  await attempt?.forgive()
  return login
}

/**
 * Sets a new password, ends all sessions of the account and opens a new one for the caller, so that a copy of the caller's own
 * session ends, too; links and codes for a forgotten password end as well. Throws as `getByPassword` does, and `invalid` for a
 * password that is easy to guess.
 */
export async function changePassword(
  db: Db,
  userId: string,
  { password, newPassword }: PasswordChange,
  { networks, ...start }: { networks: readonly Network[] } & SessionStart,
): Promise<Session> {
  const { user, passwordHash } = await getByPassword(db, userId, password, networks)
  await checkNewPassword(newPassword, user)
  const newHash = await hashPassword(newPassword, networks)
  await inTransaction(db, async (db) => {
    if (!(await replaceHash(db, userId, passwordHash, newHash))) throw wrongPassword()
    await deleteSessionsOf(db, userId)
    await deleteTokensOf(db, userId)
    if (user.role === 'customer') return
    await recordChange(db, {
      actorId: userId,
      action: 'change password',
      subjectType: 'user',
      subjectId: userId,
      after: { email: user.email },
    })
  })
  return openSession(db, 'customer', userId, start)
}
