import type { Page, Route } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'

import { launchBrowser } from './launch-browser.ts'
import { SIGNED_OUT, SIGNED_OUT_ELSEWHERE } from './page-errors.ts'
import { expectGone, expectSeen, heartsFilled, openPage, sharedShop } from './journey.ts'
import { ADDRESS } from './orders.ts'
import { apiOf, signInAdmin, signInCustomer } from './sign-in.ts'
import { LAPTOP, PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

/** Calls under this address get their answers when the test lets them go. */
async function holdBack(page: Page, address: string): Promise<() => void> {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await isReleased
    await route.continue()
  })
  return release
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('navigating between admin pages shows the new heading at once and says what is loading', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await signInAdmin(page, sharedShop().admin)
  await page.goto('/admin/contacts')
  const links = page.getByRole('navigation', { name: 'Admin pages' })
  for (const [link, call, title, words] of [
    ['Product Page', '**/api/admin/products*', 'Admin Products', 'Loading products...'],
    ['New Orders', '**/api/admin/getallorders*', 'Admin Order Dashboard', 'Loading orders...'],
    ['Contacts', '**/api/admin/getallcontacts*', 'Contact Submissions', 'Loading...'],
  ] as const) {
    const letSession = await holdBack(page, '**/api/admin/me')
    const letAnswer = await holdBack(page, call)
    await links.getByRole('link', { name: link, exact: true }).click()
    await expectSeen(heading(page, title))
    await expectSeen(page.getByText(words, { exact: true }))
    letSession()
    await expectSeen(page.getByText(words, { exact: true }))
    letAnswer()
    await expectGone(page.getByText(words, { exact: true }))
    await expectSeen(page.locator('h1:focus', { hasText: title }))
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('navigating to an admin page with several calls says Loading... until all have answered', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await signInAdmin(page, sharedShop().admin)
  await page.goto('/admin/contacts')
  const letAnswer = await holdBack(page, '**/api/admin/reviews*')
  await page.getByRole('link', { name: 'Reviews', exact: true }).click()
  await expectSeen(page.getByText('Loading...', { exact: true }))
  letAnswer()
  await expectSeen(heading(page, 'Reviews'))
  await expectGone(page.getByText('Loading...', { exact: true }))
})

test('navigating between cart and profile shows the new heading at once and says Loading...', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  const { name } = await signInCustomer(page)
  await page.goto('/user-profile')
  for (const [move, call, title] of [
    [() => page.getByRole('banner').getByRole('link', { name: 'Cart' }).click(), '**/api/cart', 'Cart'],
    [() => page.goBack(), '**/api/order/**', name],
  ] as const) {
    const letSession = await holdBack(page, '**/api/users/me')
    const letAnswer = await holdBack(page, call)
    await move()
    await expectSeen(heading(page, title))
    await expectSeen(page.getByText('Loading...', { exact: true }))
    letSession()
    letAnswer()
    await expectGone(page.getByText('Loading...', { exact: true }))
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('after the session has ended elsewhere a guarded page leads to the sign-in', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT_ELSEWHERE })
  await signInCustomer(page)
  await page.goto('/user-profile')
  await apiOf(page).logout()
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/signin')
})

test('Logout closes the profile menu', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await signInCustomer(page)
  const isFilled = heartsFilled(page)
  await page.goto('/')
  await isFilled
  const button = page.getByRole('button', { name: 'Profile', exact: true })
  await button.click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
  await expectGone(page.getByRole('banner').getByRole('link', { name: 'Login' }))
})

test('a visitor’s page makes no session call, and a customer’s only the customer’s', async () => {
  const page = await openPage(sharedShop())
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const sessions = () => asked.filter((path) => path.endsWith('/me'))
  await page.goto('/')
  await expect.poll(() => asked).toContain('/api/categories/getcateg')
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'Login' }))
  expect(sessions()).toEqual([])
  await signInCustomer(page)
  await page.reload()
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'My Orders' }))
  expect(new Set(sessions())).toEqual(new Set(['/api/users/me']))
})

test('a session whose hint cookie is lost is found again on a guarded page', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await signInCustomer(page)
  await page.context().clearCookies({ name: 'customer_hint' })
  await page.goto('/about')
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
  await expectSeen(heading(page, 'Cart'))
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await expectSeen(page.getByRole('button', { name: 'Logout' }))
})

test('signing out removes the e-mail address from the browser, and signing in restores the avatar', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  const { email, password } = await signInCustomer(page)
  const isFilled = heartsFilled(page)
  await page.goto('/user-profile')
  await isFilled
  await page.getByRole('button', { name: 'Choose avatar' }).click()
  await page.getByRole('dialog').locator('button:has(img)').nth(3).click()
  await expectSeen(page.getByRole('img', { name: /Your avatar/ }))
  const kept = () => page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])')
  await expect.poll(kept).toContain(email)
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(kept).not.toContain('@')
  await apiOf(page).login({ email, password })
  await page.goto('/user-profile')
  await expectSeen(page.getByRole('img', { name: /Your avatar/ }))
  await expect.poll(kept).toContain(email)
})

