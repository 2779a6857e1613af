import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readBucketSettings } from '#server/start/bucket-settings.ts'
import { addCategory } from '#test/factories.ts'
import { jpegPicture } from '#test/pictures.ts'
import { startFakeBucket } from '#test/start-fake-bucket.ts'
import { startShop } from '#test/start-shop.ts'

let storage: Awaited<ReturnType<typeof startFakeBucket>>
let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  storage = await startFakeBucket()
  shop = await startShop({ bucket: readBucketSettings(storage.environment) })
  admin = await shop.admin()
  await addCategory(shop.db, 'Shirts')
})
afterAll(async () => {
  await shop.close()
  await storage.close()
})

/** Enough of them for every call that an answer could need. */
const breakStorage = () =>
  storage.faults.push(...Array.from({ length: 20 }, () => [503, 'SlowDown'] as [number, string]))

async function countCopies(): Promise<number> {
  const folder = join(shop.shop.config.dataDir, 'image-copies')
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => /\.(?:webp|jpeg)$/.test(name)).length
}

async function create(name: string, width: number) {
  const form = new FormData()
  const fields = { name, price: '1499', category: 'Shirts', stock: '5' }
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('images', new Blob([new Uint8Array(await jpegPicture({ width, height: 400 }))]), 'picture.jpg')
  return admin.fetch('/api/products/createproducts', { method: 'POST', body: form })
}

test('a new product’s picture is in the bucket, and is served from there and then from the copy', async () => {
  const created = await create('Shirt', 300)
  expect(created.status).toBe(201)
  const { product } = (await created.json()) as { product: { images: string[] } }
  const keys = [...storage.objects.keys()].filter((key) => key.endsWith('.webp'))
  expect(keys).toEqual([expect.stringMatching(/^shop\/[0-9a-f]{32}\.webp$/)])
  const path = `${product.images[0]}${product.images[0]?.includes('?') ? '&' : '?'}w=320`
  expect((await shop.visitor().fetch(path)).status).toBe(200)
  expect(storage.objects.size).toBe(3)
  await expect.poll(countCopies).toBe(2)

  breakStorage()
  expect((await shop.visitor().fetch(path)).status).toBe(200)
  const other = await shop.visitor().fetch(path.replace('w=320', 'w=640'), { headers: { accept: 'image/webp' } })
  expect(other.status).toBe(503)
  expect(await other.json()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('pictures') })
  storage.faults.length = 0
  expect((await shop.visitor().fetch(path.replace('w=320', 'w=640'))).status).toBe(200)
})

test('while the storage is down no product is created, and the shop goes on', async () => {
  breakStorage()
  expect((await create('Another shirt', 310)).status).toBe(503)
  storage.faults.length = 0
  const { products } = await shop.visitor().api.listProducts()
  expect(products.map(({ name }) => name)).not.toContain('Another shirt')
  expect((await create('Another shirt', 310)).status).toBe(201)
})
