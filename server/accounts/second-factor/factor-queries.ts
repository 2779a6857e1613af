import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

export interface Factor {
  secret: string
  isConfirmed: boolean
  lastStep: number
}

export async function findFactor(db: Db, userId: string): Promise<Factor | undefined> {
  const row = await db
    .selectFrom('secondFactors')
    .select(['secret', 'confirmedAt', 'lastStep'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row && { secret: row.secret, isConfirmed: row.confirmedAt !== null, lastStep: row.lastStep }
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
 * Notes the half minute of a right code. Returns false if this step or a later one was used already, so that of several callers
 * one gets true.
 */
export async function takeStep(db: Db, userId: string, secret: string, step: number): Promise<boolean> {
  const row = await db
    .updateTable('secondFactors')
    .set({ lastStep: step, confirmedAt: sql<Date>`coalesce(confirmed_at, now())` })
    .where('userId', '=', userId)
    .where('secret', '=', secret)
    .where('lastStep', '<', step)
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether there was one. */
export async function deleteFactor(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  const row = await db.deleteFrom('secondFactors').where('userId', '=', userId).returning('userId').executeTakeFirst()
  return row !== undefined
}

export async function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly Uint8Array[]): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await db
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute()
}

/** Uses a recovery code up: of several callers one gets true. */
export async function takeRecoveryCode(db: Db, userId: string, codeHash: Uint8Array): Promise<boolean> {
  const row = await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
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
