import { expect, test } from 'vitest'

import { codeIn, isShortened, paiseIn, writtenOut } from '#server/http/csv/csv-cells.ts'

test.each([
  ['1539', 153_900],
  ['1,539.00', 153_900],
  ['1,53,900.5', 15_390_050],
  ['₹ 1,539/-', 153_900],
  ['Rs. 1539.000', 153_900],
  ['1539 INR', 153_900],
  ["'1539", 153_900],
  ['१५३९', 153_900],
  ['9.99E+02', 99_900],
  ['1.50E+03', undefined],
  ['-40', -4000],
  ['−40.50', -4050],
  ['1539.005', 153_900.5],
  ['', undefined],
  ['15,39', undefined],
  ['1.539,00', undefined],
  ['(40)', undefined],
  ['free', undefined],
])('the amount “%s” is %s paise', (cell, paise) => {
  expect(paiseIn(cell)).toBe(paise)
})

test('a number in the short form of a spreadsheet is read where no whole number was lost', () => {
  const written = [
    '9.99E+02',
    '1e0',
    '5.00E+00',
    '1.0000E+03',
    '9.995E+02',
    '0.00E+00',
    '1.50E+03',
    '1E+03',
    '12E+01',
    '-',
  ]
  expect(written.map(writtenOut)).toEqual([
    '999',
    '1',
    '5.00',
    '1000.0',
    '999.5',
    '0.00',
    '1.50E+03',
    '1E+03',
    '12E+01',
    '-',
  ])
})

test('a code is read without what a spreadsheet puts around it, and a shortened number is known', () => {
  expect([" '0149081 ", '५६० ००१', 'AB-12'].map(codeIn)).toEqual(['0149081', '560001', 'AB-12'])
  expect(['1.49081E+11', '1e5', '149081', 'AB1E5'].map(isShortened)).toEqual([true, true, false, false])
})
