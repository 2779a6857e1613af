import type { Facets } from '#contract/catalogue.ts'
import type { Filters } from '#server/catalogue/storefront/list-queries.ts'
import type { Db } from '#server/db/open.ts'

import { listCategoryRows } from '#server/catalogue/category-queries.ts'
import {
  countChoices,
  countProducts,
  createGroups,
  type CountedProduct,
  type Narrowing,
} from '#server/catalogue/storefront/facet-groups.ts'
import { listFoundIds, listFacetChanges, pullBackFutureChanges } from '#server/catalogue/storefront/facet-queries.ts'
import { compareSizes } from '#server/catalogue/storefront/size-order.ts'

const choicesOf = (counts: Map<string, number>, compare: (a: string, b: string) => number) =>
  [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => compare(a.value, b.value))

const byCode = (a: string, b: string) => (a < b ? -1 : 1)

export interface FacetIndex {
  /** How many products on sale these filters let through. */
  count(filters: Narrowing): Promise<number>
  /** How many each choice of a filter would leave. */
  countFacets(filters: Filters): Promise<Facets>
}

/**
 * The shelf as it is in the database at the moment of asking, kept in this process: before each count it reads what has
 * changed since the one before, so that counting takes no walk through the table. Nothing but counts comes from it.
 */
export function createFacetIndex(db: Db): FacetIndex {
  const products = new Map<string, CountedProduct>()
  const groups = createGroups()
  let horizon: string | undefined
  let reading = Promise.resolve()
  let next: Promise<void> | undefined

  function forget(id: string): void {
    const known = products.get(id)
    if (known) groups.leave(known)
    products.delete(id)
  }

  async function readOn(): Promise<void> {
    if (horizon === undefined) await pullBackFutureChanges(db)
    const changes = await listFacetChanges(db, horizon)
    for (const id of changes.leaverIds) forget(id)
    for (const row of changes.rows) {
      forget(row.productId)
      products.set(row.productId, groups.join(row))
    }
    horizon = changes.horizon
  }

  /** Whoever comes while it is being read needs what has changed meanwhile too; all of these share the next reading. */
  function catchUp(): Promise<void> {
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = undefined
        reading = readOn()
        return reading
      })
    return next
  }

  return {
    async count(filters) {
      await catchUp()
      return countProducts(products.values(), filters)
    },
    async countFacets({ search, ...filters }) {
      const found = search && (await listFoundIds(db, search))
      const [categories] = await Promise.all([listCategoryRows(db), catchUp()])
      const meant = found ? found.flatMap((id) => products.get(id) ?? []) : products.values()
      const counted = countChoices(meant, filters)
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
