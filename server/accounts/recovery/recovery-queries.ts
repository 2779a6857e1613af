import { sql } from 'kysely'

import type { RecoveryKind } from '#contract/accounts/account-recovery.ts'
import type { User } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'

import { findUser } from '#server/accounts/queries.ts'

type NewMail = Pick<Tables['recoveryMails'], 'id' | 'emailKey' | 'kind' | 'askerHash'>

export async function insertRecoveryMail(db: Db, mail: NewMail): Promise<void> {
  await db.insertInto('recoveryMails').values(mail).execute()
}

/** Queues the renewal of what was sent to this address, once however often it is asked for until it is dealt with. */
export async function upsertRenewal(db: Db, mail: NewMail): Promise<void> {
  await db
    .insertInto('recoveryMails')
    .values({ ...mail, isRenewal: true })
    .onConflict((known) =>
      known.column('id').doUpdateSet({
        askedAt: sql<Date>`case when recovery_mails.mail_due_at is null then now() else recovery_mails.asked_at end`,
        mailDueAt: sql<Date>`coalesce(recovery_mails.mail_due_at, now())`,
        mailOutcome: null,
      }),
    )
    .execute()
}

type NewToken = Omit<Tables['recoveryTokens'], 'createdAt' | 'expiresAt' | 'failures'> & { minutes: number }

const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`

/** Replaces the account's earlier token of this kind that the same browser or network has asked for. Call it inside a transaction. */
export async function replaceToken(db: Db, { minutes, ...token }: NewToken): Promise<void> {
  await db
    .deleteFrom('recoveryTokens')
    .where('userId', '=', token.userId)
    .where('kind', '=', token.kind)
    .where('askerHash', 'is not distinct from', token.askerHash)
    .execute()
  await db
    .insertInto('recoveryTokens')
    .values({ ...token, expiresAt: inMinutes(minutes) })
    .onConflict((known) =>
      known.column('mailId').doUpdateSet({
        tokenHash: token.tokenHash,
        emailKey: token.emailKey,
        createdAt: sql<Date>`now()`,
        expiresAt: inMinutes(minutes),
        failures: 0,
      }),
    )
    .execute()
}

/**
 * Lets the newest link that was sent to the account's address within the last hour, and was not used, work for so long from now on, and
 * no longer than that hour. Returns whether there was one. That of an earlier try of this mail does not count: it may never have arrived.
 */
export async function renewNewestLink(db: Db, userId: string, mailId: string, minutes: number): Promise<boolean> {
  const { rows } = await sql`
    update recovery_tokens
    set expires_at = least(now() + make_interval(mins => ${minutes}), created_at + interval '1 hour')
    where mail_id = (
      select mail_id from recovery_tokens token join users on users.id = token.user_id and users.email_key = token.email_key
      where token.user_id = ${userId} and token.kind = 'password' and token.created_at > now() - interval '1 hour'
        and not exists (
          select from recovery_mails tried
          where tried.id = ${mailId} and tried.id = token.mail_id and tried.asked_at <= token.created_at
        )
      order by token.created_at desc limit 1
    )
    returning mail_id`.execute(db)
  return rows.length > 0
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

/**
 * Counts a try of the code that this browser has asked for to this address, and returns its account; undefined without such a code, or
 * once it was tried `limit` times. Tries of other browsers do not count: nobody else ends the code of its owner.
 */
export async function countCodeTry(db: Db, emailKey: string, askerHash: Uint8Array, limit: number) {
  return db
    .updateTable('recoveryTokens')
    .from('users')
    .set({ failures: sql<number>`recovery_tokens.failures + 1` })
    .whereRef('users.id', '=', 'recoveryTokens.userId')
    .whereRef('users.emailKey', '=', 'recoveryTokens.emailKey')
    .where('users.emailKey', '=', emailKey)
    .where('recoveryTokens.kind', '=', 'code')
    .where((eb) => eb.or([eb('recoveryTokens.askerHash', '=', askerHash), eb('recoveryTokens.askerHash', 'is', null)]))
    .where('recoveryTokens.expiresAt', '>', sql<Date>`now()`)
    .where('recoveryTokens.failures', '<', limit)
    .returning(['recoveryTokens.userId', 'recoveryTokens.tokenHash'])
    .executeTakeFirst()
}

/**
 * Confirms a customer's address and replaces the password, which may be a stranger's. Returns false if the address was confirmed before,
 * and for an account of the staff, whose password the shop's own sign-in never replaces.
 */
export async function confirmOwner(db: Db, userId: string, passwordHash: string): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ emailConfirmedAt: sql<Date>`now()`, passwordHash })
    .where('id', '=', userId)
    .where('role', '=', 'customer')
    .where('emailConfirmedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
