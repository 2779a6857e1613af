import type { Category, Product } from '#contract/catalogue.ts'
import type { Sort } from '#contract/list-options.ts'
import type { Synonym } from '#contract/search-settings.ts'
import type { Db } from '#server/db/open.ts'
import type { Read } from '#server/db/standby.ts'

import { COLOUR_FAMILY_NAMES, type ColourFamily } from '#contract/colour-swatches.ts'
import { productFromRow } from '#server/catalogue/product-from-row.ts'
import { shadesOf } from '#server/catalogue/storefront/colour-families.ts'
import { createColourGroups } from '#server/catalogue/storefront/colour-siblings.ts'
import {
  listIndexChanges,
  restampFutureChanges,
  type IndexCategory,
  type IndexRow,
} from '#server/catalogue/storefront/product-index-queries.ts'
import { joinSizes } from '#server/catalogue/storefront/size-order.ts'
import { sortKeyOf, sortProducts, type Sortable } from '#server/catalogue/storefront/sort-products.ts'
import { FIRST_SYNONYMS } from '#server/catalogue/storefront/default-synonyms.ts'
import { createWordCounts, learnedWords, type WordCounts } from '#server/catalogue/storefront/search-vocabulary.ts'
import { createTextIndex, type TextIndex } from '#server/catalogue/storefront/text-index.ts'
import { shareNextRun } from '#server/share-next-run.ts'
import { allStemsIn, plainText, stemsIn } from '#server/catalogue/storefront/normalize-text.ts'

/** A product on sale with what it is narrowed, sorted and searched by. */
export interface ListedProduct extends Sortable {
  product: Product
  /** Its index in `ProductSet` (`text-index.ts`). No other product on sale has it. */
  number: number
  /** All its sizes, and those in stock, each as one text (`joinSizes()`). */
  sizes: string
  sizesInStock: string
  families: readonly ColourFamily[]
  colourGroup: string | undefined
  /** Its own country of origin, and the one that it is sold with: else its category's. */
  ownOrigin: string | undefined
  origin: string | undefined
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
  /** Changes whenever a category or a setting has changed. */
  settingsVersion: number
  /** The words of names, colours, fabrics, fits, categories and synonyms. */
  words: WordCounts
  /** Which products have which words. */
  texts: TextIndex
}

export interface ProductIndex {
  /** The listing with whatever was committed before the call. It may change with the caller's next `await`. */
  read(): Promise<Listing>
}

function familiesFor(colour: string | null, chosen: Listing['colourFamilies']) {
  const families = [...shadesOf(colour, chosen).keys()]
  return { families, familyStems: stemsIn(families.join(' ').toLowerCase()) }
}

