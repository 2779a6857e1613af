import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

import { paise } from '#sandbox/amount-limits.ts'
import { isLocalCaller, onlyLocal } from '#sandbox/local-caller.ts'
import { getOrder, listOrders, openOrder } from '#sandbox/orders.ts'
import { capturePayment, getPayment, listOrderPayments, listPayments } from '#sandbox/payments.ts'
import { outage, wrongKey } from '#sandbox/provider-error.ts'
import { getRefund, listRefunds, refundPayment } from '#sandbox/refunds.ts'
import { dropConnection, parseInput, type SandboxContext } from '#sandbox/sandbox-context.ts'
import { collection, orderEntity, paymentEntity, refundEntity } from '#sandbox/entities.ts'

const Notes = z
  .record(z.string().max(256), z.string().max(256))
  .refine((entries) => Object.keys(entries).length <= 15, { error: 'at most 15 notes' })
  .default({})
const currency = z.literal('INR')

const NewOrder = z.object({
  amount: paise,
  currency,
  receipt: z.string().min(1).max(40).nullish(),
  notes: Notes,
  payment_capture: z.union([z.literal(0), z.literal(1), z.boolean()]).default(1),
})
const Capture = z.object({ amount: paise, currency })
const Refund = z.object({ amount: paise.optional(), notes: Notes, speed: z.literal('normal').optional() }).optional()
const IdempotencyKey = z
  .string()
  .regex(/^[\w-]{10,200}$/, { error: 'at least 10 letters, digits, hyphens and underscores' })
const WithId = z.object({ id: z.string().max(100) })

const Page = z.object({
  count: z.coerce.number().int().min(1).max(100).default(10),
  skip: z.coerce.number().int().min(0).default(0),
})
const timestamp = z.coerce
  .number()
  .int()
  .min(0)
  .max(4_102_444_800)
  .transform((seconds) => new Date(seconds * 1000))
const OrdersPage = Page.extend({ receipt: z.string().optional() })
const PeriodPage = Page.extend({
  from: timestamp.optional(),
  // The second that is named counts whole.
  to: timestamp.transform((time) => new Date(time.getTime() + 999)).optional(),
})

const digest = (text: string) => createHash('sha256').update(text).digest()

function checkKey(context: SandboxContext, request: FastifyRequest): void {
  const expected = `Basic ${Buffer.from(`${context.keyId}:${context.keySecret}`).toString('base64')}`
  if (!timingSafeEqual(digest(request.headers.authorization ?? ''), digest(expected))) throw wrongKey()
}

/** Plays the faults that come before any work. */
async function playFaultsBeforeWork({ faults }: SandboxContext, reply: FastifyReply): Promise<void> {
  await faults.whileHanging()
  if (reply.raw.destroyed) return dropConnection(reply)
  if (faults.countDown('failNext')) throw outage(faults.state().failStatus)
}

/** Plays the faults that come after the work was done. */
async function playFaultsAfterWork({ faults }: SandboxContext, reply: FastifyReply): Promise<void> {
  const { delayMs } = faults.state()
  if (delayMs > 0) await pause(delayMs)
  if (faults.countDown('dropAnswerNext')) dropConnection(reply)
}

/** The provider's REST API: what a merchant's server calls, with key and secret. */
export async function registerApi(app: FastifyInstance, context: SandboxContext): Promise<void> {
  const { db, faults, backgroundWork } = context
  app.addHook('onRequest', async (request) => {
    if (!isLocalCaller(request, context.host)) throw onlyLocal()
    checkKey(context, request)
  })
  app.addHook('preHandler', (_request, reply) => playFaultsBeforeWork(context, reply))

  /** Registers a call that does its work and answers after the faults that are switched on. */
  const call = (method: 'GET' | 'POST', url: string, work: (request: FastifyRequest) => Promise<object>) =>
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const entity = await work(request)
        await playFaultsAfterWork(context, reply)
        return reply.sent ? reply : entity
      },
    })
  const idOf = (request: FastifyRequest) => parseInput(WithId, request.params).id

  call('POST', '/orders', async ({ body }) => {
    const { amount, receipt = null, notes, payment_capture } = parseInput(NewOrder, body)
    const order = { amountPaise: amount, receipt, notes, isAutoCaptured: Boolean(payment_capture) }
    return orderEntity(await openOrder(db, order))
  })
  call('GET', '/orders', async ({ query }) =>
    collection(await listOrders(db, parseInput(OrdersPage, query)), orderEntity),
  )
  call('GET', '/orders/:id', async (request) => orderEntity(await getOrder(db, idOf(request))))
  call('GET', '/orders/:id/payments', async (request) =>
    collection(await listOrderPayments(db, idOf(request)), paymentEntity),
  )
  call('GET', '/payments', async ({ query }) =>
    collection(await listPayments(db, parseInput(PeriodPage, query)), paymentEntity),
  )
  call('GET', '/payments/:id', async (request) => paymentEntity(await getPayment(db, idOf(request))))
  call('POST', '/payments/:id/capture', async (request) => {
    const { amount } = parseInput(Capture, request.body)
    const payment = await capturePayment(db, idOf(request), amount, faults.webhookPlan())
    backgroundWork.wake()
    return paymentEntity(payment)
  })
  call('POST', '/payments/:id/refund', async (request) => {
    const body = parseInput(Refund, request.body)
    const key = request.headers['x-refund-idempotency']
    const refund = {
      paymentId: idOf(request),
      amountPaise: body?.amount,
      notes: body?.notes ?? {},
      idempotencyKey: key === undefined ? null : parseInput(IdempotencyKey, key),
      request: JSON.stringify(request.body ?? {}),
      pendingMs: faults.state().refundAfterMs,
    }
    const made = await refundPayment(db, refund, faults.webhookPlan())
    backgroundWork.wake()
    return refundEntity(made)
  })
  call('GET', '/payments/:id/refunds', async (request) => {
    const { id: paymentId } = await getPayment(db, idOf(request))
    return collection(await listRefunds(db, { ...parseInput(Page, request.query), paymentId }), refundEntity)
  })
  call('GET', '/refunds', async ({ query }) =>
    collection(await listRefunds(db, parseInput(PeriodPage, query)), refundEntity),
  )
  call('GET', '/refunds/:id', async (request) => refundEntity(await getRefund(db, idOf(request))))
}
