import {
  MAX_CHOSEN_COLOURS,
  MAX_SYNONYMS,
  TOO_MANY_COLOURS,
  TOO_MANY_SYNONYMS,
  type SearchSettings,
  type SearchSettingsChange,
  type Synonym,
} from '#contract/catalogue/search/search-settings.ts'
import type { ProductIndex } from '#server/catalogue/search/listing.ts'
import type { Db } from '#server/db/database.ts'

import { recordChange } from '#server/audit/service.ts'
import { lockCatalogueSetting, writeCatalogueSetting } from '#server/catalogue/lists/product-index-queries.ts'
import { lockSalePrices } from '#server/catalogue/sales/sale-price-queries.ts'
import { setSalePrices } from '#server/catalogue/sales/set-sale-prices.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { invalidField } from '#server/errors.ts'

/** The current synonyms and chosen colour families, and the families of every colour on sale. */
export async function getSearchSettings(index: ProductIndex): Promise<SearchSettings> {
  const { synonyms, colourFamilies, inOrder } = await index.read()
  const familiesByColour = new Map(inOrder('name').map(({ product, families }) => [product.colour, families]))
  const colours = [...familiesByColour].flatMap(([name, families]) => (name ? [{ name, families: [...families] }] : []))
  return {
    synonyms: [...synonyms],
    colourFamilies: { ...colourFamilies },
    colours: colours.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

type Choices = SearchSettings['colourFamilies']

const keyOf = ({ phrase, means }: Synonym) => JSON.stringify([phrase, means])

/** The current synonyms with the caller's additions and removals. */
function mergeSynonyms(current: readonly Synonym[], was: readonly Synonym[], wanted: readonly Synonym[]): Synonym[] {
  const [held, seen] = [current, was].map((list) => new Set(list.map(keyOf)))
  const own = wanted.filter((one) => !seen?.has(keyOf(one)) || held?.has(keyOf(one)))
  const others = current.filter((one) => !seen?.has(keyOf(one)))
  const merged = [...new Map([...own, ...others].map((one) => [keyOf(one), one])).values()]
  if (merged.length > MAX_SYNONYMS) throw invalidField('synonyms', TOO_MANY_SYNONYMS)
  return merged
}

/** The current choices with the caller's changes. */
function mergeFamilies(current: Choices, was: Choices, wanted: Choices): Choices {
  const [seen, own] = [new Map(Object.entries(was)), new Map(Object.entries(wanted))]
  const isChanged = ([colour]: [string, unknown]) => seen.get(colour) !== own.get(colour)
  const others = Object.entries(current).filter((choice) => !isChanged(choice))
  const merged = [...others, ...Object.entries(wanted).filter(isChanged)]
  if (merged.length > MAX_CHOSEN_COLOURS) throw invalidField('colourFamilies', TOO_MANY_COLOURS)
  return Object.fromEntries(merged)
}

/**
 * Replaces each list that is given. With `was` only the caller's changes to it are applied, so that other callers'
 * changes stay. Throws invalid (400) if the result has too many synonyms or colours.
 */
export async function changeSearchSettings(
  db: Db,
  actorId: string,
  before: SearchSettings,
  { synonyms, colourFamilies, was }: SearchSettingsChange,
): Promise<void> {
  await inTransaction(db, async (db) => {
    async function save<Value extends object>(name: string, first: Value, merge: (current: Value) => Value) {
      const current = ((await lockCatalogueSetting(db, name)) as Value | undefined) ?? first
      const value = merge(current)
      await writeCatalogueSetting(db, name, value)
      const values = { before: { [name]: current }, after: { [name]: value } }
      await recordChange(db, actorId, 'change search settings', ['product', 'search'], values)
    }
    if (synonyms) {
      const merge = (current: Synonym[]) => (was?.synonyms ? mergeSynonyms(current, was.synonyms, synonyms) : synonyms)
      await save('synonyms', before.synonyms, merge)
    }
    if (colourFamilies) {
      const merge = (current: Choices) =>
        was?.colourFamilies ? mergeFamilies(current, was.colourFamilies, colourFamilies) : colourFamilies
      await lockSalePrices(db)
      await save('colour-families', before.colourFamilies, merge)
      // A sale may be of a collection by colours.
      await setSalePrices(db)
    }
  })
}
