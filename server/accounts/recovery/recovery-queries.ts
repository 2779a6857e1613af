import { sql } from 'kysely'

import type { RecoveryKind } from '#contract/accounts/account-recovery.ts'
import type { User } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'

import { findUser } from '#server/accounts/queries.ts'

interface NewMail {
  key: string
  /** The address as it was asked for. Anybody may ask for any, so the row does not say whether it has an account. */
  emailKey: string
  askerHash: Uint8Array
}

const valuesOf = ({ key, emailKey, askerHash }: NewMail, isRenewal = false) => ({
  key,
  email: emailKey,
  payload: JSON.stringify({ asker: Buffer.from(askerHash).toString('hex'), isRenewal }),
})

export async function insertRecoveryMail(db: Db, kind: RecoveryKind, mail: NewMail): Promise<void> {
  const name = kind === 'code' ? 'sign-in-code' : 'new-password'
  await db
    .insertInto('mails')
    .values({ name, ...valuesOf(mail) })
    .execute()
}

/** Queues the renewal of the links that were sent to this address, once however often it is asked for until it is dealt with. */
export async function upsertRenewal(db: Db, mail: NewMail): Promise<void> {
  await db
    .insertInto('mails')
    .values({ name: 'new-password', ...valuesOf(mail, true) })
    .onConflict((known) =>
      known.columns(['name', 'key']).doUpdateSet({
        at: sql<Date>`case when mails.due_at is null then now() else mails.at end`,
        dueAt: sql<Date>`coalesce(mails.due_at, now())`,
        outcome: null,
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
          select from mails tried
          where tried.name = 'new-password' and tried.key = ${mailId} and tried.key = token.mail_id
            and tried.at <= token.created_at
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
