import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import type { ProductDetail } from '#contract/catalogue/catalogue.ts'
import { pngPicture } from '#test/pictures.ts'

import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { placeOrder } from './orders.ts'
import { apiOf, signInAdmin } from './sign-in.ts'

const NO_CUSTOMER = ['401 /api/users/me']

/** A profile of the administrator, without a page yet. */
async function signInOwner(expected: readonly string[] = []): Promise<Page> {
  const page = await openPage(sharedShop(), { expected: [...NO_CUSTOMER, ...expected] })
  await signInAdmin(page, sharedShop().admin)
  return page
}

async function openAdmin(path: string, expected: readonly string[] = []): Promise<Page> {
  const page = await signInOwner(expected)
  await page.goto(path)
  return page
}

/** From now on calls of this method and path get an error without a message, once `isFree` has settled. */
async function failCalls(page: Page, method: string, path: string, isFree?: Promise<void>): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    await isFree
    await route.fulfill({ status: 500, body: '' })
  })
}

const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const adminLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name, exact: true })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Waits for the alert with this sentence, and closes it. */
async function dismiss(page: Page, sentence: string): Promise<void> {
  const alert = page.getByRole('alertdialog')
  await expectSeen(alert.getByText(sentence, { exact: true }))
  await alert.getByRole('button', { name: 'OK' }).click()
  await expectGone(alert)
}

const PAGES = [
  ['/admin/dashboard', { Products: 'products', 'New Orders': 'neworders', Contacts: 'contacts' }],
  ['/admin/products', { Dashboard: 'dashboard', 'New Orders': 'neworders', Contacts: 'contacts' }],
  ['/admin/neworders', { Dashboard: 'dashboard', 'Product Page': 'products', Contacts: 'contacts' }],
  ['/admin/contacts', { Dashboard: 'dashboard', 'Product Page': 'products', 'New Orders': 'neworders' }],
] as const

test('each admin page links to the other three, and the dashboard counts all there is', async () => {
  await placeOrder()
  const page = await signInOwner()
  for (const [path, links] of PAGES) {
    await page.goto(path)
    for (const [name, to] of Object.entries(links)) {
      await expect.poll(() => adminLink(page, name).getAttribute('href')).toBe(`/admin/${to}`)
    }
  }
  await adminLink(page, 'Dashboard').click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }))
  const api = apiOf(page)
  const count = (label: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
      .first()
  await expect
    .poll(() => count('Products').textContent())
    .toBe(String((await api.listProductsForAdmin()).totalProducts))
  await expect.poll(() => count('Categories').textContent()).toBe(String((await api.getCategories()).categories.length))
  const orders = (await api.countOrders()).all
  expect(orders).toBeGreaterThan(0)
  await expect.poll(() => count('Orders').textContent()).toBe(String(orders))
})

const FORMS = [
  ['Create Product', 'POST', '/api/products/createproducts', 'Failed to create product'],
  ['Create Category', 'POST', '/api/categories/create', 'Failed to create category'],
  ['Delete Category', 'POST', '/api/categories/delete/categ', 'Failed to delete category'],
] as const

async function fillForm(form: Locator): Promise<void> {
  const isOfCategory = (await form.getByLabel('Discounted price').count()) === 0
  if (isOfCategory) return form.getByLabel('name').fill('Nothing Such')
  await form.getByLabel('Name').fill('Plumb Line Shirt')
  await form.getByLabel('Price', { exact: true }).fill('1200')
  await form.getByLabel('Discounted price').fill('1000')
  await form.getByLabel('Category').selectOption('Shirts')
  await form.getByLabel('Stock').fill('7')
  await form.getByLabel('Images').setInputFiles('public/share.png')
}

