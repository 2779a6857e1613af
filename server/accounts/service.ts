import type { z } from 'zod'

import type { Registration, User } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/db/database.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'

import { emailKey } from '#contract/schemas/basic-schemas.ts'
import { requestFirstConfirmation } from '#server/accounts/confirmation/confirm-email.ts'
import { revokeAccess } from '#server/accounts/revoke-access.ts'
import { checkNewPassword } from '#server/accounts/passwords/password-rules.ts'
import { hashPassword, randomPassword } from '#server/accounts/passwords/passwords.ts'
import { cancelErasure } from '#server/accounts/cancel-erasure-queries.ts'
import { hasAdmin, insertUser, upsertAdmin } from '#server/accounts/queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { lockName } from '#server/db/lock-name.ts'
import { newId } from '#server/db/new-id.ts'

export {
  createConfirmation,
  isEmailConfirmed,
  permitAddressMail,
  permitContactMail,
  permitMail,
  permitNewAddressMail,
  requireConfirmedEmail,
} from '#server/accounts/confirmation/confirm-email.ts'
export { askerOf, createOrderCode, takeOrderCode } from '#server/accounts/mailed-codes.ts'
export { createLink, ended as endedAccountLink, getLink } from '#server/accounts/account-links.ts'
export { createEmailChangeToken } from '#server/accounts/email-change/change-email.ts'
export { listEmailChanges } from '#server/accounts/email-change/email-change-queries.ts'
export { createRecovery, renewRecovery } from '#server/accounts/recovery/recovery.ts'
export { countKeyCall, createProgramFinder } from '#server/accounts/keys/check-key.ts'
export { createInvitationToken } from '#server/accounts/staff/staff.ts'
export { createErasureToken, eraseDueAccounts } from '#server/accounts/erasure/account-erasure.ts'
export { revokeAllAccess } from '#server/accounts/revoke-after-restore-queries.ts'
export { listPasskeys } from '#server/accounts/passkeys/passkey-queries.ts'
export {
  deleteOtherSessions,
  deleteOwnSession,
  listOwnSessions,
} from '#server/accounts/sessions/own-session-queries.ts'
export { findAccount, getUser } from '#server/accounts/queries.ts'
export { deleteEndedSessions, listSessionTimes } from '#server/accounts/sessions/session-queries.ts'
export { isCommonPassword } from '#server/accounts/passwords/password-rules.ts'
export { createSessionFinder, isAdminSessionLive } from '#server/accounts/sessions/sessions.ts'

/**
 * Makes a customer's account without signing in. Throws `invalid` for a password that is easy to guess and `conflict`
 * if the e-mail has an account, compared without case. `networks` are the caller's. Where mail is sent (`sendsMail`),
 * one with a link that confirms the address goes there.
 */
export async function register(
  db: Db,
  { password, ...person }: z.output<typeof Registration>,
  { networks, sendsMail, shopName }: { networks: readonly Network[]; sendsMail: boolean; shopName: string },
): Promise<User> {
  await checkNewPassword(password, person, shopName)
  const passwordHash = await hashPassword(password, networks)
  const newUser = { id: newId(), ...person, emailKey: emailKey(person.email), passwordHash }
  if (!sendsMail) return insertUser(db, newUser)
  return inTransaction(db, async (db) => {
    const user = await insertUser(db, newUser)
    await requestFirstConfirmation(db, user._id, networks)
    return user
  })
}

interface NewAdmin {
  email: string
  password: string
}

/** Call it inside a transaction. */
async function saveAdmin(db: Db, admin: NewAdmin, passwordHash: string): Promise<User> {
  const user = await upsertAdmin(db, {
    id: newId(),
    firstname: 'Shop',
    lastname: 'Admin',
    email: admin.email.trim(),
    emailKey: emailKey(admin.email),
    phone: '',
    passwordHash,
  })
  await revokeAccess(db, user._id, null)
  await cancelErasure(db, user._id)
  return user
}

/**
 * Makes an administrator. An account with this e-mail becomes one, gets the new password and loses all its sessions.
 */
export async function createAdmin(db: Db, admin: NewAdmin): Promise<User> {
  const passwordHash = await hashPassword(admin.password)
  return db.transaction().execute((db) => saveAdmin(db, admin, passwordHash))
}

/**
 * Makes the first administrator, with a random password unless one is given, and returns both; undefined if there is an
 * administrator already. If several processes open a new database at once, only one makes it.
 */
export async function ensureFirstAdmin(
  db: Db,
  { email, password = randomPassword() }: { email: string; password?: string | undefined },
): Promise<{ email: string; password: string } | undefined> {
  if (await hasAdmin(db)) return undefined
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (db) => {
    await lockName(db, 'first administrator')
    if (await hasAdmin(db)) return undefined
    await saveAdmin(db, { email, password }, passwordHash)
    return { email, password }
  })
}
