import { sql, type Selectable } from 'kysely'

import type { Contact, ContactForm } from '#contract/contacts.ts'
import type { Db } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'

import { contains } from '#server/db/text-contains.ts'
import { mapPage, pageOf, type ListPage, type Window } from '#server/pagination.ts'
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

const COLUMN_LIST = sql.join(COLUMNS.map((name) => sql.ref(name)))

type ContactRow = Pick<Selectable<Tables['contacts']>, (typeof COLUMNS)[number]>

const contactOf = ({ id, createdAt, ...row }: ContactRow): Contact => ({
  _id: id,
  ...row,
  createdAt: createdAt.toISOString(),
})

/** Stores a message from the contact form. */
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

/** Newest first; with `isUnreadFirst` the unread ones before the others. */
export async function selectContacts(
  db: Db,
  { isRead, search }: ContactFilter,
  { limit, offset, isUnreadFirst }: Window & { isUnreadFirst: boolean },
): Promise<ListPage<Contact>> {
  const isWanted = isRead === undefined ? sql`true` : sql`is_read = ${isRead}`
  const isFound = search ? contains(sql`search_text`, search) : sql`true`
  const order = sql`${isUnreadFirst ? sql`is_read,` : sql``} created_at desc, id`
  const { rows } = await sql<ContactRow & { total: number }>`
    with chosen as not materialized (select ${COLUMN_LIST} from contacts where ${isWanted} and ${isFound}),
    page as materialized (select * from chosen order by ${order} limit ${limit} offset ${offset}),
    counted as materialized (select count(*) as total from chosen)
    select page.*, counted.total from counted left join page on true order by ${order}`.execute(db)
  return mapPage(pageOf(rows), contactOf)
}

/** Toggles the flag in one statement, so that two concurrent clicks are not lost. */
export async function toggleRead(db: Db, id: string): Promise<Contact | undefined> {
  const row = await db
    .updateTable('contacts')
    .set((eb) => ({ isRead: eb.not(eb.ref('isRead')) }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && contactOf(row)
}

/** Sets the flag and returns the ids of the messages that it changed. */
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
