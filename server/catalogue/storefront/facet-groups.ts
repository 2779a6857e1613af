import type { Filters } from '#server/catalogue/storefront/list-queries.ts'
import type { FacetRow } from '#server/catalogue/storefront/facet-queries.ts'

import { PRICE_RANGES } from '#contract/price-ranges.ts'

const PAISE_PER_RUPEE = 100
/** The highest paid price of each range in paise: what lies between two ranges belongs to the upper one. */
const RANGE_ENDS = PRICE_RANGES.map(([, to]) => to * PAISE_PER_RUPEE)

export type Narrowing = Omit<Filters, 'search'>

/** Products that differ in nothing by which they are counted, except for their prices. */
interface FacetGroup {
  key: string
  categoryId: string
  colour: string | null
  sizes: readonly string[]
  sizesInStock: readonly string[]
  /** How many products are in it. */
  members: number
  /** What the counting that is under way has found: which it is, how many within the wanted prices, and in each range. */
  counting: number
  priced: number
  inRange: number[]
}

/** A product as it is counted. */
export interface CountedProduct {
  group: FacetGroup
  paidPricePaise: number
  /** The place of its price among the ranges; -1 beyond the last. */
  range: number
}

/** Finds the group of each product: there are far fewer groups than products, and only they are compared with filters. */
export function createGroups() {
  const groups = new Map<string, FacetGroup>()

  function groupOf({ categoryId, colour, sizes, sizesInStock }: FacetRow): FacetGroup {
    const key = JSON.stringify([categoryId, colour, sizes, sizesInStock])
    const known = groups.get(key)
    if (known) return known
    const inRange = RANGE_ENDS.map(() => 0)
    const made = { key, categoryId, colour, sizes, sizesInStock, members: 0, counting: 0, priced: 0, inRange }
    groups.set(key, made)
    return made
  }

  return {
    join(row: FacetRow): CountedProduct {
      const group = groupOf(row)
      group.members += 1
      const { paidPricePaise } = row
      return { group, paidPricePaise, range: RANGE_ENDS.findIndex((end) => paidPricePaise <= end) }
    },
    leave({ group }: CountedProduct): void {
      group.members -= 1
      if (group.members === 0) groups.delete(group.key)
    },
  }
}

let countings = 0

/** The groups of these products, each with how many of them have a wanted price. Good until the next counting begins. */
function gather(products: Iterable<CountedProduct>, { within, lowestPaise, highestPaise }: Narrowing): FacetGroup[] {
  const found: FacetGroup[] = []
  const lowest = lowestPaise ?? 0
  const highest = highestPaise ?? Infinity
  countings += 1
  for (const { group, paidPricePaise, range } of products) {
    if (group.counting !== countings) {
      group.counting = countings
      group.priced = 0
      group.inRange.fill(0)
      if (within === undefined || group.categoryId === within) found.push(group)
    }
    if (paidPricePaise >= lowest && paidPricePaise <= highest) group.priced += 1
    if (range >= 0) group.inRange[range] = (group.inRange[range] ?? 0) + 1
  }
  return found
}

/** Which of the filters a group fails; what it counts for depends on whether that is none, or just one. */
function judge({ categoryId, colour, sizes, sizesInStock }: FacetGroup, filters: Narrowing) {
  const { size, isInStock } = filters
  return {
    category: filters.category === undefined || categoryId === filters.category,
    size: size === undefined || (isInStock ? sizesInStock : sizes).includes(size),
    colour: filters.colour === undefined || colour === filters.colour,
    stock: !isInStock || sizesInStock.length > 0,
  }
}

/** Whether it counts for the choice "in stock only": one of its sizes is, and the wanted one if there is one. */
const isBuyable = ({ sizesInStock }: FacetGroup, size: string | undefined) =>
  size === undefined ? sizesInStock.length > 0 : sizesInStock.includes(size)

const isNamed = (size: string) => size !== ''

function add(counts: Map<string, number>, key: string, count: number): void {
  if (count > 0) counts.set(key, (counts.get(key) ?? 0) + count)
}

/** How many of the products the filters let through. */
export function countProducts(products: Iterable<CountedProduct>, filters: Narrowing): number {
  let total = 0
  for (const group of gather(products, filters)) {
    const { category, size, colour, stock } = judge(group, filters)
    if (category && size && colour && stock) total += group.priced
  }
  return total
}

/** How many of the products each choice would leave, each counted with all filters but its own. */
export function countChoices(products: Iterable<CountedProduct>, filters: Narrowing) {
  const categories = new Map<string, number>()
  const colours = new Map<string, number>()
  const sizes = new Map<string, number>()
  const prices = RANGE_ENDS.map(() => 0)
  let inStock = 0
  for (const group of gather(products, filters)) {
    const { category, size, colour, stock } = judge(group, filters)
    if (size && colour && stock) add(categories, group.categoryId, group.priced)
    if (category && size && stock && group.colour !== null) add(colours, group.colour, group.priced)
    if (category && colour && stock) {
      const offered = filters.isInStock ? group.sizesInStock : group.sizes
      for (const one of offered.filter(isNamed)) add(sizes, one, group.priced)
    }
    if (category && size && colour && stock) {
      for (const [range, count] of group.inRange.entries()) prices[range] = (prices[range] ?? 0) + count
    }
    if (category && colour && isBuyable(group, filters.size)) inStock += group.priced
  }
  return { categories, colours, sizes, prices, inStock }
}
