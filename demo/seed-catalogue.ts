import type { DemoCategory } from '#demo/catalogue.ts'
import type { Db, OpenDatabase } from '#server/db/database.ts'
import type { Pictures } from '#server/media/stored-pictures.ts'

import { readDemoCatalogue } from '#demo/catalogue.ts'
import { listCategories } from '#server/catalogue/category-queries.ts'
import { insertProducts } from '#server/catalogue/admin/save-queries.ts'
import { joinRows, storeDemoPictures } from '#demo/demo-product-rows.ts'
import { countProducts, hasProduct, insertCategories, tidyTables } from '#demo/import-demo-queries.ts'
import { syntheticId, syntheticRows } from '#demo/synthetic-products.ts'
import { newId } from '#server/db/new-id.ts'

const BATCH = 250

/** The id of each of these categories, by slug; those that are missing are made. */
async function ensureCategories(db: Db, demo: readonly DemoCategory[]): Promise<Map<string, string>> {
  const known = await listCategories(db)
  const missing = demo.filter(({ slug }) => !known.some((category) => category.slug === slug))
  const made = missing.map(({ products: _, ...category }, index) => ({
    ...category,
    id: newId(),
    position: known.length + index,
  }))
  if (made.length > 0) await insertCategories(db, made)
  return new Map([
    ...known.map(({ slug, _id }) => [slug, _id] as const),
    ...made.map(({ slug, id }) => [slug, id] as const),
  ])
}

/** The first number from which on no synthetic product exists, deleted ones included; there are no gaps. */
async function nextIndex(db: Db): Promise<number> {
  let above = 1
  while (await hasProduct(db, syntheticId(above - 1))) above *= 2
  let below = Math.floor(above / 2)
  while (below < above - 1) {
    const middle = Math.floor((below + above) / 2)
    if (await hasProduct(db, syntheticId(middle - 1))) below = middle
    else above = middle
  }
  return above === 1 ? 0 : below
}

/**
 * Fills the shop up to `total` products with synthetic ones, the same ones every time; a shop that has as many is left
 * alone. Each batch is committed by itself, so the next run goes on where one was cut off.
 */
export async function seedCatalogue(
  { database, pictures }: { database: OpenDatabase; pictures: Pictures },
  total: number,
  say: (line: string) => void,
): Promise<void> {
  const demo = await readDemoCatalogue()
  const patterns = demo.flatMap(({ slug, products }) => products.map((pattern) => ({ slug, pattern })))
  await storeDemoPictures(
    pictures,
    patterns.flatMap(({ pattern }) => pattern.pictures),
  )
  await database.withoutTimeLimit(async (db) => {
    const categories = await ensureCategories(db, demo)
    let missing = total - (await countProducts(db))
    let index = await nextIndex(db)
    while (missing > 0) {
      const parts = Array.from({ length: Math.min(BATCH, missing) }, (_, place) => {
        const { slug, pattern } = patterns[(index + place) % patterns.length] ?? { slug: '', pattern: undefined }
        return pattern ? [syntheticRows(index + place, pattern, categories.get(slug) ?? '')] : []
      }).flat()
      await db.transaction().execute((db) => insertProducts(db, joinRows(parts), null))
      index += parts.length
      missing -= parts.length
      if (index % (BATCH * 20) === 0) say(`${total - missing} of ${total} products.`)
    }
    await tidyTables(db)
    say(`The shop has ${await countProducts(db)} products.`)
  })
}
