import { sql, type Selectable } from 'kysely'

import type { Key } from '#contract/accounts/keys.ts'
import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

type KeyRow = Omit<Selectable<Tables['programKeys']>, 'keyHash' | 'madeBy'> & {
  name: string
  madeBy: string | null
  isLive: boolean
}

const keyOf = ({ id, madeAt, expiresAt, endedAt, lastUsedAt, ...row }: KeyRow): Key => ({
  _id: id,
  ...row,
  madeAt: madeAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** Those that live come first, the newest of them at the top; with `keyId` only that one. */
export async function listKeyRows(db: Db, limit: number, keyId: string | null = null): Promise<Key[]> {
  const { rows } = await sql<KeyRow>`
    select keys.id, users.firstname as name, keys.areas, keys.made_at, maker.email as made_by, keys.expires_at, keys.ended_at,
      keys.last_used_at, keys.last_network, keys.ended_at is null and keys.expires_at > now() as is_live
    from program_keys keys
    join users on users.id = keys.id
    left join users maker on maker.id = keys.made_by
    where ${keyId}::text is null or keys.id = ${keyId}
    order by is_live desc, keys.made_at desc, keys.id limit ${limit}`.execute(db)
  return rows.map(keyOf)
}

export async function countLiveKeys(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from program_keys where ended_at is null and expires_at > now()`.execute(db)
  return rows[0]?.count ?? 0
}

interface NewKey {
  id: string
  name: string
  areas: Key['areas']
  keyHash: Uint8Array
  madeBy: string
  expiresAt: Date | null
  mostDays: number
}

/**
 * Stores a key with the account that acts for it. Addresses are sought in lower case, so nobody signs in to this one.
 * Returns false, and stores nothing, if it would end in the past or later than `mostDays` from now. Call it inside a
 * transaction.
 */
export async function insertKey(db: Db, { id, name, areas, keyHash, madeBy, ...time }: NewKey): Promise<boolean> {
  const latest = sql<Date>`now() + make_interval(days => ${time.mostDays})`
  const end = sql<Date>`coalesce(${time.expiresAt}::timestamptz, ${latest})`
  const { rows } = await sql`select where ${end} > now() and ${end} <= ${latest}`.execute(db)
  if (rows.length === 0) return false
  const account = {
    firstname: name,
    lastname: '',
    email: '',
    emailKey: `PROGRAM ${id}`,
    phone: '',
    passwordHash: 'none',
  }
  await db
    .insertInto('users')
    .values({ id, role: 'program', ...account })
    .execute()
  await db.insertInto('programKeys').values({ id, keyHash, areas, madeBy, expiresAt: end }).execute()
  return true
}

/** Ends a key for good and deletes its hash. False if there is no such key or it has ended. */
export async function setEnded(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('programKeys')
    .set({ endedAt: sql<Date>`now()`, keyHash: null })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Queues the mail that tells every owner of a new key. */
export async function queueKeyMails(db: Db, keyId: string): Promise<void> {
  await sql`
    insert into mails (name, key, user_id, email, payload)
    select 'key-made', ${keyId}::text || '.' || id, id, email,
      jsonb_build_object('isConfirmed', email_confirmed_at is not null)
    from users
    where role = 'admin' and staff_role = 'owner' and deactivated_at is null and email <> ''`.execute(db)
}

interface LiveKey {
  id: string
  areas: Key['areas']
  /** True if its last use should be written down again. */
  isUnseen: boolean
}

/** The keys of these hashes, in hexadecimal digits, that have neither ended nor expired. */
export async function findLiveKeys(
  db: Db,
  keyHashes: readonly string[],
  unseenSeconds: number,
): Promise<Map<string, LiveKey>> {
  const { rows } = await sql<LiveKey & { keyHash: string }>`
    select asked.key_hash, live.id, live.areas, live.is_unseen
    from jsonb_array_elements_text(${JSON.stringify(keyHashes)}::jsonb) as asked (key_hash)
    cross join lateral (
      select id, areas, last_used_at is null or last_used_at < now() - make_interval(secs => ${unseenSeconds}) as is_unseen
      from program_keys
      where program_keys.key_hash = decode(asked.key_hash, 'hex') and ended_at is null and expires_at > now()
      limit 1
    ) live`.execute(db)
  return new Map(rows.map(({ keyHash, ...key }) => [keyHash, key]))
}

export async function touchKey(db: Db, id: string, lastNetwork: string | null): Promise<void> {
  await db
    .updateTable('programKeys')
    .set({ lastUsedAt: sql<Date>`now()`, lastNetwork })
    .where('id', '=', id)
    .execute()
}
