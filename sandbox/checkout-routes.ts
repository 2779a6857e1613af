import type { FastifyInstance, FastifyRequest } from 'fastify'

import { createHmac } from 'node:crypto'
import { z } from 'zod'

import { paise } from '#sandbox/amount-limits.ts'
import { checkoutScript } from '#sandbox/checkout-script.ts'
import { isLocalCaller } from '#sandbox/local-caller.ts'
import { notAllowed, paymentRefused, wrongKey } from '#sandbox/provider-error.ts'
import { getOrder } from '#sandbox/orders.ts'
import { DIALOG_OUTCOMES, OUTCOMES } from '#sandbox/payment-outcomes.ts'
import { payOrder } from '#sandbox/payments.ts'
import { parseInput, type SandboxContext } from '#sandbox/sandbox-context.ts'

const PayRequest = z.object({
  order_id: z.string().max(100),
  outcome: z.enum(OUTCOMES).default('success'),
  /** Whether the shop is told of this payment by events. */
  webhook: z.boolean().default(true),
  /** What the buyer really pays, in paise; the order's amount unless said. */
  payment_amount: paise.optional(),
  method: z.enum(['card', 'upi']).default('card'),
})

/** What the dialog sends. Only scripts on this machine may choose how long a payment takes and how much is paid. */
const DialogRequest = PayRequest.extend({
  outcome: z.enum(DIALOG_OUTCOMES).default('success'),
  webhook: z.literal(true).default(true),
  payment_amount: z.undefined().optional(),
})

const OrderQuery = z.object({ key_id: z.string().max(200), order_id: z.string().max(100) })

/** No page of another site may pay in a visitor's name. Browsers tell the site of a page; scripts do not. */
function checkOrigin({ origins }: SandboxContext, { headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  const isForeign = headers.origin !== undefined && !origins().own.includes(headers.origin)
  if (isForeign || (site !== undefined && site !== 'same-origin')) throw notAllowed('Pages of other sites may not pay.')
}

/** What a buyer's browser calls: the script, the order to show, and the buyer's decision. */
export async function registerCheckout(app: FastifyInstance, context: SandboxContext): Promise<void> {
  const { db, faults } = context
  const script = checkoutScript()

  app.get('/checkout.js', async (_request, reply) => {
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8')
    return script
  })

  app.get('/checkout/order', async (request, reply) => {
    const query = parseInput(OrderQuery, request.query)
    if (query.key_id !== context.keyId) throw wrongKey()
    const order = await getOrder(db, query.order_id)
    reply.header('cache-control', 'no-store')
    return { amount: order.amountPaise, currency: 'INR', status: order.status, shop_name: context.shopName() }
  })

  app.post('/pay', async (request, reply) => {
    checkOrigin(context, request)
    const body = parseInput(isLocalCaller(request, context.host) ? PayRequest : DialogRequest, request.body)
    const attempt = {
      orderId: body.order_id,
      outcome: body.outcome,
      method: body.method,
      hasWebhooks: body.webhook,
      amountPaise: body.payment_amount ?? (faults.state().wrongAmount || undefined),
      lateMs: faults.lateMs(),
    }
    const payment = await payOrder(db, attempt, faults.webhookPlan())
    // Without events and without a late payment, nothing new is due.
    if (attempt.hasWebhooks || attempt.outcome === 'late') context.backgroundWork.wake()
    const { id, orderId, failure } = payment
    if (failure !== null) throw paymentRefused(failure, 'payment_failed', { order_id: orderId, payment_id: id })
    reply.header('cache-control', 'no-store')
    return {
      razorpay_order_id: orderId,
      razorpay_payment_id: id,
      razorpay_signature: createHmac('sha256', context.keySecret).update(`${orderId}|${id}`).digest('hex'),
    }
  })
}
