import type { FastifyInstance, FastifyRequest } from 'fastify'

import { z } from 'zod'

import { FaultKnobs } from '#server/sandbox/faults.ts'
import { notAllowed } from '#server/sandbox/refusal.ts'
import { read, type SandboxContext } from '#server/sandbox/sandbox-context.ts'
import { readBooks } from '#server/sandbox/service.ts'
import { collection, deliveryEntry, orderEntity, paymentEntity, refundEntity } from '#server/sandbox/wire.ts'

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const SIGNS_OF_A_BROWSER_OR_PROXY = ['origin', 'sec-fetch-site', 'forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

const Page = z.object({
  count: z.coerce.number().int().min(1).max(100_000).default(100_000),
  skip: z.coerce.number().int().min(0).default(0),
})

/** Behind a proxy on the same machine everybody seems to be local, so anything that was passed on is turned away too. */
function checkLocalScript(request: FastifyRequest): void {
  const isLocal = LOOPBACK.includes(request.socket.remoteAddress ?? '')
  if (!isLocal || SIGNS_OF_A_BROWSER_OR_PROXY.some((name) => request.headers[name] !== undefined)) {
    throw notAllowed('This is for scripts on the same machine.')
  }
}

/** What a test or a proof calls: knobs that break the provider, and all of its books. */
export async function registerControl(app: FastifyInstance, context: SandboxContext): Promise<void> {
  const { db, faults } = context
  app.addHook('onRequest', async (request) => checkLocalScript(request))

  app.get('/faults', async () => faults.state())
  app.post('/faults', async (request) => faults.turn(read(FaultKnobs, request.body)))

  app.get('/books', async (request) => {
    const page = read(Page, request.query)
    const { orders, payments, refunds, deliveries } = await readBooks(db, page)
    return {
      orders: collection(orders.map(orderEntity)),
      payments: collection(payments.map(paymentEntity)),
      refunds: collection(refunds.map(refundEntity)),
      events: collection(deliveries.map(deliveryEntry)),
    }
  })
}
