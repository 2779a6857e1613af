import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { queueSecurityMail } from '#server/accounts/security-mail-queries.ts'
import { recordStaffChange } from '#server/accounts/staff-changes-queries.ts'

export interface Factor {
  secret: string
  isConfirmed: boolean
  lastStep: number
  /** Now, by the database's clock, in seconds since 1970. */
  epoch: number
}

export async function findFactor(db: Db, userId: string): Promise<Factor | undefined> {
  const row = await db
    .selectFrom('secondFactors')
    .select(['secret', 'confirmedAt', 'lastStep', sql<number>`extract(epoch from now())::float8`.as('epoch')])
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { confirmedAt, ...factor } = row
  return { ...factor, isConfirmed: confirmedAt !== null }
}

/** Replaces an app that was not confirmed. Returns false where there is a confirmed one. */
export async function saveNewFactor(db: Db, userId: string, secret: string): Promise<boolean> {
  const row = await db
    .insertInto('secondFactors')
    .values({ userId, secret })
    .onConflict((known) =>
      known.column('userId').doUpdateSet({ secret, lastStep: 0 }).where('secondFactors.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Notes the half minute of a right code; the first one turns the factor on. Returns false if this step or a later one
 * was used already, so that of several callers one gets true. Call it inside a transaction.
 */
export async function takeStep(db: Db, userId: string, secret: string, step: number): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    update second_factors set last_step = ${step}, confirmed_at = coalesce(second_factors.confirmed_at, now())
    from second_factors before
    where second_factors.user_id = ${userId} and before.user_id = second_factors.user_id
      and second_factors.secret = ${secret} and second_factors.last_step < ${step}
    returning before.confirmed_at is null as is_new`.execute(db)
  if (rows[0]?.isNew) {
    await recordStaffChange(db, userId, { actorId: userId, action: 'turn on second factor' })
    await queueSecurityMail(db, userId, 'second-factor-on')
  }
  return rows.length > 0
}

/** Returns whether there was one. `actorId` is null for the command of the machine. Call it inside a transaction. */
export async function deleteFactor(db: Db, userId: string, actorId: string | null): Promise<boolean> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  const row = await db
    .deleteFrom('secondFactors')
    .where('userId', '=', userId)
    .returning('confirmedAt')
    .executeTakeFirst()
  if (!row) return false
  const action = actorId === null ? 'reset second factor' : 'turn off second factor'
  await recordStaffChange(db, userId, { actorId, action })
  if (row.confirmedAt) await queueSecurityMail(db, userId, 'second-factor-off')
  return true
}

/** The old codes end. Call it inside a transaction. */
export async function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly Uint8Array[]): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  // The first codes belong to the step that turns the factor on, in the same transaction.
  const { rows } = await sql`
    select from second_factors where user_id = ${userId} and confirmed_at < now()`.execute(db)
  if (rows.length > 0) {
    await recordStaffChange(db, userId, { actorId: userId, action: 'renew recovery codes' })
    await queueSecurityMail(db, userId, 'recovery-codes-renewed')
  }
  await db
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute()
}

/** Uses a recovery code up: of several callers one gets true. Call it inside a transaction. */
export async function takeRecoveryCode(db: Db, userId: string, codeHash: Uint8Array): Promise<boolean> {
  const row = await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .returning('userId')
    .executeTakeFirst()
  if (!row) return false
  await recordStaffChange(db, userId, { actorId: userId, action: 'use recovery code' })
  await queueSecurityMail(db, userId, 'recovery-code-used')
  return true
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCodes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Ends the sessions of the admin area that were opened without the second factor. */
export async function deletePlainSessions(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('audience', '=', 'admin')
    .where('hasTwoFactors', '=', false)
    .execute()
}
