import { afterAll, beforeAll, expect, test } from 'vitest'

import { addCategory, addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
  const shirts = await addCategory(shop.db, 'Linen & Co')
  const pants = await addCategory(shop.db, 'Pants')
  const draft = { categoryId: shirts.id, description: 'Cut for tomorrow.' }
  await addProduct(shop.db, { ...draft, name: 'Harbour Linen Shirt', colour: 'Indigo' })
  await addProduct(shop.db, {
    ...draft,
    name: 'Café Overshirt',
    description: 'Woven in 100% cotton, soft_touch finish.',
  })
  await addProduct(shop.db, { ...draft, name: 'Monsoon Trousers', categoryId: pants.id, pricePaise: 90_000 })
  await addProduct(shop.db, { ...draft, name: 'Ćwiczenia — 練習 🧵 شيرت', stock: 0 })
  await addProduct(shop.db, { ...draft, name: 'Knitted Polo', description: 'Runs true to size; knitting by hand.' })
  await addProduct(shop.db, { ...draft, name: 'Back\\slash Tee' })
  await addProduct(shop.db, { name: 'Ribbed T-Shirt', categoryId: pants.id })
  const sprint = { categoryId: pants.id, name: 'Sprint Jogger' }
  await addProduct(shop.db, { ...sprint, sizes: { S: 1, L: 0 } })
  await addProduct(shop.db, { ...sprint, name: 'Sprint Jogger Long', sizes: { L: 2, 32: 1 } })
  await addProduct(shop.db, { ...sprint, name: 'Sprint Jogger 32', sizes: { M: 2 } })
})
afterAll(() => shop.close())

async function found(search: string, further: object = {}): Promise<string[]> {
  const { products, totalProducts } = await shop.visitor().api.listProducts({ search, ...further })
  expect(totalProducts).toBe(products.length)
  return products.map(({ name }) => name)
}

test.for([
  ['linen', ['Harbour Linen Shirt']],
  ['LINEN', ['Harbour Linen Shirt']],
  ['  linen  ', ['Harbour Linen Shirt']],
  ['inen shir', ['Harbour Linen Shirt']],
  ['shirt linen', ['Harbour Linen Shirt']],
  ['indigo', ['Harbour Linen Shirt']],
  ['shirts', ['Harbour Linen Shirt', 'Ribbed T-Shirt']],
  ['overshirt', ['Café Overshirt']],
  ['t-shirts', ['Ribbed T-Shirt']],
  ['cafe', ['Café Overshirt']],
  ['CAFÉ', ['Café Overshirt']],
  ['knit', ['Knitted Polo']],
  ['練習', ['Ćwiczenia — 練習 🧵 شيرت']],
  ['🧵', ['Ćwiczenia — 練習 🧵 شيرت']],
  ['شيرت', ['Ćwiczenia — 練習 🧵 شيرت']],
  ['cwiczenia', ['Ćwiczenia — 練習 🧵 شيرت']],
])('%s finds %s', async ([search, names]) => {
  expect(await found(search as string)).toStrictEqual(names)
})

test.for([
  ['%', ['Café Overshirt']],
  ['100%', ['Café Overshirt']],
  ['_', ['Café Overshirt']],
  ['soft_touch', ['Café Overshirt']],
  ['soft%touch', []],
  ['%%', []],
  ['\\', ['Back\\slash Tee']],
  ["'", []],
  ["';--", []],
  ['<script>', []],
  ['a & b | !c:*', []],
])('%s is ordinary text', async ([search, names]) => {
  expect(await found(search as string)).toStrictEqual(names)
})

test.for([
  ['lnien', ['Harbour Linen Shirt']],
  ['linnen', ['Harbour Linen Shirt']],
  ['harbor', ['Harbour Linen Shirt']],
  ['trowsers', ['Monsoon Trousers']],
  ['monsoon trosuers', ['Monsoon Trousers']],
  ['indgio', ['Harbour Linen Shirt']],
])('the slip in %s is seen through', async ([search, names]) => {
  expect(await found(search as string)).toStrictEqual(names)
})

test.for(['zzzzqqqq', 'linen zzzzqqqq', '\0', 'xy', '__proto__'])('%j finds nothing', async (search) => {
  expect(await found(search)).toStrictEqual([])
})

test('a word that names a category narrows to it where no text holds all words, misspelt ones too', async () => {
  expect(await found('monsoon pants')).toStrictEqual(['Monsoon Trousers'])
  expect(await found('monsoon pant')).toStrictEqual(['Monsoon Trousers'])
  expect(await found('monsono patns')).toStrictEqual(['Monsoon Trousers'])
  expect(await found('harbour pants')).toStrictEqual([])
  const { products } = await shop.visitor().api.suggest('monsono patns')
  expect(products.map(({ name }) => name)).toStrictEqual(['Monsoon Trousers'])
})

test('a right word that the filters exclude is not guessed away', async () => {
  expect(await found('trousers', { maxPrice: 100 })).toStrictEqual([])
  expect(await found('trousers', { maxPrice: 900 })).toStrictEqual(['Monsoon Trousers'])
})

