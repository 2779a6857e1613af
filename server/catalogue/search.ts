import type { SuggestionsAnswer } from '#contract/catalogue.ts'
import type { Filters } from '#server/catalogue/list-queries.ts'
import type { ProductRow } from '#server/catalogue/product-queries.ts'
import type { Db } from '#server/db/open.ts'

import { listCategoriesLike } from '#server/catalogue/category-queries.ts'
import { listPage } from '#server/catalogue/list-queries.ts'
import { presentProduct } from '#server/catalogue/product-view.ts'
import { listNamedLike, listVocabulary, plainWords } from '#server/catalogue/search-queries.ts'
import { guessWord } from '#server/catalogue/spelling.ts'

/** More words than these narrow no search that a person types. */
const MOST_WORDS = 8
/** Fewer letters are in too many texts for more than a look at the names. */
const SHORTEST_SEARCH = 3
const SUGGESTED_PRODUCTS = 5
const SUGGESTED_CATEGORIES = 3

export type Search = NonNullable<Filters['search']>

/** The words of a search text, each in the spelling that was typed; undefined where there is none. */
export function searchFor(text: string | undefined): Search | undefined {
  const words = [...new Set(text?.trim().split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS)
  return words.length === 0 ? undefined : words.map((word) => [word])
}

/**
 * What a search that finds nothing in the whole catalogue probably means; undefined where nothing known comes near it.
 */
export async function correctSearch(db: Db, search: Search): Promise<Search | undefined> {
  const vocabulary = await listVocabulary(db)
  const words = await plainWords(db, search.flat())
  const corrected = words.map((word) => guessWord(word, vocabulary))
  const isHopeless = corrected.some((spellings) => spellings.length === 0)
  return isHopeless ? undefined : corrected
}

async function listFound(db: Db, search: Search | undefined): Promise<ProductRow[]> {
  if (!search) return []
  const { rows } = await listPage(db, { search }, 'name', { limit: SUGGESTED_PRODUCTS, offset: 0 })
  return rows
}

async function listSuggested(db: Db, text: string): Promise<ProductRow[]> {
  const named = await listNamedLike(db, text, SUGGESTED_PRODUCTS)
  if (named.length === SUGGESTED_PRODUCTS || text.length < SHORTEST_SEARCH) return named
  const search = searchFor(text)
  const found = await listFound(db, search)
  const known = new Set(named.map(({ id }) => id))
  const all = [...named, ...found.filter(({ id }) => !known.has(id))].slice(0, SUGGESTED_PRODUCTS)
  return all.length > 0 || !search ? all : listFound(db, await correctSearch(db, search))
}

/** What may be meant while somebody types: the nearest products, and categories by name. */
export async function suggest(db: Db, text = ''): Promise<SuggestionsAnswer> {
  const typed = text.trim()
  if (typed === '') return { products: [], categories: [] }
  const products = await listSuggested(db, typed)
  const categories = await listCategoriesLike(db, typed, SUGGESTED_CATEGORIES)
  return { products: products.map(presentProduct), categories }
}
