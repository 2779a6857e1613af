import { expect, test } from 'vitest'

import { gstinFault } from '#contract/tax/gstin.ts'

test('a GSTIN is checked by its form, its state and its last sign', () => {
  expect(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM'].map(gstinFault)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(gstinFault('27AAPFU0939F1ZW')).toMatch(/typing error/)
  expect(gstinFault('27APAFU0939F1ZV')).toMatch(/typing error/)
  expect(gstinFault('99AAPFU0939F1ZV')).toMatch(/No state/)
  for (const wrong of ['', '27aapfu0939f1zv', '27AAPFU0939F1AV', '27AAPFU0939F1ZV ']) {
    expect(gstinFault(wrong)).toMatch(/15 letters and digits/)
  }
})
