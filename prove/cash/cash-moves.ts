import type { Parties, Settled } from '#prove/cash/cash-shop.ts'
import type { Reply } from '#prove/client.ts'

import { proofIn } from '#prove/payment-proof.ts'
import { remit, trackingNumberOf } from '#prove/cash/cash-remittances.ts'
import { settle } from '#prove/cash/cash-shop.ts'
import { inDatabase } from '#prove/world.ts'
import { createCashConfirmation } from '#server/orders/service.ts'

interface MoveFacts {
  call: (parties: Parties) => Promise<Reply>
  /** What the audit log has once it was done. */
  action: string
  /** It may be repeated. */
  isHarmless?: boolean
}

const HOUR_MS = 3_600_000

const toStatus =
  (status: string): MoveFacts['call'] =>
  ({ order, admin }) =>
    admin.call(`cash: ${status}`, 'PATCH', `/api/admin/orders/${order.id}/status`, { body: { status } })

const toCash =
  (to: string): MoveFacts['call'] =>
  ({ order, admin }) =>
    admin.call(`cash: ${to}`, 'PATCH', `/api/admin/orders/${order.id}/cash`, { body: { to } })

/**
 * Uses the link of a mail. A mail that the shop sends meanwhile has a newer one, so this one has ended: then nothing is
 * answered.
 */
async function confirmByLink({ shop, order }: Parties): Promise<Reply> {
  const { actor } = order.customer
  const link = { orderId: order.id, userId: actor.person.id, until: new Date(Date.now() + HOUR_MS).toISOString() }
  let token = ''
  await inDatabase(shop.world, async (db) => {
    token = await createCashConfirmation(db, link)
  })
  if (token === '') return { status: 0, body: {} }
  const reply = await actor.call('cash: confirmed by link', 'POST', '/api/order/cash/confirm', { body: { token } })
  return reply.status === 404 ? { status: 0, body: {} } : reply
}

/** Opens the provider's order that pays in advance for an order for cash; the answer has its id. */
export const startPaying = ({ order }: Parties): Promise<Reply> =>
  order.customer.actor.call('cash: start paying now', 'POST', `/api/order/${order.id}/pay`)

/** Pays what was started, and brings the proof. A refusal is one whether nothing was taken, or it goes back. */
export async function payStarted({ shop, order }: Parties, providerOrderId: unknown): Promise<Reply> {
  const { actor } = order.customer
  const paying = { order_id: providerOrderId, outcome: 'success', webhook: actor.random.is(0.5) }
  const paid = await actor.call('cash: pay now', 'POST', '/sandbox/razorpay/pay', { body: paying })
  const proof = proofIn(paid)
  // What is paid already is refused: where that answer was lost, the shop asks the provider in time. Without an answer
  // nobody knows, and whoever asks begins again.
  if (!proof) return { status: paid.status === 402 ? 409 : 0, body: paid.body }
  shop.world.payments += 1
  const path = '/api/payment/api/payment/verify'
  const verify = () => actor.call('cash: verify now', 'POST', path, { body: proof })
  const reply = await settle(shop.world, `the payment of ${order.id}`, verify)
  if (reply.status === 200) shop.paidNow.add(order.id)
  return reply.status === 400 ? { ...reply, status: 409 } : reply
}

async function payNow(parties: Parties): Promise<Reply> {
  const started = await startPaying(parties)
  return started.status === 200 ? payStarted(parties, started.body.id) : started
}

/** Every move of an order for cash. */
const MOVES = {
  confirm: { call: toCash('confirmed'), action: 'cash.confirmed', isHarmless: true },
  'confirm by link': { call: confirmByLink, action: 'cash.confirmed', isHarmless: true },
  'pay now': { call: payNow, action: 'order.paid in advance' },
  ship: {
    call: ({ order, admin }) =>
      admin.call('cash: shipped', 'PATCH', `/api/admin/orders/${order.id}/status`, {
        body: { status: 'shipped', shipment: { courier: 'delhivery', trackingNumber: trackingNumberOf(order) } },
      }),
    action: 'order.shipped',
  },
  'undo shipping': {
    call: ({ order, admin }) =>
      admin.call('cash: shipping undone', 'POST', `/api/admin/orders/${order.id}/undo-shipping`),
    action: 'order.shipping taken back',
  },
  deliver: { call: toStatus('delivered'), action: 'order.delivered' },
  collect: { call: toCash('collected'), action: 'cash.collected' },
  refuse: { call: toCash('refused'), action: 'cash.refused' },
  forgive: { call: toCash('forgiven'), action: 'cash.forgiven', isHarmless: true },
  cancel: {
    call: ({ order }) => order.customer.actor.call('cash: own cancelled', 'POST', `/api/order/cancel/${order.id}`),
    action: 'cash.nothing due',
  },
  'call back': { call: toStatus('cancelled'), action: 'cash.nothing due' },
  remit: { call: remit, action: 'cash.remitted' },
} as const satisfies Record<string, MoveFacts>
export type Move = keyof typeof MOVES

/** Makes a move until it is answered, now and then twice at the same moment. Only one of two may be done. */
export async function make(parties: Parties, move: Move): Promise<Settled> {
  const { shop, order, admin } = parties
  const facts: MoveFacts = MOVES[move]
  const once = () => settle(shop.world, `${move} ${order.id}`, () => facts.call(parties))
  const replies = await Promise.all(admin.random.is(0.1) ? [once(), once()] : [once()])
  const done = replies.filter(({ status }) => status === 200)
  if (done.length > 0) shop.world.acknowledged.add('move of an order for cash', `${order.id} ${facts.action}`)
  if (done.length > 1 && !facts.isHarmless) shop.world.faults.push(`${move} was done twice: ${order.id}`)
  const [reply] = [...done, ...replies]
  const isSure = replies.every((each) => each.isSure)
  return { status: reply?.status ?? 0, body: reply?.body ?? {}, isSure }
}
