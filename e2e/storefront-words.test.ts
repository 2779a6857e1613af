import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { SIGNED_OUT } from './page-errors.ts'
import { expectSeen, openPage, sharedShop } from './journey.ts'
import { apiOf, signInCustomer } from './sign-in.ts'
import { expectSaid } from './toasts.ts'

async function visit(path: string, expected: readonly string[] = []) {
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, ...expected] })
  await page.goto(path)
  return page
}

const toast = (page: Page, role: 'status' | 'alert', text: string) => page.getByRole(role).filter({ hasText: text })

const styleOf = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, wanted) => getComputedStyle(element).getPropertyValue(wanted), name)

test('the about page has the story, four pillars, two founders and links to the products', async () => {
  const page = await visit('/about')
  const main = page.getByRole('main')
  await expectSeen(main.getByText(/We are a design house/))
  for (const name of ['Original Design', 'Unrivaled Quality', 'Conscious Craft', 'Future-Forward Style']) {
    await expectSeen(main.getByRole('heading', { name, exact: true }))
  }
  await expect.poll(() => main.getByRole('region', { name: 'The team' }).getByRole('listitem').count()).toBe(2)
  for (const link of await main.getByRole('link').all()) {
    await expect.poll(() => link.getAttribute('href')).toBe('/getproducts')
  }
  await expect.poll(() => main.getByRole('link').count()).toBe(2)
})

test('the contact page has six named fields and promises an answer', async () => {
  const page = await visit('/contact')
  const names = await page
    .getByRole('main')
    .locator('input, textarea')
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('name')))
  expect(names).toEqual(['firstName', 'lastName', 'email', 'contactNumber', 'subject', 'message'])
  await expect.poll(() => page.getByRole('main').locator(':required').count()).toBe(6)
  await expectSeen(page.getByText(/12-23 hours by email or WhatsApp/))
})

test('the footer leads to five categories, three networks and two notices', async () => {
  const page = await visit('/about')
  const footer = page.getByRole('contentinfo')
  for (const slug of ['shirts', 'pants', 't-shirts', 'jeans', 'co-ords']) {
    await expect.poll(() => footer.locator(`a[href="/categories/${slug}"]`).count()).toBe(1)
  }
  for (const name of ['Facebook', 'Twitter', 'Instagram']) {
    await expectSeen(footer.getByRole('link', { name, exact: true }))
  }
  for (const name of ['Privacy', 'T & C']) {
    await expectSeen(footer.getByRole('link', { name, exact: true }))
  }
})

test('the header is fixed and transparent at the top, and links to all pages', async () => {
  const page = await visit('/about')
  await expect.poll(() => styleOf(page, 'header', 'position')).toBe('fixed')
  await expect.poll(() => styleOf(page, '.site-header-bar', 'background-color')).toBe('rgba(0, 0, 0, 0)')
  await expect.poll(() => styleOf(page, '.site-header-bar', 'box-shadow')).toBe('none')
  await page.mouse.wheel(0, 60)
  await expect.poll(() => styleOf(page, '.site-header-bar', 'box-shadow')).not.toBe('none')
  const banner = page.getByRole('banner')
  for (const [name, href] of [
    ['Home', '/'],
    ['About', '/about'],
    ['Our Products', '/getproducts'],
    ['Contact', '/contact'],
    ['Cart', '/cart'],
  ]) {
    await expect.poll(() => banner.getByRole('link', { name: name ?? '', exact: true }).getAttribute('href')).toBe(href)
  }
  await page.getByRole('button', { name: 'Categories', exact: true }).click()
  for (const [slug, items] of [
    ['shirts', ['Casual', 'Formal', 'Polo', 'Denim']],
    ['lowers', ['Skinny', 'Straight', 'Bootcut', 'Relaxed']],
    ['pants', ['Trousers', 'Chinos', 'Cargo', 'Leggings']],
  ] as const) {
    for (const name of items) {
      await expect
        .poll(() => banner.getByRole('link', { name, exact: true }).getAttribute('href'))
        .toBe(`/categories/${slug}?search=${name.toLowerCase()}`)
    }
  }
})

