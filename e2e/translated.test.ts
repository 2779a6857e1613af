import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { SIGNED_OUT } from './page-errors.ts'
import { chooseRadio, expectGone, expectSeen, openPage, ownShop, sharedShop, type Visit } from './journey.ts'
import { ADDRESS, placeOrder } from './orders.ts'
import type { ServedShop } from './serve.ts'
import { apiOf, signInAdmin, signInCustomer } from './sign-in.ts'
import { translate } from './translate.ts'
import { expectSaid } from './toasts.ts'

let shop: ServedShop
beforeAll(async () => {
  shop = await ownShop()
}, 240_000)
afterAll(() => shop.stop())

const CUSTOMER: Visit = { expected: ['401 /api/admin/me', '400 /api/*', '404 /api/*', '402 /sandbox/*'] }
const toast = (page: Page, role: 'status' | 'alert', text: string) => page.getByRole(role).filter({ hasText: text })
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true })

/** Opens an address and translates it, as the browser does by itself once it was asked to. */
async function goTranslated(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await translate(page)
}

async function openAdmin(path: string): Promise<Page> {
  const page = await openPage(shop, { expected: ['401 /api/users/me'] })
  await signInAdmin(page, shop.admin)
  await goTranslated(page, path)
  return page
}

test('a translated list is sorted, filtered and searched, and says how many there are', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  const summary = page.getByRole('main').locator('p[aria-live=polite]').first()
  const totalOf = async (choice: object) => {
    const { totalProducts } = await apiOf(page).listProducts({ page: 1, limit: 1, ...choice })
    return totalProducts === 1 ? '1 product' : `${totalProducts} products`
  }
  await goTranslated(page, '/getproducts')
  await page.getByLabel('Sort').selectOption('price-desc')
  await page.waitForURL('**/getproducts?*sort=price-desc*')
  await page.getByRole('checkbox', { name: /In stock only/ }).click()
  await expect.poll(() => summary.textContent()).toBe(await totalOf({ inStock: 'true' }))
  await chooseRadio(page.getByRole('checkbox', { name: /^XL/ }).first())
  const sized = await apiOf(page).listProducts({ page: 1, limit: 1, inStock: 'true', size: 'XL' })
  await expect.poll(() => summary.textContent()).toContain(`${sized.totalProducts} products`)
  await expect.poll(() => summary.textContent()).toContain('Showing size XL')
  await page
    .getByRole('link', { name: /^Remove/ })
    .first()
    .click()
  const search = page.getByRole('banner').getByLabel('Search products')
  await search.fill('harbuor')
  await search.press('Enter')
  await expect.poll(() => summary.textContent()).toContain('Showing results for')
  await search.fill('nothing like this')
  await search.press('Enter')
  await expect.poll(() => summary.textContent()).toContain('0 products')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Our Products' }))
  await page.goBack()
  await expect.poll(() => summary.textContent()).toContain('Showing results for')
})

test('in a translated shop a shirt is bought: size, cart, quantity, a wrong code, and a payment closed, failed and made', async () => {
  const page = await openPage(sharedShop(), CUSTOMER)
  const customer = await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ search: 'Shirt', page: 1, inStock: 'true', sort: 'price-asc' })
  const product = products.find(({ stock, sizes }) => stock > 40 && sizes.length > 0)
  if (!product) throw new Error('The demo catalogue has no shirt with much in stock.')
  await goTranslated(page, `/product/${product._id}`)
  const size = product.sizes.find(({ stock }) => stock > 5)?.size ?? ''
  await chooseRadio(page.getByRole('radio', { name: size, exact: true }))
  await button(page, 'Add to Cart').click()
  await expectSaid(page, 'Added to cart!')

  await goTranslated(page, '/cart')
  await button(page, `Increase quantity of ${product.name}`).click()
  await expectSaid(page, 'Quantity updated!')
  const { cart } = await apiOf(page).getCart()
  const total = ((product.discountedPrice ?? product.price) * 2).toLocaleString('en-IN')
  expect(cart.map(({ quantity }) => quantity)).toEqual([2])
  await expect.poll(() => page.getByRole('main').textContent()).toContain(`₹${total}`)
  await page.getByText('Have a code?').click()
  await page.getByRole('main').getByLabel('Code', { exact: true }).fill('NOSUCHCODE')
  await button(page, 'Apply').click()
  await expectSeen(page.getByRole('main').locator('.field-error'))

  await goTranslated(page, '/order')
  const field = (name: string) => page.locator(`main [name="${name}"]`)
  await button(page, 'Pay & Place Order').click()
  await expectSeen(toast(page, 'alert', 'Please fill in all address fields.'))
  for (const [name, value] of Object.entries(ADDRESS)) await field(name).fill(value)
  const inWindow = (name: string) => page.getByRole('button', { name, exact: true })
  for (const ways of [['Close'], ['Fail payment', 'Close']]) {
    await button(page, 'Pay & Place Order').click()
    for (const way of ways) await inWindow(way).click()
    await expectSeen(button(page, 'Pay & Place Order'))
    await expect.poll(() => field('street').inputValue()).toBe(ADDRESS.street)
  }
  await button(page, 'Pay & Place Order').click()
  await inWindow('Pay').click()
  await expectSaid(page, 'Payment & Order successful!')
  await expect.poll(() => apiOf(page).listMyOrders(customer._id)).toHaveLength(1)
})

test('translated forms of an account say what is wrong, and then what is wrong instead', async () => {
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, '400 /api/*', '401 /api/*'] })
  await goTranslated(page, '/signin')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: /^Show/ }).click()
  await button(page, 'Login').click()
  await expectSeen(page.getByRole('alert').first())
  await expectSeen(button(page, 'Login'))

  await goTranslated(page, '/contact')
  await page.getByLabel('First name').fill('Asha')
  await page.getByLabel('Last name').fill('Rao')
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('Contact number').fill('9876543210')
  await page.getByLabel('Subject').fill('Sizes')
  await page.getByLabel('Message').fill('Which one fits?')
  await button(page, 'Send message').click()
  await expectSeen(page.getByRole('main').getByText('Your message has been sent successfully!'))
  await expectSeen(button(page, 'Send message'))
})

test('a translated administration ships an order, changes a price, marks a message as read and asks before it deletes', async () => {
  const { order } = await placeOrder(ADDRESS, shop)
  const page = await openAdmin(`/admin/neworders?search=${order._id}`)
  const row = page.getByRole('row').filter({ hasText: order._id })
  await row.getByRole('checkbox').click()
  await expectSeen(page.getByText('1 chosen'))
  await row.getByRole('button', { name: 'Ship', exact: true }).click()
  await expectSeen(row.getByText('Shipped', { exact: true }))

  await goTranslated(page, '/admin/products')
  const first = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: 'Edit Price' }) })
    .first()
  await first.getByRole('button', { name: 'Edit Price' }).click()
  await page.getByRole('main').locator('form input[name=price]').first().fill('9999')
  await button(page, 'Save').click()
  await expect.poll(() => page.getByRole('main').textContent()).toContain('₹9,999')

  await apiOf(page).submitContact({
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'asha@example.com',
    contactNumber: '9876543210',
    subject: 'Translated',
    message: 'Hello',
  })
  await goTranslated(page, '/admin/contacts')
  const message = page.getByRole('row').filter({ hasText: 'Translated' })
  await message.getByRole('button', { name: /^Mark as Read/ }).click()
  await expectSeen(message.getByText('Read', { exact: true }))
  await message.getByRole('button', { name: /^Delete/ }).click()
  await expectSeen(page.getByText('Are you sure you want to delete this contact message?'))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectGone(message)
})
