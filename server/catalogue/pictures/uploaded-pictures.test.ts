import { afterAll, beforeAll, expect, test } from 'vitest'

import { replacePictures } from '#server/catalogue/admin/save-queries.ts'
import { preparePictures, withStoredFiles } from '#server/catalogue/pictures/uploaded-pictures.ts'
import { limiterCounts } from '#server/http/overload/limiter-counts.ts'
import { addProduct } from '#test/factories.ts'
import { pngPicture } from '#test/pictures.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

test('uploads are decoded two at once, in the queue of all pictures', async () => {
  const files = [await pngPicture()]
  const atWork = () => limiterCounts().get('pictures')
  const preparing = Array.from({ length: 5 }, () => preparePictures(shop.shop.pictures, { files, networks: [] }))
  expect(atWork()).toMatchObject({ running: 2, waiting: 3 })
  expect((await Promise.all(preparing)).flat()).toHaveLength(5)
  expect(atWork()).toMatchObject({ running: 0, waiting: 0 })
})

test('a picture that two are adding at once stays for the one who succeeds', async () => {
  const product = await addProduct(shop.db)
  const prepared = await preparePictures(shop.shop.pictures, { files: [await pngPicture()], networks: [] })
  const bothStored = Promise.withResolvers<void>()
  const oneFailed = Promise.withResolvers<void>()
  const failing = withStoredFiles(shop.shop, prepared, async () => {
    await bothStored.promise
    throw new Error('refused')
  })
  const succeeding = withStoredFiles(shop.shop, prepared, async () => {
    bothStored.resolve()
    await oneFailed.promise
    await replacePictures(
      shop.db,
      [product.id],
      prepared.map(({ facts: { hash, ...facts } }, position) => {
        return { ...facts, productId: product.id, position, pictureHash: hash, alt: '' }
      }),
    )
  })
  await expect(failing).rejects.toThrow('refused')
  oneFailed.resolve()
  await succeeding
  expect((await shop.visitor().fetch(`/api/products/image/${product.id}/0`)).status).toBe(200)
})
