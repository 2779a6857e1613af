import type { z } from 'zod'

import type { Contact, ContactForm, ContactListQuery } from '#contract/contacts/contacts.ts'
import type { AuditEntry } from '#server/audit/queries.ts'
import type { Db } from '#server/db/database.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'

import { recordChange, recordChanges } from '#server/audit/service.ts'
import {
  deleteContacts,
  getContact,
  insertContact,
  listContactsById,
  listContactRows,
  setClosed,
  setRead,
  toggleRead,
} from '#server/contacts/queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { windowOf, type ListPage } from '#server/db/pagination.ts'

export { eraseSender, listMessagesOf, moveSender } from '#server/contacts/personal-data-queries.ts'
export { countContacts } from '#server/contacts/queries.ts'

/** Random numbers of a thousand million: two in a row that are taken do not happen. */
const MOST_TRIES = 5

/**
 * Stores a message and returns its ticket number, which goes to the sender by mail too, unless the caller's networks
 * have had too many such mails sent to strangers.
 */
export async function submitContact(db: Db, form: ContactForm, networks: readonly Network[]): Promise<string> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const ticket = await insertContact(db, form, networks)
    if (ticket !== undefined) return ticket
  }
  throw new Error('every ticket number that was tried is taken')
}

/**
 * A page of messages, newest first unless sorted, and how many there are in all. Without page and limit, up to 5,000.
 */
export async function listContacts(
  db: Db,
  { isRead, state, due, search, sort, ...page }: z.output<typeof ContactListQuery>,
): Promise<ListPage<Contact>> {
  const filter = {
    isRead: isRead === undefined ? undefined : isRead === 'true',
    state,
    isDueSoon: due === 'soon',
    search,
  }
  return listContactRows(db, filter, { ...windowOf(page), sort })
}

const readEntry = (actorId: string, contactId: string, isRead: boolean): AuditEntry => ({
  actorId,
  action: isRead ? 'mark as read' : 'mark as unread',
  subject: ['contact', contactId],
  before: { isRead: !isRead },
  after: { isRead },
})

/** Marks a read message as unread and the reverse. Throws `not_found`. */
export async function toggleContactRead(db: Db, actorId: string, id: string): Promise<Contact> {
  return inTransaction(db, async (db) => {
    const contact = await toggleRead(db, id)
    await recordChanges(db, [readEntry(actorId, id, contact.isRead)])
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
    await recordChanges(
      db,
      changed.map((id) => readEntry(actorId, id, isRead)),
    )
    return listContactsById(db, ids)
  })
}

/** Closes a ticket or opens it again; may be repeated. Throws `not_found`. */
export async function closeContact(db: Db, actorId: string, id: string, isClosed: boolean): Promise<Contact> {
  return inTransaction(db, async (db) => {
    const changed = await setClosed(db, id, isClosed)
    if (changed) {
      await recordChange(db, actorId, isClosed ? 'close ticket' : 'reopen ticket', ['contact', id], {
        after: { ticket: changed.ticket },
      })
    }
    return changed ?? getContact(db, id)
  })
}

/**
 * Deletes messages with their answers, all or none, and returns the ids of those that existed. The audit log keeps the
 * number.
 */
export async function removeContacts(db: Db, actorId: string, ids: readonly string[]): Promise<string[]> {
  return inTransaction(db, async (db) => {
    const deleted = await deleteContacts(db, ids)
    const entries = deleted.map(({ _id, ticket, createdAt }): AuditEntry => ({
      actorId,
      action: 'delete contact',
      subject: ['contact', _id],
      // The audit log is never changed, so it must not hold what a sender may have erased.
      before: { ticket, createdAt },
    }))
    await recordChanges(db, entries)
    return deleted.map(({ _id }) => _id)
  })
}
