import { afterAll, beforeAll, expect, test } from 'vitest'

import { addCategory, addProduct } from '#test/factories.ts'
import { ADDRESS, pay, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
let shirts: Awaited<ReturnType<typeof addCategory>>

beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
  shirts = await addCategory(shop.db, 'Linen Shirts')
  const pants = await addCategory(shop.db, 'Pants')
  await addCategory(shop.db, 'constructor')
  for (let index = 0; index < 14; index += 1) {
    await addProduct(shop.db, {
      categoryId: shirts.id,
      name: `Shirt ${String(index).padStart(2, '0')}`,
      sizes: { M: index },
    })
  }
  await addProduct(shop.db, { categoryId: pants.id, name: 'Chino', description: '100% wool' })
})
afterAll(() => shop.close())

async function lists(query: string): Promise<Record<string, string[]>> {
  const answer = await admin.fetch(`/api/admin/products${query}`)
  expect(answer.status).toBe(200)
  const { products } = (await answer.json()) as { products: Record<string, { name: string }[]> }
  return Object.fromEntries(Object.entries(products).map(([name, list]) => [name, list.map((product) => product.name)]))
}

test('every category is there with its products, an empty one too', async () => {
  const all = await lists('')
  expect(Object.keys(all).toSorted()).toStrictEqual(['Linen Shirts', 'Pants', 'constructor'])
  expect(all).toMatchObject({ Pants: ['Chino'], constructor: [] })
  expect(all['Linen Shirts']).toHaveLength(14)
})

test('a product carries what the table and its forms need', async () => {
  const { products } = await admin.api.getAdminProducts({ search: 'Chino' })
  expect(products.Pants?.[0]).toMatchObject({
    _id: expect.any(String),
    name: 'Chino',
    price: 1499,
    stock: 20,
    description: '100% wool',
    images: [],
    revision: 1,
  })
})

test('a page is a page of each category', async () => {
  expect((await lists('?page=1'))['Linen Shirts']).toHaveLength(12)
  expect(await lists('?page=2')).toMatchObject({ 'Linen Shirts': ['Shirt 12', 'Shirt 13'], Pants: [] })
  expect(await lists('?page=2&limit=5')).toMatchObject({
    'Linen Shirts': ['Shirt 05', 'Shirt 06', 'Shirt 07', 'Shirt 08', 'Shirt 09'],
  })
  expect(await lists('?limit=1')).toMatchObject({ 'Linen Shirts': ['Shirt 00'], Pants: ['Chino'] })
  expect(await lists('?page=900')).toMatchObject({ 'Linen Shirts': [], Pants: [] })
})

test('a category is chosen by name, slug or id', async () => {
  for (const category of ['Linen Shirts', 'linen shirts', 'linen-shirts', shirts.id]) {
    const chosen = await lists(`?category=${encodeURIComponent(category)}&page=2`)
    expect(chosen).toStrictEqual({ 'Linen Shirts': ['Shirt 12', 'Shirt 13'] })
  }
  for (const category of ['nothing', '__proto__', '%00', "'"]) {
    expect(await lists(`?category=${encodeURIComponent(category)}`)).toStrictEqual({})
  }
})

test('a search narrows every category', async () => {
  expect(await lists('?search=shirt%2007')).toEqual({ 'Linen Shirts': ['Shirt 07'], Pants: [], constructor: [] })
  expect(await lists('?search=%25')).toMatchObject({ 'Linen Shirts': [], Pants: ['Chino'] })
  expect(await lists('?search=')).toMatchObject({ Pants: ['Chino'] })
})

test.for(['page=0', 'page=x', 'limit=101', 'limit=0', 'sort=name', 'page=1&page=2'])('%s is refused', async (query) => {
  const answer = await admin.fetch(`/api/admin/products?${query}`)
  expect(answer.status).toBe(400)
})

test('only an administrator sees it', async () => {
  await expect(shop.visitor().api.getAdminProducts()).rejects.toMatchObject({ status: 401 })
  await expect((await shop.customer()).api.getAdminProducts()).rejects.toMatchObject({ status: 401 })
})

test('what open payments hold of each size stands beside its stock, until it is paid or given back', async () => {
  const product = await addProduct(shop.db, { name: 'Promised Shirt', sizes: { M: 5, L: 2 } })
  const buyer = await signedIn(shop)
  await buyer.api.addToCart(product.id, 'M')
  await buyer.api.addToCart(product.id, 'M')
  const promised = async () => {
    const { products } = await admin.api.listProductsForAdmin({ search: 'Promised Shirt' })
    const [listed] = products
    const edited = await admin.api.getEditableProduct(product.id)
    expect(edited.promised).toEqual(listed?.promised)
    return { stock: listed?.sizes.map(({ stock }) => stock), promised: listed?.promised }
  }
  expect(await promised()).toEqual({ stock: [5, 2], promised: undefined })
  const { id } = await buyer.api.startPayment(ADDRESS)
  expect(await promised()).toEqual({ stock: [3, 2], promised: { M: 2 } })
  await buyer.api.verifyPayment(await pay(shop, id))
  expect(await promised()).toEqual({ stock: [3, 2], promised: undefined })
})
