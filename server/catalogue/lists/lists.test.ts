import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Product, ProductListAnswer } from '#contract/catalogue/catalogue.ts'

import { newId } from '#server/db/new-id.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

const names = (products: readonly Product[]) => products.map(({ name }) => name)
const rupees = (products: readonly Product[]) => products.map(({ price, discountedPrice }) => discountedPrice ?? price)

/** A category of its own with these products, so that tests do not see each other's. */
async function addProducts(...drafts: Parameters<typeof addProduct>[1][]) {
  const category = await addCategory(shop.db)
  const products = []
  for (const draft of drafts) products.push(await addProduct(shop.db, { categoryId: category.id, ...draft }))
  shop.shop.tags.outdate(CATALOGUE)
  return { ...category, products }
}

async function get(
  path: string,
): Promise<{ status: number; body: ProductListAnswer & { message: string; code: string } }> {
  const answer = await shop.visitor().fetch(`/api${path}`)
  return { status: answer.status, body: (await answer.json()) as never }
}

test('a product carries every promised field and nothing of its row', async () => {
  const { id, slug, name, products } = await addProducts({
    name: 'Plain Shirt',
    pricePaise: 149_950,
    discountedPricePaise: 99_900,
    sizes: { S: 0, M: 3 },
    colour: 'Ink',
  })
  const { body } = await get(`/products/category/${slug}`)
  expect(body.products).toStrictEqual([
    {
      _id: products[0]?.id,
      name: 'Plain Shirt',
      description: 'A plain product.',
      price: 1499.5,
      discountedPrice: 999,
      category: { _id: id, name, slug },
      stock: 3,
      sizes: [
        { size: 'S', stock: 0 },
        { size: 'M', stock: 3 },
      ],
      images: [],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      colour: 'Ink',
      pictures: [],
    },
  ])
})

test('a product without sizes has an empty list of them, and without a discount no discounted price', async () => {
  const { slug } = await addProducts({ stock: 7 })
  const { body } = await get(`/products/category/${slug}`)
  expect(body.products[0]).toMatchObject({ stock: 7, sizes: [] })
  expect(body.products[0]).not.toHaveProperty('discountedPrice')
})

test('the whole list, without page and limit, holds every product', async () => {
  const { products } = await addProducts(...Array.from({ length: 14 }, () => ({})))
  const { body } = await get('/products/getallproductsindb')
  expect(body.products).toHaveLength(body.totalProducts)
  expect(body).toMatchObject({ totalPages: 1, currentPage: 1 })
  const ids = new Set(body.products.map(({ _id }) => _id))
  expect(products.every(({ id }) => ids.has(id))).toBe(true)
})

test('page alone means twelve products, and pages follow each other without gap or repetition', async () => {
  const { slug } = await addProducts(...Array.from({ length: 26 }, (_, index) => ({ name: `Same ${index % 2}` })))
  const pages = await Promise.all([1, 2, 3].map((page) => get(`/products/category/${slug}?page=${page}`)))
  expect(pages.map(({ body }) => body.products.length)).toStrictEqual([12, 12, 2])
  expect(pages[2]?.body).toMatchObject({ totalProducts: 26, totalPages: 3, currentPage: 3 })
  const ids = pages.flatMap(({ body }) => body.products.map(({ _id }) => _id))
  expect(new Set(ids).size).toBe(26)
})

test('a page past the end is an empty list that still tells the totals', async () => {
  const { slug } = await addProducts({}, {}, {})
  const { status, body } = await get(`/products/category/${slug}?page=9&limit=2`)
  expect(status).toBe(200)
  expect(body).toStrictEqual({ products: [], totalProducts: 3, totalPages: 2, currentPage: 9 })
})

test('a limit alone is the first page of that length, and 100 is the most', async () => {
  const { slug } = await addProducts({}, {}, {})
  expect((await get(`/products/category/${slug}?limit=2`)).body).toMatchObject({
    currentPage: 1,
    totalPages: 2,
    totalProducts: 3,
  })
  expect((await get(`/products/category/${slug}?limit=100`)).status).toBe(200)
})

test.for([
  'page=0',
  'page=-1',
  'page=1.5',
  'page=abc',
  'page=NaN',
  'page=1e309',
  'page=',
  'page=null',
  'page=1&page=2',
  'page=99999999999',
  'limit=0',
  'limit=-5',
  'limit=101',
  'limit=1e309',
  'limit=x',
  'limit=',
  'limit=%F0%9F%91%95',
  'page[]=1',
  'minPrice=abc',
  'maxPrice=-1',
  'minPrice=1e309',
  'minPrice=NaN',
  'sort=rating',
  'sort=__proto__',
  'inStock=maybe',
  'facets=1',
  'unknown=1',
  '__proto__=1',
  `search=${'a'.repeat(10_000)}`,
])('%s is refused', async (query) => {
  const { status, body } = await get(`/products/getallproductsindb?${query}`)
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid', message: expect.stringMatching(/\S/) })
})

