import type { Shop } from '#server/start/shop.ts'

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { readDemoCatalogue } from '#demo/catalogue.ts'
import { insertProducts, lockImport } from '#server/catalogue/admin/save-queries.ts'
import { joinRows, storeDemoPictures, rowsOfDemo } from '#demo/demo-product-rows.ts'
import { insertCategories, isUntouched } from '#demo/import-demo-queries.ts'
import { OUTFIT_FOLDER, outfitsPage, readDemoOutfits } from '#demo/outfits.ts'
import { CATALOGUE, PAGES_TAG } from '#server/cache/tags.ts'
import { newId } from '#server/db/new-id.ts'
import { addPublishedPage } from '#server/pages-of-blocks/service.ts'

/**
 * Fills a database that never had a category or a product with the demo catalogue; any other is left alone. The
 * pictures are stored first and the rows come in one transaction, so an import that was cut off is simply done again.
 */
export async function importDemoCatalogue(
  { db, pictures, tags }: Pick<Shop, 'db' | 'pictures' | 'tags'>,
  say: (line: string) => void,
): Promise<void> {
  if (!(await isUntouched(db))) return
  const demo = await readDemoCatalogue()
  const products = demo.flatMap((category) => category.products)
  say(`Filling the empty shop with the demo catalogue: ${products.length} products.`)
  await storeDemoPictures(
    pictures,
    products.flatMap((product) => product.pictures),
  )
  const outfits = await readDemoOutfits()
  for (const { file, picture } of outfits) {
    await pictures.addPrepared(await readFile(join(OUTFIT_FOLDER, file)), { hash: picture.hash })
  }
  await db.transaction().execute(async (db) => {
    await lockImport(db)
    if (!(await isUntouched(db))) return
    const categories = demo.map(({ products: _, ...category }, position) => ({ ...category, id: newId(), position }))
    await insertCategories(db, categories)
    const rows = demo.flatMap(({ products: entries }, place) =>
      entries.map((entry) => rowsOfDemo(entry, categories[place]?.id ?? '')),
    )
    await insertProducts(db, joinRows(rows), null)
    const ids = new Map(products.map(({ slug }, index) => [slug, rows[index]?.products[0]?.id ?? '']))
    await addPublishedPage(db, outfitsPage(outfits, ids))
  })
  tags.outdate(CATALOGUE)
  tags.outdate(PAGES_TAG)
}