test('an answer to a customer who has signed out meanwhile is not shown to the next customer', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  const next = await signInCustomer(page)
  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ search: 'Harbour Stripe Shirt', page: 1 })
  const isFilled = heartsFilled(page)
  await page.goto(`/product/${products[0]?._id}`)
  await isFilled
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
  let answers = 0
  const answerLate = async (route: Route) => {
    const response = await route.fetch()
    answers += 1
    await isFree
    await route.fulfill({ response })
  }
  await page.route('**/api/cart/add/*', answerLate, { times: 1 })
  await page.route('**/api/wishlist/*', answerLate, { times: 1 })
  await page.getByRole('group', { name: 'Size' }).locator('.tile:not([data-struck])').first().click()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('button', { name: 'Save Harbour Stripe Shirt' }).first().click()
  await expect.poll(() => answers).toBe(2)
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/')

  const releaseCart = await holdBack(page, '**/api/cart')
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Email').fill(next.email)
  await page.getByLabel('Password', { exact: true }).fill(next.password)
  const isRead = page.waitForRequest('**/api/cart')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await isRead
  const late = page.waitForResponse('**/api/cart/add/*')
  release()
  await (await late).finished()
  await page.evaluate('new Promise(requestAnimationFrame)')
  releaseCart()
  await page.waitForURL((url) => url.pathname === '/')
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true }))
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('a new toast replaces the last one, below the logo and the cart', async () => {
  const page = await openPage(sharedShop(), { viewport: PHONE, expected: [...SIGNED_OUT, '500 /api/cart/*'] })
  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ search: 'Harbour Stripe Shirt', page: 1 })
  await page.goto(`/product/${products[0]?._id}`)
  await page.evaluate(`
    window.most = 0
    new MutationObserver(() => {
      window.most = Math.max(window.most, document.querySelectorAll('.toast').length)
    }).observe(document.body, { subtree: true, childList: true })`)
  await page.route('**/api/cart/add/*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('group', { name: 'Size' }).locator('.tile:not([data-struck])').first().click()
  const add = page.getByRole('button', { name: 'Add to Cart' })
  await add.click()
  await expectSeen(page.getByRole('alert'))
  const header = await page.getByRole('banner').boundingBox()
  const box = await page.locator('.toast').boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
  expect(box?.y).toBeLessThan(200)
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - PHONE.width / 2)).toBeLessThan(2)
  await page.unroute('**/api/cart/add/*')
  await add.click()
  await expectSaid(page, 'Added to cart!')
  await expectGone(page.getByRole('alert'))
  await expect.poll(() => page.evaluate('window.most')).toBe(1)
})

test.each(['/about', '/getproducts'])(
  'a search in the phone’s menu at %s ends at the heading of the list',
  async (path) => {
    const page = await openPage(sharedShop(), { viewport: PHONE, expected: SIGNED_OUT })
    await page.goto(path)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const field = page.getByRole('dialog', { name: 'Menu' }).getByLabel('Search products')
    await field.fill('harbour')
    await field.press('Enter')
    await page.waitForURL('**/getproducts?search=harbour')
    await expectGone(page.getByRole('dialog', { name: 'Menu' }))
    await expectSeen(page.locator('h1:focus', { hasText: 'Our Products' }))
  },
)

test('the logo begins where the content begins, on a phone, on a laptop and in a wide window', async () => {
  const page = await openPage(sharedShop())
  await page.goto('/getproducts')
  const left = async (name: 'banner' | 'main') =>
    (
      await page
        .getByRole(name)
        .getByText(name === 'banner' ? 'Selvedge' : 'Our Products')
        .first()
        .boundingBox()
    )?.x ?? 0
  for (const viewport of [PHONE, LAPTOP, { width: 1720, height: 900 }]) {
    await page.setViewportSize(viewport)
    await expect
      .poll(async () => Math.abs((await left('banner')) - (await left('main'))), {
        message: `${viewport.width} px wide`,
      })
      .toBeLessThan(1)
  }
})

test.each([
  ['take room', true, ['--hide-scrollbars']],
  ['lie above the page', false, []],
] as const)(
  'where scrollbars %s, a dialog of the shop or of the sandbox moves nothing aside',
  async (_, takesRoom, without) => {
    const browser = await launchBrowser([], without)
    onTestFinished(() => browser.close())
    const context = await browser.newContext({
      baseURL: sharedShop().origin,
      viewport: LAPTOP,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await signInCustomer(page)
    const { products } = await apiOf(page).listProducts({ search: 'Harbour Stripe Shirt', page: 1 })
    await apiOf(page).addToCart(products[0]?._id ?? '')
    const places = () =>
      page.evaluate<number[]>(`['h1', 'header', 'main'].flatMap((name) => {
      const box = document.querySelector(name)?.getBoundingClientRect()
      return box ? [box.left, box.right] : []
    })`)
    const isRoomTaken = () => page.evaluate<boolean>('document.documentElement.clientWidth < innerWidth')

    await page.goto(`/product/${products[0]?._id}`)
    await page.locator('html:not([data-hydrating])').waitFor()
    await expect.poll(isRoomTaken).toBe(takesRoom)
    const onProduct = await places()
    await page.getByRole('button', { name: 'Enlarge picture 1' }).click()
    await expectSeen(page.getByRole('dialog'))
    await expect.poll(places).toEqual(onProduct)

    // Tall enough that nothing has to be scrolled.
    await page.setViewportSize({ width: LAPTOP.width, height: 3000 })
    await page.goto('/order')
    await page.locator('html:not([data-hydrating])').waitFor()
    for (const [name, value] of Object.entries(ADDRESS)) await page.locator(`main [name="${name}"]`).fill(value)
    const onOrder = await places()
    await page.getByRole('button', { name: 'Pay & Place Order' }).click()
    await expectSeen(page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }))
    await expect.poll(places).toEqual(onOrder)
  },
)
