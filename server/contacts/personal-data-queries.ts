import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { emailKey } from '#contract/schemas/basic-schemas.ts'
import { MAX_LIST } from '#contract/catalogue/lists/list-limits.ts'

const isFrom = (key: string) => sql`lower(btrim(contacts.email)) = ${key}`

/** The messages that came from an address, newest first, with the answers to them, for their sender. */
export async function listMessagesOf(db: Db, email: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select ticket, created_at, first_name || ' ' || last_name as name, email, contact_number, subject, message,
      coalesce((
        select json_agg(json_build_object('text', text, 'createdAt', answer.created_at) order by answer.created_at, answer.id)
        from contact_answers answer where contact_id = contacts.id
      ), '[]') as answers
    from contacts where ${isFrom(emailKey(email))}
    order by created_at desc, id desc limit ${MAX_LIST}`.execute(db)
  return rows
}

/** Puts the messages that came from an address under another one of the same person. */
export async function moveSender(db: Db, fromKey: string, email: string): Promise<void> {
  await sql`update contacts set email = ${email} where ${isFrom(fromKey)}`.execute(db)
}

/**
 * Removes the sender and the text of each message that came from an address, and the text of the answers to it. Its
 * mails that wait are not sent any more. Ticket numbers, dates and states stay.
 */
export async function eraseSender(db: Db, key: string): Promise<void> {
  const erased = 'Erased at the request of the sender.'
  await sql`
    update mails set due_at = null, payload = payload - 'networks'
    from contacts
    where name in ('message-received', 'message-answered') and payload ->> 'contactId' = contacts.id
      and ${isFrom(key)}`.execute(db)
  await sql`
    update contact_answers set text = ${erased}
    from contacts where contacts.id = contact_id and ${isFrom(key)}`.execute(db)
  await sql`
    update contacts set first_name = 'A', last_name = 'customer', email = '', contact_number = '',
      subject = ${erased}, message = ${erased}, closed_at = coalesce(closed_at, now()), due_at = null
    where ${isFrom(key)}`.execute(db)
}
