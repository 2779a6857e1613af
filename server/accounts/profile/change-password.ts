import type { User } from '#contract/accounts.ts'
import type { PasswordChange, ProfileDetails } from '#contract/profile.ts'
import type { Session } from '#server/accounts/sessions.ts'
import type { Db } from '#server/db/open.ts'
import type { SessionStart } from '#server/http/session-start.ts'
import type { Network } from '#server/rate-limits/network.ts'

import { checkNewPassword } from '#server/accounts/new-password.ts'
import { getByPassword, wrongPassword } from '#server/accounts/password-again.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { updateDetails } from '#server/accounts/profile/profile-queries.ts'
import { deleteSessionsOf, deleteTokensOf, replaceHash } from '#server/accounts/queries.ts'
import { openSession } from '#server/accounts/sessions.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { unauthenticated } from '#server/errors.ts'

/** Saves name and phone. Throws `unauthenticated` if the account was deleted. */
export async function changeDetails(db: Db, userId: string, details: ProfileDetails): Promise<User> {
  const user = await updateDetails(db, userId, details)
  if (!user) throw unauthenticated()
  return user
}

/**
 * Sets a new password, ends all sessions of the account and opens a new one for the caller, so that a copy of the caller's own
 * session ends, too; links and codes that were sent end as well. Throws as `getByPassword` does, and `invalid` for a
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
