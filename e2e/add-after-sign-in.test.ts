import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'

import type { Product } from '#contract/catalogue/catalogue.ts'

import { chooseRadio, expectSeen, openPage, sharedShop } from './journey.ts'
import { apiOf, signInCustomer } from './sign-in.ts'

const PASSWORD = 'correct horse battery'

async function registerSomebody(page: Page): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`
  const account = { firstname: 'Ila', lastname: 'Sen', phone: '9876543210', email, password: PASSWORD }
  await apiOf(page).register(account)
  return email
}

async function signInByForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

/** A shirt that has more than one size in stock, and the last of these. */
async function findShirt(page: Page): Promise<{ product: Product; size: string }> {
  const { products } = await apiOf(page).listProducts({ search: 'Shirt', page: 1, inStock: 'true' })
  const product = products.find(({ sizes }) => sizes.filter(({ stock }) => stock > 1).length > 1)
  if (!product) throw new Error('The demo catalogue has no such shirt.')
  return { product, size: product.sizes.findLast(({ stock }) => stock > 1)?.size ?? '' }
}

const linesOf = async (page: Page) =>
  (await apiOf(page).getCart()).cart.map(({ productId, size, quantity }) => ({ productId, size, quantity }))

test('without JavaScript the wanted product is in the cart after a failed and a successful sign-in', async () => {
  const page = await openPage(sharedShop(), { javaScript: false, expected: ['401 /api/*', '401 /signin'] })
  const email = await registerSomebody(page)
  const { product, size } = await findShirt(page)
  await page.goto(`/product/${product._id}`)
  await chooseRadio(page.getByRole('radio', { name: size, exact: true }))
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/signin')
  await expectSeen(page.getByRole('main').getByText('Please Login to Continue'))
  await signInByForm(page, `not-${email}`)
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(`not-${email}`)
  await expectSeen(page.getByRole('main').locator('.error-summary'))
  await signInByForm(page, email)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/cart')
  await expectSeen(page.getByRole('link', { name: product.name, exact: true }))
  await expect.poll(() => linesOf(page)).toEqual([{ productId: product._id, size, quantity: 1 }])
})

test('without JavaScript the wanted product is also added after registering', async () => {
  const page = await openPage(sharedShop(), { javaScript: false })
  const email = `${crypto.randomUUID()}@example.com`
  const { product, size } = await findShirt(page)
  await page.goto(`/product/${product._id}`)
  await chooseRadio(page.getByRole('radio', { name: size, exact: true }))
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await page.getByLabel('First name').fill('Ila')
  await page.getByLabel('Last name').fill('Sen')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByPlaceholder('Phone (10 digits)').fill('98765 43210')
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/signin')
  await signInByForm(page, email)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/cart')
  await expect.poll(() => linesOf(page)).toEqual([{ productId: product._id, size, quantity: 1 }])
})

test('without JavaScript the cart says that the wanted product is unavailable', async () => {
  const page = await openPage(sharedShop(), { javaScript: false })
  const email = await registerSomebody(page)
  const { product } = await findShirt(page)
  await page.goto(`/signin?product=${product._id}&size=No+such+size`)
  await signInByForm(page, email)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/cart')
  await expectSeen(page.getByText('What you chose could not be added'))
  await expect.poll(() => linesOf(page)).toEqual([])
})

test.each([
  ['//example.com', '//example.com'],
  ['https://example.com/', 'https://example.com/'],
  ['/cart', '/cart'],
  ['<b>x</b>', '<b>x</b>'],
  ['five thousand signs', 'f'.repeat(5000)],
])('an address that asks for %s instead of a product leads home after the sign-in', async (_named, text) => {
  const page = await openPage(sharedShop(), { javaScript: false })
  const email = await registerSomebody(page)
  await page.goto(`/signin?product=${encodeURIComponent(text)}&size=${encodeURIComponent(text)}`)
  await signInByForm(page, email)
  await expect.poll(() => new URL(page.url()).href).toBe(`${sharedShop().origin}/`)
  await expect.poll(() => linesOf(page)).toEqual([])
})

test('with JavaScript a sign-in address with a product adds it to the cart, too', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/*'] })
  const email = await registerSomebody(page)
  const { product, size } = await findShirt(page)
  await page.goto(`/signin?product=${product._id}&size=${size}`)
  await signInByForm(page, email)
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Cart' }))
  await expect.poll(() => linesOf(page)).toEqual([{ productId: product._id, size, quantity: 1 }])
})

test('a change in the cart after the session has ended leads to the sign-in instead of showing what is not stored', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/*'] })
  await signInCustomer(page)
  const { product, size } = await findShirt(page)
  await apiOf(page).addToCart(product._id, size)
  await page.goto('/cart')
  await apiOf(page).logout()
  await page.getByRole('button', { name: `Increase quantity of ${product.name}` }).click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'Please Login to Continue' }))
  await expect.poll(() => new URL(page.url()).pathname).toBe('/signin')
  await expect.poll(() => page.getByRole('banner').getByRole('link', { name: 'Cart' }).textContent()).not.toMatch(/\d/)
})

test('a change in the cart without a network says so and keeps the page', async () => {
  // The page may still load its hearts when the network goes away.
  const page = await openPage(sharedShop(), { expected: ['failed /api/*', 'failed /assets/*'] })
  await signInCustomer(page)
  const { product, size } = await findShirt(page)
  await apiOf(page).addToCart(product._id, size)
  await page.goto('/cart')
  const increase = page.getByRole('button', { name: `Increase quantity of ${product.name}` })
  await expectSeen(increase)
  // Its code is fetched some seconds after the page.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.context().setOffline(true)
  const isReadAgain = (request: Request) => request.method() === 'GET' && request.url().endsWith('/api/cart')
  const missed = page.waitForEvent('requestfailed', isReadAgain)
  await increase.click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'You are offline.' }))
  await missed
  // What was not changed is not shown as changed.
  await expect.poll(() => page.getByLabel(`Quantity of ${product.name}`, { exact: true }).inputValue()).toBe('1')
  await page.context().setOffline(false)
  await increase.click()
  await expect.poll(() => linesOf(page)).toMatchObject([{ quantity: 2 }])
})
