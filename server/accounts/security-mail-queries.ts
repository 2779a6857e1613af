import { sql } from 'kysely'

import type { MailName } from '#contract/words/mail-names.ts'
import type { Db } from '#server/db/database.ts'

import { newId } from '#server/db/new-id.ts'

/** The mails that warn the address of an account: each tells of a change of what lets into it. */
type NoticeName = Extract<
  MailName,
  | 'password-changed'
  | 'passkey-added'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'recovery-codes-renewed'
  | 'recovery-code-used'
>

/**
 * Queues the mail that tells the account's address of a change of what lets into it. It goes to the address of now,
 * because the account may have another one when it is sent. The queries that change a password, a passkey or a second
 * factor call it themselves, so that no caller can forget it.
 */
export async function queueSecurityMail(db: Db, userId: string, name: NoticeName): Promise<void> {
  await sql`
    insert into mails (name, key, user_id, email, payload)
    select ${name}, ${newId()}, id, email, jsonb_build_object('isConfirmed', email_confirmed_at is not null) from users
    where id = ${userId} and email <> ''`.execute(db)
}
