import type { Category } from '#contract/catalogue/catalogue.ts'
import type { Sort } from '#contract/catalogue/lists/sort-orders.ts'
import type { Synonym } from '#contract/catalogue/search/search-settings.ts'
import type { ListedProduct, Listing, ProductIndex } from '#server/catalogue/search/listing.ts'
import type { Db, Read } from '#server/db/database.ts'

import { COLOUR_FAMILY_NAMES } from '#contract/catalogue/colour-swatches.ts'
import { tagsIn } from '#contract/catalogue/product-tags.ts'
import { productFromRow } from '#server/catalogue/product-from-row.ts'
import { shadesOf } from '#server/catalogue/search/colour-families.ts'
import { fabricsIn } from '#server/catalogue/search/fabrics.ts'
import { sleevesOf } from '#server/catalogue/search/sleeves.ts'
import { areMany, createCollections } from '#server/catalogue/lists/collections-in-memory.ts'
import { createColourGroups } from '#server/catalogue/lists/colour-siblings.ts'
import {
  listIndexChanges,
  MOST_SOLD,
  restampFutureChanges,
  type IndexCategory,
  type IndexRow,
} from '#server/catalogue/lists/product-index-queries.ts'
import { kindIn, OCCASION_SEARCH_WORDS, searchedStems } from '#server/catalogue/search/kind-of.ts'
import { joinSizes, latinSize, sizesIn } from '#server/catalogue/size-order.ts'
import { sortKeyOf, sortProducts } from '#server/catalogue/lists/sort-products.ts'
import { FIRST_SYNONYMS } from '#server/catalogue/search/default-synonyms.ts'
import {
  createVocabulary,
  createWordCounts,
  learnedWords,
  type Vocabulary,
} from '#server/catalogue/search/search-vocabulary.ts'
import { createTextIndex } from '#server/catalogue/search/text-index.ts'
import { ownTurn } from '#server/turns.ts'
import { shareNextRun } from '#server/db/share-next-run.ts'
import { allStemsIn, plainText, stemsIn } from '#server/catalogue/search/normalize-text.ts'

function familiesFor(colour: string | null, chosen: Listing['colourFamilies']) {
  const families = [...shadesOf(colour, chosen).keys()]
  return { families, familyStems: stemsIn(families.join(' ').toLowerCase()) }
}