/** What a list shows and searches of a product. Its texts are not read again where they are as they were. */
function listed(
  row: IndexRow,
  number: number,
  before: ListedProduct | undefined,
  chosen: Listing['colourFamilies'],
): ListedProduct {
  const { name, description, colour, fabric, fit } = row
  const source = JSON.stringify([name, description, colour, fabric, fit])
  const product = productFromRow(row)
  const shown = {
    number,
    product,
    sizes: joinSizes(product.sizes.map(({ size }) => size)),
    sizesInStock: joinSizes(product.sizes.flatMap(({ size, stock }) => (stock > 0 ? size : []))),
    sortKey: sortKeyOf(row),
    paidPaise: row.discountedPricePaise ?? row.pricePaise,
    colourGroup: row.colourGroup ?? undefined,
    ownOrigin: row.origin ?? undefined,
    origin: row.origin ?? undefined,
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

const isPlacedAlike = (a: ListedProduct, b: ListedProduct) =>
  a.sortKey === b.sortKey && a.paidPaise === b.paidPaise && a.origin === b.origin

/**
 * Every product on sale, in the memory of this process. Before each answer it reads what has changed in the database, so
 * it is never behind what was committed before the call. All who wait share a reading.
 */
export function createProductIndex(db: Db, readFrom: Read = (work) => work(db)): ProductIndex {
  const products = new Map<string, ListedProduct>()
  /** Those that have been asked for since the last change of what they go by. */
  const orders = new Map<Sort, ListedProduct[]>()
  const words = createWordCounts()
  const texts = createTextIndex()
  /** The numbers of those that are not on sale any more. */
  const freeNumbers: number[] = []
  const listing = {
    words,
    texts,
    categories: [] as Category[],
    synonyms: [] as readonly Synonym[],
    colourFamilies: {} as Listing['colourFamilies'],
    settingsVersion: 0,
    inOrder(sort: Sort) {
      const known = orders.get(sort)
      if (known) return known
      const order = sortProducts(products.values(), sort)
      orders.set(sort, order)
      return order
    },
    find: (id: string) => products.get(id),
  }
  const colourGroups = createColourGroups(listing.find)
  const categories = new Map<string, Category>()
  const origins = new Map<string, string | null>()
  let horizon: string | undefined
  putSynonyms(FIRST_SYNONYMS)
  words.add(COLOUR_FAMILY_NAMES.map((name) => name.toLowerCase()))

  function changeWords(change: 'add' | 'remove', { number, text, factsLength }: ListedProduct): void {
    words[change](learnedWords(text.slice(0, factsLength)))
    texts[change]({ number, text })
  }

  function put(row: IndexRow): void {
    const before = products.get(row.id)
    const number = before?.number ?? freeNumbers.pop() ?? products.size
    const after = listed(row, number, before, listing.colourFamilies)
    colourGroups.put(row.id, before?.colourGroup, after.colourGroup)
    // All products of a category share it, so that its new name is in each of them.
    after.product.category = categories.get(row.categoryId) ?? after.product.category
    after.origin ??= origins.get(row.categoryId) ?? undefined
    if (before?.source !== after.source) {
      if (before) changeWords('remove', before)
      changeWords('add', after)
    }
    if (before && isPlacedAlike(before, after)) {
      Object.assign(before, after)
    } else {
      products.set(row.id, after)
      orders.clear()
    }
  }

  /** Other categories or synonyms mean something else to a search. */
  function putWords(before: readonly string[], after: readonly string[]): void {
    for (const text of before) words.remove(learnedWords(plainText(text)))
    for (const text of after) words.add(learnedWords(plainText(text)))
    listing.settingsVersion += 1
  }

  /** A category's products come from its country unless they have one of their own. */
  function putOrigins(rows: readonly IndexCategory[]): void {
    const changed = rows.filter(({ _id, origin }) => (origins.get(_id) ?? null) !== origin)
    if (changed.length === 0) return
    for (const { _id, origin } of changed) origins.set(_id, origin)
    for (const each of products.values()) {
      each.origin = each.ownOrigin ?? origins.get(each.product.category._id) ?? undefined
    }
    orders.clear()
  }

  function putCategories(rows: readonly IndexCategory[]): void {
    putOrigins(rows)
    const { categories: before } = listing
    const names = before.map(({ name }) => name)
    for (const { isDeleted: _isDeleted, origin: _origin, ...row } of rows) {
      categories.set(row._id, Object.assign(categories.get(row._id) ?? row, row))
    }
    const current = rows.filter(({ isDeleted }) => !isDeleted).flatMap(({ _id }) => categories.get(_id) ?? [])
    const isSame = current.every((each, place) => each === before[place] && each.name === names[place])
    listing.categories = current
    if (isSame && current.length === before.length) return
    putWords(
      names,
      current.map(({ name }) => name),
    )
  }

  function putSynonyms(synonyms: readonly Synonym[]): void {
    const phrases = (list: readonly Synonym[]) => list.map(({ phrase }) => phrase)
    const before = listing.synonyms
    listing.synonyms = synonyms
    putWords(phrases(before), phrases(synonyms))
  }

  function putSettings(settings: Record<string, unknown>): void {
    if (settings.synonyms) putSynonyms(settings.synonyms as Synonym[])
    if (settings['colour-families']) {
      listing.colourFamilies = settings['colour-families'] as Listing['colourFamilies']
      for (const each of products.values()) {
        Object.assign(each, familiesFor(each.product.colour ?? null, listing.colourFamilies))
      }
    }
  }

  async function readChanges(): Promise<void> {
    if (horizon === undefined) await restampFutureChanges(db)
    const changes = await readFrom((db) => listIndexChanges(db, horizon))
    putSettings(changes.settings)
    putCategories(changes.categories)
    for (const id of changes.removedIds) {
      const removed = products.get(id)
      if (!removed) continue
      colourGroups.put(id, removed.colourGroup, undefined)
      products.delete(id)
      changeWords('remove', removed)
      freeNumbers.push(removed.number)
      orders.clear()
    }
    for (const row of changes.rows) put(row)
    colourGroups.link(listing.colourFamilies, changes.settings['colour-families'] !== undefined)
    horizon = changes.horizon
  }

  const catchUp = shareNextRun(readChanges)
  return {
    async read() {
      await catchUp()
      return listing
    },
  }
}
