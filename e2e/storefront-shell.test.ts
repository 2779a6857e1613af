import { expect, test } from 'vitest'

import { expectAccessible } from './axe.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { expectGone, expectSeen, heartsFilled, openPage, sharedShop } from './journey.ts'
import { apiOf, signInAdmin, signInCustomer } from './sign-in.ts'
import { PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

const visit = (path: string, options = {}) => openAt(path, { expected: SIGNED_OUT, ...options })

async function openAt(path: string, options: Parameters<typeof openPage>[1]) {
  const page = await openPage(sharedShop(), options)
  await page.goto(path)
  return page
}

test('a page is marked as hydrating until it is hydrated', async () => {
  for (const javaScript of [false, true]) {
    const page = await openPage(sharedShop(), { expected: SIGNED_OUT, javaScript })
    for (const [path, hasScripts] of [
      ['/', true],
      ['/order', true],
      ['/offline', false],
    ] as const) {
      await page.goto(path)
      const isNotHydrated = !javaScript && hasScripts
      await expect
        .poll(() => page.locator('html[data-hydrating]').count(), { message: path })
        .toBe(isNotHydrated ? 1 : 0)
    }
  }
})

test('the header becomes a card at 50 px, hides beyond 100 px and returns when scrolling up', async () => {
  const page = await visit('/')
  const header = page.getByRole('banner')
  const top = async () => (await header.boundingBox())?.y ?? 0
  await expect.poll(() => header.getAttribute('data-card')).toBe('false')
  await page.mouse.wheel(0, 60)
  await expect.poll(() => header.getAttribute('data-card')).toBe('true')
  await page.mouse.wheel(0, 500)
  await expect.poll(top).toBeLessThan(-50)
  await page.mouse.wheel(0, -100)
  await expect.poll(top).toBeGreaterThanOrEqual(0)
})

test('the header stays visible while the focus is inside it', async () => {
  const page = await visit('/')
  const header = page.getByRole('banner')
  await page.mouse.wheel(0, 60)
  await expect.poll(() => header.getAttribute('data-card')).toBe('true')
  await page.mouse.wheel(0, 600)
  await expect.poll(async () => (await header.boundingBox())?.y).toBeLessThan(-50)
  await page.getByRole('banner').getByRole('link', { name: 'About' }).focus()
  await expect.poll(async () => (await header.boundingBox())?.y).toBeGreaterThanOrEqual(0)
})

test('the categories panel opens on a click, lists categories in columns of three, and Escape closes it', async () => {
  const page = await visit('/about')
  const button = page.getByRole('button', { name: 'Categories', exact: true })
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
  await button.click()
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
  const shirts = page.getByRole('banner').getByRole('link', { name: 'Shirts', exact: true })
  await expect.poll(() => shirts.getAttribute('href')).toBe('/categories/shirts')
  await expect.poll(() => shirts.locator('xpath=ancestor::ul[1]/li').count()).toBe(3)
  const panel = page.locator(`#${CSS_ID(await button.getAttribute('aria-controls'))}`)
  await expect.poll(async () => (await panel.boundingBox())?.width).toBeGreaterThanOrEqual(600)
  for (const [item, slug] of [
    ['Denim', 'shirts'],
    ['Bootcut', 'lowers'],
    ['Cargo', 'pants'],
  ]) {
    await expect
      .poll(() => panel.getByRole('link', { name: item ?? '' }).getAttribute('href'))
      .toBe(`/categories/${slug}?search=${item?.toLowerCase()}`)
  }
  await page.keyboard.press('Escape')
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
})

const CSS_ID = (id: string | null) => (id ?? '').replaceAll(/[^\w-]/g, (character) => `\\${character}`)

test('the categories panel opens on hover', async () => {
  const page = await visit('/about')
  await page.getByRole('button', { name: 'Categories', exact: true }).hover()
  await expectSeen(page.getByRole('heading', { name: 'Popular Items' }))
})

test('a visitor’s profile menu has Login, Register and Admin', async () => {
  const page = await visit('/')
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  for (const [name, href] of [
    ['Login', '/signin'],
    ['Register', '/signup'],
    ['Admin', '/admin-signin'],
  ]) {
    await expect
      .poll(() =>
        page
          .getByRole('banner')
          .getByRole('link', { name: name ?? '', exact: true })
          .getAttribute('href'),
      )
      .toBe(href)
  }
})

test('a customer’s profile menu has Profile, My Orders and a Logout that leads to the home page', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await signInCustomer(page)
  const isFilled = heartsFilled(page)
  await page.goto('/about')
  await isFilled
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  const orders = page.getByRole('banner').getByRole('link', { name: 'My Orders' })
  await expectSeen(orders)
  await expect.poll(() => orders.getAttribute('href')).toBe('/user-profile')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(apiOf(page).getMe()).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('an administrator’s profile menu leads to the four admin areas', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await signInAdmin(page, sharedShop().admin)
  await page.goto('/about')
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  for (const name of ['Admin Dashboard', 'Admin Orders', 'Admin Product', 'Admin Contacts']) {
    await expectSeen(page.getByRole('banner').getByRole('link', { name }))
  }
})

test('the cart link holds digits only when there is a badge', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await signInCustomer(page)
  await page.goto('/about')
  const link = page.getByRole('banner').getByRole('link', { name: /Cart/ })
  await expect.poll(() => link.textContent()).not.toMatch(/\d/)
  const { products } = await apiOf(page).listProducts({ page: 1, inStock: 'true' })
  await apiOf(page).addToCart(products[0]?._id ?? '')
  await page.reload()
  await expect.poll(() => link.textContent()).toMatch(/1/)
})