/** The entry of a product. Its texts are processed again only if one of them has changed since `before`. */
function listed(
  row: IndexRow,
  number: number,
  before: ListedProduct | undefined,
  chosen: Listing['colourFamilies'],
): ListedProduct {
  const { name, description, colour, fabric, fit, tags, sleeveCm } = row
  const source = JSON.stringify([name, description, colour, fabric, fit, tags, sleeveCm])
  const product = productFromRow(row)
  const paidPaise = row.discountedPricePaise ?? row.pricePaise
  const shown = {
    number,
    product,
    sizes: joinSizes(product.sizes.map(({ size }) => size)),
    sizesInStock: joinSizes(product.sizes.flatMap(({ size, stock }) => (stock > 0 ? size : []))),
    sortKey: sortKeyOf(row),
    paidPaise,
    discount: row.pricePaise > 0 ? 1 - paidPaise / row.pricePaise : 0,
    colourGroup: row.colourGroup ?? undefined,
    ownOrigin: row.origin ?? undefined,
    origin: row.origin ?? undefined,
    fit: fit?.trim() || undefined,
    tags: tagsIn(tags),
  }
  if (before?.source === source) return { ...before, ...shown }
  const plainName = plainText(name)
  const traits = plainText([colour, fabric, fit].filter(Boolean).join(' '))
  const facts = `${plainName} ${traits} `
  const text = facts + plainText(description)
  const kind = kindIn(plainName, facts)
  return {
    ...shown,
    source,
    kind,
    occasionStems: searchedStems(kind),
    fabrics: fabricsIn(fabric),
    sleeves: sleevesOf([name, fit, tags].filter(Boolean).join(', '), sleeveCm, description),
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
  a.sortKey === b.sortKey && a.paidPaise === b.paidPaise && a.discount === b.discount && a.origin === b.origin

/**
 * Every product on sale, in the memory of this process. Each `read()` first applies what has changed in the database,
 * so that the listing shows whatever was committed before the call. Callers that wait at the same time share one query.
 */
export function createProductIndex(
  db: Db,
  readFrom: Read = (work) => work(db),
  onLeaving: (collection: string, at: number) => void = () => undefined,
): ProductIndex {
  const products = new Map<string, ListedProduct>()
  /** The products in each order that was asked for. Cleared when what they are sorted by has changed. */
  const orders = new Map<Sort, ListedProduct[]>()
  const words = createWordCounts()
  const texts = createTextIndex()
  /** The numbers of products that are no longer on sale. */
  const freeNumbers: number[] = []
  let vocabulary: Vocabulary | undefined
  let sizes: ReadonlySet<string> | undefined
  const collections = createCollections(
    { inOrder: (sort) => listing.inOrder(sort), find: (id) => products.get(id) },
    onLeaving,
  )
  const listing = {
    words,
    texts,
    collections,
    categories: [] as Category[],
    synonyms: [] as readonly Synonym[],
    colourFamilies: {} as Listing['colourFamilies'],
    soldPlaces: new Map() as Listing['soldPlaces'],
    vocabulary: (): Vocabulary => (vocabulary ??= createVocabulary(listing)),
    inOrder(sort: Sort) {
      const known = orders.get(sort)
      if (known) return known
      const order = sortProducts(products.values(), sort, listing)
      orders.set(sort, order)
      return order
    },
    find: (id: string) => products.get(id),
    sizes: () => (sizes ??= new Set(products.values().flatMap((each) => sizesIn(each.sizes).map(latinSize)))),
  }
  const colourGroups = createColourGroups(listing.find)
  const categories = new Map<string, Category>()
  const origins = new Map<string, string | null>()
  let horizon: string | undefined
  putSynonyms(FIRST_SYNONYMS)
  words.add(COLOUR_FAMILY_NAMES.map((name) => name.toLowerCase()))
  words.add(OCCASION_SEARCH_WORDS)

  function changeWords(change: 'add' | 'remove', { number, text, factsLength }: ListedProduct): void {
    words[change](learnedWords(text.slice(0, factsLength)))
    texts[change]({ number, text })
  }

  function put(row: IndexRow): void {
    const before = products.get(row.id)
    const number = before?.number ?? freeNumbers.pop() ?? products.size
    const after = listed(row, number, before, listing.colourFamilies)
    colourGroups.put(row.id, before?.colourGroup, after.colourGroup)
    // All products of a category share one object, so that a new name shows in each of them.
    after.product.category = categories.get(row.categoryId) ?? after.product.category
    after.origin ??= origins.get(row.categoryId) ?? undefined
    if (before?.source !== after.source) {
      if (before) changeWords('remove', before)
      changeWords('add', after)
    }
    if (before?.sizes !== after.sizes) sizes = undefined
    if (before && isPlacedAlike(before, after)) {
      collections.reconsider(Object.assign(before, after))
    } else {
      products.set(row.id, after)
      orders.clear()
      collections.reconsider(after)
    }
  }

  /** Replaces words that come from categories or synonyms. */
  function putWords(before: readonly string[], after: readonly string[]): void {
    for (const text of before) words.remove(learnedWords(plainText(text)))
    for (const text of after) words.add(learnedWords(plainText(text)))
    vocabulary = undefined
  }

  /** Gives products without a country of their own the one of their category. */
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
    const mostSold = settings[MOST_SOLD] as string[] | undefined
    if (mostSold) {
      listing.soldPlaces = new Map(mostSold.map((id, place) => [id, place]))
      orders.delete('best-sold')
    }
    if (settings['colour-families']) {
      listing.colourFamilies = settings['colour-families'] as Listing['colourFamilies']
      for (const each of products.values()) {
        Object.assign(each, familiesFor(each.product.colour ?? null, listing.colourFamilies))
      }
      collections.forgetProducts()
    }
  }

  async function readChanges(): Promise<void> {
    if (horizon === undefined) await restampFutureChanges(db)
    const changes = await readFrom((db) => listIndexChanges(db, horizon))
    putSettings(changes.settings)
    putCategories(changes.categories)
    collections.put(changes.collections)
    if (areMany(changes.rows.length)) collections.forgetProducts()
    for (const id of changes.removedIds) {
      const removed = products.get(id)
      if (!removed) continue
      colourGroups.put(id, removed.colourGroup, undefined)
      products.delete(id)
      changeWords('remove', removed)
      sizes = undefined
      freeNumbers.push(removed.number)
      collections.remove(removed.number)
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
      // Many share one query. What each of them does with its result takes the processor for milliseconds.
      await ownTurn()
      return listing
    },
  }
}
