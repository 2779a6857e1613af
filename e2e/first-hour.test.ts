import type { Page, Response } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'

import { MAX_UPLOAD_BYTES } from '#contract/catalogue/upload-limits.ts'
import { jpegPicture, largePhoto, plain } from '#test/pictures.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { chooseRadio, expectGone, expectSeen, openPage } from './journey.ts'
import { ADDRESS, placeOrder } from './orders.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { serveShop } from './serve.ts'
import { apiOf, signInCustomer } from './sign-in.ts'
import { PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

const CSV = [
  'name,category,description,price,discounted_price,size,stock',
  'Drill Chino,Shirts,Heavy drill,2499,1999,30,4',
  'Drill Chino,Shirts,Heavy drill,2499,1999,32,6',
  'Leather Belt,Shirts,Bridle leather,1299,,,5',
].join('\n')

/** Counts the presses of what follows, until the returned function says how many there were. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  const read = () => page.evaluate<number>('Number(sessionStorage.getItem("presses") ?? 0)')
  const before = await read()
  return async () => (await read()) - before
}

async function openOwner(shop: Awaited<ReturnType<typeof serveShop>>): Promise<Page> {
  const page = await openPage(shop, { expected: SIGNED_OUT, viewport: PHONE })
  await page.addInitScript(() =>
    addEventListener(
      'click',
      () => sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses') ?? 0) + 1)),
      true,
    ),
  )
  await page.goto('/admin-signin')
  await page.getByLabel('Email').fill(shop.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(shop.admin.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/admin/dashboard')
  return page
}

const steps = (page: Page, done: number) => page.getByRole('region', { name: `Open your shop: ${done} of 8` })

async function createFirstProduct(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Create a category' }).click()
  const category = page.getByRole('region', { name: 'Create Category' })
  await category.getByLabel('Name').fill('Shirts')
  await category.getByRole('button', { name: 'Create Category' }).click()
  await expectSeen(steps(page, 1))

  await page.getByRole('link', { name: 'Put your first product on sale' }).click()
  const form = page.getByRole('region', { name: 'Create Product' })
  await form.getByLabel('Name').fill('Kolam Shirt')
  await form.getByLabel('Price', { exact: true }).fill('1499')
  await form.getByLabel('Discounted price').fill('1499')
  await form.getByLabel('Category').selectOption('Shirts')
  await form.getByRole('button', { name: 'Add S–XXL' }).click()
  for (const size of ['S', 'M', 'L', 'XL', 'XXL']) await form.getByLabel(`Pieces of ${size}`, { exact: true }).fill('2')
  await form.getByLabel('Description').fill('Cotton of a weight that is worn all year.')
  // A phone’s picture is larger than what the shop takes; the browser makes it smaller.
  const buffer = await largePhoto()
  expect(buffer.length).toBeGreaterThan(MAX_UPLOAD_BYTES)
  const heic = { name: 'IMG_0002.HEIC', mimeType: 'image/heic', buffer: Buffer.from('a picture of another phone') }
  await form.getByLabel('Images').setInputFiles([{ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer }, heic])
  await expectSeen(form.getByText('IMG_0002.HEIC: This browser cannot read HEIC pictures.'))
  await expectSeen(form.getByRole('button', { name: 'Remove IMG_0001.jpg' }))
  await expectGone(form.getByRole('button', { name: 'Remove IMG_0002.HEIC' }))
  await form.getByRole('button', { name: 'Create Product' }).click()
  await expectSeen(page.getByRole('status').filter({ hasText: 'Created: Kolam Shirt' }))
  await expectSeen(steps(page, 3))
}

async function enterSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Enter the name and address of the seller' }).click()
  const group = (name: string) => page.getByRole('region', { name, exact: true })
  const save = async (name: string) => {
    // After a save the page reads the settings from the same address.
    const isSaved = (answer: Response) =>
      answer.url().endsWith('/api/admin/settings') && answer.request().method() === 'PATCH' && answer.ok()
    const answered = page.waitForResponse(isSaved)
    await group(name)
      .getByRole('button', { name: `Save ${name}` })
      .click()
    await answered
  }
  await group('Seller').getByLabel('Building and street').fill('7, Cotton Street')
  await group('Seller').getByLabel('City').fill('Coimbatore')
  await group('Seller').getByLabel('State').selectOption('Tamil Nadu')
  await group('Seller').getByLabel('PIN code').fill('641001')
  await save('Seller')
  await group('Customer care').getByLabel('E-mail').fill('care@khadi.example')
  await save('Customer care')
  await group('Shop').getByLabel('Shop name').fill('Khadi House')
  await save('Shop')
  const logo = await plain('#24507a', { width: 640, height: 160 }).png().toBuffer()
  await group('Shop').getByLabel('Logo: file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await expectSeen(group('Shop').getByRole('img', { name: 'Logo as it is now' }))
  await group('Delivery and returns').getByLabel('Earliest delivery, in days').fill('3')
  await group('Delivery and returns').getByLabel('Latest delivery, in days').fill('5')
  await save('Delivery and returns')
  await group('Tax').getByLabel('Receipts begin with').fill('KH')
  await save('Tax')
  await group('Policies').getByLabel('I have read these texts, and they are true of my shop').check()
  await save('Policies')
}

async function importProducts(page: Page): Promise<void> {
  await page.goto('/admin/products/import')
  const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) }
  await page.getByLabel('CSV file').setInputFiles(file)
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await page.getByRole('button', { name: 'Import 2 products' }).click()
  await expectSeen(page.getByRole('heading', { name: 'What was imported' }))
  await page.getByRole('link', { name: 'to the drafts' }).click()
  await page.getByRole('link', { name: 'Leather Belt', exact: true }).click()
  const picture = {
    name: 'IMG_0002.jpg',
    mimeType: 'image/jpeg',
    buffer: await jpegPicture({ width: 900, height: 1200 }),
  }
  await page.getByLabel('Add images').setInputFiles(picture)
  await page.getByRole('button', { name: 'Save and put on sale' }).click()
  await expectSeen(page.getByRole('link', { name: 'In the shop' }))
  await page.goto('/admin/products?search=belt')
  const belt = page.getByRole('row').filter({ hasText: 'Leather Belt' })
  await belt.getByRole('button', { name: '+1' }).click()
  const stockOf = async () => (await apiOf(page).listProductsForAdmin({ search: 'belt' })).products[0]?.stock
  await expect.poll(stockOf).toBe(6)
}

async function buyAsVisitor(shop: { origin: string }): Promise<void> {
  // The home page has rows of categories that this shop does not have.
  const expected = [...SIGNED_OUT, '404 /api/products/category/*']
  const page = await openPage(shop, { expected, viewport: PHONE })
  await signInCustomer(page)
  await page.goto('/')
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'Khadi House, home' }))
  await page.getByRole('link', { name: 'Explore Collection' }).click()
  await page.getByRole('link', { name: 'Kolam Shirt', exact: true }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Kolam Shirt' }))
  await chooseRadio(page.getByRole('radio', { name: 'M', exact: true }))
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expectSaid(page, 'Added to cart!')
  await page.goto('/cart')
  await page.getByRole('link', { name: 'Order Now' }).click()
  await page.getByLabel('Full Name').fill(ADDRESS.fullName)
  await page.getByLabel('Phone Number').fill(ADDRESS.phone)
  await page.getByLabel('House No. and Street').fill(ADDRESS.street)
  await page.getByLabel('District / City').fill(ADDRESS.city)
  await page.getByLabel('State').fill(ADDRESS.state)
  await page.getByLabel('Pincode').fill(ADDRESS.pincode)
  await page.getByRole('button', { name: 'Pay & Place Order' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectSaid(page, 'Payment & Order successful!')
  await page.waitForURL((url) => url.pathname === '/')
}

test('the owner of an empty shop follows Today on a phone, from the first category to the first parcel and refund', async () => {
  const shop = await serveShop({ DEMO_CATALOGUE: 'off' })
  onTestFinished(async () => void (await shop.stop()))
  const page = await openOwner(shop)
  await expectSeen(steps(page, 0))
  await expectGoodInEveryLook(page)
  // No heading stands above nothing.
  const visitor = await openPage(shop, { expected: [...SIGNED_OUT, '404 *'] })
  await visitor.goto('/product/none')
  await expectSeen(visitor.getByRole('heading', { name: 'Product not found' }))
  await expectGone(visitor.getByRole('heading', { name: 'Explore More' }))
  await page.setViewportSize(PHONE)
  for (const path of ['/admin/products', '/admin/neworders', '/admin/categories', '/admin/contacts']) {
    await page.goto(path)
    await expectSeen(page.locator('.empty'))
  }
  await page.goto('/admin/dashboard')
  const productPresses = await countPresses(page)
  await createFirstProduct(page)
  await expect.poll(productPresses).toBeLessThanOrEqual(5)
  await enterSettings(page)
  await importProducts(page)
  await page.goto('/admin/dashboard')
  await expectSeen(steps(page, 5))

  await buyAsVisitor(shop)
  await page.reload()
  const shipPresses = await countPresses(page)
  await page.getByRole('link', { name: '1 order to ship' }).click()
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  await expectSeen(page.getByRole('button', { name: 'Deliver' }))
  await expect.poll(shipPresses).toBe(2)

  const { order } = await placeOrder(ADDRESS, shop)
  await page.goto(`/admin/orders/${order._id}`)
  const refundPresses = await countPresses(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await expectSeen(page.getByRole('region', { name: 'Payment' }).getByText('order cancelled'))
  await expect.poll(refundPresses).toBe(2)
  await page.goto('/admin/dashboard')
  // Payments and mail are connected where the shop runs.
  await expectSeen(steps(page, 6))
  await expectSeen(page.getByText('Connect the payments', { exact: true }))
  const headings = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  await expect.poll(async () => (await headings()).slice(0, 2)).toEqual(['What waits', 'Open your shop: 6 of 8'])
}, 240_000)
