import { createHmac, randomBytes } from 'node:crypto'

/** A key for the signatures of an address. */
export const newSecret = (): Buffer => randomBytes(32)

/**
 * A key as its receiver gets it:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md.
 */
export const secretText = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString('base64')}`

export interface SignedMessage {
  id: string
  /** In seconds since 1970. */
  timestamp: number
  body: string
}

/** The header `webhook-signature`: one signature for each key, the newest first. */
export function signaturesOf({ id, timestamp, body }: SignedMessage, secrets: readonly Uint8Array[]): string {
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ')
}
