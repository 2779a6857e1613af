import { expect, test } from 'vitest'

import { createProof, deleteProof, saveProof, findProof } from '#app/checkout/payment-proof.ts'
import { memoryStorage } from '#test/memory-storage.ts'

const PROOF = createProof({ razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'abc' })

test('a proof of payment is saved until it is deleted', () => {
  const storage = memoryStorage()
  saveProof('asha', PROOF, storage)
  expect(findProof('asha', storage)).toEqual(PROOF)
  deleteProof(storage)
  expect(findProof('asha', storage)).toBeUndefined()
})

test('another customer’s proof of payment is not returned', () => {
  const storage = memoryStorage()
  saveProof('asha', PROOF, storage)
  expect(findProof('ravi', storage)).toBeUndefined()
})

test('a broken entry is not a proof of payment', () => {
  for (const broken of ['{', 'null', '{"customerId":"asha"}']) {
    expect(findProof('asha', memoryStorage({ 'payment-proof': broken }))).toBeUndefined()
  }
})
