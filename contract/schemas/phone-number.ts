import { codeTyped } from '#contract/schemas/typed-text.ts'

/** How a link to a number begins, which is copied with it. */
const LINK = /^tel:/i

/** Digits in any script with what people write between them. */
const PHONE_SIGNS = /^[+\d().,/\\-]*$/

/**
 * The digits of a phone number as somebody typed or pasted it, without `+91`, `0091`, `91` or `0` before ten digits.
 */
export function phoneDigits(typed: string): string {
  return codeTyped(typed)
    .replaceAll(/\D/g, '')
    .replace(/^(?:0{0,2}91)?0?(?=\d{10}$)/, '')
}

/** The ten digits of a phone number in India, however it was typed; undefined for anything else. */
export function indianPhone(typed: string): string | undefined {
  const digits = phoneDigits(typed)
  return digits.length === 10 && PHONE_SIGNS.test(codeTyped(typed).replace(LINK, '')) ? digits : undefined
}

/**
 * What a field for ten digits shows of what was typed so far. A country code that is being typed stays until it is
 * complete. Undefined if it is too long.
 */
export function phoneSoFar(typed: string): string | undefined {
  const text = codeTyped(typed)
  if (/^\+9?$/.test(text)) return text
  const digits = phoneDigits(text.replace(/^(?:\+|00)91/, ''))
  const isStillCode = /^91[6-9]\d{8}$/.test(digits)
  return digits.length <= 10 || isStillCode ? digits : undefined
}
