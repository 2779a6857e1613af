import { withLatinDigits, withPlainSigns } from '#contract/schemas/typed-text.ts'

/** Letters whose accents are left out, as those of café. In other scripts a mark is a vowel: कुर्ता is no कुर्ती. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu

/** The same for names that people take for one, whatever their case, accents, digits and way of typing. */
function foldedOf(name: string): string {
  return withPlainSigns(withLatinDigits(name.normalize('NFKD')))
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(ACCENTED, '$1')
    .toLowerCase()
    .normalize('NFC')
}

/** Lower case, without spaces, slashes or anything else that an address would have to escape. */
export function slugOf(name: string): string {
  return foldedOf(name)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replaceAll(/(?<=^|-)\p{M}+/gu, '')
    .replaceAll(/-+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/**
 * Two names with the same key are one: they differ in case, accents, blanks, hyphens and the like at most. Signs that
 * people read out, such as `+` and `&`, count.
 */
export function nameKey(name: string): string {
  return foldedOf(name)
    .replaceAll(/[&#%@*]/g, (sign) => ` ${sign} `)
    .replaceAll(/(?:(?![&#%@*])[\p{Z}\p{C}\p{P}])+/gu, ' ')
    .trim()
}

/** The slug itself, or with the first number behind it that makes it free: `bandhgala-2`. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? slug : `${slug}-${number}`
    if (!taken.has(candidate)) return candidate
  }
}
