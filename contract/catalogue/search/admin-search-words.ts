import { phoneDigits } from '#contract/schemas/phone-number.ts'
import { withLatinDigits } from '#contract/schemas/typed-text.ts'

const INVISIBLE = /\p{Format}/gu
/** At least nine digits with what people write between them; no part of a longer word. */
const PHONE = /(?<![\p{Letter}\p{Number}@._/-])(?:tel:)?\+?\(?\d(?:[\s().+-]*\d){8,14}(?![\p{Letter}\p{Number}@_/-])/giu
/** A mobile number in two parts with another sign between them than stands between two numbers: `98765/43210`. */
const IN_TWO_PARTS = /(?<![\p{Letter}\p{Number}@._/-])([6-9]\d{4})\s?[/\\,]\s?(\d{5})(?![\p{Letter}\p{Number}@_/-])/gu
/** A mobile number of India. Any other is known by the code before it. */
const MOBILE = /^[6-9]\d{9}$/
const PHONE_DIGITS = 10
/** What stands before the beginning of a number that is not typed to its end. */
const COUNTRY_CODE = /(?<![\p{Letter}\p{Number}])\+91[\s-]*(?=\d)/gu
/** The beginning of a number in two parts: `98765-432`. */
const PARTS_OF_PHONE = /^\d{5}-\d+$/
const AROUND_WORD = /^[#"'“”‘’,;:!?()]+|["'“”‘’,;:!?()]+$/gu
/** Words of a search that count. */
const MAX_WORDS = 8

/** A phone number as its last ten digits; undefined for a number that is none. */
function phoneIn(typed: string): string | undefined {
  const digits = phoneDigits(typed)
  const hasCode = digits.length === PHONE_DIGITS && digits !== typed.replaceAll(/\D/g, '')
  return hasCode || typed.startsWith('+') || MOBILE.test(digits) ? digits.slice(-PHONE_DIGITS) : undefined
}

/**
 * How the search of an administrators' list is read: as words that are each looked for, in any order. A phone number is
 * one word of ten digits, however it is written. The sign before `#D71795`, the kind of dash and of digits, and what
 * stands around a word do not count. The database reads stored texts in the same way (`plain_text`, `phone_digits`).
 */
export function searchWords(text: string | undefined): string[] {
  const plain = withLatinDigits((text ?? '').normalize('NFKC').replaceAll(INVISIBLE, ''))
    .replaceAll(/[\p{Dash_Punctuation}−]/gu, '-')
    .replaceAll(IN_TWO_PARTS, '$1$2')
    .replaceAll(PHONE, (typed) => phoneIn(typed) ?? typed)
    .replaceAll(COUNTRY_CODE, '')
  const words = plain
    .split(/\s+/)
    .flatMap((word) => word.replaceAll(AROUND_WORD, '') || word || [])
    .flatMap((word) => (PARTS_OF_PHONE.test(word) ? word.split('-') : word))
  const meaningful = words.filter((word) => /[\p{Letter}\p{Number}]/u.test(word))
  // A sign alone is what is looked for; beside words, as in `Nair - Tara`, it says nothing.
  return [...new Set(meaningful.length > 0 ? meaningful : words)].slice(0, MAX_WORDS)
}
