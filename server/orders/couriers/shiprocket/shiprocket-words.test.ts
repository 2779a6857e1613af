import { expect, test } from 'vitest'

import { currentScan, PARCEL_STEPS, type ParcelStep } from '#contract/states/parcel-steps.ts'
import { reasonOf, stepOfWord } from '#server/orders/couriers/shiprocket/shiprocket-words.ts'

test.each([
  ['PICKUP SCHEDULED', 'booked'],
  ['Picked Up', 'picked up'],
  ['IN TRANSIT', 'on its way'],
  ['out_for_delivery', 'out for delivery'],
  ['  Undelivered ', 'not delivered'],
  ['DELIVERED', 'delivered'],
  ['RTO INITIATED', 'coming back'],
  ['RTO_OFD', 'coming back'],
  ['RTO DELIVERED', 'back'],
  ['LOST', 'lost'],
] as const)('the word “%s” means %s', (word, step) => {
  expect(stepOfWord(word)).toBe(step)
})

test.each(['', 'DELIVERED TO NEIGHBOURING HUB', 'UNTRACEABLE', 'NA', '配達済み'])(
  'the word “%s” is unknown',
  (word) => {
    expect(stepOfWord(word)).toBeNull()
  },
)

test.each([
  ['Consignee not available at home', 'nobody at home'],
  ['Door locked / premises closed', 'nobody at home'],
  ['Incomplete address, landmark needed', 'wrong address'],
  ['Consignee refused to accept', 'refused'],
  ['COD amount not ready', 'no money'],
  ['Customer asked for future delivery', 'later'],
  ['Vehicle breakdown', 'other'],
] as const)('“%s” says why: %s', (note, reason) => {
  expect(reasonOf('UNDELIVERED', note)).toBe(reason)
  expect(reasonOf('return_pickup_exception', note)).toBe(reason)
  expect(reasonOf('IN TRANSIT', note)).toBeNull()
})

const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 10, minute))
const scan = (step: ParcelStep | null, minute: number) => ({ step, at: at(minute) })

test('a parcel is at its farthest step, whatever comes later with an older word', () => {
  expect(currentScan([])).toBeUndefined()
  expect(currentScan([scan(null, 1)])).toBeUndefined()
  expect(currentScan([scan('on its way', 1), scan('picked up', 5)])?.step).toBe('on its way')
  expect(currentScan([scan('delivered', 1), scan('out for delivery', 5)])?.step).toBe('delivered')
  expect(currentScan([scan('not delivered', 1), scan('out for delivery', 2)])?.step).toBe('out for delivery')
  expect(currentScan([scan('delivered', 3), scan('coming back', 2)])?.step).toBe('coming back')
  expect(currentScan([scan('coming back', 2), scan('lost', 3)])?.step).toBe('lost')
  expect(currentScan([scan('lost', 1), scan('coming back', 2)])?.step).toBe('coming back')
  expect(currentScan([scan('lost', 1), scan('delivered', 2)])?.step).toBe('delivered')
})

test('the step is the same in whatever order the scans arrive', () => {
  const scans = PARCEL_STEPS.map((step, index) => scan(step, index))
  const step = currentScan(scans)?.step
  for (let turn = 1; turn < scans.length; turn += 1) {
    const turned = [...scans.slice(turn), ...scans.slice(0, turn)]
    expect(currentScan(turned)?.step).toBe(step)
    expect(currentScan(turned.toReversed())?.step).toBe(step)
  }
})