test('a home card shows picture, name and price, and on hover an overlay with two lines', async () => {
  const page = await visit('/')
  const row = page.getByRole('region', { name: 'Featured Lowers' })
  const card = row.getByRole('listitem').first()
  await card.scrollIntoViewIfNeeded()
  await expectSeen(card.getByRole('img').or(card.locator('img')).first())
  await expectSeen(card.getByRole('heading', { level: 3 }))
  await expect.poll(() => card.locator('.price').textContent()).toMatch(/₹[\d,]+/)
  const overlay = card.locator('.card-overlay')
  const opacity = () => overlay.evaluate((element) => getComputedStyle(element).opacity)
  await page.mouse.move(0, 0)
  await expect.poll(opacity).toBe('0')
  await card.hover()
  await expect.poll(opacity).toBe('1')
  const description = overlay.locator('p').nth(1)
  await expect.poll(() => description.evaluate((element) => getComputedStyle(element).webkitLineClamp)).toBe('2')
  const list = row.getByRole('list')
  await expect.poll(() => list.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
})

test('rows request ten products of a category, the home page’s shirts thirty', async () => {
  const page = await visit('/about')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/products/category/')) asked.push(`${pathname.split('/').at(-1)}${search}`)
  })
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  await expectSeen(page.getByRole('heading', { name: 'Featured Lowers' }))
  await expect
    .poll(() => asked.toSorted((a, b) => a.localeCompare(b)))
    .toEqual([
      'co-ords?page=1&limit=10',
      'lowers?page=1&limit=10',
      'pants?page=1&limit=10',
      'shirts?page=1&limit=30',
      't-shirts?page=1&limit=10',
    ])
})

test('a product has its category’s badge, its description and five rows to explore', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  const { products } = await apiOf(page).listProducts({ search: 'Harbour Stripe Shirt', page: 1 })
  await page.goto(`/product/${products[0]?._id}`)
  const main = page.getByRole('main')
  await expectSeen(main.locator('.badge').filter({ hasText: 'Shirts' }))
  await expectSeen(main.getByText(products[0]?.description ?? '').first())
  await expectSeen(main.getByRole('heading', { name: 'Explore More' }))
  for (const name of ['Shirts', 'T-Shirts', 'Pants', 'Co-ords', 'Lowers']) {
    await expectSeen(main.getByRole('heading', { name: `Featured ${name}`, exact: true }))
  }
})

test('a sold-out product cannot be added, and low stock shows how many are left', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  const { products } = await apiOf(page).listProducts({})
  const out = products.find(({ stock }) => stock === 0)
  await page.goto(`/product/${out?._id}`)
  await expectSeen(page.locator('.stock-label').filter({ hasText: 'Out of Stock' }))
  await expect.poll(() => page.getByRole('button', { name: 'Add to Cart' }).isDisabled()).toBe(true)
  const detail = await apiOf(page).getProduct(products[0]?._id ?? '')
  await page.goto('/getproducts')
  await page.route('**/api/products/product/*', (route) => route.fulfill({ json: { ...detail, stock: 4, sizes: [] } }))
  await page.getByRole('main').getByRole('link', { name: 'View', exact: true }).first().click()
  await expectSeen(page.locator('.stock-label').filter({ hasText: 'Only 4 left' }))
})

