import { sql } from 'kysely'
import { expect } from 'vitest'

import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { requestRefundOfOrder } from '#server/orders/refund-request-queries.ts'
import { checkOpenPayments, endUnconfirmedOrders, sendRefunds } from '#server/orders/service.ts'
import { MAX_REFUND_ATTEMPTS } from '#server/orders/refunds/refund-retry-times.ts'
import { webhookSignature } from '#server/payments/signatures.ts'
import { NEVER, paymentSignature, setSandboxFaults } from '#test/purchase.ts'
import {
  isIn,
  orderOf,
  PRICE_PAISE,
  untilNoneWaits,
  type Now,
  type Step,
  type Walk,
  type Walked,
} from '#test/states/walked-order.ts'

/** Signs in the provider's name, and waits until the shop has dealt with it. */
async function providerSays({ shop }: Walk, type: string, payload: object): Promise<void> {
  const body = JSON.stringify({ entity: 'event', event: type, payload, created_at: 1_795_000_000, told: Math.random() })
  const answer = await fetch(`${shop.origin}/api/payment/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': webhookSignature(Buffer.from(body), shop.shop.payment.webhookSecrets[0]!),
    },
    body,
  })
  expect(answer.status).toBe(200)
  await untilNoneWaits(shop.db, 'webhook_events')
}

const paymentSays = (walk: Walk, { now, paymentId }: Walked, status: string) =>
  providerSays(walk, `payment.${status}`, {
    payment: {
      entity: { id: paymentId, order_id: now.providerOrderId, amount: PRICE_PAISE, status, created_at: 1_795_000_000 },
    },
  })

const refundSays = (walk: Walk, { paymentId }: Walked, refund: { id: string; status: string; notes: object }) =>
  providerSays(walk, refund.status === 'pending' ? 'refund.created' : `refund.${refund.status}`, {
    refund: { entity: { payment_id: paymentId, amount: PRICE_PAISE, ...refund } },
  })

/** A refund that somebody makes at the provider's own screen. */
const foreignRefundSays = (walk: Walk, walked: Walked, status: string) =>
  refundSays(walk, walked, { id: `rfnd_${walked.foreignRefunds}_${walked.paymentId}`, status, notes: [] })

const REFUND_WORDS = { sent: 'pending', processed: 'processed', failed: 'failed' } as const

/** What the provider may report, and what the jobs may do about payments and refunds. */
export const MONEY_STEPS: readonly Step[] = [
  ...(['authorized', 'captured', 'failed'] as const).map((to): Step => ({
    by: 'provider',
    name: 'payment',
    to,
    isQuiet: true,
    canTry: (now) => now.providerOrderId !== null && (now.cash === null || now.payment !== null),
    act: (walk, walked) => paymentSays(walk, walked, to),
  })),
  ...(['sent', 'processed', 'failed'] as const).map((to): Step => ({
    by: 'provider',
    name: 'refund',
    to,
    isQuiet: true,
    canTry: ({ refund }) => refund !== null,
    async act(walk, walked) {
      const own = walked.now.refund?.id ?? ''
      // What somebody else gave back did not arrive after all.
      if (to !== 'failed' && isIn(walked.now, 'refund', 'replaced')) await foreignRefundSays(walk, walked, 'failed')
      const id = walked.now.providerRefundId ?? `rfnd_${own}`
      await refundSays(walk, walked, { id, status: REFUND_WORDS[to], notes: { refund: own } })
    },
  })),
  {
    by: 'provider',
    name: 'refund',
    to: 'replaced',
    isQuiet: true,
    canTry: ({ refund }) => refund !== null,
    act(walk, walked) {
      if (isIn(walked.now, 'refund', 'pending', 'failed')) walked.foreignRefunds += 1
      return foreignRefundSays(walk, walked, 'pending')
    },
  },
  {
    by: 'provider',
    name: 'order',
    to: 'cancelled',
    isQuiet: true,
    canTry: (now) => isIn(now, 'order', 'order placed') && isIn(now, 'payment', 'captured'),
    act: (walk, walked) => foreignRefundSays(walk, walked, 'processed'),
  },
  {
    by: 'provider',
    name: 'cash',
    to: 'nothing due',
    canTry: (now) => now.order !== null && now.payment === null && now.cash !== null,
    needs: (now) => isIn(now, 'order', 'order placed'),
    async act(walk, walked) {
      const { id } = await walked.buyer.api.payCashOrder(orderOf(walked))
      await paymentSays(walk, { ...walked, now: { ...walked.now, providerOrderId: id } }, 'captured')
    },
  },
  {
    by: 'customer',
    name: 'payment',
    to: 'vouched',
    isQuiet: true,
    canTry: (now) => now.cash === null,
    async act({ shop }, { buyer, now, paymentId }) {
      const orderId = now.providerOrderId ?? ''
      const signature = paymentSignature(orderId, paymentId, shop.shop.payment.keySecret)
      await setSandboxFaults(shop, { failNext: 9 })
      await buyer.api.verifyPayment({ razorpayOrderId: orderId, razorpayPaymentId: paymentId, signature })
      await setSandboxFaults(shop, { failNext: 0 })
    },
  },
  {
    by: 'shop',
    name: 'order',
    to: 'cancelled',
    isQuiet: true,
    canTry: ({ order }) => order !== null,
    needs: (now) => (now.cash === null ? !isIn(now, 'payment', 'captured') : now.isUnconfirmed),
    async act({ shop }, { buyer }) {
      await sql`
        update checkouts set created_at = created_at - interval '7 days', hold_expires_at = hold_expires_at - interval '7 days',
          next_check_at = now() - interval '1 second'
        where user_id = ${buyer.id}`.execute(shop.db)
      await checkOpenPayments(shop.shop, NEVER)
      await sql`
        update cash_payments set confirm_until = now() - interval '1 second' from orders
        where orders.id = order_id and orders.user_id = ${buyer.id} and confirm_until is not null`.execute(shop.db)
      await endUnconfirmedOrders(shop.shop)
    },
  },
  {
    by: 'shop',
    name: 'refund',
    to: 'failed',
    isQuiet: true,
    canTry: ({ refund }) => refund !== null,
    act: ({ shop }, { now }) => sendLastTime(shop, now),
  },
  {
    by: 'shop',
    name: 'refund',
    to: 'processed',
    isQuiet: true,
    canTry: ({ refund }) => refund !== null,
    // The shop takes real money by now, so it ends what the emulated provider was to give back.
    act: ({ shop }, { now }) => sendLastTime(shop, now, { isSandbox: false }),
  },
  {
    by: 'shop',
    name: 'refund',
    to: 'replaced',
    isQuiet: true,
    canTry: (now) => now.refund !== null && isIn(now, 'order', 'cancelled') && now.return === null,
    needs: ({ providerRefundId }) => providerRefundId === null,
    act: ({ shop }, walked) => askWithTooLittle(shop, walked),
  },
]

/** The refund was of less than the provider refunds, and the rest is asked for. */
async function askWithTooLittle({ db }: Walk['shop'], walked: Walked): Promise<void> {
  const { id = '' } = walked.now.refund ?? {}
  await inTransaction(db, async (db) => {
    await sql`
      update refunds set amount_paise = 50
      where id = ${id} and provider_refund_id is null and status in ('pending', 'failed')`.execute(db)
    await requestRefundOfOrder(db, { id: newId(), orderId: orderOf(walked), actorId: null })
  })
}

/** The refund is tried for the last time. The emulated provider does not know its payment. */
async function sendLastTime({ db, shop }: Walk['shop'], { refund }: Now, payment: object = {}): Promise<void> {
  await sql`
    update refunds set next_attempt_at = now() - interval '1 second', attempts = ${MAX_REFUND_ATTEMPTS}
    where id = ${refund?.id ?? ''} and status in ('pending', 'sent')`.execute(db)
  await sendRefunds({ ...shop, payment: { ...shop.payment, ...payment } }, NEVER)
}
