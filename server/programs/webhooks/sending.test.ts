import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { MAX_DELIVERIES } from '#contract/programs/webhook-limits.ts'
import { deleteExpired } from '#server/jobs/delete-expired.ts'
import { sendMails } from '#server/mails/service.ts'
import { postEvent } from '#server/programs/webhooks/post-event.ts'
import { pauseAfterRestore } from '#server/programs/webhooks/service.ts'
import { claimWebhooks } from '#server/programs/webhooks/sending-queries.ts'
import { NEVER, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'
import { sendAllDue, startReceiver } from '#test/webhook-receiver.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
beforeEach(async () => {
  shop.mails.splice(0)
  await sql`delete from webhooks`.execute(shop.db)
  await sql`delete from webhook_deliveries`.execute(shop.db)
})
afterAll(() => shop.close())

const send = () => sendAllDue(shop.shop)

/** Tells the addresses of changes of these subjects. */
async function tell(...subjects: string[]): Promise<void> {
  for (const [index, subject] of subjects.entries()) {
    const data = JSON.stringify({ subject, index })
    await sql`select tell_webhooks('order', 'order.updated', ${subject}, null, ${data}::text::json)`.execute(shop.db)
  }
}

/** Lets the pauses after failures pass. */
async function letPass(): Promise<void> {
  await sql`update webhooks set next_at = now()`.execute(shop.db)
  await sql`update webhook_deliveries set due_at = now() where state = 'waiting'`.execute(shop.db)
}

async function addReceiver(...given: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...given)
  const { _id } = await admin.api.addWebhook({ url: receiver.url, topics: ['order'] })
  return { ...receiver, _id, got: () => receiver.received.map(({ data }) => data.index) }
}

test('what is refused holds what comes after it about the same, and nothing else', async () => {
  const receiver = await addReceiver((response, { data }) => {
    response.statusCode = data.index === 0 ? 500 : 200
    response.end('Not now.')
  })
  await tell('a', 'b', 'a', 'b')
  await send()
  expect(new Set(receiver.got())).toEqual(new Set([0, 1, 3]))
  const { items } = await admin.api.listDeliveries(receiver._id, { state: 'waiting' })
  expect(items).toMatchObject([
    { attempts: 0 },
    { attempts: 1, status: 500, answer: 'Not now.', fault: 'It answers 500.', nextAt: expect.any(String) },
  ])
  receiver.behaviour.answer = (response) => response.end()
  await letPass()
  await send()
  expect(receiver.got().slice(3)).toEqual([0, 2])
  expect(receiver.received).toHaveLength(5)
})

test('pauses grow while an address takes nothing, and only the first is tried', async () => {
  const receiver = await addReceiver((response) => response.writeHead(503).end())
  await tell(...Array.from({ length: 30 }, (_, index) => `subject ${index}`))
  let begunAt = new Date()
  await send()
  expect(receiver.received).toHaveLength(4)
  const pauses: (number | undefined)[] = []
  for (let times = 0; times < 4; times += 1) {
    // Between what is left of it and what there was to wait before it began, however long a busy machine took.
    const { rows } = await sql<{ left: number; most: number }>`
      select extract(epoch from next_at - now())::float8 as left,
        extract(epoch from next_at - ${begunAt}::timestamptz)::float8 as most from webhooks`.execute(shop.db)
    pauses.push([5, 10, 20, 40].find((pause) => rows[0]!.left <= pause && pause <= rows[0]!.most))
    await letPass()
    begunAt = new Date()
    await send()
  }
  expect(pauses).toEqual([5, 10, 20, 40])
  expect(receiver.received).toHaveLength(8)
  const webhook = await admin.api.getWebhook(receiver._id)
  expect(webhook).toMatchObject({ waiting: 30, failing: { since: expect.any(String), nextAt: expect.any(String) } })
  receiver.behaviour.answer = (response) => response.end()
  await letPass()
  await send()
  const well = await admin.api.getWebhook(receiver._id)
  expect([well.waiting, well.failing]).toEqual([0, undefined])
})