test.each(FORMS)(
  '%s: its inputs are disabled while it is busy, and a failure shows a message',
  async (name, method, path, sentence) => {
    const page = await openAdmin('/admin/dashboard', [`500 ${path}`])
    const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
    await failCalls(page, method, path, isFree)
    const form = page.getByRole('region', { name, exact: true })
    const others = FORMS.map(([other]) => other).filter((other) => other !== name)
    await fillForm(form)
    await form.getByRole('button', { name, exact: true }).click()
    if (name === 'Delete Category') await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()

    await expect.poll(() => form.locator('input:disabled').count()).toBeGreaterThan(0)
    await expect.poll(() => form.locator('input:enabled, select:enabled, textarea:enabled').count()).toBe(0)
    for (const other of others) {
      await expect
        .poll(() => page.getByRole('region', { name: other, exact: true }).locator('input:disabled').count())
        .toBe(0)
    }
    release()
    await expectSeen(toast(page, sentence))
    await expect.poll(() => form.locator('input:disabled').count()).toBe(0)
    await expect.poll(() => form.locator('input').first().inputValue()).not.toBe('')
  },
)

test('the product form requires a discounted price', async () => {
  const page = await openAdmin('/admin/dashboard')
  const form = page.getByRole('region', { name: 'Create Product' })
  await fillForm(form)
  await form.getByLabel('Discounted price').fill('')
  await form.getByRole('button', { name: 'Create Product' }).click()
  await expect
    .poll(() => form.getByLabel('Discounted price').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await expect.poll(() => form.locator('input:invalid').count()).toBe(1)
})

test('a product’s row has its columns, ‘No Image’ where there is none, and a link to more of its category', async () => {
  const page = await openAdmin('/admin/dashboard')
  const { products } = await apiOf(page).getAdminProducts()
  const [category = ''] = Object.keys(products)
  const product = products[category]?.[0]
  if (!product) throw new Error('The demo catalogue has no product.')
  await page.route(
    ({ pathname }) => pathname === '/api/admin/products',
    async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { products: Record<string, { _id: string; images: string[] }[]> }
      for (const one of Object.values(body.products).flat()) if (one._id === product._id) one.images = []
      await route.fulfill({ response: answer, json: body })
    },
  )
  await adminLink(page, 'Products').click()
  const table = page.getByRole('table', { name: `Products in ${category}`, exact: true })
  await expectSeen(table)
  const words = ['Image', 'Name', 'Price', 'Discounted Price', 'Stock', 'Description', 'Product ID', 'Actions']
  const heads = async () => (await table.getByRole('columnheader').allTextContents()).map((head) => head.trim())
  await expect.poll(async () => (await heads()).slice(-words.length)).toEqual(words)
  const row = table.getByRole('row').filter({ hasText: product._id })
  await expectSeen(row.getByText('No Image', { exact: true }))
  await expectSeen(row.getByText(product._id, { exact: true }))
  await expectSeen(row.getByText(product.description, { exact: true }))
  await expect.poll(() => table.getByText('No Image').count()).toBe(1)
  const more = page.getByRole('region', { name: category, exact: true }).getByRole('link', { name: 'See More' })
  await expect.poll(() => more.getAttribute('href')).toBe(`/admin/products?category=${category}&page=2`)
})

test('past its last page a list shows the last one, and an empty list has a link', async () => {
  const page = await signInOwner()
  const [found] = Object.entries((await apiOf(page).getAdminProducts()).products).filter(
    ([, listed]) => listed.length > 0,
  )
  if (!found) throw new Error('The demo catalogue has no product.')
  const [category, listed] = found
  await page.goto(`/admin/products?category=${encodeURIComponent(category)}&limit=100&page=2`)
  const region = page.getByRole('region', { name: category, exact: true })
  await expectSeen(region.getByRole('row').filter({ hasText: listed[0]?._id ?? '' }))
  await expect.poll(() => region.getByRole('status').textContent()).toMatch(/^\d+ products?$/)

  await page.goto('/admin/products?search=zzzzqqqq&page=2')
  await expectSeen(page.getByText('No products found.'))
  await page.getByRole('link', { name: 'All products' }).click()
  await expectSeen(region.getByRole('link', { name: 'See More' }))
})

