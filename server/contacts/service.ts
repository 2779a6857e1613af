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

/** Messages, newest first, and how many there are in all; without page and limit as many as a list may hold. */
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

/** Read becomes unread and the reverse. Throws `not_found`. */
export async function toggleContactRead(db: Db, actorId: string, id: string): Promise<Contact> {
  return inTransaction(db, async (db) => {
    const contact = await toggleRead(db, id)
    if (!contact) throw notFound('Contact')
    await recordChange(db, readEntry(actorId, id, contact.isRead))
    return contact
  })
}

/** Marks several messages at once and answers them as they now are; those that are gone are left out. */
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

/**
 * Deletes messages for good, all or none. Answers the ids of those that were there; who wrote them and about what stays in
 * the audit log.
 */
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