test('adding says Adding... and then what was added; a refusal shows the server’s message', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/admin/me', '409 /api/cart/add/*'] })
  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ search: 'Harbour Stripe Shirt', page: 1 })
  let release = () => {}
  const isFree = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/cart/add/*', async (route) => {
    await isFree
    await route.continue()
  })
  await page.goto('/getproducts?search=Harbour+Stripe+Shirt')
  await page.getByRole('button', { name: 'Add Harbour Stripe Shirt', exact: true }).click()
  await page.getByRole('button', { name: 'Add Harbour Stripe Shirt, size M' }).click()
  await expectSeen(page.getByRole('button', { name: 'Adding...' }))
  release()
  await expectSaid(page, 'Product added to cart!')
  await page.unroute('**/api/cart/add/*')
  await page.route('**/api/cart/add/*', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'out_of_stock', message: 'Only 2 are left.', error: 'Only 2 are left.' },
    }),
  )
  await page.goto(`/product/${products[0]?._id}`)
  await page.getByRole('group', { name: 'Size' }).locator('.tile:not([data-struck])').first().click()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expectSeen(toast(page, 'alert', 'Only 2 are left.'))
})

test('a success toast stays for two seconds, an error toast for four', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/admin/me', '500 /api/cart/*'] })
  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ search: 'Harbour Stripe Shirt', page: 1 })
  await page.goto(`/product/${products[0]?._id}`)
  // The longest stay is counted in ticks of a timer, which a busy browser delays as it delays the toast's own.
  await page.evaluate(`
    window.stays = {}
    let ticks = 0
    setInterval(() => (ticks += 1), 100)
    const now = () => ({ ms: performance.now(), ticks })
    const came = new Map()
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('.toast')) {
        if (!came.has(toast)) came.set(toast, now())
        const { ms, ticks } = came.get(toast)
        if ('leaving' in toast.dataset) window.stays[toast.role] ??= { ms: now().ms - ms, ticks: now().ticks - ticks }
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true })`)
  const stayOf = async (role: string) =>
    (await page.evaluate<Record<string, { ms: number; ticks: number }>>('window.stays'))[role] ?? { ms: 0, ticks: 0 }
  await page.getByRole('group', { name: 'Size' }).locator('.tile:not([data-struck])').first().click()
  const add = page.getByRole('button', { name: 'Add to Cart' })
  await add.click()
  await expect.poll(async () => (await stayOf('status')).ms).toBeGreaterThan(1900)
  await expect.poll(async () => (await stayOf('status')).ticks).toBeLessThan(35)
  await page.route('**/api/cart/add/*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await add.click()
  await expect.poll(async () => (await stayOf('alert')).ms).toBeGreaterThan(3900)
  await expect.poll(async () => (await stayOf('alert')).ticks).toBeLessThan(75)
})

test('a failure without a server message shows the screen’s own', async () => {
  const failing = ['/api/products/getallproductsindb', '/api/users/register', '/api/contact', '/api/cart/remove/*']
  const expected = [...failing, '/api/users/logout', '/api/admin/login'].map((path) => `500 ${path}`)
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, ...expected] })
  const fail = (path: string) => page.route(`**${path}`, (route) => route.fulfill({ status: 500, body: '{}' }))

  await page.goto('/getproducts')
  await fail('/api/products/getallproductsindb?*')
  await page.getByRole('button', { name: 'Load 12 more' }).click()
  await expectSeen(toast(page, 'alert', 'Failed to fetch products'))
  await page.unroute('**/api/products/getallproductsindb?*')

  await fail('/api/users/register')
  await page.goto('/signup')
  for (const name of ['firstname', 'lastname', 'password']) await page.locator(`main [name=${name}]`).fill('some words')
  await page.locator('main [name=email]').fill('asha@example.com')
  await page.locator('main [name=phone]').fill('9876543210')
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
  await expectSeen(toast(page, 'alert', 'Registration failed'))

  await fail('/api/contact')
  await page.goto('/contact')
  for (const name of ['firstName', 'lastName', 'subject', 'message']) {
    await page.locator(`main [name=${name}]`).fill('some words')
  }
  await page.locator('main [name=email]').fill('asha@example.com')
  await page.locator('main [name=contactNumber]').fill('9876543210')
  await page.getByRole('main').locator('button[type=submit]').click()
  await expectSeen(page.getByRole('main').getByText('Failed to submit contact form'))

  await fail('/api/admin/login')
  await page.goto('/admin-signin')
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByLabel('Password', { exact: true }).fill('some password')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expectSeen(toast(page, 'alert', 'Login failed'))

  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ page: 1, inStock: 'true' })
  await apiOf(page).addToCart(products[0]?._id ?? '')
  await fail('/api/cart/remove/*')
  await page.goto('/cart')
  await page.getByRole('button', { name: `Remove ${products[0]?.name}` }).click()
  await expectSeen(toast(page, 'alert', 'Failed to remove item'))
  await expectSeen(page.getByRole('link', { name: products[0]?.name ?? '', exact: true }))

  await fail('/api/users/logout')
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectSeen(toast(page, 'alert', 'Logout failed'))
})

test('orders that fail to load show a message instead of a list', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/admin/me', '500 /api/order/getuserorders/*'] })
  await signInCustomer(page)
  await page.route('**/api/order/getuserorders/*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/about')
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: 'My Orders' }).click()
  await expectSeen(page.getByText('Failed to fetch orders'))
})

test('the cart shows free shipping, totals with two decimals, and a link to the products', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/admin/me'] })
  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ page: 1, inStock: 'true' })
  await apiOf(page).addToCart(products[0]?._id ?? '')
  await page.goto('/cart')
  await expectSeen(page.getByRole('main').getByText('Free', { exact: true }))
  const keepOn = page.getByRole('link', { name: 'Continue Shopping' })
  await expect.poll(() => keepOn.getAttribute('href')).toBe('/getproducts')
  await page.goto('/order')
  await expectSeen(page.getByRole('main').getByText('Free', { exact: true }))
  await expect.poll(() => page.getByRole('main').textContent()).toMatch(/Total₹[\d,]+\.\d\d/)
})

test('the side menu says that categories are loading or that there are none', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT, viewport: { width: 390, height: 844 } })
  await page.route('**/api/categories/getcateg', (route) => route.fulfill({ json: { categories: [] } }))
  await page.goto('/about')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expectSeen(menu.getByText('No categories found.'))
  for (const name of ['Home', 'About', 'Products', 'Contact']) {
    await expectSeen(menu.getByRole('link', { name, exact: true }))
  }
})
