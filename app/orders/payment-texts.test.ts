import { expect, test } from 'vitest'

import { paymentNote } from '#app/orders/payment-texts.ts'

/** An order over ₹1,000 whose parcel never arrived. */
const lost = {
  status: 'cancelled',
  payment: 'paid',
  comesBack: { why: 'parcel lost' },
  refund: null,
  totalAmount: 1000,
} as const

test('of a parcel that was lost its customer reads what becomes of the money', () => {
  expect(paymentNote(lost)).toMatch(/^The parcel was lost. We send it again, or ₹1,000.00 goes back to you/)
  expect(paymentNote({ ...lost, comesBack: { why: 'called back' } })).toBe(
    'When the parcel is back with us, ₹1,000.00 goes back to you.',
  )
})

test('what went back for pieces before does not hide what becomes of the rest', () => {
  const refund = { amount: 400, requestedAt: '2026-11-20T06:00:00.000Z', doneAt: '2026-11-21T06:00:00.000Z' }
  const parted = { ...lost, payment: 'partly refunded', refund } as const
  expect(paymentNote(parted)).toMatch(
    /^₹400.00 of it went back to you. The parcel was lost. We send it again, or the rest of what you paid goes back/,
  )
  const delivered = { ...parted, comesBack: { why: 'parcel lost', isDelivered: true } } as const
  expect(paymentNote(delivered)).toBe(
    '₹400.00 of it went back to you. The parcel has reached you after all, so it stays paid.',
  )
})

test('of what store credit paid its customer reads the same', () => {
  const byCredit = { ...lost, storeCredit: { used: 1000, returned: 0 } }
  expect(paymentNote(byCredit)).toMatch(
    /^₹1,000.00 paid by store credit. The parcel was lost. We send it again, or what you paid goes back to you/,
  )
})

test('of money that became store credit none is promised any more', () => {
  expect(paymentNote({ ...lost, comesBack: { why: 'parcel lost', isCredited: true } })).toBe(
    'You have what you paid for it as store credit.',
  )
})

test('what is back or on its way is told alone', () => {
  const refund = { amount: 1000, requestedAt: '2026-11-20T06:00:00.000Z', doneAt: '2026-11-21T06:00:00.000Z' }
  expect(paymentNote({ ...lost, payment: 'refunded', refund })).toBe('Refund of ₹1,000.00 done.')
})
