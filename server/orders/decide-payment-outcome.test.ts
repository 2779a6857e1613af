import { expect, test } from 'vitest'

import {
  decidePaymentOutcome,
  type CheckoutState,
  type ObservedPayment,
} from '#server/orders/decide-payment-outcome.ts'

const OPEN: CheckoutState = { status: 'open', totalPaise: 1000, paidBy: null }
const RELEASED: CheckoutState = { ...OPEN, status: 'released' }
const PAID: CheckoutState = { ...OPEN, status: 'paid', paidBy: 'pay_1' }
const PAID_BY_ANOTHER: CheckoutState = { ...PAID, paidBy: 'pay_2' }

const payment = (status: ObservedPayment['status'], amountPaise = 1000): ObservedPayment => ({
  id: 'pay_1',
  status,
  amountPaise,
})

const NOTE = { kind: 'note' }
const refund = (reason: string) => ({ kind: 'refund', reason })

test.for([
  [OPEN, payment('vouched'), { kind: 'place' }],
  [OPEN, payment('authorized'), { kind: 'place' }],
  [OPEN, payment('captured'), { kind: 'place' }],
  [OPEN, payment('failed'), NOTE],
  [OPEN, payment('refunded'), refund('refunded at the provider')],
  [OPEN, payment('captured', 999), refund('amount differs')],
  [OPEN, payment('captured', 1001), refund('amount differs')],
  [OPEN, payment('authorized', 999), NOTE],
  [RELEASED, payment('vouched'), { kind: 'hold again' }],
  [RELEASED, payment('authorized'), { kind: 'hold again' }],
  [RELEASED, payment('captured'), { kind: 'hold again' }],
  [RELEASED, payment('captured', 999), refund('amount differs')],
  [RELEASED, payment('failed'), NOTE],
  [PAID, payment('vouched'), NOTE],
  [PAID, payment('captured'), NOTE],
  [PAID, payment('refunded'), { kind: 'call off' }],
  [PAID, payment('refunded', 999), { kind: 'call off' }],
  [PAID, payment('captured', 999), { kind: 'undo', reason: 'amount differs' }],
  [PAID, payment('authorized'), NOTE],
  [PAID, payment('authorized', 999), { kind: 'cancel' }],
  [PAID, payment('failed'), NOTE],
  [PAID_BY_ANOTHER, payment('captured'), refund('paid twice')],
  [PAID_BY_ANOTHER, payment('captured', 999), refund('paid twice')],
  [PAID_BY_ANOTHER, payment('refunded'), refund('refunded at the provider')],
  [PAID_BY_ANOTHER, payment('authorized'), NOTE],
  [PAID_BY_ANOTHER, payment('failed'), NOTE],
] as const)('%j with %j', ([checkout, observed, action]) => {
  expect(decidePaymentOutcome(checkout, observed)).toEqual(action)
})
