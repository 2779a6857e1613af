import { sql } from 'kysely'

import type { ContactAnswer } from '#contract/contacts/contacts.ts'
import type { Db } from '#server/db/open.ts'

import { fullName } from '#server/db/full-name.ts'

/** An answer, and the account that wrote it. */
interface StoredAnswer extends ContactAnswer {
  actorId: string | null
}

/** The answers to a message, oldest first, without the mail with its number. */
export async function listAnswers(db: Db, contactId: string): Promise<StoredAnswer[]> {
  const rows = await db
    .selectFrom('contactMails as answer')
    .leftJoin('users', 'users.id', 'answer.actorId')
    .select(['answer.id', 'answer.actorId', 'answer.text', 'answer.createdAt', 'answer.mailOutcome'])
    .select(sql<string | null>`${fullName()}`.as('by'))
    .where('answer.contactId', '=', contactId)
    .where('answer.text', 'is not', null)
    .orderBy('answer.createdAt')
    .orderBy('answer.id')
    .execute()
  return rows.map(({ id, actorId, text, createdAt, mailOutcome, by }) => ({
    _id: id,
    actorId,
    text: text ?? '',
    by,
    createdAt: createdAt.toISOString(),
    mail: mailOutcome === null || mailOutcome === 'sent' || mailOutcome === 'limited' ? mailOutcome : 'failed',
  }))
}

/** Stores an answer, whose mail is due at once. */
export async function insertAnswer(
  db: Db,
  answer: { id: string; contactId: string; actorId: string; text: string },
): Promise<void> {
  await db.insertInto('contactMails').values(answer).execute()
}
