import type { SearchSettings, SearchSettingsChange } from '#contract/search-settings.ts'
import type { ProductIndex } from '#server/catalogue/storefront/product-index.ts'
import type { Db } from '#server/db/open.ts'

import { recordChange } from '#server/audit/service.ts'
import { writeCatalogueSetting } from '#server/catalogue/storefront/product-index-queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'

/** The synonyms and colour families as they are, with the families of every colour on sale. */
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

/** Replaces the lists that are given, each as a whole. */
export async function changeSearchSettings(
  db: Db,
  actorId: string,
  before: SearchSettings,
  { synonyms, colourFamilies }: SearchSettingsChange,
): Promise<void> {
  const changes = [
    { name: 'synonyms', was: before.synonyms, value: synonyms },
    { name: 'colour-families', was: before.colourFamilies, value: colourFamilies },
  ]
  await inTransaction(db, async (db) => {
    for (const { name, was, value } of changes) {
      if (!value) continue
      await writeCatalogueSetting(db, name, value)
      const values = { before: { [name]: was }, after: { [name]: value } }
      await recordChange(db, actorId, 'change search settings', ['product', 'search'], values)
    }
  })
}
