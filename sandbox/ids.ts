import { randomBytes } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 14
/** Bytes from here on would make the first letters likelier than the others. */
const FAIR = 256 - (256 % BASE62.length)

/** A new id in the provider's form, such as `pay_` and 14 letters and digits. */
export function newSandboxId(prefix: 'order' | 'pay' | 'rfnd' | 'evt' | 'disp'): string {
  let letters = ''
  while (letters.length < LENGTH) {
    for (const byte of randomBytes(LENGTH * 2)) {
      if (byte < FAIR && letters.length < LENGTH) letters += BASE62[byte % BASE62.length]
    }
  }
  return `${prefix}_${letters}`
}
