import { CATALOGUE } from '#server/cache/tags.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { importDemoCatalogue } from '#demo/import-demo.ts'
import { seedCatalogue } from '#demo/seed-catalogue.ts'
import { expectInvariants } from '#test/invariants.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
const said: string[] = []
const say = (line: string) => void said.push(line)
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

const listAll = () => shop.visitor().api.listProducts()

test('an import that breaks off leaves nothing behind, and the next one is whole', async () => {
  const { db, pictures, tags } = shop.shop
  const broken = { ...pictures, addPrepared: () => Promise.reject(new Error('no space left')) }
  await expect(importDemoCatalogue({ db, pictures: broken, tags }, say)).rejects.toThrow('no space left')
  expect((await listAll()).totalProducts).toBe(0)

  await importDemoCatalogue(shop.shop, say)
  expect((await listAll()).totalProducts).toBe(72)
  await expectInvariants(db)
})

test('the outfits have a page of their own, with every piece that they are made of', async () => {
  const { blocks } = await shop.visitor().api.getBlockPage('outfits')
  expect(blocks.map(({ kind }) => kind)).toEqual(Array.from({ length: 8 }, () => 'outfit'))
  expect(blocks[0]).toMatchObject({
    fields: { heading: 'White and indigo' },
    products: [{ name: 'Meridian Poplin Shirt' }, { name: 'Selvedge Straight Jean' }],
  })
  for (const { products } of blocks) expect(products).toHaveLength(2)
})

test('the demo catalogue is complete, in its order, with every picture', async () => {
  const { api } = shop.visitor()
  const { categories } = await api.getCategories()
  expect(categories.map(({ slug }) => slug)).toStrictEqual([
    'shirts',
    't-shirts',
    'pants',
    'jeans',
    'co-ords',
    'lowers',
  ])
  for (const { slug } of categories) {
    expect((await api.listCategoryProducts(slug)).totalProducts).toBeGreaterThanOrEqual(5)
  }
  const { products } = await api.listProducts({ search: 'Meridian Poplin Shirt' })
  expect(products[0]).toMatchObject({
    name: 'Meridian Poplin Shirt',
    price: 1799,
    discountedPrice: 1499,
    colour: 'White',
  })
  const product = await api.getProduct(products[0]?._id ?? '')
  expect(product.sizes.map(({ size }) => size)).toStrictEqual(['S', 'M', 'L', 'XL', 'XXL'])
  expect(product).toMatchObject({
    fit: 'Regular',
    hsn: '620520',
    origin: 'India',
    pieces: '1',
    maker: 'Tape & Chalk Clothing Works',
    makerAddress: expect.stringContaining('Bengaluru') as string,
    sizeGuide: { M: { chest: 108, collar: 39.5 } },
  })
  expect(product.pictures[0]).toMatchObject({ alt: /front view/, placeholder: /^\S+$/, version: /^[0-9a-f]{12}$/ })
  for (const image of product.images) {
    const answer = await shop.visitor().fetch(`${image}?w=320`, { headers: { accept: 'image/webp' } })
    expect(answer.status).toBe(200)
  }
})

test('a shop that ever had something is left alone', async () => {
  said.length = 0
  await importDemoCatalogue(shop.shop, say)
  const admin = await shop.admin()
  const { categories } = await admin.api.getCategories()
  for (const { name } of categories) await admin.api.deleteCategory(name)
  await importDemoCatalogue(shop.shop, say)
  expect((await listAll()).totalProducts).toBe(0)
  expect(said).toStrictEqual([])
})

test('a seed fills the shop up to the number asked for, with the same products every time', async () => {
  const { database, pictures, tags } = shop.shop
  await seedCatalogue({ database, pictures }, 10, say)
  tags.outdate(CATALOGUE)
  const ten = await listAll()
  expect(ten.totalProducts).toBe(10)
  await seedCatalogue({ database, pictures }, 301, say)
  await seedCatalogue({ database, pictures }, 5, say)
  tags.outdate(CATALOGUE)
  const all = await listAll()
  expect(all.totalProducts).toBe(301)
  const ids = new Set(all.products.map(({ _id }) => _id))
  expect(ten.products.every(({ _id }) => ids.has(_id))).toBe(true)
  expect((await shop.visitor().fetch(all.products[300]?.images[0] ?? '')).status).toBe(200)
  await expectInvariants(shop.db)
})
