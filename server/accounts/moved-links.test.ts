import { sql } from 'kysely'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { confirmEmail } from '#server/accounts/confirmation/confirm-email.ts'
import { confirmNewEmail } from '#server/accounts/email-change/change-email.ts'
import { keepAccount } from '#server/accounts/erasure/account-erasure.ts'
import { codeHashOf, hashOf } from '#server/accounts/link-tokens.ts'
import { resetPassword } from '#server/accounts/recovery/recovery.ts'
import { signInByCode } from '#server/accounts/recovery/sign-in-by-code.ts'
import { joinStaff } from '#server/accounts/staff/staff.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEngines } from '#test/engines.ts'

const MIGRATIONS = join(import.meta.dirname, '..', 'db', 'migrations')

const { engines } = await startEngines()
const folder = await mkdtemp(join(tmpdir(), 'selvedge-links-'))
for (const name of await readdir(MIGRATIONS)) {
  if (name < '0342') await copyFile(join(MIGRATIONS, name), join(folder, name))
}
afterAll(async () => {
  for (const engine of engines) await engine.stop()
  await rm(folder, { recursive: true })
})

const CODE = '402913'
const password = 'a plain new password'
const hex = (text: string) => `decode('${hashOf(text).toString('hex')}', 'hex')`

/** One link or code of each kind that was sent and not used. */
const SENT = `
  insert into users (id, firstname, lastname, email, email_key, phone, password_hash)
    select 'u' || n, 'Asha', 'Rao', n || '@example.com', n || '@example.com', '1', 'none' from generate_series(1, 5) n;
  insert into recovery_tokens (mail_id, user_id, kind, token_hash, email_key, asker_hash, expires_at) values
    ('m1', 'u1', 'password', ${hex('password')}, '1@example.com', '\\x0a', now() + interval '1 minute'),
    ('m2', 'u2', 'code', decode('${codeHashOf('u2', CODE).toString('hex')}', 'hex'), '2@example.com', ${hex('browser')},
      now() + interval '1 minute');
  insert into email_confirmations values (${hex('confirm')}, 'u3', '3@example.com', now() + interval '1 minute');
  insert into email_changes (id, user_id, email, email_key, token_hash, expires_at)
    values ('m4', 'u4', 'New@example.com', 'new@example.com', ${hex('change')}, now() + interval '1 minute');
  insert into account_erasures (user_id, token_hash, erases_at) values ('u5', ${hex('keep')}, now());
  insert into staff_invitations (id, email, email_key, staff_role, token_hash, expires_at)
    values ('i1', 'packer@example.com', 'packer@example.com', 'packer', ${hex('join')}, now() + interval '1 minute');`

test.for(engines)(
  'each link and code that was sent before works afterwards, once, on the $name engine',
  async ({ openEmpty }) => {
    const database = await openEmpty()
    await migrate(database, folder)
    await sql.raw(SENT).execute(database.db)
    await migrate(database)
    const { db } = database
    const nowhere = { networks: [], shopName: 'Selvedge' }
    const browser = { sessions: [], ...nowhere }
    const hooks = { onConfirmed: async () => {}, onMoved: async () => {} }
    const uses = [
      () => resetPassword(db, { token: 'password', password }, nowhere, hooks),
      () => signInByCode(db, { email: '2@example.com', code: CODE }, { browser: 'browser', networks: [] }, hooks),
      () => confirmNewEmail(db, { token: 'change', password }, browser, hooks),
      () => keepAccount(db, 'keep'),
      () => joinStaff(db, { token: 'join', password, firstname: 'Meera', lastname: 'Das' }, nowhere),
    ]
    await confirmEmail(db, { token: 'confirm', password }, browser, hooks)
    for (const use of uses) await use()
    const { rows } = await sql<{ email: string }>`
    select email from users where email_confirmed_at is not null or role = 'admin' order by email`.execute(db)
    expect(rows.map(({ email }) => email)).toEqual(
      expect.arrayContaining([
        '1@example.com',
        '2@example.com',
        '3@example.com',
        'New@example.com',
        'packer@example.com',
      ]),
    )
    expect((await sql`select from account_erasures`.execute(db)).rows).toEqual([])
    for (const use of uses)
      await expect(use()).rejects.toMatchObject({ code: expect.stringMatching(/not_found|unauth/) })
    await database.close()
  },
)
