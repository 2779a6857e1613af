import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { OpenDatabase } from '#server/db/database.ts'

import { addCategory, addProduct } from '#test/factories.ts'
import { createTestDatabase } from '#test/database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** The product list as it must be, made anew from the products and their sizes, against the one that triggers keep. */
async function expectRightFacets(): Promise<void> {
  const { rows: right } = await sql`
    select id as product_id, category_id, sort_name, paid_price_paise, colour,
      array(select size from product_sizes where product_id = products.id order by position) as sizes,
      array(select size from product_sizes where product_id = products.id and stock > 0 order by size) as sizes_in_stock
    from products where deleted_at is null order by id`.execute(database.db)
  const { rows: kept } = await sql`
    select product_id, category_id, sort_name, paid_price_paise, colour, sizes,
      array(select unnest(sizes_in_stock) as size order by size) as sizes_in_stock
    from product_list order by product_id`.execute(database.db)
  expect(kept).toStrictEqual(right)
}

const setStock = (productId: string, size: string, stock: number) =>
  database.db
    .updateTable('productSizes')
    .set({ stock })
    .where('productId', '=', productId)
    .where('size', '=', size)
    .execute()

test('the product list follows whatever happens to products and sizes', async () => {
  const { db } = database
  const { id: categoryId } = await addCategory(db)
  const shirt = await addProduct(db, { name: 'Shirt', sizes: { S: 0, M: 3, L: 2 }, colour: 'Ink' })
  const tie = await addProduct(db, { name: 'Tie', stock: 1 })
  await expectRightFacets()

  await setStock(shirt.id, 'M', 2)
  await setStock(shirt.id, 'M', 0)
  await setStock(shirt.id, 'S', 5)
  await setStock(tie.id, '', 0)
  await expectRightFacets()

  await db
    .updateTable('productSizes')
    .set({ stock: sql`case when size = 'L' then 0 else 1 end` })
    .execute()
  await expectRightFacets()

  await db
    .updateTable('products')
    .set({ name: 'Overshirt', pricePaise: 500, discountedPricePaise: 400, colour: null, categoryId })
    .where('id', '=', shirt.id)
    .execute()
  await expectRightFacets()

  await db.updateTable('products').set({ deletedAt: new Date() }).where('id', '=', shirt.id).execute()
  await setStock(shirt.id, 'S', 0)
  await expectRightFacets()
  await db.updateTable('products').set({ deletedAt: null }).where('id', '=', shirt.id).execute()
  await expectRightFacets()
  const listed = await db.selectFrom('productList').select('productId').orderBy('sortName').execute()
  expect(listed.map(({ productId }) => productId)).toStrictEqual([shirt.id, tie.id])
})

test('changes of one product at the same time all reach the product list', async () => {
  const sizes = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`s${index}`, index % 2]))
  const { id } = await addProduct(database.db, { sizes })
  await Promise.all(Object.entries(sizes).map(([size, stock]) => setStock(id, size, 1 - stock)))
  await expectRightFacets()
})
