import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import type { Product } from '#contract/catalogue/catalogue.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { chooseRadio, expectGone, expectSeen, heartsFilled, openPage, sharedShop } from './journey.ts'
import type { Visit } from './journey.ts'
import { apiOf, signInCustomer } from './sign-in.ts'
import { PHONE } from './viewports.ts'

const PASSWORD = 'correct horse battery'
const toast = (page: Page, role: 'status' | 'alert', text: string) => page.getByRole(role).filter({ hasText: text })
const popoverOf = (page: Page) => page.getByRole('dialog', { name: /^Sign in to put/ })
const linesOf = async (page: Page) =>
  (await apiOf(page).getCart()).cart.map(({ productId, size }) => ({ productId, size }))

async function registerSomebody(page: Page): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`
  await apiOf(page).register({ firstname: 'Ila', lastname: 'Sen', phone: '9876543210', email, password: PASSWORD })
  return email
}

/** A shirt that has more than one size in stock, and the last of these. */
async function findShirt(page: Page): Promise<{ product: Product; size: string }> {
  const { products } = await apiOf(page).listProducts({ search: 'Shirt', page: 1, inStock: 'true' })
  const product = products.find(({ sizes }) => sizes.filter(({ stock }) => stock > 1).length > 1)
  const size = product?.sizes.findLast(({ stock }) => stock > 1)?.size
  if (!product || !size) throw new Error('The demo catalogue has no such shirt.')
  return { product, size }
}

/** A visitor on a product's page who has pressed 'Add to Cart' with a size chosen. */
async function addAsVisitor(visit: Visit = {}): Promise<{ page: Page; product: Product; size: string }> {
  const page = await openPage(sharedShop(), { ...visit, expected: ['401 /api/*', '400 /api/users/register'] })
  const { product, size } = await findShirt(page)
  await page.goto(`/product/${product._id}`)
  await chooseRadio(page.getByRole('radio', { name: size, exact: true }))
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expectSeen(toast(page, 'alert', 'Please Login to Continue'))
  await expectSeen(page.getByRole('dialog', { name: `Sign in to put ${product.name}, ${size} in your cart` }))
  await expectSeen(popoverOf(page).getByText(`We remember your choice: ${size} goes into your cart next.`))
  return { page, product, size }
}

test('a visitor signs in beside the product, and it is in the cart and shown', async () => {
  const { page, product, size } = await addAsVisitor()
  const email = await registerSomebody(page)
  const popover = popoverOf(page).getByRole('tabpanel')
  await popover.getByLabel('Email').fill(email)
  await popover.getByLabel('Password', { exact: true }).fill('not the password')
  await popover.getByRole('button', { name: 'Login' }).click()
  await expectSeen(toast(page, 'alert', 'Invalid email or password.'))
  await expectSeen(popover.getByText('Invalid email or password.'))
  await expect.poll(() => popover.getByLabel('Email').inputValue()).toBe(email)
  await popover.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await popover.getByRole('button', { name: 'Login' }).click()
  await expectSeen(page.getByRole('complementary', { name: 'Just added' }).getByText(`Size ${size} · 1 in your cart`))
  await expectGone(popover)
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'Cart 1' }))
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/product/${product._id}`)
  await expect.poll(() => linesOf(page)).toEqual([{ productId: product._id, size }])
  // The product is added only once.
  await page.goto('/signin')
  await expectGone(page.getByRole('region', { name: 'Waits for your cart' }))
})

