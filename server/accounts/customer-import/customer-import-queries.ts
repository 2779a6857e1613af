import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** Those of the addresses that have an account, by their keys. */
export async function listKnownKeys(db: Db, emailKeys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ emailKey: string }>`
    select email_key from users where email_key = any(${emailKeys}::text[])`.execute(db)
  return new Set(rows.map(({ emailKey }) => emailKey))
}

interface ImportedUser {
  id: string
  firstname: string
  lastname: string
  email: string
  emailKey: string
  phone: string
  passwordHash: string
}

/**
 * Makes accounts with unconfirmed addresses and returns their ids. An address that has got an account meanwhile keeps
 * that.
 */
export async function insertImportedUsers(db: Db, users: readonly ImportedUser[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into users (id, firstname, lastname, email, email_key, phone, password_hash)
    select id, firstname, lastname, email, "emailKey", phone, "passwordHash"
    from jsonb_to_recordset(${JSON.stringify(users)}::text::jsonb)
      as given (id text, firstname text, lastname text, email text, "emailKey" text, phone text, "passwordHash" text)
    on conflict (email_key) do nothing returning id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