test('an address that takes nothing for three days is paused with a mail to the owner, and loses nothing', async () => {
  const receiver = await addReceiver((response) => response.writeHead(500).end())
  await tell('a')
  await send()
  await sql`update webhooks set failing_since = now() - interval '73 hours'`.execute(shop.db)
  await sql`update webhook_deliveries set first_tried_at = now() - interval '73 hours'`.execute(shop.db)
  await letPass()
  await send()
  const webhook = await admin.api.getWebhook(receiver._id)
  expect(webhook).toMatchObject({ waiting: 1, paused: { reason: 'failing' } })
  expect(await admin.api.getWaiting()).toMatchObject({ webhooks: 1 })
  await sql`update users set email_confirmed_at = now() where id = ${admin.id}`.execute(shop.db)
  await sql`update mails set payload = payload || '{"isConfirmed": true}'`.execute(shop.db)
  await sendMails(shop.shop, NEVER)
  const [mail] = shop.mails
  expect(mail).toMatchObject({ subject: 'Paused: a webhook of Selvedge' })
  expect(mail!.text).toContain(new URL(receiver.url).host)
  expect(mail!.text).not.toContain('/hooks')
  await letPass()
  await send()
  expect(receiver.received).toHaveLength(2)
  receiver.behaviour.answer = (response) => response.end()
  await admin.api.changeWebhook(receiver._id, { isPaused: false })
  await send()
  const going = await admin.api.getWebhook(receiver._id)
  expect([going.waiting, going.paused]).toEqual([0, undefined])
  expect((await admin.api.getWaiting()).webhooks).toBeUndefined()
})

test('one delivery that is refused for three days has failed where others are taken', async () => {
  const receiver = await addReceiver((response, { data }) => {
    response.statusCode = data.subject === 'bad' ? 400 : 200
    response.end()
  })
  await tell('bad', 'good', 'bad')
  await send()
  await sql`update webhook_deliveries set first_tried_at = now() - interval '73 hours'`.execute(shop.db)
  await letPass()
  await send()
  const { items } = await admin.api.listDeliveries(receiver._id)
  expect(items.map(({ state }) => state)).toEqual(['waiting', 'delivered', 'failed'])
  expect((await admin.api.getWebhook(receiver._id)).paused).toBeUndefined()
})

test('an address that says that it is gone is paused at once', async () => {
  const receiver = await addReceiver((response) => response.writeHead(410).end())
  await tell('a')
  await send()
  expect(await admin.api.getWebhook(receiver._id)).toMatchObject({ waiting: 1, paused: { reason: 'gone' } })
  const { entries } = await admin.api.listAudit({ area: 'webhook' })
  expect(entries[0]).toMatchObject({ action: 'pause webhook' })
})

test('two processes do not send to an address at the same time', async () => {
  const receiver = await addReceiver()
  await tell('a')
  expect(await claimWebhooks(shop.db)).toEqual([receiver._id])
  await send()
  expect(receiver.received).toEqual([])
  // The process that had claimed it has died.
  await sql`update webhooks set claimed_until = now()`.execute(shop.db)
  await send()
  expect(receiver.received).toHaveLength(1)
})

test('what is cut off by the end of the shop is sent again', async () => {
  const stopping = new AbortController()
  const receiver = await addReceiver(() => stopping.abort())
  await tell('a', 'a')
  await sendAllDue(shop.shop, { stopping: stopping.signal, stop: stopping.signal })
  expect(receiver.got()).toEqual([0])
  receiver.behaviour.answer = (response) => response.end()
  await send()
  expect(receiver.got()).toEqual([0, 0, 1])
})

test('redirects are not followed', async () => {
  const elsewhere = await startReceiver()
  const receiver = await addReceiver((response) => response.writeHead(307, { location: elsewhere.url }).end())
  await tell('a')
  await send()
  expect(elsewhere.received).toEqual([])
  const { items } = await admin.api.listDeliveries(receiver._id)
  expect(items[0]).toMatchObject({ state: 'waiting', fault: 'It answers 307: redirects are not followed.' })
})

const CALL = { headers: {}, body: '{"type":"a","data":{}}', mayAskThisMachine: true, stop: NEVER }

