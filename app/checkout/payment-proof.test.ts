import { expect, test } from 'vitest'

import { createProof, deleteProof, saveProof, findProof } from '#app/checkout/payment-proof.ts'
import { memoryStorage } from '#test/memory-storage.ts'

const PROOF = createProof({ razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'abc' })

test('a proof of payment is kept until it is forgotten', () => {
  const storage = memoryStorage()
  saveProof('asha', PROOF, storage)
  expect(findProof('asha', storage)).toEqual(PROOF)
  deleteProof(storage)
  expect(findProof('asha', storage)).toBeUndefined()
})

test('the proof of another customer who used this tab is none', () => {
  const storage = memoryStorage()
  saveProof('asha', PROOF, storage)
  expect(findProof('ravi', storage)).toBeUndefined()
})

test('a broken entry is no proof', () => {
  for (const broken of ['{', 'null', '{"customerId":"asha"}']) {
    expect(findProof('asha', memoryStorage({ 'payment-proof': broken }))).toBeUndefined()
  }
})
