import { expect, test } from 'vitest'

import { MAIL_NAMES } from '#contract/words/mail-names.ts'
import {
  isOpenStatus,
  isSentStatus,
  isUnsentStatus,
  nextStatuses,
  ORDER_STATUSES,
  STATUS_FACTS,
  stepsTo,
} from '#contract/states/order-states.ts'

test('every status has a way to it that begins when the order is placed and takes allowed steps only', () => {
  for (const status of ORDER_STATUSES) {
    const steps = stepsTo(status)
    expect(steps[0]).toBe('order placed')
    expect(steps.at(-1)).toBe(status)
    steps.slice(1).forEach((step, index) => expect(nextStatuses(steps[index]!)).toContain(step))
  }
  expect(stepsTo('delivered')).toEqual(['order placed', 'shipped', 'delivered'])
  expect(stepsTo('cancelled')).toEqual(['order placed', 'cancelled'])
})

test('administrators see buttons for what may follow a status, and words where nothing may', () => {
  for (const status of ORDER_STATUSES) {
    const next = nextStatuses(status)
    expect(STATUS_FACTS[status].endLabel === null).toBe(next.length > 0)
    expect(next.filter((one) => STATUS_FACTS[one].button === null)).toEqual([])
  }
})

test('every status has a label, a step of the timeline and a mail of its own', () => {
  for (const column of ['label', 'stepLabel', 'mail'] as const) {
    const values = ORDER_STATUSES.map((status) => STATUS_FACTS[status][column])
    expect(new Set(values).size).toBe(ORDER_STATUSES.length)
  }
  expect(MAIL_NAMES).toEqual(expect.arrayContaining(ORDER_STATUSES.map((status) => STATUS_FACTS[status].mail)))
})

test('a parcel waits in the shop, is under way, or is delivered', () => {
  expect(ORDER_STATUSES.filter(isUnsentStatus)).toEqual(['order placed'])
  expect(ORDER_STATUSES.filter(isOpenStatus)).toEqual(['order placed', 'shipped'])
  expect(ORDER_STATUSES.filter(isSentStatus)).toEqual(['shipped', 'delivered'])
})
