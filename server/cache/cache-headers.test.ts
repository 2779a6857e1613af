import { afterAll, beforeAll, expect, test } from 'vitest'

import { cacheTags } from '#server/cache/cache-headers.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let productId: string
beforeAll(async () => {
  shop = await startShop({ allowedOrigins: ['https://friend.example'] })
  const category = await addCategory(shop.db, 'Shirts')
  productId = (await addProduct(shop.db, { categoryId: category.id })).id
})
afterAll(() => shop.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(shop.origin + path, { headers })

test.each([
  ['/', ['shop', 'lists']],
  ['/getproducts', ['shop', 'lists']],
  ['/about', ['shop', 'lists']],
  ['/pages/our-cloth', ['shop', 'lists']],
  ['/privacy', ['shop']],
  ['/product/01abc', ['shop', 'product-01abc']],
  ['/api/products/product/01abc', ['shop', 'product-01abc']],
  ['/api/products/image/01abc/0', ['shop', 'product-01abc']],
  ['/categories/T-Shirts', ['shop', 'lists', 'category-t-shirts']],
  ['/api/products/category/shirts', ['shop', 'lists', 'category-shirts']],
  ['/api/categories/getcateg', ['shop', 'lists']],
  ['/categories/caf%C3%A9', ['shop', 'lists', 'category-caf%c3%a9']],
  ['/product/a,b', ['shop']],
  [`/product/${'a'.repeat(500)}`, ['shop']],
])('%s can be forgotten by %j', (path, tags) => {
  expect(cacheTags(path)).toEqual(tags)
})

test('a CDN may keep what everyone may see for half a minute, a browser asks each time', async () => {
  const { headers } = await get('/api/categories/getcateg')
  expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30, must-revalidate')
  expect(headers.get('cdn-cache-control')).toBe('max-age=30, stale-while-revalidate=300, stale-if-error=3600')
  expect([headers.get('cache-tag'), headers.get('surrogate-key')]).toEqual(['shop,lists', 'shop lists'])
})

test('so it is at the second time, which comes from memory', async () => {
  const path = `/api/products/product/${productId}`
  const [first, second] = [await get(path), await get(path)]
  for (const name of ['cache-control', 'cdn-cache-control', 'cache-tag', 'surrogate-key', 'vary', 'etag']) {
    expect(second.headers.get(name)).toBe(first.headers.get(name))
  }
  expect(second.headers.get('cache-tag')).toBe(`shop,product-${productId}`)
})

test('an answer that another origin may read is not given to a third by a cache', async () => {
  const path = '/api/products/getallproductsindb?page=1'
  const friend = await get(path, { origin: 'https://friend.example' })
  expect(friend.headers.get('access-control-allow-origin')).toBe('https://friend.example')
  expect(friend.headers.get('vary')).toBe('origin, accept-encoding')
  const nobody = await get(path)
  expect(nobody.headers.get('access-control-allow-origin')).toBeNull()
  expect(nobody.headers.get('vary')).toBe('origin, accept-encoding')
})

test.each(['/api/cart', '/api/users/me', '/api/admin/me', '/api/products/product/missing', '/nowhere'])(
  'nothing keeps %s, and no CDN is told that it may',
  async (path) => {
    const { headers } = await get(path)
    expect(headers.get('cache-control')).toBe('no-store')
    expect([headers.get('cdn-cache-control'), headers.get('cache-tag')]).toEqual([null, null])
  },
)

test('what a GET changes is never kept: adding to the cart is not served by a cache', async () => {
  const customer = await shop.customer()
  const added = await customer.fetch(`/api/cart/add/${productId}`)
  expect([added.status, added.headers.get('cache-control')]).toEqual([200, 'no-store'])
})
