import type { Selectable } from 'kysely'

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

function filtered(db: Db, { isRead, search }: ContactFilter) {
  return db
    .selectFrom('contacts')
    .$if(isRead !== undefined, (query) => query.where('isRead', '=', isRead ?? false))
    .$if(Boolean(search), (query) =>
      query.where((eb) => {
        const fullName = eb.fn<string>('concat_ws', [eb.val(' '), 'firstName', 'lastName'])
        const pattern = patternOf(search ?? '')
        return eb.or([
          eb(fullName, 'ilike', pattern),
          ...(['email', 'contactNumber', 'subject', 'message'] as const).map((column) => eb(column, 'ilike', pattern)),
        ])
      }),
    )
}

/** Newest first. */
export async function selectContacts(db: Db, filter: ContactFilter, limit: number, offset: number): Promise<Contact[]> {
  const rows = await filtered(db, filter)
    .select(COLUMNS)
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
