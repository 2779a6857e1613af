import type { SuggestionsAnswer } from '#contract/catalogue.ts'
import type { Filters } from '#server/catalogue/storefront/list-queries.ts'
import type { ProductRow } from '#server/catalogue/product-queries.ts'
import type { Db } from '#server/db/open.ts'

import { listCategoriesLike, listCategoryRows } from '#server/catalogue/category-queries.ts'
import { listPage } from '#server/catalogue/storefront/list-queries.ts'
import { presentProduct } from '#server/catalogue/product-view.ts'
import { listNamedLike, listVocabulary, plainWords } from '#server/catalogue/storefront/search-queries.ts'
import { guessWord } from '#server/catalogue/storefront/spelling.ts'

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
  const categories = await listCategoryRows(db)
  const vocabulary = [...(await listVocabulary(db)), ...categories.map(({ name }) => name.toLowerCase())]
  const words = await plainWords(db, search.flat())
  const corrected = words.map((word) => guessWord(word, vocabulary))
  const isHopeless = corrected.some((spellings) => spellings.length === 0)
  return isHopeless ? undefined : corrected
}

const singularOf = (name: string) => name.toLowerCase().replace(/s$/, '')

/**
 * A search of several words of which one names a category, as that category and the other words: what an oxford shirt is
 * called need not say that it hangs among the shirts. Undefined where no word, or every word, names one.
 */
export async function splitCategory(db: Db, search: Search): Promise<{ category: string; search: Search } | undefined> {
  const categories = await listCategoryRows(db)
  for (const [index, spellings] of search.entries()) {
    const named = categories.find(({ name }) => spellings.some((word) => singularOf(word) === singularOf(name)))
    const others = search.toSpliced(index, 1)
    if (named && others.length > 0) return { category: named._id, search: others }
  }
  return undefined
}

async function listFound(db: Db, filters: Pick<Filters, 'search' | 'within'>): Promise<ProductRow[]> {
  const { rows } = await listPage(db, filters, 'name', { limit: SUGGESTED_PRODUCTS, offset: 0 })
  return rows
}

/** What a search that finds nothing probably means: its words spelt right, or one of them as a category. */
async function listMeant(db: Db, search: Search): Promise<ProductRow[]> {
  const corrected = await correctSearch(db, search)
  if (!corrected) return []
  const rows = await listFound(db, { search: corrected })
  const split = rows.length === 0 ? await splitCategory(db, corrected) : undefined
  return split ? listFound(db, { search: split.search, within: split.category }) : rows
}

async function listSuggested(db: Db, text: string): Promise<ProductRow[]> {
  const named = await listNamedLike(db, text, SUGGESTED_PRODUCTS)
  if (named.length === SUGGESTED_PRODUCTS || text.length < SHORTEST_SEARCH) return named
  const search = searchFor(text)
  const found = search ? await listFound(db, { search }) : []
  const known = new Set(named.map(({ id }) => id))
  const all = [...named, ...found.filter(({ id }) => !known.has(id))].slice(0, SUGGESTED_PRODUCTS)
  return all.length > 0 || !search ? all : listMeant(db, search)
}

/** What may be meant while somebody types: the nearest products, and categories by name. */
export async function suggest(db: Db, text = ''): Promise<SuggestionsAnswer> {
  const typed = text.trim()
  if (typed === '') return { products: [], categories: [] }
  const products = await listSuggested(db, typed)
  const categories = await listCategoriesLike(db, typed, SUGGESTED_CATEGORIES)
  return { products: products.map(presentProduct), categories }
}
