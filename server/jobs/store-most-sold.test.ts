import { afterAll, beforeAll, expect, test } from 'vitest'

import { storeMostSold } from '#server/jobs/store-most-sold.ts'
import { addProduct } from '#test/factories.ts'
import { buyCart, fillCart, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

async function found(search: string): Promise<string[]> {
  const { products } = await shop.visitor().api.listProducts({ search })
  return products.map(({ name }) => name)
}

test('a search for bestsellers shows what sold most, then the newest, and what is sold out last', async () => {
  const often = await addProduct(shop.db, { name: 'Linen Shirt', stock: 9 })
  const gone = await addProduct(shop.db, { name: 'Denim Jeans', stock: 5 })
  const once = await addProduct(shop.db, { name: 'Poplin Shirt', stock: 9 })
  for (const name of ['Chino', 'Polo']) await addProduct(shop.db, { name, stock: 9 })
  expect((await found('bestseller'))[0]).toBe('Polo')
  const buyer = await signedIn(shop)
  for (const [{ id }, quantity] of [
    [often, 3],
    [gone, 5],
    [once, 1],
  ] as const) {
    await fillCart(buyer, id, quantity)
  }
  await buyCart(shop, buyer)
  await storeMostSold(shop.shop)
  for (const search of ['bestseller', 'Best sellers', 'best-selling', 'popular']) {
    expect({ search, names: await found(search) }).toEqual({
      search,
      names: ['Linen Shirt', 'Poplin Shirt', 'Polo', 'Chino', 'Denim Jeans'],
    })
  }
  expect(await found('bestseller shirt')).toEqual(['Linen Shirt', 'Poplin Shirt'])
})

test('what sold as before outdates nothing', async () => {
  const before = shop.shop.tags.now()
  await storeMostSold(shop.shop)
  expect(shop.shop.tags.now()).toBe(before)
})
