import type { PasswordChange } from '#contract/profile.ts'
import type { Db } from '#server/db/open.ts'
import type { SessionStart } from '#server/http/session-start.ts'

import { emailKey } from '#contract/basic-schemas.ts'
import { checkNewPassword } from '#server/accounts/password-rules.ts'
import { getByPassword, wrongPassword } from '#server/accounts/confirm-password.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { deleteSessionsOf, deleteTokensOf, replaceHash } from '#server/accounts/queries.ts'
import { reopenSession, type Session } from '#server/accounts/sessions.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'

/**
 * Sets a new password, ends all sessions, links and codes of the account, and opens a new session for the caller. A copy of the
 * caller's old session ends too. Throws as `getByPassword` does, and `invalid` for a password that is easy to guess.
 */
export async function changePassword(
  db: Db,
  userId: string,
  { password, newPassword }: PasswordChange,
  start: SessionStart,
): Promise<Session> {
  const { user, passwordHash } = await getByPassword(db, userId, password, start.networks)
  await checkNewPassword(newPassword, user)
  const newHash = await hashPassword(newPassword, start.networks)
  await inTransaction(db, async (db) => {
    if (!(await replaceHash(db, userId, passwordHash, newHash))) throw wrongPassword()
    await deleteSessionsOf(db, userId)
    await deleteTokensOf(db, userId)
    if (user.role === 'customer') return
    await recordChange(db, userId, 'change password', ['user', userId], { after: { email: user.email } })
  })
  return reopenSession(db, { userId, emailKey: emailKey(user.email), passwordHash: newHash }, start)
}