/** A product of a single size, whose row has one number for its stock. */
async function addPlainProduct(page: Page, name: string): Promise<ProductDetail> {
  const api = apiOf(page)
  const { categories } = await api.getCategories()
  const form = new FormData()
  const fields = { name, price: '1000', category: categories[0]?.name ?? '', stock: '37', description: 'One size.' }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('images', new File([new Uint8Array(await pngPicture())], 'front.png', { type: 'image/png' }))
  return (await api.createProduct(form)).product
}

test('stock and prices: Cancel discards, one row at a time, numbers are sent, failures show a message', async () => {
  const page = await signInOwner(['500 /api/products/*'])
  const [one, other] = [await addPlainProduct(page, 'Plain One'), await addPlainProduct(page, 'Plain Two')]
  await page.goto('/admin/products?search=plain')
  const [row, second] = [rowOf(page, one._id), rowOf(page, other._id)]
  await second.getByRole('button', { name: 'Update Stock' }).click()
  await row.getByRole('button', { name: 'Update Stock' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(1)
  await row.getByRole('spinbutton').fill('4321')
  await row.getByRole('button', { name: 'Cancel' }).click()
  await expectGone(row.getByRole('spinbutton'))
  await expectSeen(row.getByText(String(one.stock), { exact: true }))
  await row.getByRole('button', { name: 'Edit Price' }).click()
  await row.getByLabel('Price', { exact: true }).fill('4321')
  await row.getByRole('button', { name: 'Cancel' }).click()
  await expectGone(row.getByRole('spinbutton'))
  await expect.poll(() => row.textContent()).not.toContain('4,321')

  for (const path of ['add-stock', 'reduce-stock', 'set-stock', 'update-price']) {
    await failCalls(page, 'PATCH', `/api/products/${path}/*`)
  }
  await failCalls(page, 'DELETE', '/api/products/product/*')
  await row.getByRole('button', { name: '+1' }).click()
  await dismiss(page, 'Failed to increase stock')
  await row.getByRole('button', { name: '-1' }).click()
  await dismiss(page, 'Failed to decrease stock')
  await row.getByRole('button', { name: 'Update Stock' }).click()
  await row.getByRole('button', { name: 'Save' }).click()
  await dismiss(page, 'Failed to update stock')
  await row.getByRole('button', { name: 'Cancel' }).click()
  await expectSeen(row.getByText(String(one.stock), { exact: true }))
  await row.getByRole('button', { name: 'Edit Price' }).click()
  await row.getByLabel('Price', { exact: true }).fill('1500')
  await row.getByLabel('Discounted price').fill('1250.5')
  const sent = page.waitForRequest('**/api/products/update-price/*')
  await row.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ price: 1500, discountedPrice: 1250.5 })
  await dismiss(page, 'Failed to update price')
  await row.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectSeen(toast(page, 'Something went wrong'))
  await expectSeen(row)
})

const looksOf = (badge: Locator) =>
  badge.evaluate((element) => {
    const { color, textDecorationLine } = getComputedStyle(element)
    return [color, textDecorationLine]
  })

