import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether an event came with one of the secrets. Compares in constant time. False without secrets. */
export function isCourierSecret(given: unknown, secrets: readonly string[]): boolean {
  if (typeof given !== 'string' || given === '') return false
  const matches = secrets.filter(Boolean).map((secret) => timingSafeEqual(digest(given), digest(secret)))
  return matches.includes(true)
}
