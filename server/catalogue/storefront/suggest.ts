import type { SuggestionsAnswer } from '#contract/catalogue.ts'
import type { ListedProduct, ProductIndex } from '#server/catalogue/storefront/product-index.ts'

import { findProducts, understand } from '#server/catalogue/storefront/search.ts'
import { plainText } from '#server/catalogue/storefront/words.ts'

/** Fewer letters are in too many texts for more than a look at the names. */
const SHORTEST_SEARCH = 3
const SUGGESTED_PRODUCTS = 5
const SUGGESTED_CATEGORIES = 3

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
  const search = isEnough ? undefined : understand(listing, typed, false)
  const products = [...new Set([...named, ...(search ? findProducts(listing, search, undefined) : [])])]
  return {
    products: products.slice(0, SUGGESTED_PRODUCTS).map(({ product }) => product),
    categories: listing.categories.filter(({ name }) => plainText(name).includes(typed)).slice(0, SUGGESTED_CATEGORIES),
  }
}
