import { afterAll, beforeAll, expect, test } from 'vitest'

import { newId } from '#server/db/new-id.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

/** Products of one group in a category of their own. */
async function addGroup(...colours: (string | null)[]) {
  const category = await addCategory(shop.db)
  const colourGroup = `Group ${newId()}`
  const products = []
  for (const colour of colours) {
    products.push(
      await addProduct(shop.db, { name: `Shirt ${products.length}`, categoryId: category.id, colour, colourGroup }),
    )
  }
  const ids = products.map(({ id }) => id)
  return { category, colourGroup, ids: ids as [string, string, ...string[]], products }
}

const siblingsOf = async (id: string) => (await shop.visitor().api.getProduct(id)).siblings
const coloursOf = async (id: string) => (await siblingsOf(id))?.map(({ colour }) => colour)

async function edit(id: string, change: object) {
  const { revision } = await admin.api.getEditableProduct(id)
  await admin.api.editProduct(id, { revision, ...change })
}

test('products of one group name each other by colour, on their pages and in lists', async () => {
  const { ids, category } = await addGroup('Navy', 'Khaki', 'Blue and White', 'Wasabi')
  const [navy, khaki, striped, wasabi] = ids
  const expected = [
    { _id: khaki, colour: 'Khaki', swatch: ['#ad9a6e'], inStock: true },
    { _id: striped, colour: 'Blue and White', swatch: ['#2b4c7e', '#ffffff'], inStock: true },
    { _id: navy, colour: 'Navy', swatch: ['#1f2b49'], inStock: true },
    { _id: wasabi, colour: 'Wasabi', swatch: [], inStock: true },
  ]
  for (const id of ids) expect(await siblingsOf(id)).toStrictEqual(expected)
  const { products } = await shop.visitor().api.listCategoryProducts(category.slug)
  expect(products.map(({ siblings }) => siblings)).toStrictEqual(ids.map(() => expected))
  const { products: found } = await shop.visitor().api.listProducts({ search: 'Shirt wasabi' })
  expect(found[0]?.siblings).toHaveLength(4)
  const { products: suggested } = await shop.visitor().api.suggest('Shirt')
  expect(suggested[0]).not.toHaveProperty('siblings')
})

test('a group of one, and one without a colour, show nothing new', async () => {
  const { ids, colourGroup } = await addGroup('Navy', null)
  for (const id of ids) expect(await siblingsOf(id)).toBeUndefined()
  const other = await addProduct(shop.db, { colour: 'Bone', colourGroup: colourGroup.toUpperCase() })
  expect(await coloursOf(other.id)).toEqual(['Bone', 'Navy'])
  expect(await siblingsOf(ids[1])).toBeUndefined()
})

test('what happens to a sibling shows on the next look at a cached answer', async () => {
  const { ids, category } = await addGroup('Navy', 'Bone', 'Olive')
  const [navy, bone, olive = ''] = ids
  const listed = async () => {
    const { products } = await shop.visitor().api.listCategoryProducts(category.slug, { page: 1 })
    return products.find(({ _id }) => _id === navy)?.siblings?.map(({ colour, inStock }) => `${colour} ${inStock}`)
  }
  const seen = async () => [await coloursOf(navy), await listed()]
  expect(await seen()).toEqual([
    ['Bone', 'Olive', 'Navy'],
    ['Bone true', 'Olive true', 'Navy true'],
  ])
  await admin.api.setStock(bone, 0)
  expect((await seen())[1]).toEqual(['Bone false', 'Olive true', 'Navy true'])
  expect((await siblingsOf(navy))?.[0]).toMatchObject({ colour: 'Bone', inStock: false })
  await edit(bone, { colour: 'Ecru' })
  expect(await seen()).toEqual([
    ['Ecru', 'Olive', 'Navy'],
    ['Ecru false', 'Olive true', 'Navy true'],
  ])
  await admin.api.deleteProduct(olive)
  expect(await seen()).toEqual([
    ['Ecru', 'Navy'],
    ['Ecru false', 'Navy true'],
  ])
  await admin.api.restoreProduct(olive)
  expect(await coloursOf(navy)).toEqual(['Ecru', 'Olive', 'Navy'])
  await edit(bone, { colourGroup: null })
  expect(await coloursOf(navy)).toEqual(['Olive', 'Navy'])
  expect(await siblingsOf(bone)).toBeUndefined()
  await edit(olive, { colourGroup: 'Another' })
  expect(await seen()).toEqual([undefined, undefined])
})

test('a purchase that takes the last piece of a sibling marks its swatch', async () => {
  const colourGroup = `Group ${newId()}`
  const { id: navy } = await addProduct(shop.db, { colour: 'Navy', colourGroup })
  const { id: bone } = await addProduct(shop.db, { colour: 'Bone', colourGroup, stock: 1 })
  expect((await siblingsOf(navy))?.[0]?.inStock).toBe(true)
  const buyer = await shop.customer()
  await buyer.api.addToCart(bone)
  await buyer.api.startPayment()
  await expect.poll(async () => (await siblingsOf(navy))?.[0]?.inStock).toBe(false)
})

test('the owner’s choice of a family decides the swatch', async () => {
  const { ids } = await addGroup('Wasabi', 'constructor')
  await admin.api.changeSearchSettings({ colourFamilies: { Wasabi: 'Green' } })
  expect(await siblingsOf(ids[0])).toMatchObject([
    { colour: 'Wasabi', swatch: ['#4d6b45'] },
    { colour: 'constructor', swatch: [] },
  ])
})

test('of two in one colour shoppers see one: on its own page the product itself, elsewhere what is in stock', async () => {
  const { ids } = await addGroup('Navy', 'navy', 'Bone')
  const [first, second, bone = ''] = ids
  await admin.api.setStock(first, 0)
  const links = async (id: string) => (await siblingsOf(id))?.map(({ _id }) => _id)
  expect(await links(first)).toEqual([bone, first])
  expect(await links(second)).toEqual([bone, second])
  expect(await links(bone)).toEqual([bone, second])
})

test('a group of very many colours names thirty', async () => {
  const { ids } = await addGroup(...Array.from({ length: 40 }, (_, index) => `Colour ${index}`))
  expect(await siblingsOf(ids[0])).toHaveLength(30)
})

test('an administrator is told which groups there are and what is in one; nobody else is', async () => {
  const { ids, colourGroup } = await addGroup('Navy', null)
  const [navy, plain] = ids
  expect(await admin.api.findColourGroups(colourGroup.toLowerCase())).toEqual({
    names: [colourGroup],
    products: [
      { _id: navy, name: 'Shirt 0', colour: 'Navy' },
      { _id: plain, name: 'Shirt 1' },
    ],
  })
  const { names, products } = await admin.api.findColourGroups('')
  expect(names.length).toBeLessThanOrEqual(20)
  expect(products).toEqual([])
  await expect(shop.visitor().api.findColourGroups('')).rejects.toMatchObject({ code: 'unauthenticated' })
})
