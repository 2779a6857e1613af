import { expect, test } from 'vitest'

import { moneySentence, nothingReturnable } from '#app/returns/return-texts.ts'

test('of a parcel that never arrived its customer reads what became of it, not that they cancelled', () => {
  expect(nothingReturnable({ status: 'cancelled' })).toMatch(/^This order was cancelled/)
  expect(nothingReturnable({ status: 'cancelled', comesBack: { why: 'parcel lost' } })).toMatch(/was lost/)
  expect(nothingReturnable({ status: 'cancelled', comesBack: { why: 'parcel refused' } })).toMatch(/not be delivered/)
  expect(nothingReturnable({ status: 'cancelled', comesBack: { why: 'called back' } })).toMatch(/was called back/)
  const arrived = { why: 'parcel lost', isDelivered: true } as const
  expect(nothingReturnable({ status: 'cancelled', comesBack: arrived })).toMatch(/has reached you after all/)
})

test('of pieces that were lost on their way back the money does not wait until they are there', () => {
  const asked = { status: 'refund due', due: 999, refunded: 0, dueBy: null, way: 'source' } as const
  const refund = { ...asked, takesAccount: false, isPayable: true, payments: [] }
  expect(moneySentence({ refund, origin: 'customer', status: 'on its way' })).toMatch(/once the pieces are with us\.$/)
  expect(moneySentence({ refund, origin: 'customer', status: 'lost' })).toMatch(/settled where they were lost\.$/)
})
