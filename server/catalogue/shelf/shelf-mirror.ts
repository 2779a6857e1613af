import type { Facets } from '#contract/catalogue.ts'
import type { Filters } from '#server/catalogue/shelf/list-queries.ts'
import type { Db } from '#server/db/open.ts'

import { PRICE_RANGES } from '#contract/price-ranges.ts'
import { listCategoryRows } from '#server/catalogue/category-queries.ts'
import {
  pullBackFutureChanges,
  listFoundIds,
  listShelfChanges,
  type ShelfRow,
} from '#server/catalogue/shelf/shelf-queries.ts'
import { compareSizes } from '#server/catalogue/shelf/size-order.ts'

const PAISE_PER_RUPEE = 100
/** The highest paid price of each range in paise: what lies between two ranges belongs to the upper one. */
const RANGE_ENDS = PRICE_RANGES.map(([, to]) => to * PAISE_PER_RUPEE)

type Narrowing = Omit<Filters, 'search'>

/** Which of the filters a product fails; what it counts for depends on whether that is none, or just one. */
interface Verdict {
  category: boolean
  price: boolean
  size: boolean
  colour: boolean
  stock: boolean
}

function judge(row: ShelfRow, filters: Narrowing): Verdict {
  const { category, lowestPaise, highestPaise, size, colour, isInStock } = filters
  const { paidPricePaise: paid, sizesInStock } = row
  return {
    category: category === undefined || row.categoryId === category,
    price: (lowestPaise === undefined || paid >= lowestPaise) && (highestPaise === undefined || paid <= highestPaise),
    size: size === undefined || (isInStock ? sizesInStock : row.sizes).includes(size),
    colour: colour === undefined || row.colour === colour,
    stock: !isInStock || sizesInStock.length > 0,
  }
}

const isWithin = ({ categoryId }: ShelfRow, { within }: Narrowing) => within === undefined || categoryId === within

const passes = ({ category, price, size, colour, stock }: Verdict) => category && price && size && colour && stock

const isNamed = (size: string) => size !== ''

/** Whether a product counts for the choice "in stock only": one of its sizes is, and the wanted one if there is one. */
const isBuyable = ({ sizesInStock }: ShelfRow, size: string | undefined) =>
  size === undefined ? sizesInStock.length > 0 : sizesInStock.includes(size)

function add<Key>(counts: Map<Key, number>, key: Key, count = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

/** How many products each choice would leave, each counted with all filters but its own. */
function tally(rows: Iterable<ShelfRow>, filters: Narrowing) {
  const categories = new Map<string, number>()
  const colours = new Map<string, number>()
  const sizeSets = new Map<readonly string[], number>()
  const prices = RANGE_ENDS.map(() => 0)
  let inStock = 0
  for (const row of rows) {
    if (!isWithin(row, filters)) continue
    const { category, price, size, colour, stock } = judge(row, filters)
    if (price && size && colour && stock) add(categories, row.categoryId)
    if (category && price && colour && stock) add(sizeSets, filters.isInStock ? row.sizesInStock : row.sizes)
    if (category && price && size && stock && row.colour !== null) add(colours, row.colour)
    if (category && size && colour && stock) {
      const range = RANGE_ENDS.findIndex((end) => row.paidPricePaise <= end)
      if (range >= 0) prices[range] = (prices[range] ?? 0) + 1
    }
    if (category && price && colour && isBuyable(row, filters.size)) inStock += 1
  }
  const sizes = new Map<string, number>()
  for (const [set, count] of sizeSets) for (const size of set.filter(isNamed)) add(sizes, size, count)
  return { categories, colours, sizes, prices, inStock }
}

const choicesOf = (counts: Map<string, number>, compare: (a: string, b: string) => number) =>
  [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => compare(a.value, b.value))

const byCode = (a: string, b: string) => (a < b ? -1 : 1)

export interface ShelfMirror {
  /** How many products on sale these filters let through. */
  count(filters: Narrowing): Promise<number>
  /** How many each choice of a filter would leave. */
  countFacets(filters: Filters): Promise<Facets>
}

/**
 * The shelf as it is in the database at the moment of asking, kept in this process: before each count it reads what has
 * changed since the one before, so that counting takes no walk through the table. Nothing but counts comes from it.
 */
export function createShelfMirror(db: Db): ShelfMirror {
  const rows = new Map<string, ShelfRow>()
  const sets = new Map<string, string[]>()
  let horizon: string | undefined
  let reading: Promise<void> | undefined
  let next: Promise<void> | undefined

  /** Equal sets of sizes are one array, of which there are few. */
  function sameSet(sizes: string[]): string[] {
    const key = JSON.stringify(sizes)
    const known = sets.get(key) ?? sizes
    sets.set(key, known)
    return known
  }

  async function readOn(): Promise<void> {
    if (horizon === undefined) await pullBackFutureChanges(db)
    const changes = await listShelfChanges(db, horizon)
    for (const id of changes.leaverIds) rows.delete(id)
    for (const row of changes.rows) {
      rows.set(row.productId, { ...row, sizes: sameSet(row.sizes), sizesInStock: sameSet(row.sizesInStock) })
    }
    horizon = changes.horizon
  }

  /** Whoever comes while it is being read needs what has changed meanwhile too; all of these share the next reading. */
  function catchUp(): Promise<void> {
    if (!reading) {
      reading = readOn().finally(() => {
        reading = undefined
      })
      return reading
    }
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return catchUp()
      })
    return next
  }

  return {
    async count(filters) {
      await catchUp()
      let total = 0
      for (const row of rows.values()) if (isWithin(row, filters) && passes(judge(row, filters))) total += 1
      return total
    },
    async countFacets({ search, ...filters }) {
      const found = search && (await listFoundIds(db, search))
      const categories = await listCategoryRows(db)
      await catchUp()
      const counted = tally(found ? found.flatMap((id) => rows.get(id) ?? []) : rows.values(), filters)
      return {
        categories: categories.map((category) => ({
          ...category,
          count: counted.categories.get(category._id) ?? 0,
        })),
        sizes: choicesOf(counted.sizes, compareSizes),
        colours: choicesOf(counted.colours, byCode),
        prices: counted.prices,
        inStock: counted.inStock,
      }
    },
  }
}
