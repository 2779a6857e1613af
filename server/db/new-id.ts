import { randomBytes, randomInt } from 'node:crypto'

/**
 * How far at most an id is from the one before it in the same millisecond: unguessable, and 65,536 of them fit into it.
 */
const LONGEST_STEP = 2 ** 32

let last = ''

/**
 * A new opaque id of 24 hexadecimal characters. The ids of one process sort in the order in which they were made, also
 * within one millisecond and after its clock was set back, so `order by created_at, id` is certain; ids of several
 * processes sort roughly by time.
 */
export function newId(): string {
  const fresh = Date.now().toString(16).padStart(12, '0') + randomBytes(6).toString('hex')
  last =
    fresh > last ? fresh : (BigInt(`0x${last}`) + BigInt(randomInt(1, LONGEST_STEP))).toString(16).padStart(24, '0')
  return last
}