test('a cart that was read before a product was added does not take it from the badge', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ search: 'Harbour Stripe Shirt', page: 1 })
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/cart', async (route) => {
    const answer = await route.fetch()
    read()
    await isFree
    await route.fulfill({ response: answer })
  })
  await page.goto(`/product/${products[0]?._id}`)
  await isRead
  await page.getByRole('group', { name: 'Size' }).locator('.tile:not([data-struck])').first().click()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expectSaid(page, 'Added to cart!')
  release()
  // The menu knows the customer once the old answer has come.
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'My Orders' }))
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'Cart 1' }))
})

test('on a phone the menu is a named dialog with the categories, and its links close it', async () => {
  const page = await visit('/', { viewport: PHONE })
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expectSeen(menu.getByRole('link', { name: 'Co-ords' }))
  await expectSeen(menu.getByRole('button', { name: 'Close menu' }))
  await menu.getByRole('link', { name: 'Products', exact: true }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Our Products' }))
  await expectGone(menu)
})

test('the header search suggests while typing and leads to the list on Enter', async () => {
  const page = await visit('/')
  const field = page.getByRole('banner').getByLabel('Search products')
  await field.pressSequentially('harbour')
  await expectSeen(page.getByRole('banner').getByRole('link', { name: /Harbour Stripe Shirt/ }))
  await field.press('Enter')
  await page.waitForURL('**/getproducts?search=harbour')
  await expectSeen(page.getByRole('main').getByRole('link', { name: 'Harbour Stripe Shirt' }))
})

test('on a phone a magnifier opens the search across the header, with good searches and the newest', async () => {
  const page = await visit('/about', { viewport: PHONE })
  const banner = page.getByRole('banner')
  const field = banner.getByLabel('Search products')
  const opener = banner.getByRole('button', { name: 'Open search' })
  await expectGone(field)
  await opener.click()
  await expectSeen(banner.locator('input[name=search]:focus'))
  await expect.poll(async () => (await field.boundingBox())?.width).toBeGreaterThan(PHONE.width * 0.7)
  await expectSeen(banner.getByRole('region', { name: 'Popular searches' }).getByRole('link', { name: 'Linen' }))
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectGone(field)
  await expectSeen(page.locator(':focus').and(opener))
  await opener.click()
  await page.keyboard.type('harbour')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/getproducts?search=harbour')
  await expectSeen(page.locator('h1:focus', { hasText: 'Our Products' }))
  await expectGone(field)
  await opener.click()
  await page.keyboard.press('Backspace')
  await expectSeen(banner.getByRole('region', { name: 'Recent searches' }).getByRole('link', { name: 'harbour' }))
  await banner.getByRole('button', { name: 'Close search' }).click()
  await expectGone(field)
  await expectSeen(page.locator(':focus').and(opener))
})

test('the skip link is the first focus and leads to the content', async () => {
  const page = await visit('/about')
  await page.keyboard.press('Tab')
  await expectSeen(page.locator(':focus', { hasText: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).hash).toBe('#main')
})

test('navigating to another path focuses its heading, scrolls to the top and loads no new document', async () => {
  const page = await visit('/about')
  await page.evaluate('window.isSameDocument = true; window.scrollTo(0, 900)')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expectSeen(page.locator('h1:focus', { hasText: 'Contact' }))
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
  await expect.poll(() => page.evaluate('window.isSameDocument')).toBe(true)
})

test('going back restores the scroll position in a list', async () => {
  const page = await visit('/getproducts')
  const link = page.getByRole('main').getByRole('link', { name: 'View', exact: true }).last()
  await link.scrollIntoViewIfNeeded()
  const before = Number(await page.evaluate('window.scrollY'))
  expect(before).toBeGreaterThan(300)
  // By key: the driver repeats a click at the end of a view transition, and scrolls elsewhere for it.
  await link.press('Enter')
  await expectSeen(page.getByRole('heading', { name: 'Explore More' }))
  await page.goBack()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Our Products' }))
  await expect.poll(async () => Math.abs(Number(await page.evaluate('window.scrollY')) - before)).toBeLessThan(40)
})

test('a navigation overtaken by the next one is no error', async () => {
  const page = await visit('/getproducts')
  await page.getByRole('main').getByRole('link', { name: 'View', exact: true }).first().click()
  await expectSeen(page.getByRole('heading', { name: 'Explore More' }))
  await page.evaluate('document.startViewTransition(() => {}).skipTransition()')
})

test('an unknown address shows the not-found page with status 404', async () => {
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, '404 /no/such/page'] })
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Page not found' }))
})

