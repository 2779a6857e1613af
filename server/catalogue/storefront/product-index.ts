import type { Category, Product } from '#contract/catalogue.ts'
import type { Sort } from '#contract/catalogue-rules.ts'
import type { ColourFamily } from '#contract/colour-families.ts'
import type { Synonym } from '#contract/search-settings.ts'
import type { Db } from '#server/db/open.ts'

import { presentProduct } from '#server/catalogue/product-view.ts'
import { shadesOf } from '#server/catalogue/storefront/colour-families.ts'
import { createColourGroups } from '#server/catalogue/storefront/colour-groups.ts'
import { listIndexChanges, restampFutureChanges, type IndexRow } from '#server/catalogue/storefront/index-queries.ts'
import { FIRST_SYNONYMS } from '#server/catalogue/storefront/synonyms.ts'
import { allStemsIn, plainText, stemsIn } from '#server/catalogue/storefront/words.ts'

/** A product on sale with what it is narrowed, sorted and searched by. */
export interface ListedProduct {
  product: Product
  /** Its name in lower case; two compare as their UTF-8 bytes, which is how the database sorts them. */
  sortKey: string
  paidPaise: number
  families: readonly ColourFamily[]
  colourGroup: string | undefined
  /** The texts that it was made of; the same where nothing but stock has changed. */
  source: string
  /** Name, colour, fabric, fit and description as plain text, and where the name and the fit end in it. */
  text: string
  nameLength: number
  factsLength: number
  /** Stems of the name; of colour, fabric and fit; of its families; of all words. */
  name: string
  traits: string
  familyStems: string
  stems: string
}

/** Everything on sale as it was at one moment. */
export interface Listing {
  /** In the order of the shop. */
  categories: readonly Category[]
  synonyms: readonly Synonym[]
  colourFamilies: Readonly<Record<string, ColourFamily>>
  inOrder(sort: Sort): readonly ListedProduct[]
  find(id: string): ListedProduct | undefined
  /** Changes whenever a text, a category or a setting has changed. */
  textVersion: number
}

export interface ProductIndex {
  /** The listing with whatever was committed before the call. It may change with the caller's next `await`. */
  read(): Promise<Listing>
}

const byId = (a: ListedProduct, b: ListedProduct) => (a.product._id < b.product._id ? -1 : 1)
const ORDERS: Record<Sort, (a: ListedProduct, b: ListedProduct) => number> = {
  name: (a, b) => (a.sortKey === b.sortKey ? byId(a, b) : a.sortKey < b.sortKey ? -1 : 1),
  'price-asc': (a, b) => a.paidPaise - b.paidPaise || byId(a, b),
  'price-desc': (a, b) => b.paidPaise - a.paidPaise || byId(a, b),
}

function familiesFor(colour: string | null, chosen: Listing['colourFamilies']) {
  const families = [...shadesOf(colour, chosen).keys()]
  return { families, familyStems: stemsIn(families.join(' ').toLowerCase()) }
}

/** What a list shows and searches of a product. Its texts are not read again where they are as they were. */
function listed(row: IndexRow, before: ListedProduct | undefined, chosen: Listing['colourFamilies']): ListedProduct {
  const { name, description, colour, fabric, fit } = row
  const source = JSON.stringify([name, description, colour, fabric, fit])
  const shown = {
    product: presentProduct(row),
    sortKey: Buffer.from(row.sortName).toString('latin1'),
    paidPaise: row.discountedPricePaise ?? row.pricePaise,
    colourGroup: row.colourGroup ?? undefined,
  }
  if (before?.source === source) return { ...before, ...shown }
  const plainName = plainText(name)
  const traits = plainText([colour, fabric, fit].filter(Boolean).join(' '))
  const facts = `${plainName} ${traits} `
  const text = facts + plainText(description)
  return {
    ...shown,
    source,
    text,
    nameLength: plainName.length,
    factsLength: facts.length,
    name: stemsIn(plainName),
    traits: stemsIn(traits),
    ...familiesFor(colour, chosen),
    stems: allStemsIn(text),
  }
}

/**
 * Every product on sale, in the memory of this process. Before each answer it reads what has changed in the database, so
 * it is never behind what was committed before the call. All who wait share a reading.
 */
export function createProductIndex(db: Db): ProductIndex {
  const products = new Map<string, ListedProduct>()
  /** Those that have been asked for since the last change of what they go by. */
  const orders = new Map<Sort, ListedProduct[]>()
  const listing = {
    categories: [] as Category[],
    synonyms: FIRST_SYNONYMS,
    colourFamilies: {} as Listing['colourFamilies'],
    textVersion: 0,
    inOrder(sort: Sort) {
      const known = orders.get(sort)
      if (known) return known
      const order = [...products.values()].toSorted(ORDERS[sort])
      orders.set(sort, order)
      return order
    },
    find: (id: string) => products.get(id),
  }
  const colourGroups = createColourGroups(listing.find)
  const categories = new Map<string, Category>()
  let horizon: string | undefined
  let reading = Promise.resolve()
  let next: Promise<void> | undefined

  function put(row: IndexRow): void {
    const before = products.get(row.id)
    const after = listed(row, before, listing.colourFamilies)
    colourGroups.put(row.id, before?.colourGroup, after.colourGroup)
    // All products of a category share it, so that its new name is in each of them.
    after.product.category = categories.get(row.categoryId) ?? after.product.category
    if (before?.source !== after.source) listing.textVersion += 1
    if (before?.sortKey === after.sortKey && before.paidPaise === after.paidPaise) {
      Object.assign(before, after)
    } else {
      products.set(row.id, after)
      orders.clear()
    }
  }

  function putCategories(rows: readonly (Category & { isDeleted: boolean })[]): void {
    for (const { isDeleted: _, ...row } of rows) {
      const known = categories.get(row._id)
      if (known?.name !== row.name || known.slug !== row.slug) listing.textVersion += 1
      categories.set(row._id, Object.assign(known ?? row, row))
    }
    const current = rows.filter(({ isDeleted }) => !isDeleted).flatMap(({ _id }) => categories.get(_id) ?? [])
    if (current.length !== listing.categories.length) listing.textVersion += 1
    listing.categories = current
  }

  function putSettings(settings: Record<string, unknown>): void {
    if (settings.synonyms) listing.synonyms = settings.synonyms as Synonym[]
    if (settings['colour-families']) {
      listing.colourFamilies = settings['colour-families'] as Listing['colourFamilies']
      for (const each of products.values()) {
        Object.assign(each, familiesFor(each.product.colour ?? null, listing.colourFamilies))
      }
    }
    if (Object.keys(settings).length > 0) listing.textVersion += 1
  }

  async function readChanges(): Promise<void> {
    if (horizon === undefined) await restampFutureChanges(db)
    const changes = await listIndexChanges(db, horizon)
    putSettings(changes.settings)
    putCategories(changes.categories)
    for (const id of changes.removedIds) {
      const removed = products.get(id)
      if (!removed) continue
      colourGroups.put(id, removed.colourGroup, undefined)
      products.delete(id)
      orders.clear()
      listing.textVersion += 1
    }
    for (const row of changes.rows) put(row)
    colourGroups.link(listing.colourFamilies, changes.settings['colour-families'] !== undefined)
    horizon = changes.horizon
  }

  /** Whoever comes while it is being read needs what has changed meanwhile too; all of these share the next reading. */
  function catchUp(): Promise<void> {
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = undefined
        reading = readChanges()
        return reading
      })
    return next
  }

  return {
    async read() {
      await catchUp()
      return listing
    },
  }
}
