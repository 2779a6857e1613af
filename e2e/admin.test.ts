import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { pngPicture } from '#test/pictures.ts'

import { SIGNED_OUT } from './page-errors.ts'
import { expectGone, expectSeen, openPage, ownShop } from './journey.ts'
import { ADDRESS, placeOrder } from './orders.ts'
import type { ServedShop } from './serve.ts'
import { apiOf, signInAdmin, signInCustomer } from './sign-in.ts'
import { expectSaid } from './toasts.ts'

// Only an administrator is signed in, so the customer's call gets 401.
const NO_CUSTOMER = ['401 /api/users/me']

let shop: ServedShop
beforeAll(async () => {
  shop = await ownShop()
})
afterAll(() => shop.stop())

async function openAdmin(path: string, expected: readonly string[] = NO_CUSTOMER): Promise<Page> {
  const page = await openPage(shop, { expected })
  await signInAdmin(page, shop.admin)
  await page.goto(path)
  return page
}

const alertDialog = (page: Page) => page.getByRole('alertdialog')
const toast = (page: Page, role: 'status' | 'alert', text: string) => page.getByRole(role).filter({ hasText: text })

/** A category with one product of its own, so that tests do not disturb each other. */
async function addOwnProduct(page: Page, name: string, stock: number) {
  const api = apiOf(page)
  const { category } = await api.createCategory(`Own ${name}`)
  const form = new FormData()
  const fields = {
    name,
    price: '1000',
    discountedPrice: '900',
    category: category.name,
    stock: String(stock),
    description: 'Plain.',
  }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('images', new File([new Uint8Array(await pngPicture())], 'front.png', { type: 'image/png' }))
  return { category, product: (await api.createProduct(form)).product }
}

/** An order of one piece in this file's own shop. */
const placeOrderHere = async () => (await placeOrder(ADDRESS, shop)).order._id

test('every admin page leads a visitor to the admin sign-in', async () => {
  const page = await openPage(shop, { expected: SIGNED_OUT })
  for (const path of ['/admin/dashboard', '/admin/products', '/admin/neworders', '/admin/contacts']) {
    await page.goto(path)
    await page.waitForURL('**/admin-signin')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Admin login')
  }
})

test('a customer is refused at the admin sign-in with a message', async () => {
  const page = await openPage(shop, { expected: ['401 /api/admin/me', '403 /api/admin/login'] })
  const customer = await signInCustomer(page)
  await page.goto('/admin-signin')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expectSeen(toast(page, 'alert', 'Access denied. Not an admin.'))
})

test('the dashboard counts, and a category is created and deleted', async () => {
  const page = await openAdmin('/admin/dashboard', [...NO_CUSTOMER, '409 /api/categories/create'])
  const create = page.getByRole('region', { name: 'Create Category' })
  const remove = page.getByRole('region', { name: 'Delete Category' })
  const count = page.locator('dl > div').filter({ hasText: 'Categories' }).locator('dd')
  const before = (await apiOf(page).getCategories()).categories.length
  await expect.poll(() => count.textContent()).toBe(String(before))

  await create.getByLabel('Name').fill('Linen Corner')
  await create.getByRole('button', { name: 'Create Category' }).click()
  await expectSaid(page, 'Category created successfully!')
  await expect.poll(() => count.textContent()).toBe(String(before + 1))
  await create.getByLabel('Name').fill('linen corner')
  await create.getByRole('button', { name: 'Create Category' }).click()
  await expectSeen(toast(page, 'alert', 'exists'))

  await remove.getByLabel('Category name').fill('Linen Corner')
  await remove.getByRole('button', { name: 'Delete Category' }).click()
  await alertDialog(page).getByRole('button', { name: 'Delete' }).click()
  await expectSaid(page, 'Category deleted successfully!')
  await expect.poll(() => count.textContent()).toBe(String(before))
})

