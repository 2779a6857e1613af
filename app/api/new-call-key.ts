const BYTES = 16

/** A key for an `Idempotency-Key`, never the same twice; also where the page came without encryption. */
export function newCallKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
