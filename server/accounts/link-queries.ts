import { sql } from 'kysely'

import type { LinkPayload, LinkPurpose } from '#server/db/account-tables.ts'
import type { Db } from '#server/db/database.ts'

interface NewLink {
  purpose: LinkPurpose
  /** The id of the mail that brings it, of what it is about, or one of its own. */
  key: string
  tokenHash: Uint8Array
  userId?: string
  invitationId?: string
  /** Where it must work for the account's present address alone. */
  emailKey?: string
  payload?: LinkPayload
  /** How long it works, or until when. Without both it works as long as what it is about. */
  minutes?: number
  until?: string
}

const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`

/** Stores what is sent to somebody, in place of an earlier one of the same purpose and key. */
export async function upsertLink(db: Db, { purpose, key, payload = {}, ...given }: NewLink): Promise<void> {
  const { minutes, until, ...link } = given
  const anew = {
    ...link,
    payload: JSON.stringify(payload),
    failures: 0,
    createdAt: sql<Date>`now()`,
    expiresAt: minutes === undefined ? (until === undefined ? null : new Date(until)) : inMinutes(minutes),
  }
  await db
    .insertInto('accountLinks')
    .values({ purpose, key, ...anew })
    .onConflict((known) => known.columns(['purpose', 'key']).doUpdateSet(anew))
    .execute()
}

/**
 * Sets the token of a link that was asked for; it works for so long from now on. Returns false if it is not wanted any
 * more.
 */
export async function setLinkToken(
  db: Db,
  { purpose, key, tokenHash, minutes }: { purpose: LinkPurpose; key: string; tokenHash: Uint8Array; minutes: number },
): Promise<boolean> {
  const row = await db
    .updateTable('accountLinks')
    .set({ tokenHash, expiresAt: inMinutes(minutes) })
    .where('purpose', '=', purpose)
    .where('key', '=', key)
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** The link of this token, while it works. */
const works = (purpose: LinkPurpose, tokenHash: Uint8Array) => sql<boolean>`
  purpose = ${purpose} and token_hash = ${tokenHash} and (expires_at is null or expires_at > now())
  and (email_key is null or email_key = (select users.email_key from users where users.id = account_links.user_id))`

/** Whose a link is: the id of the account, or of the invitation. */
const OWNER = sql<string>`coalesce(user_id, invitation_id)`.as('owner')

export interface AccountLink {
  owner: string
  payload: LinkPayload
}

export async function findLink(db: Db, purpose: LinkPurpose, tokenHash: Uint8Array): Promise<AccountLink | undefined> {
  return db.selectFrom('accountLinks').select([OWNER, 'payload']).where(works(purpose, tokenHash)).executeTakeFirst()
}

/** Uses the link up: of several callers one gets it. */
export async function deleteLink(
  db: Db,
  purpose: LinkPurpose,
  tokenHash: Uint8Array,
): Promise<AccountLink | undefined> {
  return db.deleteFrom('accountLinks').where(works(purpose, tokenHash)).returning([OWNER, 'payload']).executeTakeFirst()
}

/** Counts a try of a code and returns its hash; undefined without such a code, or once it was tried `limit` times. */
export async function countTry(
  db: Db,
  { purpose, key, userId, limit }: { purpose: LinkPurpose; key: string; userId: string; limit: number },
): Promise<Uint8Array | undefined> {
  const row = await db
    .updateTable('accountLinks')
    .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
    .where('purpose', '=', purpose)
    .where('key', '=', key)
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('failures', '<', limit)
    .returning('tokenHash')
    .executeTakeFirst()
  return row?.tokenHash ?? undefined
}

/**
 * Ends every link and code that was sent so far for the account: for a forgotten password, to confirm its address and
 * for another address. A link to an address that is confirmed changes nothing, and may be opened again.
 */
export async function deleteLinksOf(db: Db, userId: string): Promise<void> {
  await sql`
    delete from account_links using users
    where user_id = users.id and users.id = ${userId} and (
      purpose in ('new password', 'sign-in code', 'new address')
      or (purpose = 'confirm address' and users.email_confirmed_at is null)
    )`.execute(db)
}