test('an empty filter, as a form without JavaScript sends it, means none', async () => {
  const { slug } = await addProducts({}, {})
  const filters = 'search=&category=&minPrice=&maxPrice=&size=&colour=&inStock=&sort=&facets='
  expect((await get(`/products/category/${slug}?${filters}`)).body.totalProducts).toBe(2)
})

test('an unknown category is 404 by its slug and an empty list by its id', async () => {
  expect(await get('/products/category/no-such-thing')).toMatchObject({
    status: 404,
    body: { code: 'not_found', message: 'Category not found' },
  })
  const { status, body } = await get(`/products/getallproductsindb?category=${newId()}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ products: [], totalProducts: 0 })
})

test('a filter may hold as much as the address of a list, and an endless slug is an unknown one', async () => {
  const { slug } = await addProducts({}, {})
  for (const name of ['category', 'size', 'colour', 'origin']) {
    const values = 'x'.repeat(500)
    expect((await get(`/products/category/${slug}?${name}=${values}`)).status).toBe(200)
    expect((await get(`/products/category/${slug}?${name}=${values}x`)).status).toBe(400)
  }
  expect((await get(`/products/category/${'9'.repeat(450)}`)).status).toBe(404)
})

test.for(['%00', '__proto__', '%F0%9F%91%95', '..%2F..', "'%20or%201=1--"])(
  'the slug %s is an unknown one',
  async (slug) => {
    expect((await get(`/products/category/${slug}`)).status).toBe(404)
  },
)

test('a category is found by its slug and by its lower-case name', async () => {
  const category = await addCategory(shop.db, 'Summer & Sea')
  await addProduct(shop.db, { categoryId: category.id })
  shop.shop.tags.outdate(CATALOGUE)
  for (const slug of ['summer-sea', 'Summer-Sea', encodeURIComponent('summer & sea')]) {
    expect((await get(`/products/category/${slug}`)).body.totalProducts).toBe(1)
  }
})

test('the category of the address and the chosen one must both hold', async () => {
  const { slug, id } = await addProducts({})
  const other = await addProducts({})
  expect((await get(`/products/category/${slug}?category=${id}`)).body.totalProducts).toBe(1)
  expect((await get(`/products/category/${slug}?category=${other.id}`)).body.totalProducts).toBe(0)
})

test('without sort products stand by name whatever its case, equal names always in the same order', async () => {
  const { slug } = await addProducts(
    { name: 'beta' },
    { name: 'Alpha' },
    { name: 'gamma' },
    { name: 'alpha' },
    { name: 'Beta' },
  )
  const first = (await get(`/products/category/${slug}`)).body.products
  expect(names(first).map((name) => name.toLowerCase())).toStrictEqual(['alpha', 'alpha', 'beta', 'beta', 'gamma'])
  shop.shop.tags.outdate(CATALOGUE)
  expect((await get(`/products/category/${slug}?sort=name`)).body.products).toStrictEqual(first)
})

test('sorting by price goes by what is paid', async () => {
  const { slug } = await addProducts(
    { pricePaise: 100_000, discountedPricePaise: 10_000 },
    { pricePaise: 50_000 },
    { pricePaise: 20_000 },
    { pricePaise: 90_000, discountedPricePaise: 50_000 },
  )
  const rising = (await get(`/products/category/${slug}?sort=price-asc`)).body.products
  expect(rupees(rising)).toStrictEqual([100, 200, 500, 500])
  const falling = (await get(`/products/category/${slug}?sort=price-desc`)).body.products
  expect(rupees(falling)).toStrictEqual([500, 500, 200, 100])
  // Equal prices keep their order in both.
  expect(falling.slice(0, 2)).toStrictEqual(rising.slice(2))
})

test('price bounds include their ends and go by what is paid', async () => {
  const { slug } = await addProducts(
    { name: 'a', pricePaise: 50_000 },
    { name: 'b', pricePaise: 50_001 },
    { name: 'c', pricePaise: 99_900, discountedPricePaise: 40_000 },
    { name: 'd', pricePaise: 100_000 },
  )
  const found = async (query: string) =>
    names((await get(`/products/category/${slug}?${query}`)).body.products).join('')
  expect(await found('minPrice=500&maxPrice=1000')).toBe('abd')
  expect(await found('minPrice=500.01')).toBe('bd')
  expect(await found('minPrice=500.001')).toBe('bd')
  expect(await found('maxPrice=500.009')).toBe('ac')
  expect(await found('maxPrice=400')).toBe('c')
  // Typed into each other's fields.
  expect(await found('minPrice=2000&maxPrice=1000')).toBe(await found('minPrice=1000&maxPrice=2000'))
  expect(await found('minPrice=2000&maxPrice=1000')).toBe('d')
})

test('size, colour and stock narrow the list, and size with stock means that size in stock', async () => {
  const { slug } = await addProducts(
    { name: 'a', sizes: { S: 0, M: 4 }, colour: 'Ink' },
    { name: 'b', sizes: { S: 2, L: 1 }, colour: 'Bone' },
    { name: 'c', sizes: { S: 0 }, colour: 'Ink' },
    { name: 'd', stock: 1 },
    { name: 'e', stock: 0 },
  )
  const found = async (query: string) =>
    names((await get(`/products/category/${slug}?${query}`)).body.products).join('')
  expect(await found('size=S')).toBe('abc')
  expect(await found('size=S&inStock=true')).toBe('b')
  expect(await found('inStock=true')).toBe('abd')
  expect(await found('inStock=false')).toBe('abcde')
  expect(await found('colour=Ink')).toBe('ac')
  expect(await found('colour=Ink&inStock=true')).toBe('a')
  expect(await found('size=%00')).toBe('')
})

test('every choice is counted with all filters but its own', async () => {
  const { slug, id } = await addProducts(
    { sizes: { M: 1, L: 0 }, colour: 'Ink', pricePaise: 40_000 },
    { sizes: { M: 0, L: 2 }, colour: 'Ink', pricePaise: 50_050 },
    { sizes: { 28: 2 }, colour: 'Bone', pricePaise: 100_000 },
    { stock: 0, pricePaise: 3_500_000 },
  )
  const facets = async (query: string) => (await get(`/products/category/${slug}?facets=true&${query}`)).body.facets
  const all = await facets('')
  expect(all?.sizes).toStrictEqual([
    { value: 'M', count: 2 },
    { value: 'L', count: 2 },
    { value: '28', count: 1 },
  ])
  expect(all?.colours).toStrictEqual([
    { value: 'Bone', count: 1 },
    { value: 'Ink', count: 2 },
  ])
  expect(all?.prices.slice(0, 3)).toStrictEqual([1, 2, 0])
  expect(all?.prices).toHaveLength(14)
  expect(all?.inStock).toBe(3)
  expect(all?.categories.find(({ _id }) => _id === id)).toMatchObject({ slug, count: 4 })

  const narrowed = await facets('colour=Ink&inStock=true')
  expect(narrowed?.colours).toStrictEqual(all?.colours)
  expect(narrowed?.sizes).toStrictEqual([
    { value: 'M', count: 1 },
    { value: 'L', count: 1 },
  ])
  expect(narrowed?.inStock).toBe(2)
  expect((await facets('maxPrice=500'))?.prices).toStrictEqual(all?.prices)
  expect((await facets('maxPrice=500'))?.inStock).toBe(1)
  expect((await facets('size=L'))?.inStock).toBe(1)
  expect((await get(`/products/category/${slug}?page=1`)).body).not.toHaveProperty('facets')
})

test('the next answer shows what an administrator has changed', async () => {
  const { slug, products } = await addProducts({ name: 'Before' })
  const admin = await shop.admin()
  const id = products[0]?.id ?? ''
  const price = async () => (await get(`/products/category/${slug}`)).body.products[0]?.price
  expect(await price()).toBe(1499)
  await admin.api.updatePrice(id, { price: 10 })
  expect(await price()).toBe(10)
  await admin.api.deleteProduct(id)
  expect(await price()).toBeUndefined()
})

test('a list answers 304 to whoever has it already, compressed to whoever can read that, and HEAD without a body', async () => {
  const { slug } = await addProducts(...Array.from({ length: 8 }, () => ({})))
  const path = `/api/products/category/${slug}`
  const first = await shop.visitor().fetch(path, { headers: { 'accept-encoding': 'br' } })
  expect(first.headers.get('content-encoding')).toBe('br')
  const etag = first.headers.get('etag') ?? ''
  expect((await shop.visitor().fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const head = await shop.visitor().fetch(path, { method: 'HEAD' })
  expect([head.status, await head.text()]).toStrictEqual([200, ''])
})
