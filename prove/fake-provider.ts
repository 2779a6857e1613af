import { sql } from 'kysely'

import type { Actor, World } from '#prove/world.ts'

import { inDatabase } from '#prove/world.ts'
import { webhookSignature } from '#server/payments/signatures.ts'
import { openSandboxSettings } from '#sandbox/provider-keys.ts'

/**
 * The provider misbehaves: loses answers, refuses, is slow, repeats its events in any order; somebody forges events,
 * and somebody returns parts of the money in the provider's dashboard.
 */
interface FakeProvider {
  misbehave(): Promise<void>
}

const NO_FAULTS = {
  delayMs: 0,
  failNext: 0,
  dropAnswerNext: 0,
  duplicateWebhooks: 0,
  delayWebhooksMs: 0,
  shuffleWebhooks: false,
  lateAfterMs: 400,
  refundAfterMs: 200,
}

interface SentEvent {
  eventId: string
  body: string
}

export function createFakeProvider(world: World, actor: Actor): FakeProvider {
  const { random } = actor
  let serial = 0
  let known: string | undefined

  /** Undefined while the shop is gone, and its database with it. */
  async function secret(): Promise<string | undefined> {
    if (known === undefined) {
      await inDatabase(world, async (db) => {
        known = (await openSandboxSettings(db)).webhookSecrets[0]
      })
    }
    return known
  }

  const changeFaults = (body: object) => actor.call('faults', 'POST', '/sandbox/razorpay/faults', { body })

  async function send(name: string, { eventId, body }: SentEvent, signature: string): Promise<number> {
    const headers = { 'x-razorpay-event-id': eventId, 'x-razorpay-signature': signature }
    const { status } = await actor.call(name, 'POST', '/api/payment/webhook', { body, headers })
    return status
  }

  async function deliver(event: SentEvent): Promise<void> {
    const key = await secret()
    if (key === undefined) return
    const status = await send('event', event, webhookSignature(Buffer.from(event.body), key))
    if (status === 200) world.acknowledged.add('event', event.eventId)
  }

  async function repeatEvents(): Promise<void> {
    let sent: SentEvent[] = []
    await inDatabase(world, async (db) => {
      const { rows } = await sql<SentEvent>`
        select event_id, body from sandbox_events order by id desc limit 60`.execute(db)
      sent = rows
    })
    const chosen = random.shuffled(sent).slice(0, 8)
    const again = random.shuffled([...chosen, ...chosen.slice(0, 4), ...chosen.slice(0, 2)])
    await Promise.all(again.map((event) => deliver(event)))
  }

  async function dispute(): Promise<void> {
    const id = `disp_${actor.person.id}${(serial += 1)}`
    const entity = { id, payment_id: 'pay_disputed', amount: 100, status: 'open', reason_code: 'chargeback' }
    const payload = { dispute: { entity } }
    const body = JSON.stringify({ event: 'payment.dispute.created', created_at: 1_700_000_000, payload })
    await Promise.all([1, 2, 3].map(() => deliver({ eventId: `evt_${id}`, body })))
  }

  async function sendForgedEvent(): Promise<void> {
    const body = JSON.stringify({ event: 'payment.captured', created_at: 1_700_000_000, payload: {} })
    const key = await secret()
    if (key === undefined) return
    const right = webhookSignature(Buffer.from(body), key)
    const wrong = random.pick(['', right.slice(0, 20), `${right.slice(0, 60)}0000`, '0'.repeat(64)])
    const status = await send('forged event', { eventId: `evt_lie${(serial += 1)}`, body }, wrong)
    if (status === 200 && wrong !== right) world.faults.push(`a forged event was taken: ${wrong} for ${right}`)
  }

  /** The least that the provider returns: what is left is nothing, or can still be returned. */
  const LEAST_PAISE = 100

  async function refundInDashboard(): Promise<void> {
    const origin = world.shops.find((shop) => !shop.hasEnded())?.origin
    let paid: { id: string; leftPaise: number }[] = []
    let key = ''
    await inDatabase(world, async (db) => {
      const { keyId, keySecret } = await openSandboxSettings(db)
      key = Buffer.from(`${keyId}:${keySecret}`).toString('base64')
      const { rows } = await sql<{ id: string; leftPaise: number }>`
        select id, amount_paise - amount_refunded_paise as left_paise from sandbox_payments
        where status = 'captured' order by created_at desc limit 40`.execute(db)
      paid = rows
    })
    if (origin === undefined || paid.length === 0) return
    const { id, leftPaise } = random.pick(paid)
    const isPart = leftPaise >= 2 * LEAST_PAISE && random.is(0.8)
    const amount = isPart ? random.between(LEAST_PAISE, leftPaise - LEAST_PAISE) : leftPaise
    // It may be refused, and the shop may be killed meanwhile.
    await fetch(`${origin}/sandbox/razorpay/v1/payments/${id}/refund`, {
      method: 'POST',
      headers: { authorization: `Basic ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount }),
    }).catch(() => undefined)
  }

  return {
    async misbehave() {
      const kind = random.next()
      if (random.is(0.15)) return refundInDashboard()
      if (kind < 0.4) return repeatEvents()
      if (kind < 0.5) return dispute()
      if (kind < 0.6) return sendForgedEvent()
      await changeFaults({
        ...NO_FAULTS,
        dropAnswerNext: random.is(0.4) ? random.between(1, 3) : 0,
        failNext: random.is(0.3) ? random.between(1, 2) : 0,
        delayMs: random.is(0.2) ? random.between(1, 200) : 0,
        duplicateWebhooks: random.is(0.4) ? 2 : 0,
        delayWebhooksMs: random.is(0.3) ? random.between(1, 1500) : 0,
        shuffleWebhooks: random.is(0.5),
      })
    },
  }
}
