import { expect, test } from 'vitest'

import { returnSteps } from '#app/returns/return-steps.ts'
import type { Return } from '#contract/returns/returns.ts'

const REFUND: Return['refund'] = {
  status: 'nothing due',
  due: 0,
  refunded: 0,
  dueBy: null,
  way: 'by hand',
  takesAccount: true,
  isPayable: true,
  payments: [],
}
const AT = '2026-11-20T06:00:00.000Z'
const LATER = '2026-11-21T06:00:00.000Z'

const shown = (one: Parameters<typeof returnSteps>[0]) =>
  returnSteps(one).map(({ word, at }) => `${word} ${at === undefined ? 'ahead' : 'reached'}`)

test('a return that was asked for has the way of its pieces ahead', () => {
  expect(shown({ status: 'asked', timeline: [{ status: 'asked', at: AT }], refund: REFUND })).toEqual([
    'Asked reached',
    'Approved ahead',
    'On its way ahead',
    'Received ahead',
    'Inspected ahead',
  ])
})

test('a return that was refused or withdrawn has nothing ahead', () => {
  const timeline = [
    { status: 'asked', at: AT },
    { status: 'refused', at: LATER },
  ] as const
  expect(shown({ status: 'refused', timeline: [...timeline], refund: REFUND })).toEqual([
    'Asked reached',
    'Refused reached',
  ])
})

test('a payment by hand stands where it was made among the steps', () => {
  const payments = [{ amount: 500, reference: 'UTR 1', at: '2026-11-20T18:00:00.000Z' }]
  const timeline: Return['timeline'] = [
    { status: 'asked', at: AT },
    { status: 'received', at: LATER },
    { status: 'inspected', at: LATER },
  ]
  expect(shown({ status: 'inspected', timeline, refund: { ...REFUND, payments } })).toEqual([
    'Asked reached',
    'Payment of ₹500.00 reached',
    'Received reached',
    'Inspected reached',
  ])
})

test('a parcel that has arrived after all was inspected by nobody', () => {
  const timeline: Return['timeline'] = [
    { status: 'on its way', at: AT },
    { status: 'inspected', at: LATER },
  ]
  expect(shown({ status: 'inspected', timeline, refund: REFUND })).toEqual([
    'On its way reached',
    'Arrived after all reached',
  ])
})
