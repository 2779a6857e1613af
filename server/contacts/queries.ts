import { inIndia } from '#server/db/india-time.ts'
import { sql, type RawBuilder, type Selectable } from 'kysely'

import type { Contact, ContactCounts, ContactForm } from '#contract/contacts/contacts.ts'
import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'

import { ANSWER_HOURS, DUE_SOON_HOURS, END_MONTHS, type ContactSort } from '#contract/contacts/contact-limits.ts'
import type { ContactState } from '#contract/contacts/contact-states.ts'
import { hasWord, soughtWords } from '#server/db/text-contains.ts'
import { notFound } from '#server/errors.ts'
import { mapPage, pageOf, type ListPage, type Window } from '#server/db/pagination.ts'
import { newId } from '#server/db/new-id.ts'

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
  'ticket',
  'answeredAt',
  'closedAt',
  'dueAt',
] as const

const COLUMN_LIST = sql.join(COLUMNS.map((name) => sql.ref(name)))

type ContactRow = Pick<Selectable<Tables['contacts']>, (typeof COLUMNS)[number]>

const contactOf = ({ id, createdAt, answeredAt, closedAt, dueAt, ...row }: ContactRow): Contact => ({
  _id: id,
  ...row,
  createdAt: createdAt.toISOString(),
  state: closedAt ? 'closed' : answeredAt ? 'answered' : 'open',
  dueAt: dueAt?.toISOString() ?? null,
})

const ANSWER_BY = sql<Date>`created_at + make_interval(hours => ${sql.lit(ANSWER_HOURS)})`
const END_BY = inIndia(sql<Date>`(${inIndia(sql<Date>`created_at`)} + make_interval(months => ${sql.lit(END_MONTHS)}))`)

/**
 * Stores a message from the contact form, which came from these networks, and the mail with its number. Undefined if
 * that number is taken.
 */
export async function insertContact(
  db: Db,
  form: ContactForm,
  networks: readonly Network[],
): Promise<string | undefined> {
  const id = newId()
  const { rows } = await sql<{ ticket: string }>`
    with stored as (
      insert into contacts (id, first_name, last_name, email, contact_number, subject, message, due_at)
      values (${id}, ${form.firstName}, ${form.lastName}, ${form.email}, ${form.contactNumber}, ${form.subject},
        ${form.message}, now() + make_interval(hours => ${sql.lit(ANSWER_HOURS)}))
      on conflict (ticket) do nothing
      returning id, ticket
    ),
    mailed as (
      insert into mails (name, key, payload)
      select 'message-received', ${newId()}, jsonb_build_object('contactId', id, 'networks', ${JSON.stringify(networks)}::jsonb) from stored
    )
    select ticket from stored`.execute(db)
  return rows[0]?.ticket
}

interface ContactFilter {
  isRead?: boolean | undefined
  state?: ContactState | undefined
  isDueSoon?: boolean | undefined
  search?: string | undefined
}

const STATES: Record<ContactState, RawBuilder<unknown>> = {
  open: sql`closed_at is null and answered_at is null`,
  answered: sql`closed_at is null and answered_at is not null`,
  closed: sql`closed_at is not null`,
}

const IS_DUE_SOON = sql<boolean>`due_at <= now() + make_interval(hours => ${sql.lit(DUE_SOON_HOURS)})`

const NEWEST = sql`created_at desc, id desc`
const ORDERS: Record<ContactSort, RawBuilder<unknown>> = {
  newest: NEWEST,
  unread: sql`is_read, ${NEWEST}`,
  due: sql`due_at, ${NEWEST}`,
}

const foundBy = (search: string | undefined) =>
  soughtWords(search).map((word) => sql`(${hasWord(sql`search_text`, word)} or ticket = ${word.text.toUpperCase()})`)

