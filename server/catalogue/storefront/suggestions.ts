import type { SuggestionsAnswer } from '#contract/catalogue.ts'
import type { ListedProduct, Listing, ProductIndex } from '#server/catalogue/storefront/product-index.ts'

import { findProducts } from '#server/catalogue/storefront/search.ts'
import { parseSearch } from '#server/catalogue/storefront/parse-search.ts'
import { plainText } from '#server/catalogue/storefront/normalize-text.ts'

/** Fewer letters than this are in too many texts, so then only names are searched. */
const SHORTEST_SEARCH = 3
const SUGGESTED_PRODUCTS = 5
const SUGGESTED_CATEGORIES = 3

/** The text with the most frequent word that begins as its last one; without a last word that has hardly begun. */
function completed({ words }: Listing, typed: string): string[] {
  const last = typed.split(/\s+/).at(-1) ?? ''
  const before = typed.slice(0, typed.length - last.length)
  if (last.length < SHORTEST_SEARCH) return [before]
  const word = words.list().find((known) => known !== last && known.startsWith(last))
  return [...(word ? [before + word] : []), ...(last.length === SHORTEST_SEARCH ? [before] : [])]
}

/** What a search finds, also while its last word is not finished. */
function findWhileTyping(listing: Listing, typed: string): readonly ListedProduct[] {
  for (const text of [typed, ...completed(listing, typed)]) {
    const search = parseSearch(listing, text, false)
    const found = search ? findProducts(listing, search, undefined) : []
    if (found.length > 0) return found
  }
  return []
}

/** What may be meant while somebody types: names that begin so, then those that hold it, then what a search finds. */
export async function suggest(index: ProductIndex, text = ''): Promise<SuggestionsAnswer> {
  const typed = plainText(text.trim())
  if (typed === '') return { products: [], categories: [] }
  const listing = await index.read()
  const nameOf = (listed: ListedProduct) => listed.text.slice(0, listed.nameLength)
  const holding = listing.inOrder('name').filter((listed) => nameOf(listed).includes(typed))
  const beginning = holding.filter((listed) => nameOf(listed).startsWith(typed))
  const named = [...new Set([...beginning, ...holding])]
  const isEnough = named.length >= SUGGESTED_PRODUCTS || typed.length < SHORTEST_SEARCH
  const products = [...new Set([...named, ...(isEnough ? [] : findWhileTyping(listing, typed))])]
  return {
    products: products.slice(0, SUGGESTED_PRODUCTS).map(({ product }) => product),
    categories: listing.categories.filter(({ name }) => plainText(name).includes(typed)).slice(0, SUGGESTED_CATEGORIES),
  }
}
