import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

import type { RefundAccount, ShownRefundTo } from '#contract/returns/refund-to.ts'

const CIPHER = 'aes-256-gcm'
const [NONCE_BYTES, TAG_BYTES] = [12, 16]

const shown = (refundTo: RefundAccount): ShownRefundTo => (typeof refundTo === 'string' ? { upi: refundTo } : refundTo)

/**
 * Where somebody's money goes, as the database keeps it: nobody reads it without the shop's secret, and nobody can put
 * it under another return.
 */
export function sealRefundTo(secret: Uint8Array, returnId: string, refundTo: RefundAccount): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, secret, nonce).setAAD(Buffer.from(returnId))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(shown(refundTo))), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** The same to be read. Throws if it was changed, or belongs to another return. */
export function openRefundTo(secret: Uint8Array, returnId: string, sealed: Uint8Array): ShownRefundTo {
  const bytes = Buffer.from(sealed)
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)]
  const decipher = createDecipheriv(CIPHER, secret, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(returnId))
    .setAuthTag(tag)
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  return JSON.parse(text.toString()) as ShownRefundTo
}
