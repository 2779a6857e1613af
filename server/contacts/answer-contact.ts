import type { ContactAnswering } from '#contract/contacts/contacts.ts'
import type { Db } from '#server/db/database.ts'

import { recordChange } from '#server/audit/service.ts'
import { insertAnswer, listAnswers } from '#server/contacts/answer-queries.ts'
import { getContact, setAnswered } from '#server/contacts/queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'
import { newId } from '#server/db/new-id.ts'

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
