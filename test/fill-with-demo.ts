import type { Db } from '#server/db/database.ts'

import { readDemoCatalogue } from '#demo/catalogue.ts'
import { addCategory, addProduct } from '#test/factories.ts'

/** Puts the products of the demo catalogue on sale, without their pictures. */
export async function fillWithDemo(db: Db): Promise<void> {
  for (const { name, products } of await readDemoCatalogue()) {
    const { id: categoryId } = await addCategory(db, name)
    for (const { fabric, fit, sizes, ...product } of products) {
      const stocks = Object.fromEntries(sizes.map(({ size, stock }) => [size, stock]))
      const { id } = await addProduct(db, { ...product, categoryId, sizes: stocks })
      await db.updateTable('products').set({ fabric, fit }).where('id', '=', id).execute()
    }
  }
}
