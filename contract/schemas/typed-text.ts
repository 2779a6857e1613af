/** Blanks, control characters, joiners, marks, fillers and other signs that show nothing without a sign to stand at. */
const UNSEEN = String.raw`\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}`
/**
 * The same without what belongs to the word before it: vowel signs, the joiners of Indian scripts and the selectors of
 * emoji.
 */
const BLANK = String.raw`\p{Z}\p{Cc}\u00AD\u115F\u1160\u180E\u200B\u200E\u200F\u2060-\u2064\u206A-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFC`

const SEEN = new RegExp(`[^${UNSEEN}]`, 'u')
const BLANKS = new RegExp(`[${BLANK}\\p{Cf}\\p{Default_Ignorable_Code_Point}]+`, 'gu')
/** The zeros of the scripts in which people in India write numbers. Nine more digits follow each. */
const ZEROS = Array.from('०০੦૦୦௦౦೦൦٠۰᱐꯰')

const lastSign = (text: string) => Array.from(text.slice(-2)).at(-1) ?? ''

/**
 * Takes the signs of a class away from both ends of a text. It walks back from the end, because a pattern such as
 * `[…]+$` begins again at each sign of a run inside the text.
 */
export function trimmerOf(before: string, after = before): (text: string) => string {
  const first = new RegExp(`^[${before}]+`, 'u')
  const taken = new RegExp(`^[${after}]$`, 'u')
  return (text) => {
    let end = text.length
    let last = lastSign(text)
    while (taken.test(last)) {
      end -= last.length
      last = lastSign(text.slice(Math.max(0, end - 2), end))
    }
    return text.slice(0, end).replace(first, '')
  }
}

const withoutBlanksAround = trimmerOf(String.raw`${BLANK}\u200C\u200D`, BLANK)

/**
 * Text as it was meant: without blanks and invisible characters around it, and empty if nobody would see anything of
 * it.
 */
export function trimTyped(text: string): string {
  return SEEN.test(text) ? withoutBlanksAround(text) : ''
}

/**
 * The same on one line: line breaks, tabs and other control characters become a blank. NUL stays, and is refused
 * elsewhere.
 */
export function lineTyped(text: string): string {
  return trimTyped(text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, (signs) => (signs.includes('\0') ? signs : ' ')))
}

/** The digits of Indian scripts as 0 to 9. */
export function withLatinDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const value = ZEROS.map((zero) => digit.charCodeAt(0) - zero.charCodeAt(0)).find((one) => one >= 0 && one <= 9)
    return value === undefined || digit.length > 1 ? digit : String(value)
  })
}

/** A text between quotation marks of any make. One mark alone may belong to the text, as in a size of 32". */
const QUOTED = /^["'`´\p{Pi}\p{Pf}\u201A\u201E](.+)["'`´\p{Pi}\p{Pf}]$/su

/**
 * A code, a number or the like as it is compared: full-width letters, the digits of other scripts and long dashes as on
 * a keyboard, without blanks, invisible characters and the quotation marks that it was copied with.
 */
export function codeTyped(text: string): string {
  return withLatinDigits(text.normalize('NFKC'))
    .replaceAll(BLANKS, '')
    .replace(QUOTED, '$1')
    .replaceAll(/\p{Pd}/gu, '-')
}

/** The dot below of a borrowed sound. */
const NUKTA = /[\u093C\u09BC\u0A3C\u0ABC\u0B3C]/g
const CHANDRABINDU = /\u0901/g
const ANUSVARA = '\u0902'

/** A decomposed text with each word of an Indian script as people write it in haste: कमीज़ as कमीज, चाँद as चांद. */
export const withPlainSigns = (decomposed: string): string =>
  decomposed.replaceAll(NUKTA, '').replaceAll(CHANDRABINDU, ANUSVARA)
