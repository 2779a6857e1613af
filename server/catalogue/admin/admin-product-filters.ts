import type { z } from 'zod'

import type { AdminListQuery } from '#contract/catalogue/admin-catalogue.ts'
import type { Category, Product } from '#contract/catalogue/catalogue.ts'
import type { AdminSort } from '#contract/catalogue/lists/sort-orders.ts'
import type { ProductState, StockFilter } from '#contract/catalogue/lists/admin-product-filters.ts'
import type { Listing, ProductIndex } from '#server/catalogue/search/listing.ts'
import type { Db } from '#server/db/database.ts'

import { searchWords } from '#contract/catalogue/search/admin-search-words.ts'
import { listIdsWithWords, listRowsOffSale } from '#server/catalogue/admin/admin-product-list-queries.ts'
import { listIdsWithCode } from '#server/catalogue/admin/size-code-queries.ts'
import { productFromRow } from '#server/catalogue/product-from-row.ts'
import { compareNames, sortKeyOf } from '#server/catalogue/lists/sort-products.ts'

/**
 * Lists of products on sale come from the index; drafts, deleted products and the page to show come from the database.
 */
export interface ListSource {
  db: Db
  index: ProductIndex
}

/** What may be a SKU or a barcode, or begin one: four signs and more without a blank. */
const SCANNED = /^\S{4,}$/

/** The ids of the products that a search finds, each with the code of a size by which it was found, if it was. */
type Found = ReadonlyMap<string, string | undefined>

/** The products that have all words of a search text, or a size of which it is the code; undefined without words. */
export async function findIds(db: Db, text: string | undefined, isDeleted: boolean): Promise<Found | undefined> {
  const words = searchWords(text)
  if (words.length === 0) return undefined
  const coded = SCANNED.test(text?.trim() ?? '') ? await listIdsWithCode(db, text ?? '', isDeleted) : []
  const named = await listIdsWithWords(db, words, isDeleted)
  return new Map<string, string | undefined>([...named.map((id) => [id, undefined] as const), ...coded])
}

/** Whether the text is the category’s name in any case, its slug or its id. */
export function isNamed({ _id, name, slug }: Category, wanted: string): boolean {
  const text = wanted.trim().toLowerCase()
  return _id === wanted || slug === text || name.toLowerCase() === text
}

/** Whether a product's stock is as a filter asks: see `STOCK_FILTERS`. */
function hasStock({ stock, sizes }: Product, wanted: StockFilter, threshold: number): boolean {
  const stocks = sizes.length > 0 ? sizes.map((size) => size.stock) : [stock]
  switch (wanted) {
    case 'out':
      return stock === 0
    case 'gaps':
      return stock > 0 && stocks.includes(0)
    case 'low':
      return stock > 0 && stock <= threshold
    case 'low-sizes':
      return Math.min(...stocks) <= threshold
  }
}

const SORT_KEYS: Record<string, (product: Product) => number> = {
  price: ({ price, discountedPrice }) => discountedPrice ?? price,
  stock: ({ stock }) => stock,
  created: ({ createdAt }) => Date.parse(createdAt),
}

/** Sorts products that are sorted by name. Of equals the lower id comes first, or last in a descending order. */
function sorted(byName: readonly Product[], sort: AdminSort): readonly Product[] {
  const key = SORT_KEYS[sort.replace('-', '')]
  const ascending = key ? byName.toSorted((a, b) => key(a) - key(b) || (a._id < b._id ? -1 : 1)) : byName
  return sort.startsWith('-') ? ascending.toReversed() : ascending
}

const listOffSale = async (db: Db, state: 'draft' | 'deleted') =>
  (await listRowsOffSale(db, state)).map((row) => ({ product: productFromRow(row), sortKey: sortKeyOf(row) }))

/** The products in a state, by name, and the listing of those on sale. */
export async function listByName({ db, index }: ListSource, state: ProductState): Promise<[Product[], Listing]> {
  const offSale = state === 'on sale' ? [] : await listOffSale(db, state === 'deleted' ? 'deleted' : 'draft')
  const listing = await index.read()
  const onSale = state === 'all' || state === 'on sale' ? listing.inOrder('name') : []
  // A draft that has just gone on sale is in both.
  const byId = new Map([...offSale, ...onSale].map((each) => [each.product._id, each]))
  const byName = offSale.length === 0 ? onSale : [...byId.values()].toSorted(compareNames)
  return [byName.map(({ product }) => product), listing]
}

export type ListWanted = z.output<typeof AdminListQuery> & { threshold: number }
export type Wanted = Omit<ListWanted, 'page' | 'limit'>

/** The products on all pages of a list; none for a category that does not exist. */
export async function chooseProducts(
  source: ListSource,
  { category: wanted, search, state, stock, threshold, sort }: Wanted,
) {
  const found = await findIds(source.db, search, state === 'deleted')
  const [byName, { categories }] = await listByName(source, state)
  const category = wanted ? categories.find((each) => isNamed(each, wanted)) : undefined
  const products = byName.filter(
    (product) =>
      (!wanted || product.category._id === category?._id) &&
      (!found || found.has(product._id)) &&
      (!stock || hasStock(product, stock, threshold)),
  )
  return { category, found, ids: sorted(products, sort ?? 'name').map(({ _id }) => _id) }
}
