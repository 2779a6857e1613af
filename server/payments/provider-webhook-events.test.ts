import { expect, test } from 'vitest'

import { readWebhookEvent, UnreadableEvent } from '#server/payments/provider-webhook-events.ts'

const payment = {
  id: 'pay_1',
  entity: 'payment',
  amount: 149_900,
  currency: 'INR',
  status: 'captured',
  order_id: 'order_1',
  method: 'upi',
  amount_refunded: 0,
  created_at: 1_790_000_000,
  error_description: null,
  a_field_of_tomorrow: { nested: true },
}
const order = { id: 'order_1', amount: 149_900, receipt: 'checkout-1' }
const refund = { id: 'rfnd_1', payment_id: 'pay_1', amount: 149_900, status: 'processed' }
const dispute = { id: 'disp_1', payment_id: 'pay_1', amount: 149_900, status: 'open', reason_code: 'fraud' }

const readPayment = {
  id: 'pay_1',
  orderId: 'order_1',
  amountPaise: 149_900,
  amountRefundedPaise: 0,
  status: 'captured',
  createdAt: new Date(1_790_000_000_000),
}

function eventOf(event: string, entities: Record<string, object>): string {
  const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]))
  return JSON.stringify({
    entity: 'event',
    account_id: 'acc_1',
    event,
    contains: Object.keys(payload),
    payload,
    created_at: 1_790_000_001,
  })
}

test.each(['payment.authorized', 'payment.captured', 'payment.failed'])('%s tells of a payment', (type) => {
  expect(readWebhookEvent(eventOf(type, { payment }))).toEqual({
    type,
    kind: 'payment',
    payment: readPayment,
  })
})

test('order.paid tells of the payment of the order', () => {
  expect(readWebhookEvent(eventOf('order.paid', { payment, order }))).toMatchObject({
    kind: 'payment',
    payment: readPayment,
  })
})

test.each(['refund.created', 'refund.processed', 'refund.failed'])('%s tells of a refund', (type) => {
  expect(readWebhookEvent(eventOf(type, { refund, payment }))).toMatchObject({
    kind: 'refund',
    refund: { id: 'rfnd_1', paymentId: 'pay_1', amountPaise: 149_900, status: 'processed' },
  })
})

test.each([
  ['created', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['closed', 'closed'],
  ['under_review', 'under review'],
  ['action_required', 'action required'],
  ['step_of_tomorrow', 'open'],
])('payment.dispute.%s tells of a dispute', (step, status) => {
  expect(readWebhookEvent(eventOf(`payment.dispute.${step}`, { dispute, payment }))).toMatchObject({
    kind: 'dispute',
    dispute: { id: 'disp_1', paymentId: 'pay_1', amountPaise: 149_900, status, reason: 'fraud' },
  })
})

test.each(['payment_link.paid', 'refund.speed_changed', 'payment.downtime.started'])('%s is ignored', (type) => {
  expect(readWebhookEvent(eventOf(type, {}))).toMatchObject({ type, kind: 'ignored' })
})

test.each([
  ['no JSON', '{'],
  ['no object', '"event"'],
  ['no name', JSON.stringify({ payload: {}, created_at: 1 })],
  ['no time', JSON.stringify({ event: 'payment_link.paid', payload: {} })],
  ['a payment without an amount', eventOf('payment.captured', { payment: { ...payment, amount: undefined } })],
  ['an amount with decimals', eventOf('payment.captured', { payment: { ...payment, amount: 1.5 } })],
  ['an amount as text', eventOf('payment.captured', { payment: { ...payment, amount: '149900' } })],
  ['a paid order without its payment', eventOf('order.paid', { order })],
])('%s is no event', (_what, rawBody) => {
  expect(() => readWebhookEvent(Buffer.from(rawBody))).toThrow(UnreadableEvent)
})
