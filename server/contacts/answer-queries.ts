import { sql } from 'kysely'

import type { ContactAnswer } from '#contract/contacts/contacts.ts'
import type { Db } from '#server/db/database.ts'

import { fullName } from '#server/db/full-name.ts'

/** An answer, and the account that wrote it. */
interface StoredAnswer extends ContactAnswer {
  actorId: string | null
}

/** The answers to a message, oldest first. */
export async function listAnswers(db: Db, contactId: string): Promise<StoredAnswer[]> {
  const rows = await db
    .selectFrom('contactAnswers as answer')
    .leftJoin('users', 'users.id', 'answer.actorId')
    .leftJoin('mails', (join) => join.onRef('mails.key', '=', 'answer.id').on('mails.name', '=', 'message-answered'))
    .select(['answer.id', 'answer.actorId', 'answer.text', 'answer.createdAt', 'mails.outcome'])
    .select(sql<string | null>`${fullName()}`.as('by'))
    .where('answer.contactId', '=', contactId)
    .orderBy('answer.createdAt')
    .orderBy('answer.id')
    .execute()
  return rows.map(({ id, actorId, text, createdAt, outcome, by }) => ({
    _id: id,
    actorId,
    text,
    by,
    createdAt: createdAt.toISOString(),
    mail: outcome === null || outcome === 'sent' || outcome === 'limited' ? outcome : 'failed',
  }))
}

/** Stores an answer, whose mail is due at once. Call it inside a transaction. */
export async function insertAnswer(
  db: Db,
  answer: { id: string; contactId: string; actorId: string; text: string },
): Promise<void> {
  await db.insertInto('contactAnswers').values(answer).execute()
  const payload = JSON.stringify({ contactId: answer.contactId })
  await db.insertInto('mails').values({ name: 'message-answered', key: answer.id, payload }).execute()
}
