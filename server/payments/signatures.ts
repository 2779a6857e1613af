import { createHmac, timingSafeEqual } from 'node:crypto'

/** What the provider's checkout returns to the browser. */
interface SignedPayment {
  orderId: string
  paymentId: string
  signature: string
}

const HEX_SHA256 = /^[0-9a-f]{64}$/

function hmac(message: string | Buffer, secret: string): Buffer {
  return createHmac('sha256', secret).update(message).digest()
}

function isSignature(signature: unknown, expected: Buffer): boolean {
  if (typeof signature !== 'string' || !HEX_SHA256.test(signature)) return false
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected)
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * True if the provider signed exactly this order and this payment. Compares in constant time. False for anything
 * malformed or empty. An id that contains the separator is refused, because two pairs could then share one signature.
 */
export function isPaymentSignature({ orderId, paymentId, signature }: SignedPayment, secret: string): boolean {
  if (!isFilled(orderId) || !isFilled(paymentId) || !isFilled(secret)) return false
  if (orderId.includes('|') || paymentId.includes('|')) return false
  return isSignature(signature, hmac(`${orderId}|${paymentId}`, secret))
}

/** Lower-case hexadecimal HMAC-SHA256 over the bytes of an event. */
export function webhookSignature(rawBody: Buffer, secret: string): string {
  return hmac(rawBody, secret).toString('hex')
}

/**
 * True if the bytes were signed with one of the secrets: the current one, or the previous one while it is being
 * replaced. Compares in constant time. False for anything malformed, and if there is no secret.
 */
export function isWebhookSignature(rawBody: Buffer, signature: unknown, secrets: readonly string[]): boolean {
  if (!Buffer.isBuffer(rawBody)) return false
  const matches = secrets.filter(isFilled).map((secret) => isSignature(signature, hmac(rawBody, secret)))
  return matches.includes(true)
}
