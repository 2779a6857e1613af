import { DEFAULT_LIMIT, MAX_LIST } from '#contract/catalogue/lists/list-limits.ts'

/** Where a page of a list begins, and its length. */
export interface Window {
  limit: number
  offset: number
}

/** The items of one page, and how many there are on all pages. */
export interface ListPage<Item> {
  items: Item[]
  total: number
}

/** The window of a page. Without page and limit it is everything up to `MAX_LIST`. */
export function windowOf({ page, limit }: { page?: number | undefined; limit?: number | undefined }): Window {
  const length = limit ?? (page === undefined ? MAX_LIST : DEFAULT_LIMIT)
  return { limit: length, offset: ((page ?? 1) - 1) * length }
}

/** The page from a query whose rows all have the `total`. A page past the end is one row that has nothing else. */
export function pageOf<Row extends { id: unknown }>(rows: readonly (Row & { total: number })[]): ListPage<Row> {
  return { items: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 }
}

/** The page with each item converted. */
export function mapPage<From, To>({ items, total }: ListPage<From>, present: (item: From) => To): ListPage<To> {
  return { items: items.map((item) => present(item)), total }
}
