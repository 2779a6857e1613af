import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { deleteExpired } from '#server/jobs/delete-expired.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

test('ended sessions, old networks, links, counters and old keys go, and nothing else does', async () => {
  const [idle, over, live] = [await shop.customer(), await shop.customer(), await shop.customer()]
  const [idleAdmin, liveAdmin] = [await shop.admin(), await shop.admin()]
  const { db } = shop
  await sql`update sessions set seen_at = now() - interval '14 days' where user_id = ${idle.user._id}`.execute(db)
  await sql`update sessions set expires_at = now() where user_id = ${over.user._id}`.execute(db)
  await sql`update sessions set seen_at = now() - interval '30 minutes' where user_id = ${idleAdmin.user._id}`.execute(
    db,
  )
  await sql`insert into rate_counters values ('ended', 3, now()), ('running', 3, now() + interval '1 minute')`.execute(
    db,
  )
  await sql`insert into idempotency_keys values
    (${live.user._id}, 'old', 'r', now() - interval '25 hours'), (${live.user._id}, 'young', 'r', now() - interval '23 hours')`.execute(
    db,
  )
  await sql`insert into recent_mails (mailbox_hash, mail_id, at) values
    ('\\x00', 'old', now() - interval '25 hours'), ('\\x00', 'young', now() - interval '23 hours')`.execute(db)
  await sql`insert into sign_in_networks values
    (${live.user._id}, 'old', now() - interval '91 days'), (${live.user._id}, 'young', now() - interval '89 days')`.execute(
    db,
  )
  await sql`insert into account_links (purpose, key, user_id, expires_at) values
    ('new password', 'old', ${live.user._id}, now() - interval '1 day'),
    ('new password', 'renewable', ${live.user._id}, now() - interval '23 hours'),
    ('keep account', 'endless', ${live.user._id}, null)`.execute(db)
  await sql`insert into mails (name, key, at, due_at, outcome)
    select name, age.key, now() - age.hours * interval '1 hour', null, 'sent'
    from unnest(array['sign-in-code', 'password-changed', 'address-changed', 'order-received']) as listed (name),
      (values ('old', 49), ('young', 47)) age (key, hours)`.execute(db)
  await sql`insert into mails (name, key, at) values ('sign-in-code', 'waiting', now() - interval '49 hours')`.execute(
    db,
  )
  await sql`insert into passkey_challenges (challenge, browser_hash, audience, expires_at) values
    ('ended', '\\x00', 'customer', now()), ('running', '\\x00', 'customer', now() + interval '1 minute')`.execute(db)
  await sql`insert into webhook_events (id, type, payload, processed_at) values
    ('old', 't', '{}', now() - interval '91 days'), ('young', 't', '{}', now() - interval '89 days'), ('waiting', 't', '{}', null)`.execute(
    db,
  )

  await deleteExpired(db)

  const column = async (query: ReturnType<typeof sql<{ value: string }>>) =>
    (await query.execute(db)).rows.map(({ value }) => value)
  expect(await column(sql`select user_id as value from sessions order by created_at`)).toEqual([
    live.user._id,
    liveAdmin.user._id,
  ])
  expect(await column(sql`select key as value from rate_counters`)).toEqual(['running'])
  expect(await column(sql`select key as value from idempotency_keys`)).toEqual(['young'])
  expect(await column(sql`select key as value from account_links order by key`)).toEqual(['endless', 'renewable'])
  expect(await column(sql`select mail_id as value from recent_mails`)).toEqual(['young'])
  expect(await column(sql`select encode(network_hash, 'escape') as value from sign_in_networks`)).toEqual(['young'])
  expect(await column(sql`select name || ' ' || key as value from mails order by name, key`)).toEqual([
    'address-changed young',
    'order-received old',
    'order-received young',
    'password-changed young',
    'sign-in-code waiting',
    'sign-in-code young',
  ])
  expect(await column(sql`select challenge as value from passkey_challenges`)).toEqual(['running'])
  expect(await column(sql`select id as value from webhook_events order by id`)).toEqual(['waiting', 'young'])
  expect(await live.api.getMe()).toMatchObject({ _id: live.user._id })
})