test('a product is created only with valid prices', async () => {
  const page = await openAdmin('/admin/dashboard')
  const form = page.getByRole('region', { name: 'Create Product' })
  await form.getByLabel('Name').fill('Plumb Line Shirt')
  await form.getByLabel('Price', { exact: true }).fill('-1')
  await form.getByLabel('Discounted price').fill('10')
  await form.getByLabel('Category').selectOption('Shirts')
  await form.getByLabel('Stock').fill('7')
  await form
    .getByLabel('Images')
    .setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: await pngPicture() })
  await form.getByRole('button', { name: 'Create Product' }).click()
  await expectSeen(toast(page, 'alert', 'Price must be greater than 0.'))

  await form.getByLabel('Price', { exact: true }).fill('1200')
  await form.getByLabel('Discounted price').fill('1300')
  await form.getByRole('button', { name: 'Create Product' }).click()
  await expectSeen(toast(page, 'alert', 'Discounted price must be between 0 and the original price.'))

  await form.getByLabel('Discounted price').fill('1000')
  await form.getByRole('button', { name: 'Create Product' }).click()
  await expectSaid(page, 'Product created successfully!')
  const { products } = await apiOf(page).listProducts({ search: 'Plumb Line Shirt', page: 1 })
  expect(products[0]).toMatchObject({ name: 'Plumb Line Shirt', price: 1200, discountedPrice: 1000, stock: 7 })
})

test('stock is stepped, set and validated in the product’s row', async () => {
  const page = await openPage(shop, { expected: NO_CUSTOMER })
  await signInAdmin(page, shop.admin)
  await addOwnProduct(page, 'Stock Shirt', 1)
  await page.goto('/admin/products?search=stock+shirt')
  const row = page.getByRole('row').filter({ hasText: 'Stock Shirt' })

  await row.getByRole('button', { name: '+1' }).click()
  await expectSeen(row.getByText('2', { exact: true }))
  await row.getByRole('button', { name: '-1' }).click()
  await expectSeen(row.getByText('1', { exact: true }))
  await row.getByRole('button', { name: '-1' }).click()
  await expectSeen(row.getByText('0', { exact: true }))
  await expect.poll(() => row.getByRole('button', { name: '-1' }).isDisabled()).toBe(true)

  await row.getByRole('button', { name: 'Update Stock' }).click()
  const field = row.getByRole('spinbutton')
  await field.fill('-4')
  await field.press('Enter')
  await expectSeen(alertDialog(page).getByText('Please enter a valid stock number.'))
  await alertDialog(page).getByRole('button', { name: 'OK' }).click()
  await field.fill('12')
  await row.getByRole('button', { name: 'Save' }).click()
  await expectSeen(row.getByText('12', { exact: true }))
  await expectGone(field)
})

