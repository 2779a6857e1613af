import { expect, test } from 'vitest'

import { rowOf } from '#server/orders/cash/read-remittance.ts'
import { amountIn, trackingNumberIn } from '#server/orders/cash/remittance-cells.ts'

test.each([
  ['1539', 153_900],
  ['1,539.00', 153_900],
  ['1,53,900.5', 15_390_050],
  ['₹1,539/-', 153_900],
  ['Rs. 1539.000', 153_900],
  ["'1539", 153_900],
  ['१५३९', 153_900],
  ['0', 0],
  ['1538.99', 153_899],
])('the amount %s is so many paise', (cell, paise) => {
  expect(amountIn(cell)).toBe(paise)
})

test.each([
  ['', 'has no amount'],
  ['1.539E3', 'has made “1.539E3” of the amount'],
  ['-1539', 'taken off'],
  ['(1539)', 'taken off'],
  ['1539.005', 'parts of a paisa'],
  ['1.539,00', 'no amount in rupees'],
  ['15,39', 'no amount in rupees'],
  ['paid', 'no amount in rupees'],
  ['99999999999999999', 'no amount that a parcel can have'],
])('the amount “%s” is a difference: %s', (cell, reason) => {
  expect(amountIn(cell)).toMatchObject({ kind: 'unreadable amount', reason: expect.stringContaining(reason) })
})

test.each([
  [' dl 149 081 ', 'DL149081'],
  ["'0149081", '0149081'],
  ['149081.0', '149081'],
  ['AB-12/7', 'AB-12/7'],
])('the tracking number %s is read', (cell, number) => {
  expect(trackingNumberIn(cell)).toBe(number)
})

test.each([
  ['', 'has no tracking number'],
  ['1.49081E+11', 'its last digits are lost'],
])('the tracking number “%s” is a difference: %s', (cell, reason) => {
  expect(trackingNumberIn(cell)).toMatchObject({ kind: 'unreadable number', reason: expect.stringContaining(reason) })
})

test('a cell and a reference that are long end before an emoji', () => {
  const cells = { line: 2, number: `${'A'.repeat(99)}🧵`, amount: '1', reference: `${'R'.repeat(99)}🧵🧵` }
  const row = rowOf(cells)
  expect(row.written.number).toBe('A'.repeat(99))
  expect(row.reference.isWellFormed()).toBe(true)
})
