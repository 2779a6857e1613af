import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'

import { MAX_UPLOAD_BYTES } from '#contract/catalogue/upload-limits.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { buildDirOf } from '#server/start/config.ts'
import { addProduct } from '#test/factories.ts'
import { jpegPicture, uprightPhoto } from '#test/pictures.ts'
import { buy, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

import { expectSeen, openPage } from './journey.ts'
import { PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

interface SentPicture {
  name: string
  sizeBytes: number
  width: number
  height: number
  /** How bright it is near its upper and its lower end, from 0 to 255. */
  upper: number
  lower: number
}

/** Notes each picture as it is sent. */
function noteSentPictures(): void {
  const noted: SentPicture[] = []
  Object.assign(globalThis, { noted })
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const files = init?.body instanceof FormData ? [...init.body.values()].filter((value) => value instanceof File) : []
    for (const file of files) {
      const bitmap = await createImageBitmap(file)
      const column = new OffscreenCanvas(1, 16).getContext('2d')
      if (!column) throw new Error('There is no canvas.')
      column.imageSmoothingQuality = 'high'
      column.drawImage(bitmap, 0, 0, 1, 16)
      const brightnessAt = (row: number) => column.getImageData(0, row, 1, 1).data[0] ?? 0
      const [upper, lower] = [brightnessAt(1), brightnessAt(14)]
      noted.push({ name: file.name, sizeBytes: file.size, width: bitmap.width, height: bitmap.height, upper, lower })
    }
    return send(input, init)
  }
}
const sentBy = (page: Page) => page.evaluate<SentPicture[]>('noted')

/** What a photo that was taken upright is sent as. */
const SMALL = {
  width: 1600,
  height: 2400,
  sizeBytes: expect.toSatisfy((bytes: number) => bytes < MAX_UPLOAD_BYTES),
  upper: expect.toSatisfy((brightness: number) => brightness > 240),
  lower: expect.toSatisfy((brightness: number) => brightness < 200),
}

const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
const HEIC = { name: 'IMG_7.HEIC', mimeType: 'image/heic', buffer: Buffer.from('a picture of another phone') }
const GIF = { name: 'loom.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }
const UNREAD = 'This browser cannot read HEIC pictures.'

async function photo() {
  const buffer = await uprightPhoto()
  expect(buffer.length).toBeGreaterThan(MAX_UPLOAD_BYTES)
  return jpeg('IMG_1.jpg', buffer)
}

async function openShop() {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const page = await openPage(shop, { expected: ['401 /api/users/me', '401 /api/admin/me'], viewport: PHONE })
  await page.addInitScript(noteSentPictures)
  const openAs = async ({ cookies }: SignedIn, path: string) => {
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: shop.origin })))
    await page.goto(path)
  }
  return { shop, page, openAs }
}

test('a photo of 24 megapixels is sent small and upright, and files that are none hold no other back', async () => {
  const { shop, page, openAs } = await openShop()
  const admin = await signedIn(shop, 'admin')
  await admin.api.createCategory('Kurtas')
  await openAs(admin, '/admin/dashboard')
  const form = page.getByRole('region', { name: 'Create Product' })
  await form.getByLabel('Name').fill('Kolam Kurta')
  const others = await Promise.all(['IMG_2.jpg', 'IMG_3.jpg'].map(async (name) => jpeg(name, await jpegPicture())))
  const none = jpeg('notes.jpg', Buffer.from('Ask the tailor about the collar.'))
  await form.getByLabel('Images').setInputFiles([GIF, await photo(), ...others, HEIC, none])
  await expectSeen(form.getByText('loom.gif: Only JPEG, PNG, WebP and AVIF'))
  await expectSeen(form.getByText(`IMG_7.HEIC: ${UNREAD}`))
  await expectSeen(form.getByText('notes.jpg: This picture cannot be read.'))
  const kept = form.getByRole('button', { name: /^Remove / })
  await expect.poll(() => kept.evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel))).toHaveLength(3)

  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('Kolam Kurta')
  await form.getByLabel('Price', { exact: true }).fill('1499')
  await form.getByLabel('Discounted price').fill('1499')
  await form.getByLabel('Category').selectOption('Kurtas')
  await form.getByLabel('Stock').fill('3')
  await form.getByLabel('Description').fill('Cotton of a weight that is worn all year.')
  await form.getByRole('button', { name: 'Create Product' }).click()
  await expectSeen(page.getByRole('status').filter({ hasText: 'Created: Kolam Kurta' }))
  const sent = await sentBy(page)
  expect(sent.map(({ name }) => name)).toEqual(['IMG_1.webp', 'IMG_2.jpg', 'IMG_3.jpg'])
  expect(sent[0]).toMatchObject(SMALL)
  const [created] = (await admin.api.listProductsForAdmin({ search: 'kolam' })).products
  expect(created?.images).toHaveLength(3)
})

