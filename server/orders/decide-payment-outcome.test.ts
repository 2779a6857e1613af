import { expect, test } from 'vitest'

import {
  decidePaymentOutcome,
  type CheckoutState,
  type ObservedPayment,
} from '#server/orders/decide-payment-outcome.ts'

const OPEN: CheckoutState = { status: 'open', totalPaise: 1000, paidBy: null }
const RELEASED: CheckoutState = { ...OPEN, status: 'released' }
const PAID: CheckoutState = { ...OPEN, status: 'paid', paidBy: 'pay_1' }
const FOR_CASH: CheckoutState = { ...PAID, paidBy: null }
const PAID_BY_ANOTHER: CheckoutState = { ...PAID, paidBy: 'pay_2' }

const payment = (status: ObservedPayment['status'], amountPaise = 1000): ObservedPayment => ({
  id: 'pay_1',
  status,
  amountPaise,
})

const RECORD = { kind: 'record payment' }
const refund = (reason: string) => ({ kind: 'refund', reason })

test.for([
  [OPEN, payment('vouched'), { kind: 'place order' }],
  [OPEN, payment('authorized'), { kind: 'place order' }],
  [OPEN, payment('captured'), { kind: 'place order' }],
  [OPEN, payment('failed'), RECORD],
  [OPEN, payment('refunded'), refund('refunded at the provider')],
  [OPEN, payment('captured', 999), refund('amount differs')],
  [OPEN, payment('captured', 1001), refund('amount differs')],
  [OPEN, payment('authorized', 999), RECORD],
  [RELEASED, payment('vouched'), { kind: 'hold again' }],
  [RELEASED, payment('authorized'), { kind: 'hold again' }],
  [RELEASED, payment('captured'), { kind: 'hold again' }],
  [RELEASED, payment('captured', 999), refund('amount differs')],
  [RELEASED, payment('failed'), RECORD],
  [PAID, payment('vouched'), RECORD],
  [PAID, payment('captured'), RECORD],
  [PAID, payment('refunded'), { kind: 'cancel unsent' }],
  [PAID, payment('refunded', 999), { kind: 'cancel unsent' }],
  [PAID, payment('captured', 999), { kind: 'cancel and refund', reason: 'amount differs' }],
  [PAID, payment('authorized'), RECORD],
  [PAID, payment('authorized', 999), { kind: 'cancel authorized' }],
  [PAID, payment('failed'), RECORD],
  [PAID_BY_ANOTHER, payment('captured'), refund('paid twice')],
  [PAID_BY_ANOTHER, payment('captured', 999), refund('paid twice')],
  [PAID_BY_ANOTHER, payment('refunded'), refund('refunded at the provider')],
  [PAID_BY_ANOTHER, payment('authorized'), RECORD],
  [PAID_BY_ANOTHER, payment('failed'), RECORD],
  [FOR_CASH, payment('vouched'), { kind: 'pay cash order' }],
  [FOR_CASH, payment('authorized'), { kind: 'pay cash order' }],
  [FOR_CASH, payment('captured'), { kind: 'pay cash order' }],
  [FOR_CASH, payment('captured', 1001), refund('amount differs')],
  [FOR_CASH, payment('authorized', 999), RECORD],
  [FOR_CASH, payment('refunded'), refund('refunded at the provider')],
  [FOR_CASH, payment('failed'), RECORD],
] as const)('%j with %j', ([checkout, observed, action]) => {
  expect(decidePaymentOutcome(checkout, observed)).toEqual(action)
})
