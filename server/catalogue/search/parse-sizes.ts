import type { Listing } from '#server/catalogue/search/listing.ts'

import { tokensIn } from '#server/catalogue/search/search-vocabulary.ts'
import { SIZE_WORDS } from '#server/catalogue/search/search-word-lists.ts'
import { isSizeWord } from '#server/catalogue/size-order.ts'
import { stemOf } from '#server/catalogue/search/normalize-text.ts'

/** Words of a search that are read, with stop words. */
const MAX_TYPED_WORDS = 20

/** Spoken sizes, by the size that the shop writes. */
const SPOKEN_SIZES = Object.entries({
  '3xl': '(?:triple|xxx|3x)[ -]?(?:large|xl)|3x|xxxl',
  xxl: '(?:double|xx|2x)[ -]?(?:large|xl)|2x|2xl',
  xl: '(?:extra|x)[ -]?large',
  xs: '(?:extra|x)[ -]?small',
}).map(([size, said]) => [size, new RegExp(String.raw`(?<![\p{Letter}\d])(?:${said})(?!\p{Letter})`, 'gu')] as const)

/**
 * Words that also have other meanings: they are sizes only beside other words, and if no product has them in its name.
 */
const SIZE_ADJECTIVES: Readonly<Record<string, string>> = { small: 's', medium: 'm', large: 'l' }
const ALTERNATIVE_SPELLINGS: Readonly<Record<string, string>> = { xxl: '2xl', '3xl': 'xxxl' }

/**
 * Finds the sizes in a plain text, such as `L`, `extra large` or `size 32`, if a product on sale has them. Returns the
 * other words too.
 */
export function parseSizes(listing: Listing, plain: string): { sizes: ReadonlySet<string>; others: string[] } {
  const said = SPOKEN_SIZES.reduce((text, [size, spoken]) => text.replaceAll(spoken, size), plain)
  const tokens = tokensIn(said).slice(0, MAX_TYPED_WORDS)
  const onSale = listing.sizes()
  const sizeOf = (token: string) => {
    const size = Object.hasOwn(SIZE_ADJECTIVES, token) ? SIZE_ADJECTIVES[token] : undefined
    return size && tokens.length > 1 && !listing.words.hasStem(stemOf(token)) ? size : token
  }
  const spellingsOf = (size: string) =>
    [size, ALTERNATIVE_SPELLINGS[size] ?? size].flatMap((one) => [one, one.toUpperCase()])
  const found = new Map(
    tokens.flatMap((token) => {
      const size = sizeOf(token)
      if (!isSizeWord(size)) return []
      const spellings = spellingsOf(size)
      return spellings.some((one) => onSale.has(one)) ? [[token, spellings] as const] : []
    }),
  )
  if (found.size === 0) return { sizes: new Set(), others: tokensIn(plain).slice(0, MAX_TYPED_WORDS) }
  const others = tokens.filter((token) => !found.has(token) && !SIZE_WORDS.has(token))
  return { sizes: new Set([...found.values()].flat()), others }
}
