import { expect, test } from 'vitest'

import { nothingReturnable } from '#app/returns/return-texts.ts'

test('of a parcel that never arrived its customer reads what became of it, not that they cancelled', () => {
  expect(nothingReturnable({ status: 'cancelled' })).toMatch(/^This order was cancelled/)
  expect(nothingReturnable({ status: 'cancelled', comesBack: { why: 'parcel lost' } })).toMatch(/was lost/)
  expect(nothingReturnable({ status: 'cancelled', comesBack: { why: 'parcel refused' } })).toMatch(/not be delivered/)
  expect(nothingReturnable({ status: 'cancelled', comesBack: { why: 'called back' } })).toMatch(/was called back/)
})
