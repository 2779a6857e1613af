import { expect, test } from 'vitest'

import { timelineSteps } from '#app/orders/order-timeline.tsx'
import type { OrderStatus } from '#contract/states/order-states.ts'
import type { Order } from '#contract/orders/orders.ts'

const AT = '2026-11-21T10:00:00.000Z'
const LATER = '2026-11-23T10:00:00.000Z'

function orderWith(statuses: OrderStatus[], change: Partial<Order> = {}) {
  const timeline = statuses.map((status) => ({ status, at: AT }))
  return { timeline, status: statuses.at(-1)!, payment: 'paid', refunds: [], ...change } as Order
}

test('a placed order has its two next steps ahead', () => {
  expect(timelineSteps(orderWith(['order placed']))).toEqual([
    { word: 'Placed', at: AT, tone: 'placed' },
    { word: 'Shipped', at: undefined, tone: 'shipped' },
    { word: 'Delivered', at: undefined, tone: 'delivered' },
  ])
})

test('a delivered order has nothing ahead', () => {
  const path = timelineSteps(orderWith(['order placed', 'shipped', 'delivered']))
  expect(path.map(({ at }) => at)).toEqual([AT, AT, AT])
})

test('a cancelled order ends with its refund, which is ahead until it is done', () => {
  const refund = { amount: 1499, status: 'under way', isByShop: true, requestedAt: AT, doneAt: null } as const
  const waiting = timelineSteps(orderWith(['order placed', 'shipped', 'cancelled'], { refunds: [refund] }))
  expect(waiting.map(({ word, at }) => [word, at])).toEqual([
    ['Placed', AT],
    ['Shipped', AT],
    ['Cancelled', AT],
    ['Refund of ₹1,499.00', undefined],
  ])
  const done = timelineSteps(
    orderWith(['order placed', 'cancelled'], { refunds: [{ ...refund, status: 'done', doneAt: LATER }] }),
  )
  expect(done.at(-1)).toEqual({ word: 'Refund of ₹1,499.00', at: LATER, tone: 'delivered' })
})

test('a cancelled order without a payment has no refund step', () => {
  const path = timelineSteps(orderWith(['order placed', 'cancelled'], { payment: 'not charged' }))
  expect(path.map(({ word }) => word)).toEqual(['Placed', 'Cancelled'])
})
