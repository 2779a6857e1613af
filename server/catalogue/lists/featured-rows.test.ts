import { CATALOGUE } from '#server/cache/tags.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { FeaturedAnswer } from '#contract/catalogue/catalogue.ts'

import { FEATURED_SLUGS } from '#contract/catalogue/lists/featured-rows.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

async function listFeatured(place: string): Promise<FeaturedAnswer['rows']> {
  shop.shop.tags.outdate(CATALOGUE)
  const answer = await shop.visitor().fetch(`/api/products/featured?place=${place}`)
  return ((await answer.json()) as FeaturedAnswer).rows
}

async function fill(categoryId: string, count: number) {
  for (let index = 0; index < count; index++) {
    await addProduct(shop.db, { categoryId, name: `Piece ${String(index).padStart(2, '0')}` })
  }
}

test('each row holds the first products of its category by name: thirty shirts on home, ten of everything else', async () => {
  const [shirts, pants] = [await addCategory(shop.db, 'Shirts'), await addCategory(shop.db, 'Pants')]
  await fill(shirts.id, 32)
  await fill(pants.id, 12)
  const home = await listFeatured('home')
  expect(home.map(({ slug }) => slug)).toEqual([...FEATURED_SLUGS])
  expect(home.map(({ products }) => products.length)).toEqual([30, 0, 10, 0, 0])
  expect(home[2]?.products.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, index) => `Piece 0${index}`))
  expect((await listFeatured('product')).map(({ products }) => products.length)).toEqual([10, 0, 10, 0, 0])
})

test('a card tells what a list tells of the product, as far as it is shown', async () => {
  const { id: categoryId, slug } = await addCategory(shop.db, 'Co-ords')
  const { id } = await addProduct(shop.db, { categoryId, pricePaise: 149_950, discountedPricePaise: 99_900 })
  const plain = await addProduct(shop.db, { categoryId, name: 'Zed, without a picture' })
  const picture = { productId: id, pictureHash: 'c0ffee'.repeat(8), width: 4, height: 5 }
  await shop.db
    .insertInto('productImages')
    .values([
      { ...picture, position: 0, alt: 'In front', thumbhash: 'AAAA' },
      { ...picture, position: 1, alt: 'Behind' },
    ])
    .execute()
  const row = (await listFeatured('home')).find((each) => each.slug === slug)
  const { products } = await shop.visitor().api.listCategoryProducts(slug)
  const listed = products.find(({ _id }) => _id === id)
  expect(row?.products[0]).toStrictEqual({
    _id: id,
    name: listed?.name,
    description: listed?.description,
    price: 1499.5,
    discountedPrice: 999,
    images: listed?.images.slice(0, 1),
    pictures: listed?.pictures.slice(0, 1),
    category: { slug },
  })
  expect(listed?.pictures).toHaveLength(2)
  expect(row?.products[1]).toMatchObject({ _id: plain.id, images: [], pictures: [] })
})

test('a category that was given the name of a row is found by it, unless another has its slug', async () => {
  const renamed = await addCategory(shop.db, 'Trousers')
  await shop.db.updateTable('categories').set({ name: 'Lowers' }).where('id', '=', renamed.id).execute()
  await fill(renamed.id, 2)
  const lowers = async () => (await listFeatured('home')).find(({ slug }) => slug === 'lowers')?.products
  expect(await lowers()).toHaveLength(2)
  expect((await lowers())?.[0]?.category).toEqual({ slug: 'trousers' })
  await shop.db.insertInto('categories').values({ id: 'own', name: 'Low ones', slug: 'lowers' }).execute()
  expect(await lowers()).toEqual([])
})

test('what is not on sale, or in a category that is gone, stands in no row', async () => {
  const { id: categoryId } = await addCategory(shop.db, 'T-Shirts')
  const { id } = await addProduct(shop.db, { categoryId })
  await addProduct(shop.db, { categoryId })
  await shop.db.updateTable('products').set({ deletedAt: new Date() }).where('id', '=', id).execute()
  const tees = async () => (await listFeatured('home')).find(({ slug }) => slug === 't-shirts')?.products
  expect(await tees()).toHaveLength(1)
  await shop.db.updateTable('categories').set({ deletedAt: new Date() }).where('id', '=', categoryId).execute()
  expect(await tees()).toEqual([])
})

test('a place without rows is refused', async () => {
  const answer = await shop.visitor().fetch('/api/products/featured?place=cart')
  expect(answer.status).toBe(400)
})
