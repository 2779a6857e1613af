import { randomInt } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 14

/** A new id in the provider's form, such as `pay_` and 14 letters and digits. */
export function newSandboxId(prefix: 'order' | 'pay' | 'rfnd' | 'evt'): string {
  const letters = Array.from({ length: LENGTH }, () => BASE62[randomInt(BASE62.length)])
  return `${prefix}_${letters.join('')}`
}
