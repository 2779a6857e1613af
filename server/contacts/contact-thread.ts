import type { ContactAnswering, ContactThread } from '#contract/contacts/contacts.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Db } from '#server/db/database.ts'

import { findAccount } from '#server/accounts/service.ts'
import { recordChange } from '#server/audit/service.ts'
import { insertAnswer, listAnswers } from '#server/contacts/answer-queries.ts'
import { getContact, setAnswered } from '#server/contacts/queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'
import { newId } from '#server/db/new-id.ts'

/** How many of the sender's orders stand beside a message. */
const MAX_ORDERS = 10

/** The newest orders of a customer, at most `limit`. */
export type ListCustomerOrders = (db: Db, userId: string, limit: number) => Promise<Order[]>

/**
 * A message with its answers and the newest orders of the account that has the sender's e-mail address, confirmed or
 * not. Throws `not_found`.
 */
export async function getContactThread(db: Db, id: string, listOrders: ListCustomerOrders): Promise<ContactThread> {
  const contact = await getContact(db, id)
  const answers = await listAnswers(db, id)
  const account = await findAccount(db, contact.email)
  const orders = account && (await listOrders(db, account.id, MAX_ORDERS))
  return {
    contact,
    answers: answers.map(({ actorId: _actorId, ...answer }) => answer),
    sender: account && orders ? { isConfirmed: account.isConfirmed, orders } : null,
  }
}

/**
 * Stores an answer, which goes out by mail, and marks its message as read and answered. The same answer by the same
 * person right after it changes nothing: it is a second click. Throws `not_found`, and `conflict` if somebody else has
 * answered since the writer looked.
 */
export async function answerContact(
  db: Db,
  actorId: string,
  contactId: string,
  { text, seen }: ContactAnswering,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const contact = await getContact(db, contactId, { isLocked: true })
    const answers = await listAnswers(db, contactId)
    const latest = answers.at(-1)
    if (answers.length !== seen) {
      if (answers.length === seen + 1 && latest?.actorId === actorId && latest.text === text) return
      throw conflict(
        `${latest?.by ?? 'Somebody'} has answered meanwhile. Please read that answer before you send yours.`,
      )
    }
    await insertAnswer(db, { id: newId(), contactId, actorId, text })
    await setAnswered(db, contactId)
    // The text itself is deleted with its message, and the audit log keeps what it has.
    await recordChange(db, actorId, 'answer contact', ['contact', contactId], { after: { ticket: contact.ticket } })
  })
}
