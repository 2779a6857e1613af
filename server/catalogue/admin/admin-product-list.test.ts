import { afterAll, beforeAll, expect, test } from 'vitest'

import type { AdminListQuery } from '#contract/catalogue/admin-catalogue.ts'

import { listLowStock } from '#server/catalogue/product-queries.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
  const shirts = await addCategory(shop.db, 'Linen Shirts')
  const pants = await addCategory(shop.db, 'Pants')
  const shirt = { categoryId: shirts.id }
  await addProduct(shop.db, { ...shirt, name: 'Alpha', pricePaise: 300_00, sizes: { M: 40, L: 0 } })
  await addProduct(shop.db, { ...shirt, name: 'Bravo', pricePaise: 100_00, sizes: { M: 0, L: 0 } })
  await addProduct(shop.db, { ...shirt, name: 'Charlie', pricePaise: 200_00, sizes: { M: 2, L: 3 } })
  await addProduct(shop.db, { categoryId: pants.id, name: 'Delta', pricePaise: 400_00, stock: 6 })
  const gone = await addProduct(shop.db, { categoryId: pants.id, name: 'Echo', stock: 0 })
  await admin.api.deleteProduct(gone.id)
})
afterAll(() => shop.close())

const names = async (query: AdminListQuery) =>
  (await admin.api.listProductsForAdmin(query)).products.map(({ name }) => name).join(' ')

test('the list is everything that is on sale, by name, with what its table needs', async () => {
  const answer = await admin.api.listProductsForAdmin()
  expect(answer).toMatchObject({ totalProducts: 4, totalPages: 1, currentPage: 1 })
  expect(answer.products[0]).toMatchObject({
    name: 'Alpha',
    stock: 40,
    revision: 1,
    sizes: [{ size: 'M' }, { size: 'L' }],
  })
  expect(answer.products[0]).not.toHaveProperty('deletedAt')
})

test.for([
  ['name', 'Alpha Bravo Charlie Delta'],
  ['-name', 'Delta Charlie Bravo Alpha'],
  ['price', 'Bravo Charlie Alpha Delta'],
  ['-price', 'Delta Alpha Charlie Bravo'],
  ['stock', 'Bravo Charlie Delta Alpha'],
  ['-stock', 'Alpha Delta Charlie Bravo'],
  ['created', 'Alpha Bravo Charlie Delta'],
  ['-created', 'Delta Charlie Bravo Alpha'],
] as const)('sorted by %s it stands as %s', async ([sort, expected]) => {
  expect(await names({ sort })).toBe(expected)
})

test('it is narrowed by category, words and stock, each with the others', async () => {
  expect(await names({ category: 'linen shirts' })).toBe('Alpha Bravo Charlie')
  expect(await names({ category: 'linen-shirts', search: 'plain brav' })).toBe('Bravo')
  expect(await names({ category: 'nothing' })).toBe('')
  expect(await names({ stock: 'out' })).toBe('Bravo')
  expect(await names({ stock: 'gaps' })).toBe('Alpha')
  expect(await names({ stock: 'low' })).toBe('Charlie')
  expect(await names({ stock: 'low', threshold: 6 })).toBe('Charlie Delta')
  expect(await names({ stock: 'low', threshold: 0 })).toBe('')
  await setSettings(shop, { lowStock: 6 })
  expect(await names({ stock: 'low' })).toBe('Charlie Delta')
  expect(await admin.api.listProductsForAdmin({ stock: 'low' })).toMatchObject({ lowStock: 6 })
  await setSettings(shop, { lowStock: 5 })
  expect(await names({ stock: 'low', search: 'delta' })).toBe('')
  expect(await names({ stock: 'low-sizes' })).toBe('Alpha Bravo Charlie')
  expect(await names({ stock: 'low-sizes', threshold: 0 })).toBe('Alpha Bravo')
  expect(await names({ stock: 'low-sizes', threshold: 6, category: 'pants', sort: '-stock' })).toBe('Delta')
})

test('what was deleted is a list of its own', async () => {
  const { products } = await admin.api.listProductsForAdmin({ state: 'deleted' })
  expect(products).toMatchObject([{ name: 'Echo', deletedAt: expect.any(String) }])
  expect(await names({ state: 'deleted', stock: 'out', search: 'echo' })).toBe('Echo')
  expect(await names({ state: 'deleted', stock: 'low' })).toBe('')
  expect(await names({ state: 'deleted', search: 'alpha' })).toBe('')
})

test('it comes in pages, and the total is that of all of them', async () => {
  expect(await admin.api.listProductsForAdmin({ limit: 3, page: 2 })).toMatchObject({
    products: [{ name: 'Delta' }],
    totalProducts: 4,
    totalPages: 2,
    currentPage: 2,
  })
  expect(await admin.api.listProductsForAdmin({ limit: 2, page: 9 })).toMatchObject({ products: [], totalProducts: 4 })
})

test.for([
  'sort=rating',
  'stock=some',
  'state=gone',
  'threshold=-1',
  'threshold=x',
  'limit=101',
  'page=0',
  'colour=red',
])('%s is refused', async (query) => {
  expect((await admin.fetch(`/api/admin/products/list?${query}`)).status).toBe(400)
})

test('low stock counts sizes: what is sold out, then what lacks a size, then what has few pieces of one', async () => {
  expect(await listLowStock(shop.db, { threshold: 5, limit: 10 })).toMatchObject({
    total: 3,
    items: [
      { name: 'Bravo', categoryName: 'Linen Shirts', stock: 0, sizes: [{ size: 'M' }, { size: 'L' }] },
      { name: 'Alpha', stock: 40, sizes: [{ size: 'L', stock: 0 }] },
      {
        name: 'Charlie',
        stock: 5,
        sizes: [
          { size: 'M', stock: 2 },
          { size: 'L', stock: 3 },
        ],
      },
    ],
  })
  const { items, total } = await listLowStock(shop.db, { threshold: 6, limit: 4 })
  expect(items.at(-1)).toMatchObject({ name: 'Delta', sizes: [], stock: 6 })
  expect(await listLowStock(shop.db, { threshold: 5, limit: 1 })).toMatchObject({
    total: 3,
    items: [{ name: 'Bravo' }],
  })
  expect(total).toBe(4)
})
