import { sql } from 'kysely'

import type { RecoveryKind } from '#contract/account-recovery.ts'
import type { User } from '#contract/accounts.ts'
import type { Db } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'

import { findUser } from '#server/accounts/queries.ts'

export async function insertRecoveryMail(
  db: Db,
  mail: { id: string; emailKey: string; kind: RecoveryKind },
): Promise<void> {
  await db.insertInto('recoveryMails').values(mail).execute()
}

type NewToken = Omit<Tables['recoveryTokens'], 'expiresAt' | 'failures'> & { minutes: number }

/** Replaces the account's earlier token of this kind. */
export async function upsertToken(db: Db, { minutes, ...token }: NewToken): Promise<void> {
  const expiresAt = sql<Date>`now() + make_interval(mins => ${minutes})`
  await db
    .insertInto('recoveryTokens')
    .values({ ...token, expiresAt })
    .onConflict((known) =>
      known.columns(['userId', 'kind']).doUpdateSet({
        tokenHash: token.tokenHash,
        emailKey: token.emailKey,
        expiresAt,
        failures: 0,
      }),
    )
    .execute()
}

/** The account whose present address the link of this token was sent to. */
export async function findUserByToken(db: Db, tokenHash: Uint8Array): Promise<User | undefined> {
  const row = await db
    .selectFrom('recoveryTokens as token')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'token.userId').onRef('users.emailKey', '=', 'token.emailKey'),
    )
    .select('users.id')
    .where('token.tokenHash', '=', tokenHash)
    .where('token.kind', '=', 'password')
    .where('token.expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row && findUser(db, row.id)
}

/** Whether the token was still there: of several callers one gets true. */
export async function deleteToken(db: Db, userId: string, kind: RecoveryKind, tokenHash: Uint8Array): Promise<boolean> {
  const deleted = await db
    .deleteFrom('recoveryTokens')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('userId')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Counts a try of the code that was sent to this address, and returns its account; undefined once it was tried `limit` times. */
export async function countCodeTry(db: Db, emailKey: string, limit: number) {
  return db
    .updateTable('recoveryTokens')
    .from('users')
    .set({ failures: sql<number>`recovery_tokens.failures + 1` })
    .whereRef('users.id', '=', 'recoveryTokens.userId')
    .whereRef('users.emailKey', '=', 'recoveryTokens.emailKey')
    .where('users.emailKey', '=', emailKey)
    .where('recoveryTokens.kind', '=', 'code')
    .where('recoveryTokens.expiresAt', '>', sql<Date>`now()`)
    .where('recoveryTokens.failures', '<', limit)
    .returning(['recoveryTokens.userId', 'recoveryTokens.tokenHash'])
    .executeTakeFirst()
}

/** Sets the password, and confirms the address, whose mailbox the link was sent to. */
export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ passwordHash, emailConfirmedAt: sql<Date>`coalesce(email_confirmed_at, now())` })
    .where('id', '=', userId)
    .execute()
}

/**
 * Confirms the address of the account and replaces the password, which may be a stranger's. Returns false if the address was
 * confirmed before.
 */
export async function confirmOwner(db: Db, userId: string, passwordHash: string): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ emailConfirmedAt: sql<Date>`now()`, passwordHash })
    .where('id', '=', userId)
    .where('emailConfirmedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
