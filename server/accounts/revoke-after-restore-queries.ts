import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/**
 * Ends what a restored backup has revived: every session, key, link, code, invitation and challenge. It may have been
 * used, ended or withdrawn since. Signed links to orders end too: whoever saw the backup may know the secret that signs
 * them. What is sealed with a secret has to be read on, so that one stays. An erasure that was asked for takes seven
 * days again, and its mail is sent again, because the customer may have kept the account since. Passwords, passkeys and
 * second factors are those of the backup. May be repeated.
 */
export async function revokeAllAccess(db: Db): Promise<void> {
  await sql`delete from sessions`.execute(db)
  await sql`delete from account_links`.execute(db)
  await sql`
    delete from mails
    where name in ('new-password', 'sign-in-code', 'confirm-new-address', 'staff-invitation', 'account-erasure')`.execute(
    db,
  )
  await sql`delete from passkey_challenges`.execute(db)
  await sql`
    update secrets
    set value = sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
    where name <> 'refund to'`.execute(db)
  await sql`update program_keys set ended_at = now(), key_hash = null where ended_at is null`.execute(db)
  await sql`update staff_invitations set expires_at = least(expires_at, now())`.execute(db)
  await sql`
    update account_erasures set erases_at = greatest(erases_at, now() + interval '7 days')`.execute(db)
  await sql`
    insert into mails (name, key, user_id)
    select 'account-erasure', gen_random_uuid(), user_id from account_erasures`.execute(db)
}
