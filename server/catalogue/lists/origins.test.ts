import { afterAll, beforeAll, expect, test } from 'vitest'

import { addCategory, addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let shirts: { id: string; slug: string }
let ties: { id: string; slug: string }
beforeAll(async () => {
  shop = await startShop()
  shirts = await addCategory(shop.db, 'Shirts')
  ties = await addCategory(shop.db, 'Ties')
  await addProduct(shop.db, { name: 'A', categoryId: shirts.id, stock: 1, colour: 'Navy' })
  await addProduct(shop.db, { name: 'B', categoryId: shirts.id, stock: 0 })
  await addProduct(shop.db, { name: 'C', categoryId: ties.id, stock: 1, colour: 'Navy' })
})
afterAll(() => shop.close())

async function list(query: object = {}) {
  const answer = await shop.visitor().api.listProducts({ ...query, facets: 'true' })
  return { names: answer.products.map(({ name }) => name).join(''), origins: answer.facets?.origins }
}

const setOrigin = (name: string, origin: string | null) =>
  shop.db.updateTable('products').set({ origin }).where('name', '=', name).execute()

test('without imported goods no list speaks of countries', async () => {
  await setOrigin('A', 'India')
  expect(await list()).toEqual({ names: 'ABC', origins: [] })
  await setOrigin('A', 'made in india')
  expect((await list()).origins).toEqual([])
})

test('once imported goods are on sale, lists are narrowed, counted and sorted by country', async () => {
  await setOrigin('A', 'India')
  await setOrigin('B', 'Italy')
  expect(await list()).toEqual({
    names: 'ABC',
    origins: [
      { value: 'India', count: 1 },
      { value: 'Italy', count: 1 },
    ],
  })
  expect((await list({ origin: 'italy' })).names).toBe('B')
  expect((await list({ origin: 'Italy,India' })).names).toBe('AB')
  expect((await list({ origin: 'Peru' })).names).toBe('')
  expect((await list({ sort: 'origin' })).names).toBe('ABC')
  // Each counts with all filters but its own.
  expect(await list({ origin: 'Italy', inStock: 'true' })).toEqual({
    names: '',
    origins: [{ value: 'India', count: 1 }],
  })
  expect((await list({ origin: 'Italy', colour: 'Navy' })).origins).toEqual([{ value: 'India', count: 1 }])
})

test('what a category says of its products counts at once, and their own country goes first', async () => {
  const admin = await shop.admin()
  const setDefault = (origin: string | undefined) =>
    admin.api.changeCategoryDefaults({ _id: ties.id, defaults: origin === undefined ? {} : { origin } })
  await setDefault('China')
  await setOrigin('C', null)
  expect((await list({ origin: 'China' })).names).toBe('C')
  expect((await list({ sort: 'origin' })).names).toBe('CAB')
  await setOrigin('C', 'Peru')
  expect((await list({ sort: 'origin' })).names).toBe('ABC')
  await setOrigin('C', null)
  await setDefault(undefined)
  expect((await list({ sort: 'origin' })).names).toBe('ABC')
  expect((await list({ origin: 'China' })).names).toBe('')
})

test('a list without imported goods keeps silent beside one that has some', async () => {
  const { api } = shop.visitor()
  const other = await api.listCategoryProducts(ties.slug, { facets: 'true' })
  expect(other.facets?.origins).toEqual([])
  const own = await api.listCategoryProducts(shirts.slug, { facets: 'true' })
  expect(own.facets?.origins.map(({ value }) => value)).toEqual(['India', 'Italy'])
})
