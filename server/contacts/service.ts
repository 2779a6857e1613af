import type { z } from 'zod'

import type { Contact, ContactListQuery } from '#contract/contacts.ts'
import type { AuditEntry } from '#server/audit/queries.ts'
import type { Db } from '#server/db/open.ts'

import { recordChange } from '#server/audit/service.ts'
import { deleteContacts, listContactsById, selectContacts, setRead, toggleRead } from '#server/contacts/queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { notFound } from '#server/errors.ts'
import { windowOf, type ListPage } from '#server/pagination.ts'

export { insertContact as submitContact } from '#server/contacts/queries.ts'

/** A page of messages, newest first, and how many there are in all. Without page and limit, up to 5,000. */
export async function listContacts(
  db: Db,
  { isRead, search, sort, ...page }: z.output<typeof ContactListQuery>,
): Promise<ListPage<Contact>> {
  const filter = { isRead: isRead === undefined ? undefined : isRead === 'true', search: search?.trim() }
  return selectContacts(db, filter, { ...windowOf(page), isUnreadFirst: sort === 'unread' })
}

const readEntry = (actorId: string, subjectId: string, isRead: boolean): AuditEntry => ({
  actorId,
  action: isRead ? 'mark as read' : 'mark as unread',
  subjectType: 'contact',
  subjectId,
  before: { isRead: !isRead },
  after: { isRead },
})

/** Marks a read message as unread and the reverse. Throws `not_found`. */
export async function toggleContactRead(db: Db, actorId: string, id: string): Promise<Contact> {
  return inTransaction(db, async (db) => {
    const contact = await toggleRead(db, id)
    if (!contact) throw notFound('Contact')
    await recordChange(db, readEntry(actorId, id, contact.isRead))
    return contact
  })
}

/** Marks messages and returns them as they are now, without those that were deleted. */
export async function markContacts(
  db: Db,
  actorId: string,
  { ids, isRead }: { ids: readonly string[]; isRead: boolean },
): Promise<Contact[]> {
  return inTransaction(db, async (db) => {
    const changed = await setRead(db, ids, isRead)
    await recordChange(db, ...changed.map((id) => readEntry(actorId, id, isRead)))
    return listContactsById(db, ids)
  })
}

/** Deletes messages, all or none, and returns the ids of those that existed. The audit log keeps sender and subject. */
export async function removeContacts(db: Db, actorId: string, ids: readonly string[]): Promise<string[]> {
  return inTransaction(db, async (db) => {
    const deleted = await deleteContacts(db, ids)
    const entries = deleted.map(({ _id, email, subject, createdAt }): AuditEntry => ({
      actorId,
      action: 'delete contact',
      subjectType: 'contact',
      subjectId: _id,
      before: { email, subject, createdAt },
    }))
    await recordChange(db, ...entries)
    return deleted.map(({ _id }) => _id)
  })
}
