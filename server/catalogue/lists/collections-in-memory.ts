import type { IndexCollection } from '#server/catalogue/lists/product-index-queries.ts'
import type {
  Collections,
  CollectionTerms,
  ListedCollection,
  ListedProduct,
  Listing,
} from '#server/catalogue/search/listing.ts'

import { CollectionRule } from '#contract/catalogue/collections/collections.ts'
import { leavesAt, ruleTest } from '#server/catalogue/lists/collection-rule.ts'

/** Where more products than this change at once, testing all of them later costs less. */
const MANY_CHANGES = 500

/** The products of a collection, kept up to date product by product. */
interface Members {
  has: (listed: ListedProduct) => boolean
  numbers: Set<number>
  /** When the first of them leaves because time goes by, in milliseconds. */
  until: number
}

/** The collections of a listing, and what keeps them up to date. */
interface KeptCollections extends Collections {
  put(rows: readonly IndexCollection[]): void
  /** Call it after a product has come or has changed. */
  reconsider(listed: ListedProduct): void
  /** Call it after a product has left. */
  remove(number: number): void
  /** Call it before many of these calls, or after a change of what all products are tested by. */
  forgetProducts(): void
}

const byTitle = (a: ListedCollection, b: ListedCollection) =>
  a.title === b.title ? (a._id < b._id ? -1 : 1) : a.title < b.title ? -1 : 1

function testOf({ rule, productIds }: CollectionTerms, now: number): Members['has'] {
  if (rule) return ruleTest(rule, now)
  const ids = new Set(productIds)
  return ({ product }) => ids.has(product._id)
}

/** In the order of the collection: those that were chosen by hand first, where it is by hand. */
function inOrderOf(
  { order, productIds }: CollectionTerms,
  { inOrder, find }: Pick<Listing, 'inOrder' | 'find'>,
  has: Members['has'],
): ListedProduct[] {
  if (order !== 'by hand') return inOrder(order).filter(has)
  const chosen = new Set(productIds.flatMap((id) => find(id) ?? []).filter(has))
  const others = inOrder('newest').filter((listed) => !chosen.has(listed) && has(listed))
  return [...chosen, ...others]
}

/**
 * The collections that shoppers see, in the memory of this process. Which products a collection has is found out when
 * it is asked for first, and again for each product that changes. `onLeaving` hears when a collection that was asked
 * for loses a product because time goes by.
 */
export function createCollections(
  listing: Pick<Listing, 'inOrder' | 'find'>,
  onLeaving: (slug: string, at: number) => void,
): KeptCollections {
  const byId = new Map<string, ListedCollection>()
  const members = new Map<string, Members>()
  let sorted: readonly ListedCollection[] = []
  let bySlug = new Map<string, ListedCollection>()

  function membersOf(collection: ListedCollection): Members {
    const { _id: id, slug, rule } = collection
    const now = Date.now()
    const known = members.get(id)
    if (known && now < known.until) return known
    const has = testOf(collection, now)
    const found = listing.inOrder('name').filter(has)
    const until = rule ? found.reduce((first, listed) => Math.min(first, leavesAt(rule, listed)), Infinity) : Infinity
    const made = { has, numbers: new Set(found.map(({ number }) => number)), until }
    members.set(id, made)
    if (until < Infinity) onLeaving(slug, until)
    return made
  }

  return {
    all: () => sorted,
    find: (slug) => bySlug.get(slug.toLowerCase()),
    numbersOf: (collection) => membersOf(collection).numbers,
    productsOf(collection) {
      const { numbers } = membersOf(collection)
      return inOrderOf(collection, listing, ({ number }) => numbers.has(number))
    },
    productsBy: (terms) => inOrderOf(terms, listing, testOf(terms, Date.now())),

    put(rows) {
      if (rows.length === 0) return
      for (const { isShown, rule: stored, ...row } of rows) {
        members.delete(row._id)
        const rule = stored === null ? { data: null } : CollectionRule.safeParse(stored)
        // A rule that is no longer taken says nothing of its products.
        if (isShown && rule.data !== undefined) byId.set(row._id, { ...row, rule: rule.data })
        else byId.delete(row._id)
      }
      sorted = [...byId.values()].toSorted(byTitle)
      bySlug = new Map(sorted.map((collection) => [collection.slug, collection]))
    },
    reconsider(listed) {
      for (const [id, { has, numbers }] of members) {
        const collection = byId.get(id)
        if (!collection) continue
        if (!has(listed)) numbers.delete(listed.number)
        else if (!numbers.has(listed.number)) {
          // It may be the next one to leave.
          if (collection.rule?.newDays !== undefined) members.delete(id)
          else numbers.add(listed.number)
        }
      }
    },
    remove(number) {
      for (const { numbers } of members.values()) numbers.delete(number)
    },
    forgetProducts: () => members.clear(),
  }
}

/** Whether so many changes are better met by testing all products again. */
export const areMany = (changes: number): boolean => changes > MANY_CHANGES
