import { sql, type Selectable } from 'kysely'

import type { Contact, ContactForm } from '#contract/contacts.ts'
import type { Db } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'

import { newId } from '#server/new-id.ts'

const COLUMNS = [
  'id',
  'firstName',
  'lastName',
  'email',
  'contactNumber',
  'subject',
  'message',
  'isRead',
  'createdAt',
] as const

type ContactRow = Pick<Selectable<Tables['contacts']>, (typeof COLUMNS)[number]>

const contactOf = ({ id, createdAt, ...row }: ContactRow): Contact => ({
  _id: id,
  ...row,
  createdAt: createdAt.toISOString(),
})

export async function insertContact(db: Db, form: ContactForm): Promise<void> {
  await db
    .insertInto('contacts')
    .values({ id: newId(), ...form })
    .execute()
}

export interface ContactFilter {
  isRead?: boolean | undefined
  search?: string | undefined
}

/** In a pattern `%`, `_` and the backslash are signs of their own. */
const patternOf = (search: string) => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** What is searched, as it is indexed. */
const TEXT = sql<string>`(
  first_name || ' ' || last_name || ' ' || email || ' ' || contact_number || ' ' || subject || ' ' || message
)`

function filtered(db: Db, { isRead, search }: ContactFilter) {
  return db
    .selectFrom('contacts')
    .$if(isRead !== undefined, (query) => query.where('isRead', '=', isRead ?? false))
    .$if(Boolean(search), (query) => query.where(TEXT, 'ilike', patternOf(search ?? '')))
}

interface ContactWindow {
  limit: number
  offset: number
  isUnreadFirst: boolean
}

/** Newest first, after the unread ones where these are to come first. */
export async function selectContacts(
  db: Db,
  filter: ContactFilter,
  { limit, offset, isUnreadFirst }: ContactWindow,
): Promise<Contact[]> {
  const rows = await filtered(db, filter)
    .select(COLUMNS)
    .$if(isUnreadFirst, (query) => query.orderBy('isRead'))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(contactOf)
}

export async function countContacts(db: Db, filter: ContactFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Turns the flag over in one statement, so that of two clicks at once none is lost. */
export async function toggleRead(db: Db, id: string): Promise<Contact | undefined> {
  const row = await db
    .updateTable('contacts')
    .set((eb) => ({ isRead: eb.not(eb.ref('isRead')) }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && contactOf(row)
}

export async function deleteContact(db: Db, id: string): Promise<Contact | undefined> {
  const row = await db.deleteFrom('contacts').where('id', '=', id).returning(COLUMNS).executeTakeFirst()
  return row && contactOf(row)
}

/** Sets the flag of those that have it otherwise; answers which these were. */
export async function setRead(db: Db, ids: readonly string[], isRead: boolean): Promise<string[]> {
  const rows = await db
    .updateTable('contacts')
    .set({ isRead })
    .where('id', 'in', ids)
    .where('isRead', '<>', isRead)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function listContactsById(db: Db, ids: readonly string[]): Promise<Contact[]> {
  const rows = await db.selectFrom('contacts').select(COLUMNS).where('id', 'in', ids).execute()
  return rows.map(contactOf)
}

export async function deleteContacts(db: Db, ids: readonly string[]): Promise<Contact[]> {
  const rows = await db.deleteFrom('contacts').where('id', 'in', ids).returning(COLUMNS).execute()
  return rows.map(contactOf)
}
