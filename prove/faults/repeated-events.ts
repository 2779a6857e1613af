import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Fault } from '#prove/faults/fault.ts'
import type { Fixture } from '#prove/faults/fixture.ts'

import { startLoad } from '#prove/faults/visitor-traffic.ts'
import { msOf, otherThan } from '#prove/faults/counts.ts'
import { finding, none, within } from '#prove/faults/fault.ts'
import { checkRecords, onEmbedded } from '#prove/faults/fixture.ts'
import { createVisitor, type Visit } from '#prove/faults/visitor.ts'
import { createRandom } from '#prove/random.ts'
import { newId } from '#server/db/new-id.ts'
import { webhookSignature } from '#server/payments/signatures.ts'
import { openSandboxSettings } from '#sandbox/provider-keys.ts'

const PAYMENTS = 250
const TIMES = 3
const STARTERS = 4
const SENDERS = 8
const LONGEST_WAIT_MS = 120_000

interface SentEvent {
  id: string
  body: string
}

/** The provider's events of one payment: failed, authorised, captured, and the order paid. */
function eventsOf(orderId: string, amount: number): SentEvent[] {
  const now = Math.floor(Date.now() / 1000)
  const payment = (status: string, id = `pay_${orderId}`) => ({
    entity: {
      id,
      amount,
      currency: 'INR',
      status,
      order_id: orderId,
      method: 'card',
      amount_refunded: 0,
      created_at: now,
    },
  })
  const order = {
    entity: { id: orderId, amount, amount_paid: amount, currency: 'INR', status: 'paid', receipt: '', created_at: now },
  }
  const events = [
    ['payment.failed', { payment: payment('failed', `pay_failed_${orderId}`) }],
    ['payment.authorized', { payment: payment('authorized') }],
    ['payment.captured', { payment: payment('captured') }],
    ['order.paid', { order, payment: payment('captured') }],
  ] as const
  return events.map(([event, payload]) => ({
    id: newId(),
    body: JSON.stringify({ entity: 'event', event, payload, created_at: now }),
  }))
}

async function startPayments({ shop, actors, productId }: Fixture): Promise<{ id: string; amount: number }[]> {
  const left = [...actors]
  const payments: { id: string; amount: number }[] = []
  const start = async () => {
    for (let person = left.pop(); person; person = left.pop()) {
      const visitor = createVisitor(person.cookie)
      await visitor(shop.origin, { kind: 'add', path: `/api/cart/add/${productId}` })
      const path = '/api/payment/create/orderId'
      const started = await visitor(shop.origin, { kind: 'start', method: 'POST', path, body: {} })
      if (started.status !== 200) throw new Error(started.text)
      payments.push(JSON.parse(started.text) as { id: string; amount: number })
    }
  }
  await Promise.all(Array.from({ length: STARTERS }, start))
  return payments
}

async function sendAll({ db, shop }: Fixture, events: SentEvent[]): Promise<Visit[]> {
  const left = [...events]
  const visits: Visit[] = []
  const { webhookSecrets } = await openSandboxSettings(db)
  const secret = webhookSecrets[0] ?? ''
  const send = async () => {
    const visitor = createVisitor()
    for (let event = left.pop(); event; event = left.pop()) {
      const signature = webhookSignature(Buffer.from(event.body), secret)
      const headers = { 'x-razorpay-event-id': event.id, 'x-razorpay-signature': signature }
      const path = '/api/payment/webhook'
      visits.push(await visitor(shop.origin, { kind: 'event', method: 'POST', path, body: event.body, headers }))
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, send))
  return visits
}

async function untilProcessed({ db }: Fixture): Promise<number> {
  const begin = performance.now()
  while (performance.now() - begin < LONGEST_WAIT_MS) {
    const { rows } = await sql`select from webhook_events where processed_at is null limit 1`.execute(db)
    if (rows.length === 0) return performance.now() - begin
    await sleep(50)
  }
  return Number.NaN
}

/** The provider sends every event three times, in a random order. */
export const repeatedEvents: Fault = {
  name: 'repeated-events',
  title: '1,000 events, each three times, shuffled',
  run: onEmbedded({ actors: PAYMENTS }, async (fixture) => {
    const started = await startPayments(fixture)
    const events = started.flatMap(({ id, amount }) => eventsOf(id, amount))
    const visits = await sendAll(
      fixture,
      createRandom(Date.now()).shuffled(Array.from({ length: TIMES }, () => events).flat()),
    )
    const processedMs = await untilProcessed(fixture)
    const { rows } = await sql<
      Record<'events' | 'failed' | 'orders' | 'steps' | 'captured' | 'placed' | 'lines', number>
    >`
        select (select count(*)::integer from webhook_events) as events,
          (select count(*)::integer from webhook_events where failure is not null) as failed,
          (select count(*)::integer from orders) as orders,
          (select count(*)::integer from order_steps) as steps,
          (select count(*)::integer from cart_lines) as lines,
          (select count(*)::integer from audit_log where action = 'payment.captured') as captured,
          (select count(*)::integer from audit_log where action = 'order.placed') as placed`.execute(fixture.db)
    const [seen] = rows
    const once = (what: string, count: number | undefined, expected: number) =>
      finding(`${what} (${expected})`, count ?? 'none', count === expected)
    const nobody = startLoad({ origin: fixture.shop.origin })
    nobody.paidOrders.push(...started.map(({ id }) => id))
    return [
      none(`of ${visits.length} calls answered otherwise than 200`, otherThan(visits, [200])),
      within('each was answered', Math.max(...visits.map(msOf)), 1000),
      within('all were dealt with', processedMs, 60_000),
      once('events stored', seen?.events, events.length),
      once('events that could not be dealt with', seen?.failed, 0),
      once('orders', seen?.orders, PAYMENTS),
      once('steps of orders', seen?.steps, PAYMENTS),
      once('captures in the audit log', seen?.captured, PAYMENTS),
      once('orders in the audit log', seen?.placed, PAYMENTS),
      once('lines left in carts', seen?.lines, 0),
      ...(await checkRecords(fixture.db, nobody)),
    ]
  }),
}