test('no made-up address makes the shop answer with an error of its own', async () => {
  const statuses: Record<string, number> = {}
  const [many, endless] = ['S,'.repeat(240), '9'.repeat(450)]
  for (const [path, status] of [
    [`/getproducts?size=${many}&colour=${many}&origin=${many}&category=${many}`, 200],
    [`/categories/${endless}`, 200],
    [`/product/${endless}`, 404],
    [`/order-status/${endless}`, 404],
    ['/privacy.data', 200],
    ['/no/such.data', 404],
  ] as const) {
    const answer = await fetch(`${sharedShop().origin}${path}`)
    if (answer.status !== status) statuses[path] = answer.status
  }
  expect(statuses).toEqual({})
})

test('a response that is cut off shows the error screen', async () => {
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, '500 /api/products/category/*'] })
  await page.goto('/about')
  await page.route('**/api/products/category/**', (route) => route.fulfill({ status: 500, body: '{' }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pants' }).click()
  await expectSeen(page.getByRole('heading', { name: 'ERROR' }))
  await expectSeen(page.getByText('Something went wrong in the digital realm.'))
  await expectSeen(page.getByRole('button', { name: 'Try Again' }))
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'DESIGNED. FOR. TOMORROW.' }))
})

test('every screen has a title of its own', async () => {
  const titles: string[] = []
  for (const path of [
    '/',
    '/about',
    '/contact',
    '/getproducts',
    '/categories/shirts',
    '/signin',
    '/signup',
    '/admin-signin',
  ]) {
    const html = await (await fetch(`${sharedShop().origin}${path}`)).text()
    titles.push(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? `${path} has none`)
  }
  expect(titles.filter((title) => title.endsWith('has none'))).toEqual([])
  expect(new Set(titles).size).toBe(titles.length)
})

test('without a session the guarded pages lead to the sign-in, with JavaScript and without', async () => {
  for (const javaScript of [true, false]) {
    const page = await openPage(sharedShop(), { expected: SIGNED_OUT, javaScript })
    for (const path of ['/user-profile', '/cart', '/order']) {
      await page.goto(path)
      await expect.poll(() => new URL(page.url()).pathname).toBe('/signin')
    }
  }
})

test('a guarded page says Loading... until the session is known, then leads to the sign-in', async () => {
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, '401 /api/cart'] })
  await page.goto('/about')
  let release = () => {}
  const isKnown = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/users/me', async (route) => {
    await isKnown
    await route.continue()
  })
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
  await expectSeen(page.getByText('Loading...', { exact: true }))
  release()
  await page.waitForURL('**/signin')
})

test('every icon of the pages and the manifest exists, and /favicon.ico', async () => {
  const ask = (path: string) => fetch(new URL(path, sharedShop().origin))
  const page = await (await ask('/about')).text()
  const links = [...page.matchAll(/<link [^>]*>/g)].map(([link]) => link).filter((link) => /rel="[^"]*icon"/.test(link))
  const named = links.map((link) => /href="([^"]*)"/.exec(link)?.[1] ?? '')
  expect(named.length).toBeGreaterThan(1)
  const { icons } = (await (await ask('/manifest.webmanifest')).json()) as { icons: { src: string }[] }
  const addresses = new Set([...named, ...icons.map(({ src }) => src), '/favicon.ico'])
  expect(addresses.size).toBeGreaterThan(4)
  for (const address of addresses) {
    const answer = await ask(address)
    const found = { address, status: answer.status, type: answer.headers.get('content-type') }
    expect(found).toEqual({ address, status: 200, type: expect.stringMatching(/^image\//) })
  }
})
