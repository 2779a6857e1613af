import { afterAll, beforeAll, expect, test } from 'vitest'

import { MAX_WISHLIST_PRODUCTS } from '#contract/cart/wishlist-limits.ts'
import { newId } from '#server/db/new-id.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

async function addProducts(count: number): Promise<string[]> {
  const { id: categoryId } = await addCategory(shop.db)
  const products = Array.from({ length: count }, (_, index) => {
    return { id: newId(), categoryId, name: `Many ${index}`, pricePaise: 50_000 }
  })
  await shop.db.insertInto('products').values(products).execute()
  return products.map(({ id }) => id)
}

const remove = (productId: string) =>
  shop.db.updateTable('products').set({ deletedAt: new Date() }).where('id', '=', productId).execute()

test('a saved product is on the wishlist once, with the price of then and the product of now', async () => {
  const { api } = await signedIn(shop)
  const { id, name } = await addProduct(shop.db, { pricePaise: 149_900, discountedPricePaise: 129_900 })
  expect(await api.saveProduct(id)).toEqual({ productIds: [id] })
  const admin = await signedIn(shop, 'admin')
  await admin.api.updatePrice(id, { price: 1499, discountedPrice: 999 })
  await api.saveProduct(id)
  const { wishlist } = await api.getWishlist()
  expect(wishlist).toMatchObject([{ productId: id, name, price: 1299, product: { _id: id, discountedPrice: 999 } }])
})

test('taking a product off the wishlist may be repeated', async () => {
  const { api } = await signedIn(shop)
  const [first, second] = await addProducts(2)
  await api.saveProduct(first!)
  await api.saveProduct(second!)
  expect(await api.unsaveProduct(first!)).toEqual({ productIds: [second] })
  expect(await api.unsaveProduct(first!)).toEqual({ productIds: [second] })
  expect(await api.unsaveProduct('no such id')).toEqual({ productIds: [second] })
})

test('a wishlist is seen and changed by its owner alone', async () => {
  const [owner, other] = [await signedIn(shop), await signedIn(shop)]
  const { id } = await addProduct(shop.db)
  await owner.api.saveProduct(id)
  expect(await other.api.getWishlist()).toEqual({ wishlist: [] })
  await other.api.unsaveProduct(id)
  expect((await owner.api.getWishlist()).wishlist).toHaveLength(1)
  await expect(shop.visitor().api.getWishlist()).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a deleted product stays on the wishlist by its name and cannot be saved anew', async () => {
  const [owner, other] = [await signedIn(shop), await signedIn(shop)]
  const { id, name } = await addProduct(shop.db)
  await owner.api.saveProduct(id)
  await remove(id)
  const { wishlist } = await owner.api.getWishlist()
  expect(wishlist).toMatchObject([{ productId: id, name }])
  expect(wishlist[0]).not.toHaveProperty('product')
  await expect(other.api.saveProduct(id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(other.api.saveProduct('no such id')).rejects.toMatchObject({ code: 'not_found' })
})

test('what a visitor saved joins the wishlist in its order, at its prices, without what is there or not for sale', async () => {
  const { api } = await signedIn(shop)
  const [there, first, second, gone] = await addProducts(4)
  await api.saveProduct(there!)
  await remove(gone!)
  const saved = [first!, there!, gone!, 'no such id', second!, first!].map((productId) => ({ productId, price: 700 }))
  const { productIds } = await api.joinWishlist(saved)
  expect(productIds.toSorted()).toEqual([there!, first!, second!].toSorted())
  expect(productIds.indexOf(first!)).toBeLessThan(productIds.indexOf(second!))
  expect((await api.joinWishlist(saved)).productIds).toEqual(productIds)
  const prices = (await api.getWishlist()).wishlist.map(({ productId, price }) => [productId, price])
  expect(Object.fromEntries(prices)).toEqual({ [there!]: 500, [first!]: 700, [second!]: 700 })
})

test('a wishlist holds at most a hundred products, also for calls at the same moment', async () => {
  const { api } = await signedIn(shop)
  const ids = await addProducts(MAX_WISHLIST_PRODUCTS + 5)
  await api.joinWishlist(ids.slice(0, MAX_WISHLIST_PRODUCTS - 2).map((productId) => ({ productId, price: 1 })))
  const saved = await Promise.allSettled(ids.slice(MAX_WISHLIST_PRODUCTS - 2).map((id) => api.saveProduct(id)))
  const refused = saved.filter((outcome) => outcome.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array.from({ length: 5 }, () => 'conflict'))
  expect((await api.getWishlist()).wishlist).toHaveLength(MAX_WISHLIST_PRODUCTS)
})

test('a visitor gets those of the saved products that are for sale', async () => {
  const { api } = shop.visitor()
  const [there, gone] = await addProducts(2)
  await remove(gone!)
  const { products } = await api.listSavedProducts([there!, gone!, 'no such id', ''])
  expect(products.map(({ _id }) => _id)).toEqual([there])
})

test('the full list of a visitor is asked for in one call', async () => {
  const [last] = await addProducts(1)
  const others = Array.from({ length: MAX_WISHLIST_PRODUCTS - 1 }, () => newId())
  const { products } = await shop.visitor().api.listSavedProducts([...others, last!])
  expect(products.map(({ _id }) => _id)).toEqual([last])
})

test.each([
  [{ saved: [{ productId: 'a', price: -1 }] }],
  [{ saved: [{ productId: 'a', price: 1.005 }] }],
  [{ saved: [{ productId: 'a' }] }],
  [{ saved: Array.from({ length: MAX_WISHLIST_PRODUCTS + 1 }, () => ({ productId: 'a', price: 1 })) }],
  [{ saved: [{ productId: 'a', price: 1, userId: 'b' }] }],
  [{}],
])('joining refuses %.60j', async (body) => {
  const { fetch } = await signedIn(shop)
  const answer = await fetch('/api/wishlist/join', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(400)
})
