import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { expectGoodInEveryLook } from './axe.ts'
import { chooseRadio, expectGone, expectSeen, heartsFilled, openPage, ownShop, sharedShop } from './journey.ts'
import type { ServedShop } from './serve.ts'
import { apiOf, signInAdmin, signInCustomer } from './sign-in.ts'
import { tabTo } from './tab-to.ts'

const PASSWORD = 'correct horse battery'

// Prices and stock change here, so this shop is not the shared one.
let shop: ServedShop
beforeAll(async () => {
  shop = await ownShop()
})
afterAll(() => shop.stop())

const heartOf = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: `Save ${name}`, exact: true })
    .first()

async function expectPressed(heart: Locator, isPressed: boolean): Promise<void> {
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe(String(isPressed))
}

async function registerSomebody(page: Page): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`
  await apiOf(page).register({ firstname: 'Ila', lastname: 'Sen', phone: '9876543210', email, password: PASSWORD })
  return email
}

async function signInByForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

const listSome = async (page: Page) =>
  (await apiOf(page).listProducts({ page: 1, limit: 12, inStock: 'true' })).products.filter(
    ({ sizes }) => sizes.filter(({ stock }) => stock > 1).length > 1,
  )

test('what a visitor saves by keyboard stays on the device, joins the account at sign-in and leaves with it', async () => {
  const page = await openPage(shop)
  const [first, second] = await listSome(page)
  const savedHere = () => page.evaluate(() => localStorage.getItem('wishlist'))
  await page.goto('/getproducts')
  await tabTo(page, heartOf(page, first!.name))
  await page.keyboard.press('Enter')
  await expectPressed(heartOf(page, first!.name), true)
  await expect.poll(savedHere).toContain(first!._id)
  await page.goto(`/product/${second!._id}`)
  await heartOf(page, second!.name).click()
  await expect.poll(savedHere).toContain(second!._id)
  await page.reload()
  await expectPressed(heartOf(page, second!.name), true)
  await page.getByRole('link', { name: 'Wishlist' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Wishlist' }))
  await expectSeen(page.getByRole('link', { name: first!.name, exact: true }))

  const email = await registerSomebody(page)
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await signInByForm(page, email)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  const idsOf = async () => (await apiOf(page).getWishlist()).wishlist.map(({ productId }) => productId)
  await expect.poll(idsOf).toEqual([second!._id, first!._id])
  await expect.poll(savedHere).toBeNull()
  const isFilled = heartsFilled(page)
  await page.goto('/wishlist')
  await isFilled
  await heartOf(page, first!.name).click()
  await expectPressed(heartOf(page, first!.name), false)
  await expect.poll(idsOf).toEqual([second!._id])

  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await page.getByRole('link', { name: 'Wishlist' }).click()
  await expectSeen(page.getByText('Nothing saved yet.'))
})

test('the wishlist tells what became cheaper and what is gone, leads to the cart by size, and is accessible', async () => {
  const page = await openPage(shop)
  await signInCustomer(page)
  const [cheaper, gone] = (await listSome(page)).slice(2)
  for (const { _id } of [cheaper!, gone!]) await apiOf(page).saveProduct(_id)
  await signInAdmin(page, shop.admin)
  const { price, discountedPrice = price } = cheaper!
  await apiOf(page).updatePrice(cheaper!._id, { price, discountedPrice: discountedPrice - 300 })
  await apiOf(page).deleteProduct(gone!._id)
  await page.goto('/wishlist')
  await expectSeen(page.getByText('₹300 less than when you saved it'))
  await expectSeen(page.getByText('No longer for sale'))
  await expectSeen(page.getByRole('heading', { name: gone!.name }))
  await expectPressed(heartOf(page, gone!.name), true)
  await expectGoodInEveryLook(page)
  const size = cheaper!.sizes.find(({ stock }) => stock > 1)!.size
  await page.getByRole('button', { name: `Add ${cheaper!.name}`, exact: true }).click()
  await page.getByRole('button', { name: `Add ${cheaper!.name}, size ${size}` }).click()
  await expectSeen(page.getByText('Product added to cart!'))
})

test('a heart that could not be stored is taken back', async () => {
  const page = await openPage(sharedShop(), { expected: ['503 /api/wishlist/*'] })
  const [product] = await listSome(page)
  await signInCustomer(page)
  await page.goto(`/product/${product!._id}`)
  const refusal = { message: 'Not now.', error: 'Not now.', code: 'unavailable' }
  await page.route(`**/api/wishlist/${product!._id}`, (route) => route.fulfill({ status: 503, json: refusal }))
  await expectPressed(heartOf(page, product!.name), false)
  await heartOf(page, product!.name).click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'Not now.' }))
  await expectPressed(heartOf(page, product!.name), false)
})

test('a heart that is stored for a customer who has signed out meanwhile is not shown', async () => {
  const page = await openPage(shop)
  const [product] = await listSome(page)
  await signInCustomer(page)
  const isFilled = heartsFilled(page)
  await page.goto(`/product/${product!._id}`)
  await isFilled
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
  const stored = Promise.withResolvers<void>()
  await page.route(`**/api/wishlist/${product!._id}`, async (route) => {
    const response = await route.fetch()
    stored.resolve()
    await isFree
    await route.fulfill({ response })
  })
  await heartOf(page, product!.name).click()
  await stored.promise
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  const late = page.waitForResponse(`**/api/wishlist/${product!._id}`)
  release()
  await (await late).finished()
  await page.goBack()
  await expectPressed(heartOf(page, product!.name), false)
})

test('the heart of a featured card, which is a link as a whole, can be pressed', async () => {
  const page = await openPage(sharedShop())
  await page.goto('/')
  const heart = page.getByRole('button', { name: /^Save / }).first()
  await heart.click()
  await expectPressed(heart, true)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})

test('without JavaScript a customer sees the wishlist, and there is no heart that does nothing', async () => {
  const page = await openPage(sharedShop(), { javaScript: false })
  const [product] = await listSome(page)
  await signInCustomer(page)
  await apiOf(page).saveProduct(product!._id)
  await page.goto('/wishlist')
  await expectSeen(page.getByRole('link', { name: product!.name, exact: true }))
  await expect.poll(() => page.getByRole('button', { name: /^Save / }).count()).toBe(0)
})

test('a visitor asks for a mail about a sold-out size, signs in, comes back to the product and takes it back', async () => {
  const page = await openPage(shop)
  const product = (await listSome(page)).at(-1)!
  const size = product.sizes[0]!.size
  await signInAdmin(page, shop.admin)
  await apiOf(page).setStock(product._id, 0, size)
  const email = await registerSomebody(page)

  await page.goto(`/product/${product._id}`)
  await chooseRadio(page.getByRole('radio', { name: new RegExp(`^${size} `) }))
  await expectGone(page.getByText(/^Arrives/))
  await page.getByRole('button', { name: `E-mail me when ${size} is back` }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/signin')
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await expectSeen(page.getByText(`Register and log in, and we e-mail you once ${size} is back.`))
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expectSeen(page.getByText(`Log in, and we e-mail you once ${size} is back.`, { exact: true }))
  await signInByForm(page, email)
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/product/${product._id}`)
  await expect
    .poll(async () => (await apiOf(page).listStockRequests()).requests)
    .toMatchObject([{ productId: product._id, size }])
  await chooseRadio(page.getByRole('radio', { name: new RegExp(`^${size} `) }))
  await expectSeen(page.getByText(`We will e-mail you once ${size} is back.`, { exact: true }))

  await page.getByRole('link', { name: 'Wishlist' }).click()
  const stop = page.getByRole('button', { name: `Do not e-mail me about ${product.name}, size ${size}` })
  await expectSeen(stop)
  await expectGoodInEveryLook(page)
  await stop.click()
  await expectGone(stop)
  await expect.poll(async () => (await apiOf(page).listStockRequests()).requests).toEqual([])
})

