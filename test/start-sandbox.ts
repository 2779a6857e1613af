import { EventEmitter, once } from 'node:events'
import fastify, { type FastifyInstance } from 'fastify'

import type { Db } from '#server/db/database.ts'

import { createProvider } from '#server/payments/provider.ts'
import { registerSandbox } from '#sandbox/routes.ts'
import { openSandboxSettings, SANDBOX_PATH } from '#sandbox/provider-keys.ts'
import { createTestDatabase } from '#test/database.ts'

/** What the shop's webhook address was called with. */
export interface ReceivedEvent {
  id: string
  signature: string
  rawBody: Buffer
  body: { event: string; contains: string[]; payload: Record<string, { entity: Record<string, unknown> }> }
}

interface StartOptions {
  /** An open database whose records are used further; by default a new one, which `close` closes. */
  db?: Db
  /** Status with which the shop answers an event; 200 unless given. */
  answerEvent?: (event: ReceivedEvent) => number
  /** Adds routes, such as a page of the shop. */
  extend?: (app: FastifyInstance) => void
  settings?: { publicUrl?: string }
}

function receiveEvents(app: FastifyInstance, receive: (event: ReceivedEvent) => number) {
  void app.register(async (shop) => {
    shop.removeAllContentTypeParsers()
    shop.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    shop.post('/api/payment/webhook', async (request, reply) => {
      const rawBody = request.body as Buffer
      const status = receive({
        id: String(request.headers['x-razorpay-event-id']),
        signature: String(request.headers['x-razorpay-signature']),
        rawBody,
        body: JSON.parse(rawBody.toString()),
      })
      return reply.code(status).send()
    })
  })
}

/** The sandbox provider on a free port, with a shop that only notes down the events it is sent. */
export async function startSandbox({ db, answerEvent = () => 200, extend, settings }: StartOptions = {}) {
  const database = db ? undefined : await createTestDatabase()
  const sandboxDb = db ?? database!.db
  const app = fastify()
  const events: ReceivedEvent[] = []
  const arrivals = new EventEmitter()
  receiveEvents(app, (event) => {
    events.push(event)
    arrivals.emit('event')
    return answerEvent(event)
  })
  const payment = await openSandboxSettings(sandboxDb)
  const config = { host: '127.0.0.1', publicUrl: undefined, ...settings }
  const shop = { db: sandboxDb, payment, config, settings: { current: () => ({ shopName: 'Selvedge' }) } }
  extend?.(app)
  let origin = ''
  registerSandbox(app, shop, { origins: () => ({ own: ['http://shop.example', origin] }) })
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `${origin}${SANDBOX_PATH}`
  const { keyId, keySecret } = payment

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  return {
    origin,
    url,
    payment,
    db: sandboxDb,
    events,
    provider: createProvider({ apiUrl: url, keyId, keySecret }),
    post,
    /** A call of the API with key and secret. */
    callApi: (path: string, init: RequestInit = {}) =>
      fetch(`${url}/v1${path}`, {
        ...init,
        headers: {
          authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}`,
          'content-type': 'application/json',
          ...(init.headers as Record<string, string>),
        },
      }),
    /** A buyer pays; returns what the browser gets. */
    async pay(orderId: string, more: object = {}) {
      const response = await post('/pay', { order_id: orderId, outcome: 'success', webhook: true, ...more })
      const body = await response.json()
      return { status: response.status, body, paymentId: body.razorpay_payment_id as string }
    },
    async setFaults(faults: object) {
      const response = await post('/faults', faults)
      if (!response.ok) throw new Error(await response.text())
    },
    async records() {
      const response = await fetch(`${url}/records`)
      return response.json()
    },
    /** Resolves as soon as the events received so far fulfil the condition. */
    async until(isEnough: (events: ReceivedEvent[]) => boolean) {
      while (!isEnough(events)) await once(arrivals, 'event')
    },
    async close() {
      await app.close()
      await database?.close()
    },
  }
}
