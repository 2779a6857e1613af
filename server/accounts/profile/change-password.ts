import type { PasswordChange } from '#contract/accounts/profile.ts'
import type { Db } from '#server/db/database.ts'
import type { SessionStart } from '#server/http/session-start.ts'

import { emailKey } from '#contract/schemas/basic-schemas.ts'
import { checkNewPassword } from '#server/accounts/passwords/password-rules.ts'
import { getByPassword, wrongPassword } from '#server/accounts/passwords/confirm-password.ts'
import { requireMayChange, type CallingSession } from '#server/accounts/second-factor/may-change-account.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { deletePasskeysOf } from '#server/accounts/passkeys/passkey-queries.ts'
import { deleteLinksOf } from '#server/accounts/link-queries.ts'
import { deleteSessionsOf } from '#server/accounts/sessions/session-queries.ts'
import { replacePassword } from '#server/accounts/passwords/password-queries.ts'
import { reopenSession, type Session } from '#server/accounts/sessions/sessions.ts'
import { inTransaction } from '#server/db/in-transaction.ts'

/**
 * Sets a new password, ends all sessions, links and codes of the account, and opens a new session for the caller. A
 * copy of the caller's old session ends too. Throws as `requireMayChange` and `getByPassword` do, and `invalid` for a
 * password that is easy to guess.
 */
export async function changePassword(
  db: Db,
  caller: CallingSession,
  { password, newPassword, removesPasskeys }: PasswordChange,
  { shopName, ...start }: SessionStart & { shopName: string },
): Promise<Session> {
  const { userId } = caller
  await requireMayChange(db, userId, caller)
  const { user, passwordHash } = await getByPassword(db, userId, password, start.networks)
  await checkNewPassword(newPassword, user, shopName)
  const newHash = await hashPassword(newPassword, start.networks)
  await inTransaction(db, async (db) => {
    // A second factor that was turned on meanwhile has ended the session.
    await requireMayChange(db, userId, caller)
    if (!(await replacePassword(db, userId, passwordHash, newHash))) throw wrongPassword()
    if (removesPasskeys) await deletePasskeysOf(db, userId, userId)
    await deleteSessionsOf(db, userId)
    await deleteLinksOf(db, userId)
  })
  return reopenSession(db, caller, { userId, emailKey: emailKey(user.email), passwordHash: newHash }, start)
}
