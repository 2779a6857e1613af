import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isPaymentSignature, isWebhookSignature, webhookSignature } from '#server/payments/signatures.ts'
import { paymentSignature } from '#test/purchase.ts'

const id = fc.stringMatching(/^[A-Za-z0-9_]{1,30}$/)
const secret = fc.string({ minLength: 1 })
const HEX = '0123456789abcdef'

test('the payment signature is what openssl computes', () => {
  // printf 'order_1|pay_1' | openssl dgst -sha256 -hmac secret
  expect(paymentSignature('order_1', 'pay_1', 'secret')).toBe(
    '52115a0d3400de9e86aade1f1b6eba9e8974604f4e267a9e9a16633a4c8dd2cb',
  )
})

test('a signed pair of order and payment is recognised', () => {
  fc.assert(
    fc.property(id, id, secret, (orderId, paymentId, key) => {
      const signature = paymentSignature(orderId, paymentId, key)
      expect(isPaymentSignature({ orderId, paymentId, signature }, key)).toBe(true)
    }),
  )
})

test('a signature of which one character differs is refused, wherever it differs', () => {
  fc.assert(
    fc.property(id, id, secret, fc.nat(63), fc.integer({ min: 1, max: 15 }), (orderId, paymentId, key, at, shift) => {
      const right = paymentSignature(orderId, paymentId, key)
      const other = HEX[(HEX.indexOf(right[at]!) + shift) % 16]!
      const signature = right.slice(0, at) + other + right.slice(at + 1)
      expect(isPaymentSignature({ orderId, paymentId, signature }, key)).toBe(false)
    }),
  )
})

test('a part of a signature, a longer one and one in upper case are refused', () => {
  const right = paymentSignature('order_1', 'pay_1', 'secret')
  const wrong = ['', right.slice(0, 8), right.slice(0, 63), `${right}0`, `${right}\n`, ` ${right}`, right.toUpperCase()]
  for (const signature of wrong) {
    expect(isPaymentSignature({ orderId: 'order_1', paymentId: 'pay_1', signature }, 'secret')).toBe(false)
  }
})

test('a signature of another order, another payment or another secret is refused', () => {
  fc.assert(
    fc.property(id, id, id, secret, secret, (orderId, paymentId, otherId, key, otherKey) => {
      fc.pre(otherId !== orderId && otherId !== paymentId && key !== otherKey)
      const signature = paymentSignature(orderId, paymentId, key)
      expect(isPaymentSignature({ orderId: otherId, paymentId, signature }, key)).toBe(false)
      expect(isPaymentSignature({ orderId, paymentId: otherId, signature }, key)).toBe(false)
      expect(isPaymentSignature({ orderId, paymentId, signature }, otherKey)).toBe(false)
    }),
  )
})

test('the separator cannot be moved between the two ids', () => {
  const signature = paymentSignature('order_1', 'pay_1|x', 'secret')
  expect(isPaymentSignature({ orderId: 'order_1|pay_1', paymentId: 'x', signature }, 'secret')).toBe(false)
  expect(isPaymentSignature({ orderId: 'order_1', paymentId: 'pay_1|x', signature }, 'secret')).toBe(false)
})

test('whatever is sent instead of a signature is refused without an error', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), (orderId, paymentId, signature) => {
      const proof = { orderId, paymentId, signature } as Parameters<typeof isPaymentSignature>[0]
      expect(isPaymentSignature(proof, 'secret')).toBe(false)
      expect(isWebhookSignature(Buffer.from('{}'), signature, ['secret'])).toBe(false)
    }),
  )
})

test('no secret recognises nothing', () => {
  const signature = paymentSignature('order_1', 'pay_1', '')
  expect(isPaymentSignature({ orderId: 'order_1', paymentId: 'pay_1', signature }, '')).toBe(false)
  const body = Buffer.from('{}')
  expect(isWebhookSignature(body, webhookSignature(body, ''), [''])).toBe(false)
  expect(isWebhookSignature(body, webhookSignature(body, 'secret'), [])).toBe(false)
})

test('an event is recognised by the current and by the previous secret, and by no other', () => {
  fc.assert(
    fc.property(fc.uint8Array(), secret, secret, secret, (bytes, current, previous, foreign) => {
      fc.pre(foreign !== current && foreign !== previous)
      const body = Buffer.from(bytes)
      const secrets = [current, previous]
      expect(isWebhookSignature(body, webhookSignature(body, current), secrets)).toBe(true)
      expect(isWebhookSignature(body, webhookSignature(body, previous), secrets)).toBe(true)
      expect(isWebhookSignature(body, webhookSignature(body, foreign), secrets)).toBe(false)
    }),
  )
})

test('an event of which one byte was changed is refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, at, change) => {
      const body = Buffer.from(bytes)
      const signature = webhookSignature(body, 'secret')
      const changed = Buffer.from(body)
      changed[at % body.length] = body[at % body.length]! ^ change
      expect(isWebhookSignature(changed, signature, ['secret'])).toBe(false)
    }),
  )
})