test('a list of requests that comes late does not take back what was asked for meanwhile', async () => {
  const page = await openPage(shop)
  await signInCustomer(page)
  await signInAdmin(page, shop.admin)
  const product = (await listSome(page)).at(-3)!
  const { size } = product.sizes[0]!
  await apiOf(page).setStock(product._id, 0, size)
  const read = Promise.withResolvers<void>()
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/stock-requests', async (route) => {
    const response = await route.fetch()
    read.resolve()
    await isFree
    await route.fulfill({ response })
  })
  await page.goto(`/product/${product._id}`)
  await chooseRadio(page.getByRole('radio', { name: new RegExp(`^${size} `) }))
  await read.promise
  await page.getByRole('button', { name: `E-mail me when ${size} is back` }).click()
  const stop = page.getByRole('button', { name: 'Do not e-mail me', exact: true })
  await expectSeen(stop)
  const late = page.waitForResponse('**/api/stock-requests')
  release()
  await (await late).finished()
  await page.evaluate('new Promise(requestAnimationFrame)')
  await stop.click()
  await expectSeen(page.getByRole('button', { name: `E-mail me when ${size} is back` }))
  await expect.poll(async () => (await apiOf(page).listStockRequests()).requests).toEqual([])
})

test('what waits on the device is on the wishlist at once after a sign-in in another tab', async () => {
  const page = await openPage(shop)
  const [product] = await listSome(page)
  await page.goto(`/product/${product!._id}`)
  await heartOf(page, product!.name).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('wishlist'))).toContain(product!._id)
  await signInCustomer(page)
  await page.goto('/wishlist')
  await expectSeen(page.getByRole('link', { name: product!.name, exact: true }))
  await expectGone(page.getByText('Nothing saved yet.'))
})

test('a size that sells out while somebody looks is shown so after the refused click', async () => {
  const page = await openPage(shop, { expected: ['409 /api/cart/add/*'] })
  await signInCustomer(page)
  await signInAdmin(page, shop.admin)
  const product = (await listSome(page)).at(-2)!
  const { size } = product.sizes.find(({ stock }) => stock > 1)!
  await page.goto(`/product/${product._id}`)
  await chooseRadio(page.getByRole('radio', { name: size, exact: true }))
  await apiOf(page).setStock(product._id, 0, size)
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expectSeen(page.getByRole('alert').filter({ hasText: `${product.name} is out of stock.` }))
  await expectSeen(page.getByRole('button', { name: `E-mail me when ${size} is back` }))
  await expect.poll(() => page.getByRole('button', { name: 'Add to Cart' }).isDisabled()).toBe(true)
  for (const each of product.sizes) await apiOf(page).setStock(product._id, 0, each.size)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expectSeen(page.getByText('Choose your size, and we e-mail you when it is back.'))
})
