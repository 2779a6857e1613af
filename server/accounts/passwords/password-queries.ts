import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { queueSecurityMail } from '#server/accounts/security-mail-queries.ts'
import { recordStaffChange } from '#server/accounts/staff-changes-queries.ts'

/** Replaces the hash of a password, and returns true, unless the password was changed in the meantime. */
async function replaceHash(db: Db, userId: string, from: string, to: string): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ passwordHash: to })
    .where('id', '=', userId)
    .where('passwordHash', '=', from)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the same password under a newer hash, and returns true, unless the password was changed in the meantime. */
export const renewHash = replaceHash

/** Sets another password, and returns true, unless it was changed in the meantime. Call it inside a transaction. */
export async function replacePassword(db: Db, userId: string, from: string, to: string): Promise<boolean> {
  if (!(await replaceHash(db, userId, from, to))) return false
  await recordStaffChange(db, userId, { actorId: userId, action: 'change password' })
  await queueSecurityMail(db, userId, 'password-changed')
  return true
}

/**
 * Sets the password that the owner of the mailbox has chosen by a link that was sent there, which confirms the address.
 * Call it inside a transaction.
 */
export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ passwordHash, emailConfirmedAt: sql<Date>`coalesce(email_confirmed_at, now())` })
    .where('id', '=', userId)
    .execute()
  await recordStaffChange(db, userId, { actorId: userId, action: 'reset password' })
  await queueSecurityMail(db, userId, 'password-changed')
}
