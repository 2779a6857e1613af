import type { Listing } from '#server/catalogue/storefront/product-index.ts'

import { tokensIn } from '#server/catalogue/storefront/search-vocabulary.ts'
import { SIZE_WORDS } from '#server/catalogue/storefront/search-word-lists.ts'
import { isSizeWord } from '#server/catalogue/storefront/size-order.ts'
import { stemOf } from '#server/catalogue/storefront/normalize-text.ts'

/** Sizes as they are said, by what the shop writes. */
const SAID = Object.entries({
  '3xl': '(?:triple|xxx|3x)[ -]?(?:large|xl)|3x|xxxl',
  xxl: '(?:double|xx|2x)[ -]?(?:large|xl)|2x|2xl',
  xl: '(?:extra|x)[ -]?large',
  xs: '(?:extra|x)[ -]?small',
}).map(([size, said]) => [size, new RegExp(String.raw`(?<![\p{Letter}\d])(?:${said})(?!\p{Letter})`, 'gu')] as const)

/** Words that also say other things of a piece: they are sizes beside other words, if nothing is called so. */
const WORDS: Readonly<Record<string, string>> = { small: 's', medium: 'm', large: 'l' }
const SAME: Readonly<Record<string, string>> = { xxl: '2xl', '3xl': 'xxxl' }

/** The sizes of a plain text that something on sale has, such as `L`, `extra large` or `size 32`, and the other words. */
export function parseSizes(listing: Listing, plain: string): { sizes: ReadonlySet<string>; others: string[] } {
  const said = SAID.reduce((text, [size, spoken]) => text.replaceAll(spoken, size), plain)
  const tokens = tokensIn(said)
  const sizeOf = (token: string) => {
    const size = Object.hasOwn(WORDS, token) ? WORDS[token] : undefined
    return size && tokens.length > 1 && !listing.words.hasStem(stemOf(token)) ? size : token
  }
  const spellingsOf = (size: string) => [size, SAME[size] ?? size].flatMap((one) => [one, one.toUpperCase()])
  const isOnSale = (spellings: readonly string[]) =>
    listing.inOrder('name').some(({ product }) => product.sizes.some(({ size }) => spellings.includes(size)))
  const found = new Map(
    tokens.flatMap((token) => {
      const size = sizeOf(token)
      if (!isSizeWord(size)) return []
      const spellings = spellingsOf(size)
      return isOnSale(spellings) ? [[token, spellings] as const] : []
    }),
  )
  if (found.size === 0) return { sizes: new Set(), others: tokensIn(plain) }
  const others = tokens.filter((token) => !found.has(token) && !SIZE_WORDS.has(token))
  return { sizes: new Set([...found.values()].flat()), others }
}