/** A page of the messages that have every word of the search. */
export async function listContactRows(
  db: Db,
  { isRead, state, isDueSoon, search }: ContactFilter,
  { limit, offset, sort = 'newest' }: Window & { sort?: ContactSort | undefined },
): Promise<ListPage<Contact>> {
  const conditions = [
    sql`true`,
    ...(isRead === undefined ? [] : [sql`is_read = ${isRead}`]),
    ...(state ? [STATES[state]] : []),
    ...(isDueSoon ? [IS_DUE_SOON] : []),
    ...foundBy(search),
  ]
  const order = ORDERS[sort]
  const { rows } = await sql<ContactRow & { total: number }>`
    with chosen as not materialized (select ${COLUMN_LIST} from contacts where ${sql.join(conditions, sql` and `)}),
    page as materialized (select * from chosen order by ${order} limit ${limit} offset ${offset}),
    counted as materialized (select count(*) as total from chosen)
    select page.*, counted.total from counted left join page on true order by ${order}`.execute(db)
  return mapPage(pageOf(rows), contactOf)
}

/** How many messages there are, all and by state, of those that have every word of the search. */
export async function countContacts(db: Db, search?: string): Promise<ContactCounts> {
  const { rows } = await sql<ContactCounts>`
    select count(*) as all, count(*) filter (where not is_read) as unread, count(*) filter (where is_read) as read,
      count(*) filter (where ${IS_DUE_SOON}) as due_soon, count(*) filter (where ${STATES.open}) as open,
      count(*) filter (where ${STATES.answered}) as answered, count(*) filter (where ${STATES.closed}) as closed
    from contacts
    where ${sql.join([sql`true`, ...foundBy(search)], sql` and `)}`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('a count has one row')
  return counts
}

/** A message. `isLocked` locks it until the transaction ends. Throws `not_found`. */
export async function getContact(
  db: Db,
  id: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<Contact> {
  const row = await db
    .selectFrom('contacts')
    .select(COLUMNS)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw notFound('Contact')
  return contactOf(row)
}

/** Toggles the flag in one statement, so that two concurrent clicks are not lost. Throws `not_found`. */
export async function toggleRead(db: Db, id: string): Promise<Contact> {
  const row = await db
    .updateTable('contacts')
    .set((eb) => ({ isRead: eb.not(eb.ref('isRead')) }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!row) throw notFound('Contact')
  return contactOf(row)
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

/** Notes that a message was read and answered. From now on its ticket must be ended, unless it is closed. */
export async function setAnswered(db: Db, id: string): Promise<void> {
  await db
    .updateTable('contacts')
    .set({
      isRead: true,
      answeredAt: sql<Date>`coalesce(answered_at, now())`,
      dueAt: sql<Date | null>`case when closed_at is null then ${END_BY} end`,
    })
    .where('id', '=', id)
    .execute()
}

/** Closes a ticket or opens it again, and returns it; undefined if it is so already, or is gone. */
export async function setClosed(db: Db, id: string, isClosed: boolean): Promise<Contact | undefined> {
  const change = isClosed
    ? { closedAt: sql<Date>`now()`, dueAt: null }
    : { closedAt: null, dueAt: sql<Date>`case when answered_at is null then ${ANSWER_BY} else ${END_BY} end` }
  const row = await db
    .updateTable('contacts')
    .set(change)
    .where('id', '=', id)
    .where('closedAt', isClosed ? 'is' : 'is not', null)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && contactOf(row)
}

export async function listContactsById(db: Db, ids: readonly string[]): Promise<Contact[]> {
  const rows = await db.selectFrom('contacts').select(COLUMNS).where('id', 'in', ids).execute()
  return rows.map(contactOf)
}

/** Deletes messages, the answers to them and their mails. Call it inside a transaction. */
export async function deleteContacts(db: Db, ids: readonly string[]): Promise<Contact[]> {
  const rows = await db.deleteFrom('contacts').where('id', 'in', ids).returning(COLUMNS).execute()
  // After the rows, so that an answer at the same moment is stored or refused by now.
  await sql`
    delete from mails
    where name in ('message-received', 'message-answered') and payload ->> 'contactId' = any(${ids})`.execute(db)
  return rows.map(contactOf)
}