test('prices are edited in the row, one row at a time, and Escape discards', async () => {
  const page = await openPage(shop, { expected: NO_CUSTOMER })
  await signInAdmin(page, shop.admin)
  await addOwnProduct(page, 'Price Shirt', 3)
  await addOwnProduct(page, 'Price Vest', 3)
  await page.goto('/admin/products?search=price')
  const row = page.getByRole('row').filter({ hasText: 'Price Shirt' })
  await page.getByRole('row').filter({ hasText: 'Price Vest' }).getByRole('button', { name: 'Edit Price' }).click()
  await row.getByRole('button', { name: 'Edit Price' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(1)

  await row.getByRole('button', { name: 'Update Stock' }).click()
  await expectSeen(row.getByLabel('Stock of Price Shirt', { exact: true }).getByRole('spinbutton').first())
  const pushedOut = () =>
    row.evaluate((element) => {
      const frame = element.closest('.table-frame')
      return frame ? frame.scrollWidth - frame.clientWidth : undefined
    })
  await expect.poll(pushedOut).toBe(0)
  await row.getByLabel('Stock of Price Shirt', { exact: true }).getByRole('button', { name: 'Cancel' }).click()

  await row.getByLabel('Price', { exact: true }).fill('-2')
  await row.getByRole('button', { name: 'Save' }).click()
  await expectSeen(alertDialog(page).getByText('Please enter valid price values.'))
  await alertDialog(page).getByRole('button', { name: 'OK' }).click()
  await row.getByLabel('Price', { exact: true }).press('Escape')
  await expectGone(row.getByLabel('Discounted price'))
  await row.getByRole('button', { name: 'Edit Price' }).click()
  await row.getByLabel('Price', { exact: true }).fill('1500')
  await row.getByLabel('Discounted price').fill('1250.5')
  await row.getByRole('button', { name: 'Save' }).click()
  await expectSeen(row.getByText('₹1,250.50'))
})

test('a product is deleted only after a confirmation', async () => {
  const page = await openPage(shop, { expected: NO_CUSTOMER })
  await signInAdmin(page, shop.admin)
  const { product } = await addOwnProduct(page, 'Gone Shirt', 3)
  await page.goto('/admin/products?search=gone+shirt')
  const row = page.getByRole('row').filter({ hasText: product._id })
  await row.getByRole('button', { name: 'Delete' }).click()
  await expectSeen(alertDialog(page).getByText('Are you sure you want to delete this product?'))
  await alertDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expectSeen(row)
  await row.getByRole('button', { name: 'Delete' }).click()
  await alertDialog(page).getByRole('button', { name: 'Delete' }).click()
  await expectGone(row)
})

test('an order is shipped and delivered; another is cancelled', async () => {
  const [delivered, cancelled] = [await placeOrderHere(), await placeOrderHere()]
  const page = await openAdmin('/admin/neworders')
  const row = (id: string) => page.getByRole('row').filter({ hasText: id })
  const numberOf = (id: string) => `#${id.slice(-6).toUpperCase()}`
  await row(delivered).getByRole('button', { name: 'Ship' }).click()
  const said = page.getByRole('status').filter({ hasText: `Order ${numberOf(delivered)} shipped.` })
  await said.getByRole('button', { name: 'Undo' }).click()
  await expectSeen(page.getByText(`Order ${numberOf(delivered)} is not shipped any more.`))
  await row(delivered).getByRole('button', { name: 'Ship' }).click()
  await row(delivered).getByRole('button', { name: 'Deliver' }).click()
  await expectSeen(row(delivered).getByText('Items Delivered'))

  const calledBack = await placeOrderHere()
  await page.goto(`/admin/neworders?search=${calledBack}`)
  await row(calledBack).getByRole('button', { name: 'Ship' }).click()
  await row(calledBack).getByRole('button', { name: 'Cancel' }).click()
  await expectSeen(alertDialog(page).getByText('Its parcel is on its way. Cancel this order and call the parcel back?'))
  const outcome = 'Its payment and its pieces come back once the parcel is here again.'
  const facts = `^Order ${numberOf(calledBack)} · .+ · ₹[\\d,.]+`
  await expectSeen(alertDialog(page).getByText(new RegExp(`${facts}. ${outcome}$`)))
  await alertDialog(page).getByRole('button', { name: 'Keep order' }).click()
  await expectGone(alertDialog(page))
  await page.goto('/admin/neworders')

  await row(cancelled).getByRole('button', { name: 'Cancel' }).click()
  await expectSeen(alertDialog(page).getByText(new RegExp(`^Order ${numberOf(cancelled)} · .+ · ₹[\\d,.]+$`)))
  await alertDialog(page)
    .getByLabel(/^Reason/)
    .fill('The last piece was torn')
  await alertDialog(page).getByRole('button', { name: 'Cancel order' }).click()
  await expectSeen(row(cancelled).getByText('Order Cancelled'))
  await page.goto(`/admin/orders/${cancelled}`)
  await expectSeen(page.getByText('Reason: The last piece was torn'))
})

test('a message is marked as read and as unread, and deleted after a confirmation', async () => {
  const page = await openPage(shop, { expected: NO_CUSTOMER })
  await signInAdmin(page, shop.admin)
  const message = { firstName: 'Ravi', lastName: 'Iyer', email: 'ravi@example.com', contactNumber: '9876501234' }
  await apiOf(page).submitContact({ ...message, subject: 'Oxford sizes', message: 'Does it run large?' })
  await page.goto('/admin/contacts')
  const row = page.getByRole('row').filter({ hasText: 'Oxford sizes' })
  await expectSeen(row.getByText('Unread', { exact: true }))
  await row.getByRole('button', { name: 'Mark as Read' }).click()
  await expectSeen(row.getByText('Read', { exact: true }))
  await row.getByRole('button', { name: 'Mark as Unread' }).click()
  await expectSeen(row.getByText('Unread', { exact: true }))
  await row.getByRole('button', { name: 'Delete' }).click()
  await expectSeen(alertDialog(page).getByText('Are you sure you want to delete this contact message?'))
  await alertDialog(page).getByRole('button', { name: 'Delete' }).click()
  await expectSeen(page.getByText('No contact messages found.'))
})