test('the shop’s own pictures and a collection’s are made smaller too, and one that cannot be read is told of at once', async () => {
  const { shop, page, openAs } = await openShop()
  const admin = await signedIn(shop, 'admin')
  const large = await photo()
  await openAs(admin, '/admin/settings')
  const group = page.getByRole('region', { name: 'Shop', exact: true })
  await group.getByLabel('Shop name').fill('Khadi House')
  await group.getByLabel('Logo: file').setInputFiles(HEIC)
  await expectSeen(group.getByText(UNREAD))
  await expect.poll(() => group.getByLabel('Shop name').inputValue()).toBe('Khadi House')
  await group.getByLabel('Hero picture: file').setInputFiles(large)
  await expectSeen(group.getByRole('img', { name: 'Hero picture as it is now' }))
  await expect.poll(() => sentBy(page)).toEqual([expect.objectContaining(SMALL)])
  await expect.poll(() => group.getByLabel('Shop name').inputValue()).toBe('Khadi House')
  await group.getByRole('button', { name: 'Save Shop' }).click()
  await expectSaid(page, 'Settings saved.')

  await page.goto('/admin/collections/new')
  await page.getByLabel('Title', { exact: true }).fill('For the rains')
  await page.getByLabel('Picture: file').setInputFiles(HEIC)
  await expectSeen(page.getByRole('group', { name: 'Picture' }).getByText(UNREAD))
  await page.getByLabel('Picture: file').setInputFiles(large)
  await expectSeen(page.getByRole('img', { name: 'Picture as it is now' }))
  await expect.poll(() => sentBy(page)).toEqual([expect.objectContaining(SMALL)])
  await expect.poll(() => page.getByRole('group', { name: 'Picture' }).getByText(UNREAD).count()).toBe(0)
  await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('For the rains')
})

test('a customer’s pictures of a return are made smaller, and one that cannot be read holds no other back', async () => {
  const { shop, page, openAs } = await openShop()
  const { buyer, order } = await buy(shop, (await addProduct(shop.db, { stock: 3 })).id)
  const admin = await signedIn(shop, 'admin')
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const { lines } = await buyer.api.listMyReturns(order._id)
  await buyer.api.askForReturn(order._id, {
    lines: lines.map(({ _id }) => ({ _id, quantity: 1, reason: 'damaged' as const })),
    wayBack: 'own parcel',
  })
  await openAs(buyer, `/user-profile/orders/${order._id}/returns`)
  const card = page.getByRole('article', { name: 'Return of 1 piece' })
  await card.getByLabel('Add pictures').setInputFiles([await photo(), HEIC, jpeg('hem.jpg', await jpegPicture())])
  await expectSeen(card.getByText(`IMG_7.HEIC: ${UNREAD}`))
  await expectSeen(card.getByRole('img', { name: '2 of what you show' }))
  const sent = await sentBy(page)
  expect(sent.map(({ name }) => name)).toEqual(['IMG_1.webp', 'hem.jpg'])
  expect(sent[0]).toMatchObject(SMALL)
})
