import { expect, test } from 'vitest'

import { createProof, forgetProof, keepProof, keptProof } from '#app/checkout/payment-proof.ts'
import { memoryStorage } from '#test/memory-storage.ts'

const PROOF = createProof({ razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'abc' })

test('a proof of payment is kept until it is forgotten', () => {
  const storage = memoryStorage()
  keepProof('asha', PROOF, storage)
  expect(keptProof('asha', storage)).toEqual(PROOF)
  forgetProof(storage)
  expect(keptProof('asha', storage)).toBeUndefined()
})

test('the proof of another customer who used this tab is none', () => {
  const storage = memoryStorage()
  keepProof('asha', PROOF, storage)
  expect(keptProof('ravi', storage)).toBeUndefined()
})

test('a broken entry is no proof', () => {
  for (const broken of ['{', 'null', '{"customerId":"asha"}']) {
    expect(keptProof('asha', memoryStorage({ 'payment-proof': broken }))).toBeUndefined()
  }
})
