import type { SuggestionsAnswer } from '#contract/catalogue/catalogue.ts'
import type { ListedProduct, Listing, ProductIndex } from '#server/catalogue/search/listing.ts'

import {
  SUGGESTED_CATEGORIES,
  SUGGESTED_PRODUCTS,
  SHORTEST_SUGGESTED_SEARCH,
} from '#contract/catalogue/search/search-limits.ts'
import { findProducts } from '#server/catalogue/search/search.ts'
import { parseSearch } from '#server/catalogue/search/parse-search.ts'
import { plainText } from '#server/catalogue/search/normalize-text.ts'

/** The text with its last word completed to the most frequent one; also without the last word if that is short. */
function completed({ words }: Listing, typed: string): string[] {
  const last = typed.split(/\s+/).at(-1) ?? ''
  const before = typed.slice(0, typed.length - last.length)
  if (last.length < SHORTEST_SUGGESTED_SEARCH) return [before]
  const word = words.list().find((known) => known !== last && known.startsWith(last))
  return [...(word ? [before + word] : []), ...(last.length === SHORTEST_SUGGESTED_SEARCH ? [before] : [])]
}

/** What a search finds, even if its last word is unfinished. */
function findWhileTyping(listing: Listing, typed: string): readonly ListedProduct[] {
  for (const text of [typed, ...completed(listing, typed)]) {
    const search = parseSearch(listing, text, false)
    const found = search ? findProducts(listing, search, undefined) : []
    if (found.length > 0) return found
  }
  return []
}

/**
 * Suggests products while somebody types: names that begin with the text, then names that contain it, then what a
 * search finds.
 */
export async function suggest(index: ProductIndex, text = ''): Promise<SuggestionsAnswer> {
  const typed = plainText(text.trim())
  if (typed === '') return { products: [], categories: [] }
  const listing = await index.read()
  const nameOf = (listed: ListedProduct) => listed.text.slice(0, listed.nameLength)
  const containing = listing.inOrder('name').filter((listed) => nameOf(listed).includes(typed))
  const beginning = containing.filter((listed) => nameOf(listed).startsWith(typed))
  const named = [...new Set([...beginning, ...containing])]
  const isEnough = named.length >= SUGGESTED_PRODUCTS || typed.length < SHORTEST_SUGGESTED_SEARCH
  const products = [...new Set([...named, ...(isEnough ? [] : findWhileTyping(listing, typed))])]
  return {
    products: products.slice(0, SUGGESTED_PRODUCTS).map(({ product }) => product),
    categories: listing.categories.filter(({ name }) => plainText(name).includes(typed)).slice(0, SUGGESTED_CATEGORIES),
  }
}
