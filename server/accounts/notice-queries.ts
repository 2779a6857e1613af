import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'
import type { NoticeKind } from '#server/db/shared-columns.ts'

import { newId } from '#server/db/new-id.ts'

/**
 * Queues the mail that tells the account's address of a change of what lets into it. The queries that change a password, a passkey or a
 * second factor call it themselves, so that no caller can forget it.
 */
export async function queueNotice(db: Db, userId: string, kind: NoticeKind): Promise<void> {
  await sql`
    insert into account_notices (id, user_id, kind, email, is_confirmed)
    select ${newId()}, id, ${kind}, email, email_confirmed_at is not null from users
    where id = ${userId} and email <> ''`.execute(db)
}
