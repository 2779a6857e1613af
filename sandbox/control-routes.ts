import type { FastifyInstance } from 'fastify'

import { z } from 'zod'

import { LEAST_PAISE } from '#sandbox/amount-limits.ts'
import { newSandboxId } from '#sandbox/database.ts'
import { listDeliveries, publishEvent } from '#sandbox/events.ts'
import { FaultSettings } from '#sandbox/simulated-faults.ts'
import { isLocalScript, onlyLocal } from '#sandbox/local-caller.ts'
import { parseInput, type SandboxContext } from '#sandbox/sandbox-context.ts'
import { listOrders } from '#sandbox/orders.ts'
import { getPayment, listPayments } from '#sandbox/payments.ts'
import { listRefunds } from '#sandbox/refunds.ts'
import { collection, deliveryEntry, orderEntity, paymentEntity, refundEntity } from '#sandbox/entities.ts'

/** The next event of a dispute; without an id of one a new one begins. */
const Dispute = z.strictObject({
  payment_id: z.string().max(100),
  dispute_id: z.string().min(1).max(100).optional(),
  event: z.enum(['created', 'under_review', 'action_required', 'closed', 'won', 'lost']).default('created'),
  /** Paise; all of the payment unless said. */
  amount: z.int().min(LEAST_PAISE).optional(),
})

const Page = z.object({
  count: z.coerce.number().int().min(1).max(100_000).default(100_000),
  skip: z.coerce.number().int().min(0).default(0),
})

/** What tests and proofs call: faults to switch on, disputes to open, and all records of the provider. */
export async function registerControl(app: FastifyInstance, context: SandboxContext): Promise<void> {
  const { db, faults, host, hasControls } = context
  app.addHook('onRequest', async (request) => {
    if (!hasControls || !isLocalScript(request, host)) throw onlyLocal()
  })

  app.get('/faults', async () => faults.state())
  app.post('/faults', async (request) => {
    const state = faults.change(parseInput(FaultSettings, request.body))
    context.backgroundWork.wake()
    return state
  })

  app.post('/disputes', async (request) => {
    const { payment_id, dispute_id, event, amount } = parseInput(Dispute, request.body)
    const payment = await getPayment(db, payment_id)
    const id = dispute_id ?? newSandboxId('disp')
    const status = event === 'created' ? 'open' : event
    const dispute = { id, amountPaise: amount ?? payment.amountPaise, status, createdAt: new Date() }
    await publishEvent(db, `payment.dispute.${event}`, { payment, dispute }, faults.webhookPlan())
    context.backgroundWork.wake()
    return { id, status }
  })

  // Tests compare these records with those of the shop.
  app.get('/records', async (request) => {
    const page = parseInput(Page, request.query)
    return {
      orders: collection(await listOrders(db, page), orderEntity),
      payments: collection(await listPayments(db, page), paymentEntity),
      refunds: collection(await listRefunds(db, page), refundEntity),
      events: collection(await listDeliveries(db, page), deliveryEntry),
    }
  })
}
