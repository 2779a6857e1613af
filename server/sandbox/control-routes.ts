import type { FastifyInstance } from 'fastify'

import { z } from 'zod'

import { FaultKnobs } from '#server/sandbox/faults.ts'
import { isLocalScript, onlyLocal } from '#server/sandbox/local-caller.ts'
import { read, type SandboxContext } from '#server/sandbox/sandbox-context.ts'
import { readBooks } from '#server/sandbox/service.ts'
import { collection, deliveryEntry, orderEntity, paymentEntity, refundEntity } from '#server/sandbox/wire.ts'

const Page = z.object({
  count: z.coerce.number().int().min(1).max(100_000).default(100_000),
  skip: z.coerce.number().int().min(0).default(0),
})

/** What a test or a proof calls: knobs that break the provider, and all of its books. */
export async function registerControl(app: FastifyInstance, context: SandboxContext): Promise<void> {
  const { db, faults, host, hasControls } = context
  app.addHook('onRequest', async (request) => {
    if (!hasControls || !isLocalScript(request, host)) throw onlyLocal()
  })

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
