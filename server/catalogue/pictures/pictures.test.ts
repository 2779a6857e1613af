import { afterAll, beforeAll, expect, test } from 'vitest'

import type { ProductDetail } from '#contract/catalogue/catalogue.ts'

import { PICTURE_WIDTHS } from '#contract/catalogue/srcset-widths.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { jpegPicture } from '#test/pictures.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
let product: ProductDetail

beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
  await addCategory(shop.db, 'Shirts')
  product = await createProduct()
})
afterAll(() => shop.close())

async function createProduct(): Promise<ProductDetail> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: 'Shirt', price: '10', category: 'Shirts', stock: '1' })) {
    form.append(name, value)
  }
  for (const width of [600, 500]) {
    const bytes = new Uint8Array(await jpegPicture({ width, height: width }))
    form.append('images', new Blob([bytes]), 'shirt.jpg')
  }
  return (await admin.api.createProduct(form)).product
}

const fetchPicture = (query = '', accept?: string, headers: Record<string, string> = {}) =>
  shop.visitor().fetch(`${product.images[0]}${query}`, { headers: { ...headers, ...(accept && { accept }) } })

test.for([
  ['image/avif,image/webp,*/*', /^image\/(avif|webp)$/],
  ['image/webp', /^image\/webp$/],
  ['image/jpeg', /^image\/jpeg$/],
  ['*/*', /^image\/jpeg$/],
  ['text/html', /^image\/jpeg$/],
] as const)('Accept %s is answered with %s', async ([accept, type]) => {
  const answer = await fetchPicture('', accept)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(type)
  expect(answer.headers.get('vary')).toMatch(/accept/i)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Number(/max-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1])).toBeGreaterThanOrEqual(86_400)
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100)
})

test('whoever has the picture already gets 304 without it', async () => {
  const first = await fetchPicture('', 'image/webp')
  expect(first.headers.get('cache-control')).toBe('public, max-age=86400')
  const etag = first.headers.get('etag') ?? ''
  expect(etag).not.toBe('')
  const again = await fetchPicture('', 'image/webp', { 'if-none-match': `"other", ${etag}` })
  expect([again.status, await again.text(), again.headers.get('etag')]).toStrictEqual([304, '', etag])
  expect((await fetchPicture('', 'image/jpeg', { 'if-none-match': etag })).status).toBe(200)
})

test('with its version in the address a picture may be kept for ever, with another only for a day', async () => {
  const version = product.pictures[0]?.version ?? ''
  expect((await fetchPicture(`?v=${version}`)).headers.get('cache-control')).toMatch(/max-age=31536000, immutable/)
  for (const v of ['000000000000', '', '__proto__', '%00']) {
    expect((await fetchPicture(`?v=${v}`)).headers.get('cache-control')).not.toMatch(/immutable/)
  }
})

test('a picture comes in the widths of the list and no other', async () => {
  const sizes = new Set<number>()
  for (const width of PICTURE_WIDTHS.slice(0, 3)) {
    const answer = await fetchPicture(`?w=${width}`, 'image/webp')
    expect(answer.status).toBe(200)
    sizes.add((await answer.arrayBuffer()).byteLength)
  }
  expect(sizes.size).toBe(3)
  for (const w of ['1', '0', '-320', '321', '320.5', 'abc', '', '1e309', 'NaN', '99999999', '320&w=480', '[320]']) {
    expect([w, (await fetchPicture(`?w=${w}`)).status]).toStrictEqual([w, 400])
  }
  expect((await fetchPicture('?width=320')).status).toBe(400)
})

test('there is nothing past the last picture, at odd places and for unknown products', async () => {
  const base = `/api/products/image/${product._id}`
  for (const index of ['2', '-1', '0.5', 'x', '01x', '%00', '9999999999', '0x1', '1e0']) {
    const answer = await shop.visitor().fetch(`${base}/${index}`)
    expect([index, answer.status]).toStrictEqual([index, 404])
  }
  expect((await shop.visitor().fetch('/api/products/image/unknown/0')).status).toBe(404)
  const bare = await addProduct(shop.db)
  const answer = await shop.visitor().fetch(`/api/products/image/${bare.id}/0`)
  expect(await answer.json()).toMatchObject({ code: 'not_found', message: 'Picture not found' })
})

test('a deleted product shows no picture any more', async () => {
  const other = await createProduct()
  const path = other.images[1] ?? ''
  expect((await shop.visitor().fetch(path)).status).toBe(200)
  await admin.api.deleteProduct(other._id)
  expect((await shop.visitor().fetch(path)).status).toBe(404)
})

test('HEAD tells the same without the picture', async () => {
  const answer = await shop.visitor().fetch(product.images[0] ?? '', { method: 'HEAD' })
  expect([answer.status, await answer.text()]).toStrictEqual([200, ''])
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
})
