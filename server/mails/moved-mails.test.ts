import { sql } from 'kysely'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { migrate } from '#server/db/migrate.ts'
import { startEngines } from '#test/engines.ts'

const MIGRATIONS = join(import.meta.dirname, '..', 'db', 'migrations')

const { engines } = await startEngines()
const folder = await mkdtemp(join(tmpdir(), 'selvedge-mails-'))
for (const name of await readdir(MIGRATIONS)) {
  if (name < '0340') await copyFile(join(MIGRATIONS, name), join(folder, name))
}
afterAll(async () => {
  for (const engine of engines) await engine.stop()
  await rm(folder, { recursive: true })
})

/** A shop at work: of each kind a mail that is due, one that another process has claimed or that failed before, and one that has gone. */
const AT_WORK = `
  insert into users (id, firstname, lastname, email, email_key, phone, password_hash)
    select 'u' || n, 'Asha', 'Rao', n || '@example.com', n || '@example.com', '1', 'none' from generate_series(1, 3) n;
  insert into categories (id, name, slug) values ('c', 'Shirts', 'shirts');
  insert into products (id, category_id, name, price_paise) values ('p', 'c', 'Shirt', 100);
  insert into product_sizes (id, product_id, size, position, stock) values ('s', 'p', 'M', 0, 0);
  insert into stock_ledger (product_size_id, change, reason) values ('s', 1, 'opening');
  insert into checkouts (id, user_id, status, fingerprint, total_paise, hold_expires_at)
    select 'k' || n, 'u' || n, 'paid', 'f', 100, now() from generate_series(1, 3) n;
  insert into orders (id, checkout_id, user_id, provider_order_id, status, total_paise)
    select 'o' || n, 'k' || n, 'u' || n, 'order_' || n, 'shipped', 100 from generate_series(1, 3) n;
  insert into order_steps (order_id, status, mail_due_at, mail_outcome) values
    ('o1', 'order placed', null, 'sent'), ('o1', 'shipped', now() - interval '1 minute', null),
    ('o2', 'order placed', null, null), ('o2', 'shipped', now() + interval '1 minute', 'sent'),
    ('o3', 'order placed', null, 'unconfirmed'), ('o3', 'shipped', now() + interval '15 minutes', null);
  insert into payments (id, checkout_id, order_id, amount_paise, status)
    values ('y1', 'k1', 'o1', 100, 'captured'), ('y2', 'k2', null, 100, 'captured');
  insert into refunds (id, payment_id, order_id, amount_paise, reason, status, mail_due_at, mail_outcome) values
    ('r1', 'y1', 'o1', 100, 'order cancelled', 'processed', now(), null), ('r2', 'y2', null, 100, 'sold out', 'processed', null, 'sent');
  insert into confirmation_mails (user_id, mail_id) values ('u1', 'm1.confirm');
  insert into recovery_mails (id, email_key, kind, asker_hash) values ('m2', '1@example.com', 'code', '\\x0a0b'), ('m3', '1@example.com', 'password', null);
  insert into email_changes (id, user_id, kind, email, email_key, is_confirmed, token_hash, mail_due_at, mail_outcome) values
    ('m4', 'u1', 'link', 'New@example.com', 'new@example.com', false, '\\x01', now(), null),
    ('m5', 'u1', 'told', 'Old@example.com', 'old@example.com', true, null, null, 'sent');
  insert into account_notices (id, user_id, kind, email, is_confirmed) values
    ('m6', 'u1', 'password', '1@example.com', true), ('m7', 'u1', 'passkey', '1@example.com', false),
    ('m11', 'u1', 'recovery code used', '1@example.com', true);
  insert into staff_invitations (id, email, email_key, staff_role, expires_at, mail_due_at) values
    ('i1', 'a@example.com', 'a@example.com', 'packer', now(), now()), ('i2', 'b@example.com', 'b@example.com', 'packer', now(), null);
  insert into account_erasures (user_id, mail_id, erases_at) values ('u1', 'm8', now());
  insert into contacts (id, first_name, last_name, email, contact_number, subject, message, due_at)
    values ('t', 'Asha', 'Rao', '1@example.com', '1', 'S', 'M', now());
  insert into contact_mails (id, contact_id, text, mail_due_at, mail_outcome)
    values ('m9', 't', null, null, 'sent'), ('m10', 't', 'Yes.', now(), null);
  insert into stock_requests (id, user_id, product_size_id, ledger_id, mail_due_at, mail_outcome) values
    ('q1', 'u1', 's', 1, now(), null), ('q2', 'u2', 's', 1, null, 'sent'), ('q3', 'u3', 's', 1, null, null);`

test.for(engines)(
  'each mail of a shop at work is due when it was, once, and what became of the others is kept, on the $name engine',
  async ({ openEmpty }) => {
    const database = await openEmpty()
    await migrate(database, folder)
    await sql.raw(AT_WORK).execute(database.db)
    const due = async (tables: string) => {
      const { rows } = await sql<{ at: string }>`${sql.raw(tables)} order by 1`.execute(database.db)
      return rows
    }
    const before = await due(
      [
        'order_steps',
        'refunds',
        'confirmation_mails',
        'contact_mails',
        'recovery_mails',
        'stock_requests',
        'staff_invitations',
        'account_erasures',
        'email_changes',
        'account_notices',
      ]
        .map((table) => `select mail_due_at as at from ${table} where mail_due_at is not null`)
        .join(' union all '),
    )
    await migrate(database)
    expect(await due('select due_at as at from mails where due_at is not null')).toEqual(before)
    const { rows } = await sql<{ mail: string }>`
      select concat_ws(' ', name, key, user_id, email, nullif(payload, '{}'), outcome, case when due_at is null then 'ended' end) as mail
      from mails order by name, key`.execute(database.db)
    expect(rows.map(({ mail }) => mail)).toEqual([
      'account-erasure m8 u1',
      'address-changed m5 u1 Old@example.com {"isConfirmed": true} sent ended',
      'back-in-stock q1 u1',
      'back-in-stock q2 u2 sent ended',
      'confirm-address m1.confirm u1',
      'confirm-new-address m4 u1 New@example.com {"isConfirmed": false}',
      'message-answered m10 {"contactId": "t"}',
      'message-received m9 {"contactId": "t"} sent ended',
      'new-password m3 1@example.com {"asker": null, "isRenewal": false}',
      'order-received o1 u1 sent ended',
      'order-received o3 u3 unconfirmed ended',
      'order-shipped o1 u1',
      'order-shipped o2 u2 sent',
      'order-shipped o3 u3',
      'passkey-added m7 u1 1@example.com {"isConfirmed": false}',
      'password-changed m6 u1 1@example.com {"isConfirmed": true}',
      'payment-returned r2 u2 sent ended',
      'recovery-code-used m11 u1 1@example.com {"isConfirmed": true}',
      'refund-done r1 u1',
      'sign-in-code m2 1@example.com {"asker": "0a0b", "isRenewal": false}',
      'staff-invitation i1',
    ])
    await database.close()
  },
)