test('an answer is cut off, and one that does not come ends the call', async () => {
  let sent = 0
  const endless = await startReceiver((response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('a'.repeat(65_536))) sent += 65_536
    }
    response.on('drain', more)
    more()
  })
  const cut = await postEvent(new URL(endless.url), CALL)
  expect(cut).toMatchObject({ status: 200, fault: null, answer: 'a'.repeat(4000) })
  expect(sent).toBeLessThan(16 * 1024 ** 2)
  const silent = await startReceiver((response) => response.writeHead(200).write('a'))
  expect(await postEvent(new URL(silent.url), { ...CALL, timeoutMs: 2000 })).toEqual({
    status: 200,
    answer: null,
    fault: 'It has not answered within 2 seconds.',
  })
  expect(await postEvent(new URL('http://127.0.0.1:1/'), CALL)).toMatchObject({ fault: 'It does not answer.' })
  const strange = await startReceiver((response) => response.end(Buffer.from([0, 0xff, 65])))
  expect((await postEvent(new URL(strange.url), CALL)).answer).toBe('\uFFFD\uFFFDA')
})

test('a name that leads into a private network is not connected to', async () => {
  const receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  const call = { ...CALL, mayAskThisMachine: false }
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '169.254.169.254', '100.64.0.1', 'fd00::1']) {
    const found = [
      { address: '8.8.8.8', family: 4 },
      { address, family: address.includes(':') ? 6 : 4 },
    ]
    const resolve: NonNullable<Parameters<typeof postEvent>[1]['resolve']> = (_name, _options, done) =>
      done(null, found)
    const result = await postEvent(new URL(`http://rebound.example:${port}/`), { ...call, resolve })
    expect(result).toEqual({ status: null, answer: null, fault: 'It leads into a private network.' })
  }
  expect(receiver.received).toEqual([])
})

test('nothing is sent to an address that the shop may not call any more', async () => {
  const receiver = await addReceiver()
  await tell('a')
  const config = { ...shop.shop.config, publicUrl: 'https://shop.example.com' }
  await sendAllDue({ ...shop.shop, config, publicUrl: () => 'https://shop.example.com' })
  expect(receiver.received).toEqual([])
  const { items } = await admin.api.listDeliveries(receiver._id)
  expect(items[0]).toMatchObject({ state: 'waiting', fault: 'It has to begin with https://.' })
})

test('deliveries are kept for thirty days, and those of a deleted address are not', async () => {
  const receiver = await addReceiver()
  await tell('old', 'new')
  await sql`update webhook_deliveries set at = now() - interval '31 days' where subject_id = 'old'`.execute(shop.db)
  await deleteExpired(shop.db)
  expect((await admin.api.listDeliveries(receiver._id)).items).toHaveLength(1)
  await sql`delete from webhooks`.execute(shop.db)
  await deleteExpired(shop.db)
  const { rows } = await sql`select from webhook_deliveries`.execute(shop.db)
  expect(rows).toHaveLength(0)
})

test('what waits for an address is never too much, and of what was sent the newest is kept', async () => {
  const receiver = await addReceiver()
  const add = (state: string, count: number) =>
    sql`
      insert into webhook_deliveries (webhook_id, topic, type, subject_id, body, state)
      select ${receiver._id}, 'order', 'order.updated', ${state}::text || place, '{}', ${state}
      from generate_series(1, ${count}::int) place`.execute(shop.db)
  await add('waiting', 3)
  await add('delivered', MAX_DELIVERIES + 2)
  await add('waiting', 1)
  await deleteExpired(shop.db)
  const { rows } = await sql`
    select state, count(*)::int as kept, min(subject_id) filter (where state = 'waiting') as first,
      bool_or(subject_id in ('delivered1', 'delivered2')) as has_oldest
    from webhook_deliveries group by state order by state`.execute(shop.db)
  expect(rows).toEqual([
    { state: 'delivered', kept: MAX_DELIVERIES, first: null, hasOldest: false },
    { state: 'waiting', kept: 4, first: 'waiting1', hasOldest: false },
  ])
})

test('the addresses of a restored backup wait for the owner', async () => {
  const receiver = await addReceiver()
  await tell('a')
  await pauseAfterRestore(shop.db)
  await send()
  expect(receiver.received).toEqual([])
  expect(await admin.api.getWebhook(receiver._id)).toMatchObject({ paused: { reason: 'restored' }, waiting: 1 })
})
