import type { z } from 'zod'

import type { Contact, ContactForm, ContactListQuery } from '#contract/contacts.ts'
import type { Db } from '#server/db/open.ts'

import { recordChange } from '#server/audit/service.ts'
import {
  deleteContact,
  deleteContacts,
  insertContact,
  listContactsById,
  selectContacts,
  setRead,
  toggleRead,
} from '#server/contacts/queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { notFound } from '#server/errors.ts'
import { windowOf, type ListPage } from '#server/pagination.ts'

/** Keeps a message from the contact form. */
export async function submitContact(db: Db, form: ContactForm): Promise<void> {
  await insertContact(db, form)
}

/** Messages, newest first, and how many there are in all; without page and limit as many as a list may hold. */
export async function listContacts(
  db: Db,
  { isRead, search, sort, ...page }: z.output<typeof ContactListQuery>,
): Promise<ListPage<Contact>> {
  const filter = { isRead: isRead === undefined ? undefined : isRead === 'true', search: search?.trim() }
  return selectContacts(db, filter, { ...windowOf(page), isUnreadFirst: sort === 'unread' })
}

/** Read becomes unread and the reverse. Throws `not_found`. */
export async function toggleContactRead(db: Db, actorId: string, id: string): Promise<Contact> {
  return inTransaction(db, async (db) => {
    const contact = await toggleRead(db, id)
    if (!contact) throw notFound('Contact')
    await recordChange(db, {
      actorId,
      action: contact.isRead ? 'mark as read' : 'mark as unread',
      subjectType: 'contact',
      subjectId: id,
      before: { isRead: !contact.isRead },
      after: { isRead: contact.isRead },
    })
    return contact
  })
}

/** Removes a message for good; who wrote it and about what stays in the audit. Throws `not_found`. */
export async function removeContact(db: Db, actorId: string, id: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const contact = await deleteContact(db, id)
    if (!contact) throw notFound('Contact')
    await recordChange(db, {
      actorId,
      action: 'delete contact',
      subjectType: 'contact',
      subjectId: id,
      before: { email: contact.email, subject: contact.subject, createdAt: contact.createdAt },
    })
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
    await recordChange(
      db,
      ...changed.map((subjectId) => ({
        actorId,
        action: isRead ? 'mark as read' : 'mark as unread',
        subjectType: 'contact' as const,
        subjectId,
        before: { isRead: !isRead },
        after: { isRead },
      })),
    )
    return listContactsById(db, ids)
  })
}

/** Removes several messages for good, all or none, and answers the ids of those that are gone by it. */
export async function removeContacts(db: Db, actorId: string, ids: readonly string[]): Promise<string[]> {
  return inTransaction(db, async (db) => {
    const gone = await deleteContacts(db, ids)
    await recordChange(
      db,
      ...gone.map(({ _id, email, subject, createdAt }) => ({
        actorId,
        action: 'delete contact',
        subjectType: 'contact' as const,
        subjectId: _id,
        before: { email, subject, createdAt },
      })),
    )
    return gone.map(({ _id }) => _id)
  })
}
