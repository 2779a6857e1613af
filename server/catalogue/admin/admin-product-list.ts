import type { z } from 'zod'

import type {
  AdminListAnswer,
  AdminListQuery,
  AdminProduct,
  AdminProducts,
  AdminProductsQuery,
} from '#contract/catalogue/admin-catalogue.ts'
import type { Category, Product } from '#contract/catalogue/catalogue.ts'
import type { AdminSort } from '#contract/catalogue/lists/sort-orders.ts'
import type { ProductState, StockFilter } from '#contract/catalogue/lists/admin-product-filters.ts'
import type { Listing, ProductIndex } from '#server/catalogue/search/listing.ts'
import type { Db } from '#server/db/database.ts'

import { DEFAULT_LIMIT, MAX_LIST } from '#contract/catalogue/lists/list-limits.ts'
import { searchWords } from '#contract/catalogue/search/admin-search-words.ts'
import { listAdminRows, listIdsWithWords, listRowsOffSale } from '#server/catalogue/admin/admin-product-list-queries.ts'
import { listIdsWithCode } from '#server/catalogue/admin/size-code-queries.ts'
import { adminProductFromRow, productFromRow } from '#server/catalogue/product-from-row.ts'
import { compareNames, sortKeyOf } from '#server/catalogue/lists/sort-products.ts'
import { windowOf } from '#server/db/pagination.ts'

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
async function findIds(db: Db, text: string | undefined, isDeleted: boolean): Promise<Found | undefined> {
  const words = searchWords(text)
  if (words.length === 0) return undefined
  const coded = SCANNED.test(text?.trim() ?? '') ? await listIdsWithCode(db, text ?? '', isDeleted) : []
  const named = await listIdsWithWords(db, words, isDeleted)
  return new Map<string, string | undefined>([...named.map((id) => [id, undefined] as const), ...coded])
}

/** Whether the text is the category’s name in any case, its slug or its id. */
function isNamed({ _id, name, slug }: Category, wanted: string): boolean {
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
async function listByName({ db, index }: ListSource, state: ProductState): Promise<[Product[], Listing]> {
  const offSale = state === 'on sale' ? [] : await listOffSale(db, state === 'deleted' ? 'deleted' : 'draft')
  const listing = await index.read()
  const onSale = state === 'all' || state === 'on sale' ? listing.inOrder('name') : []
  // A draft that has just gone on sale is in both.
  const byId = new Map([...offSale, ...onSale].map((each) => [each.product._id, each]))
  const byName = offSale.length === 0 ? onSale : [...byId.values()].toSorted(compareNames)
  return [byName.map(({ product }) => product), listing]
}

type ListWanted = z.output<typeof AdminListQuery> & { threshold: number }
type Wanted = Omit<ListWanted, 'page' | 'limit'>

/** The products on all pages of a list; none for a category that does not exist. */
async function choose(source: ListSource, { category: wanted, search, state, stock, threshold, sort }: Wanted) {
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

/** The ids of the products on all pages of a list, in its order. */
export async function listAdminProductIds(source: ListSource, wanted: Wanted): Promise<string[]> {
  return (await choose(source, wanted)).ids
}

/**
 * One page of the products, searched, filtered and sorted over the whole catalogue; by name by default. A page past the
 * end is empty, and so is every page of a category that does not exist.
 */
export async function listProductsForAdmin(
  source: ListSource,
  { page = 1, limit = DEFAULT_LIMIT, ...wanted }: ListWanted,
): Promise<Omit<AdminListAnswer, 'lowStock'>> {
  const { category, found, ids } = await choose(source, wanted)
  const { offset } = windowOf({ page, limit })
  const rows = await listAdminRows(source.db, ids.slice(offset, offset + limit))
  const codeOf = (id: string) => {
    const foundCode = found?.get(id)
    return foundCode === undefined ? {} : { foundCode }
  }
  return {
    products: rows.map((row) => ({ ...adminProductFromRow(row), ...codeOf(row.id) })),
    ...(category && { category }),
    totalProducts: ids.length,
    totalPages: Math.ceil(ids.length / limit),
    currentPage: page,
  }
}

/**
 * Products by the name of their category, or of one category, given by name, slug or id. A page is a page of each
 * category; without page and limit it has all products, at most `MAX_LIST`. A category without products has an empty
 * list.
 */
export async function listProductsByCategory(
  source: ListSource,
  { category: wanted, search, ...page }: z.output<typeof AdminProductsQuery>,
): Promise<AdminProducts> {
  const found = await findIds(source.db, search, false)
  const { limit, offset } = windowOf(page)
  const [byName, { categories }] = await listByName(source, 'all')
  const shown = categories.filter((each) => !wanted || isNamed(each, wanted))
  const byCategory = Map.groupBy(
    byName.filter((product) => !found || found.has(product._id)),
    (product) => product.category._id,
  )
  const pages = shown.flatMap(({ _id }) => byCategory.get(_id)?.slice(offset, offset + limit) ?? [])
  const products = new Map<string, AdminProduct[]>(shown.map(({ name }) => [name, []]))
  const ids = pages.slice(0, MAX_LIST).map(({ _id }) => _id)
  for (const row of await listAdminRows(source.db, ids)) products.get(row.categoryName)?.push(adminProductFromRow(row))
  return { products: Object.fromEntries(products) }
}

/**
 * The products with these ids that are not deleted, in any order. What open payments hold is left out, because it
 * changes without the product: the stock by place has it.
 */
export async function listProductsWithIds(db: Db, ids: readonly string[]): Promise<AdminProduct[]> {
  const rows = await listAdminRows(db, ids)
  return rows
    .filter(({ deletedAt }) => deletedAt === null)
    .map((row) => adminProductFromRow({ ...row, promised: null }))
}