test('somebody else who signs in where a session has ended sees what is added', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/*'] })
  await signInCustomer(page)
  const { product, size } = await findShirt(page)
  const isFilled = heartsFilled(page)
  await page.goto(`/product/${product._id}`)
  await isFilled
  await chooseRadio(page.getByRole('radio', { name: size, exact: true }))
  await apiOf(page).logout()
  const email = await registerSomebody(page)
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  const popover = popoverOf(page).getByRole('tabpanel')
  await popover.getByLabel('Email').fill(email)
  await popover.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await popover.getByRole('button', { name: 'Login' }).click()
  await expectSeen(page.getByRole('complementary', { name: 'Just added' }).getByText(`Size ${size} · 1 in your cart`))
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'Cart 1' }))
})

test('a visitor on a phone registers beside the product and is signed in by it', async () => {
  const { page, product, size } = await addAsVisitor({ viewport: PHONE, isTouch: true })
  await popoverOf(page).getByRole('tab', { name: 'Register' }).click()
  const popover = popoverOf(page).getByRole('tabpanel')
  await popover.getByLabel('First name').fill('Ila')
  await popover.getByLabel('Last name').fill('Sen')
  await popover.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`)
  await popover.getByLabel('Password', { exact: true }).fill('short')
  await popover.getByPlaceholder('Phone (10 digits)').fill('98765 43210')
  await popover.getByRole('button', { name: 'Register' }).click()
  await expectSeen(popover.locator('.error-summary'))
  await popover.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await popover.getByRole('button', { name: 'Register' }).click()
  await expectSeen(page.getByRole('complementary', { name: 'Just added' }))
  await expect.poll(() => linesOf(page)).toEqual([{ productId: product._id, size }])
})

test('the popover works by keys, gives the focus back and keeps what was typed', async () => {
  const { page } = await addAsVisitor()
  const popover = popoverOf(page)
  await expectSeen(popover.locator('h2:focus'))
  await popover.getByRole('tabpanel').getByLabel('Email').fill('ila@example.com')
  await popover.getByRole('tab', { name: 'Login' }).press('ArrowRight')
  await expectSeen(popover.getByRole('tab', { name: 'Register', selected: true }).and(page.locator(':focus')))
  await expectSeen(popover.getByLabel('First name'))
  await page.keyboard.press('Escape')
  await expectGone(popover)
  await expectSeen(page.getByRole('button', { name: 'Add to Cart' }).and(page.locator(':focus')))
  await page.keyboard.press('Enter')
  await expectSeen(popover.locator('h2:focus'))
  await expect.poll(() => popover.getByRole('tabpanel').getByLabel('Email').inputValue()).toBe('ila@example.com')
})

test('the popover is accessible in every look', async () => {
  const { page } = await addAsVisitor()
  await popoverOf(page).getByRole('tab', { name: 'Register' }).click()
  await expectGoodInEveryLook(page)
})

test('after signing in by the menu the drawer shows the wanted product', async () => {
  const { page, product } = await addAsVisitor()
  const email = await registerSomebody(page)
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expectGone(popoverOf(page))
  await expectSeen(page.getByRole('region', { name: 'Waits for your cart' }).getByText(product.name))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expectSeen(page.getByRole('complementary', { name: 'Just added' }).getByText(product.name))
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})

test('without JavaScript the sign-in and registration pages show the wanted product, and only a size that it has', async () => {
  const page = await openPage(sharedShop(), { javaScript: false })
  const { products } = await apiOf(page).listProducts({ search: 'Shirt', page: 1, inStock: 'true' })
  const product = products.find(({ sizes }) => sizes.some(({ stock }) => stock > 0))
  const size = product?.sizes[0]?.size ?? ''
  const waits = page.getByRole('region', { name: 'Waits for your cart' })
  for (const path of ['/signin', '/signup']) {
    await page.goto(`${path}?product=${product?._id}&size=${size}`)
    await expectSeen(waits.getByText(product?.name ?? ''))
    await expectSeen(waits.getByText(`Size ${size}`, { exact: true }))
    await expectSeen(waits.locator('img'))
  }
  await page.goto(`/signin?product=${product?._id}&size=Call+0800`)
  await expectSeen(waits.getByText(product?.name ?? ''))
  await expectGone(page.getByText('Call 0800'))
})