test('a search reaches the whole catalogue and obeys page, sort and facets', async () => {
  const { api } = shop.visitor()
  const first = await api.listProducts({ search: 'tomorrow', page: 1, limit: 2, sort: 'price-asc', facets: 'true' })
  expect(first).toMatchObject({ totalProducts: 4, totalPages: 2, facets: { inStock: 3 } })
  expect(first.products[0]?.name).toBe('Monsoon Trousers')
  const beyond = await api.listProducts({ search: 'tomorrow', page: 9, limit: 2 })
  expect(beyond).toMatchObject({ products: [], totalProducts: 4 })
})

test('suggestions begin with names that begin so, then names that hold it, and name categories', async () => {
  const { api } = shop.visitor()
  const nameList = async (search: string) => (await api.suggest(search)).products.map(({ name }) => name)
  expect(await nameList('k')).toStrictEqual(['Knitted Polo', 'Back\\slash Tee'])
  expect(await nameList('shirt')).toStrictEqual(['Café Overshirt', 'Harbour Linen Shirt', 'Ribbed T-Shirt'])
  expect(await nameList('cotton')).toStrictEqual(['Café Overshirt'])
  expect(await nameList('lnien')).toStrictEqual(['Harbour Linen Shirt'])
  expect(await nameList('%')).toStrictEqual([])
  const { categories } = await api.suggest('linen')
  expect(categories).toMatchObject([{ name: 'Linen & Co', slug: 'linen-co' }])
})

test('an empty suggestion search suggests nothing', async () => {
  for (const query of ['', '?search=', '?search=%20', '?search=%00']) {
    const answer = await shop.visitor().fetch(`/api/products/suggestions${query}`)
    expect(await answer.json()).toStrictEqual({ products: [], categories: [] })
  }
})

test('a corrected search tells what it shows and is taken as typed where that is asked for', async () => {
  const { api } = shop.visitor()
  const note = { showing: 'harbour linen', insteadOf: 'harbor lnien' }
  expect(await api.listProducts({ search: ' harbor lnien' })).toMatchObject({ totalProducts: 1, search: note })
  expect(await api.listProducts({ search: 'harbor lnien', exact: 'true' })).toMatchObject({ totalProducts: 0 })
  expect(await api.listProducts({ search: 'linen' })).not.toHaveProperty('search')
})

test('a search that finds nothing offers what comes nearest, most of its words first', async () => {
  const { products, nearest = [] } = await shop.visitor().api.listProducts({ search: 'harbour linen zzzzqqqq cotton' })
  expect(products).toStrictEqual([])
  expect(nearest.map(({ name }) => name)).toStrictEqual(['Harbour Linen Shirt', 'Café Overshirt'])
  expect(await shop.visitor().api.listProducts({ search: 'linen' })).not.toHaveProperty('nearest')
})

test.for([
  ['shirt under 1000', []],
  ['monsoon under 900', ['Monsoon Trousers']],
  ['monsoon below rs. 899.99', []],
  ['trousers between ₹800 and 1k', ['Monsoon Trousers']],
  ['monsoon above 900', ['Monsoon Trousers']],
  ['over 1,000 monsoon', []],
  ['below 1000', ['Monsoon Trousers']],
  ['trousers   between  ₹ 800   and   1k', ['Monsoon Trousers']],
])('the price in %s is understood', async ([search, names]) => {
  expect(await found(search as string)).toStrictEqual(names)
})

test.for([
  ['sprint jogger', ['Sprint Jogger', 'Sprint Jogger 32', 'Sprint Jogger Long']],
  ['sprint jogger L', ['Sprint Jogger Long', 'Sprint Jogger']],
  ['joggers, size 32', ['Sprint Jogger 32', 'Sprint Jogger Long']],
  ['a sprint in S or M', ['Sprint Jogger 32', 'Sprint Jogger']],
  ['jogger 44', []],
  ['sprint xxl', []],
  ['sprint jogger in L that is in stock, under 2000', ['Sprint Jogger Long', 'Sprint Jogger']],
  ['jogegr, L', ['Sprint Jogger Long', 'Sprint Jogger']],
])('the size in %s is understood', async ([search, names]) => {
  expect((await found(search as string)).toSorted()).toStrictEqual((names as string[]).toSorted())
})

test('what has the size in stock comes first', async () => {
  expect(await found('sprint jogger L')).toStrictEqual(['Sprint Jogger Long', 'Sprint Jogger'])
})

test('words that are changed, added or deleted are known to the next search', async () => {
  const { id } = await addProduct(shop.db, { name: 'Quilted Gilet' })
  const showing = async (search: string) => (await shop.visitor().api.listProducts({ search })).search?.showing
  expect(await showing('gliet')).toBe('gilet')
  await shop.db.updateTable('products').set({ name: 'Quilted Bodywarmer' }).where('id', '=', id).execute()
  expect(await showing('gliet')).toBeUndefined()
  expect(await showing('bodywramer')).toBe('bodywarmer')
  await shop.db.updateTable('products').set({ deletedAt: new Date() }).where('id', '=', id).execute()
  expect(await showing('bodywramer')).toBeUndefined()
})
