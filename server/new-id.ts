import { randomBytes } from 'node:crypto'

/** A new opaque id of 24 hexadecimal characters. Ids sort roughly by time, so that index pages fill up in order. */
export function newId(): string {
  return Date.now().toString(16).padStart(12, '0') + randomBytes(6).toString('hex')
}