test('an order’s row shows customer and address, and each status has its colour', async () => {
  const address = { fullName: 'Asha', phone: 'ring twice', street: 'Lake', city: 'Pune', state: 'MH', pincode: 'none' }
  const [placed, shipped] = [await placeOrder(null), await placeOrder(address)]
  const [delivered, cancelled] = [await placeOrder(), await placeOrder()]
  const page = await signInOwner(['500 /api/admin/orders/*'])
  const api = apiOf(page)
  await api.changeOrderStatus(shipped.order._id, 'shipped')
  await api.changeOrderStatus(delivered.order._id, 'shipped')
  await api.changeOrderStatus(delivered.order._id, 'delivered')
  await api.changeOrderStatus(cancelled.order._id, 'cancelled')
  await page.goto('/admin/neworders')
  const row = ({ order }: typeof placed) => rowOf(page, order._id)
  const cells = (of: typeof placed) => row(of).getByRole('cell').allTextContents()
  const nowhere = 'Phone:N/AStreet:N/ACity:N/AState:N/APIN:N/A'
  await expect.poll(async () => (await cells(placed)).slice(1, 3)).toEqual([nowhere, 'Asha Rao'])
  await expect
    .poll(async () => (await cells(shipped))[1])
    .toBe('Phone:ring twiceStreet:LakeCity:PuneState:MaharashtraPIN:none')

  const badge = (of: typeof placed, word: string) => looksOf(row(of).getByText(word, { exact: true }))
  const yellow = 'rgb(135, 88, 0)'
  const blue = 'rgb(12, 96, 163)'
  const green = 'rgb(10, 105, 60)'
  const red = 'rgb(183, 25, 28)'
  await expect.poll(() => badge(placed, 'Order Placed')).toEqual([yellow, 'none'])
  await expect.poll(() => badge(shipped, 'Shipped')).toEqual([blue, 'none'])
  await expect.poll(() => badge(delivered, 'Delivered')).toEqual([green, 'none'])
  await expect.poll(() => badge(cancelled, 'Cancelled')).toEqual([red, 'line-through'])

  await failCalls(page, 'PATCH', '/api/admin/orders/*/status')
  await row(shipped).getByRole('button', { name: 'Deliver' }).click()
  await expectSeen(toast(page, 'Something went wrong'))
  await expectSeen(row(shipped).getByRole('button', { name: 'Deliver' }))
})

test('a message’s row has its columns and the start of its text, is fetched once, and shows failures', async () => {
  const page = await openAdmin('/admin/neworders', ['500 /api/admin/contact/*'])
  const message = `${'Does it run large? '.repeat(20)}Thanks.`
  const person = { firstName: 'Ravi', lastName: 'Iyer', email: 'letter@example.com', contactNumber: '9876501234' }
  await apiOf(page).submitContact({ ...person, subject: 'To the letter', message })
  let fetched = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/admin/getallcontacts') fetched += 1
  })
  await adminLink(page, 'Contacts').click()
  const words = ['Name', 'Email', 'Phone', 'Subject', 'Message', 'Date and time', 'Status', 'Actions']
  const row = rowOf(page, 'To the letter')
  await expectSeen(row)
  await expect
    .poll(async () => (await page.getByRole('columnheader').allTextContents()).slice(-words.length))
    .toEqual(words)
  for (const text of ['Ravi Iyer', 'letter@example.com', '9876501234', 'To the letter']) {
    await expectSeen(row.getByText(text, { exact: true }))
  }
  await expectSeen(row.getByText(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d$/))
  const start = row.locator('summary')
  await expect.poll(() => start.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true)
  expect(fetched).toBe(1)
  await start.click()
  await expectSeen(row.getByRole('paragraph').filter({ hasText: 'Thanks.' }))
  await expectSeen(row.getByText('Read', { exact: true }))

  await failCalls(page, 'PATCH', '/api/admin/contact/*/toggle-read')
  await failCalls(page, 'DELETE', '/api/admin/contact/*')
  await row.getByRole('button', { name: 'Mark as Unread' }).click()
  await expectSeen(toast(page, 'Failed to update read status'))
  await expectSeen(row.getByText('Read', { exact: true }))
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectSeen(toast(page, 'Failed to delete contact'))
  await page.unrouteAll()
  const { items } = await apiOf(page).listContacts({ search: 'To the letter' })
  await apiOf(page).deleteContacts(items.map(({ _id }) => _id))
})

test.each([401, 403])('an admin page that gets %i leads to the sign-in without an error', async (status) => {
  const page = await openAdmin('/about', [`${status} /api/admin/me`])
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  const entry = page.getByRole('banner').getByRole('link', { name: 'Admin Orders' })
  await expectSeen(entry)
  await page.route('**/api/admin/me', (route) => route.fulfill({ status, body: '' }))
  await entry.click()
  await page.waitForURL('**/admin-signin')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Admin login' }))
  await expect.poll(async () => (await page.getByRole('alert').allTextContents()).join('')).toBe('')
})
