import type { ConsoleMessage } from 'playwright-core'
import { expect, test } from 'vitest'

import { createVisitor } from '#test/visitor.ts'

import { SIGNED_OUT } from './page-errors.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { apiOf } from './sign-in.ts'
import { PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

async function openAt(path: string, options: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT, ...options })
  await page.goto(path)
  return page
}

const ROWS = ['Featured Shirts', 'Featured T-Shirts', 'Featured Pants', 'Featured Co-ords', 'Featured Lowers']
const LOADING = [
  'Loading shirts...',
  'Loading t-shirts...',
  'Loading Pants...',
  'Loading Co-Ords...',
  'Loading Lowers...',
]

test('the home page shows its hero, five rows of at most ten products, and a link to all products', async () => {
  const page = await openAt('/')
  await expectSeen(page.getByText('Next-Gen Fashion'))
  await expectSeen(page.getByText('Featured Collections'))
  for (const name of ROWS) {
    await expectSeen(page.getByRole('heading', { name, exact: true }))
    const cards = page.getByRole('region', { name, exact: true }).getByRole('listitem')
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(5)
    await expect.poll(() => cards.count()).toBeLessThanOrEqual(10)
  }
  await expect.poll(() => page.getByRole('link', { name: 'Learn More' }).getAttribute('href')).toBe('/about')
  await expect
    .poll(() => page.getByRole('link', { name: 'Discover Our Products' }).getAttribute('href'))
    .toBe('/getproducts')
})

test('a card of a home row leads to its category and shows its link on hover', async () => {
  const page = await openAt('/')
  const card = page.getByRole('region', { name: 'Featured Pants' }).getByRole('listitem').first()
  await card.hover()
  const link = card.getByRole('link', { name: 'View Product →' })
  await expectSeen(link)
  await expect.poll(() => link.getAttribute('href')).toBe('/categories/pants')
})

test('a row of outfits leads to their page, on a first visit and on a later one', async () => {
  const page = await openAt('/')
  const row = page.getByRole('region', { name: 'Worn together' })
  await row.getByRole('link', { name: 'Sky and rust' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Worn together' }))
  await expect.poll(() => page.getByRole('heading', { name: 'Sky and rust' }).isVisible()).toBe(true)
  await expectSeen(page.getByRole('link', { name: 'Library Cord Trouser' }))
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  await expectSeen(row.getByRole('link', { name: 'White and indigo' }))
})

test('navigating to the home page shows a loading text for each row', async () => {
  const page = await openAt('/about')
  let release = () => {}
  const isFree = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/products/category/**', async (route) => {
    await isFree
    await route.continue()
  })
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  for (const text of LOADING) await expectSeen(page.getByText(text, { exact: true }))
  release()
  await expectSeen(page.getByRole('heading', { name: 'Featured Lowers' }))
  await expectGone(page.getByText('Loading Lowers...'))
})

test('an empty or unknown category says so', async () => {
  const page = await openAt('/categories/socks')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Category: socks' }))
  await expectSeen(page.getByText('No products found in this category.'))
})

test('the list shows eight skeletons while loading', async () => {
  const page = await openAt('/about')
  let release = () => {}
  const isFree = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/products/getallproductsindb?*', async (route) => {
    await isFree
    await route.continue()
  })
  await page.getByRole('banner').getByRole('link', { name: 'Our Products' }).click()
  await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(8)
  release()
  await expectSeen(page.getByRole('main').getByRole('link', { name: 'View', exact: true }).first())
  await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(0)
})

test('filters by category, price and sort are in the address and cover the whole catalogue', async () => {
  const page = await openAt('/getproducts')
  await page.getByLabel('Category', { exact: true }).selectOption({ label: 'Shirts' })
  await page.waitForURL(/category=/)
  await expectSeen(page.getByRole('link', { name: 'Remove Shirts' }))
  await page.getByLabel('Price', { exact: true }).selectOption({ label: '₹1,001 - ₹1,500' })
  await page.waitForURL(/minPrice=1001&maxPrice=1500/)
  await expectSeen(page.getByRole('link', { name: 'Remove ₹1,001 - ₹1,500' }))
  await page.getByLabel('Sort', { exact: true }).selectOption({ label: 'Price: Low to High' })
  await page.waitForURL(/sort=price-asc/)
  const { categories } = await apiOf(page).getCategories()
  const shirts = categories.find(({ slug }) => slug === 'shirts')?._id
  const wanted = await apiOf(page).listProducts({
    category: shirts,
    minPrice: 1000.01,
    maxPrice: 1500,
    sort: 'price-asc',
    page: 1,
  })
  const names = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect.poll(() => names.allTextContents()).toEqual(wanted.products.map(({ name }) => name))
  await page.getByRole('link', { name: 'Clear all' }).click()
  await page.waitForURL((url) => url.search === '')
})

test('filters without a match show a message', async () => {
  const page = await openAt('/getproducts?search=zzzzqqqq')
  await expectSeen(page.getByText('No products found matching your criteria.'))
})

test('the price filter offers all fourteen ranges and All Prices', async () => {
  const page = await openAt('/getproducts')
  const options = await page.getByLabel('Price', { exact: true }).locator('option').allTextContents()
  expect(options).toHaveLength(15)
  expect(options[0]).toBe('All Prices')
  expect(options).toContain('₹501 - ₹1,000')
  expect(options).toContain('₹20,001 - ₹30,000')
})

test('pages of the list are links, the current one is marked, and more can be loaded in place', async () => {
  const page = await openAt('/getproducts')
  const pages = page.getByRole('navigation', { name: 'Pagination' })
  await expect.poll(() => pages.locator('[aria-current=page]').textContent()).toBe('1')
  await expect.poll(() => pages.textContent()).toMatch(/^12…\d$/)
  const cards = page.getByRole('main').getByRole('link', { name: 'View', exact: true })
  await expect.poll(() => cards.count()).toBe(12)
  await page.getByRole('button', { name: 'Load 12 more' }).click()
  await expect.poll(() => cards.count()).toBe(24)
  await pages.getByRole('link', { name: '2', exact: true }).click()
  await page.waitForURL('**/getproducts?page=2')
  await expect.poll(() => pages.locator('[aria-current=page]').textContent()).toBe('2')
})

test('/products leads to the list', async () => {
  const page = await openAt('/products')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/getproducts')
})

test('on a phone the filters are a drawer whose button counts the products', async () => {
  const page = await openAt('/getproducts', { viewport: PHONE })
  await page.getByRole('button', { name: 'Filters' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByLabel('Category', { exact: true }).selectOption({ label: 'Pants' })
  await page.waitForURL(/category=/)
  await drawer.getByRole('button', { name: /^Show \d+ products$/ }).click()
  await expectGone(drawer)
})

test('a picture’s colours fill its space until it loads, and nothing moves', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  let release = () => {}
  const isFree = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/products/image/**', async (route) => {
    await isFree
    await route.continue()
  })
  await page.goto('/getproducts', { waitUntil: 'commit' })
  const picture = page.getByRole('main').locator('article img').first()
  await expectSeen(picture)
  await expect
    .poll(() => picture.evaluate((image) => getComputedStyle(image).backgroundImage))
    .toMatch(/^radial-gradient\(.*rgb/)
  await page.evaluate('document.fonts.ready.then(() => true)')
  const before = await picture.boundingBox()
  release()
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).complete)).toBe(true)
  await expect.poll(() => picture.boundingBox()).toEqual(before)
})

test('the product page has a thumbnail for each picture, a stable sample rating, sizes and the perks', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  const { products } = await apiOf(page).listProducts({ search: 'Harbour Stripe Shirt', page: 1 })
  const [product] = products
  await page.goto(`/product/${product?._id}`)
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Harbour Stripe Shirt' }))
  const thumbnails = page.getByRole('list', { name: 'Thumbnails' }).getByRole('button')
  await expect.poll(() => thumbnails.count()).toBe(product?.images.length)
  await thumbnails.nth(1).click()
  await expect.poll(() => thumbnails.nth(1).getAttribute('aria-current')).toBe('true')
  await expectSeen(page.getByRole('group', { name: 'Size' }).getByRole('radio', { name: 'M', exact: true }))
  for (const perk of ['Free Shipping on orders over ₹999', 'Best Quality', 'Secure Payment']) {
    await expectSeen(page.getByText(perk, { exact: true }))
  }
  await expectSeen(page.getByText('Sample rating'))
  const ratingOf = async () => page.evaluate<string>("localStorage.getItem('ratings')")
  await expect.poll(ratingOf).toContain(product?._id)
  const ratings = JSON.parse(await ratingOf()) as Record<string, number>
  expect(ratings[product?._id ?? '']).toBeGreaterThanOrEqual(3)
  expect(ratings[product?._id ?? '']).toBeLessThanOrEqual(5)
  const kept = await ratingOf()
  await page.reload()
  await expectSeen(page.getByText('Sample rating'))
  await expect.poll(() => ratingOf()).toBe(kept)
})

test('navigating to a product says that it is loading, then focuses its name', async () => {
  const page = await openAt('/getproducts')
  let release = () => {}
  const isFree = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/products/product/*', async (route) => {
    await isFree
    await route.continue()
  })
  await page.getByRole('main').getByRole('link', { name: 'View', exact: true }).first().click()
  await expectSeen(page.getByText('Loading product details...'))
  release()
  await expectSeen(page.locator('main h1:focus'))
})

test('an unknown product shows a message, with status 404', async () => {
  const path = '/product/000000000000000000000000'
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, `404 ${path}`] })
  const answer = await page.goto(path)
  expect(answer?.status()).toBe(404)
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Product not found' }))
  await expectSeen(page.getByText("The product you're looking for doesn't exist."))
})

test('recently viewed products are shown, without deleted ones', async () => {
  const id = '000000000000000000000000'
  const picture = `/api/products/image/${id}/0`
  const expected = [...SIGNED_OUT, `404 ${picture}`, `404 /product/${id}`]
  const page = await openPage(sharedShop(), { expected })
  const { products } = await apiOf(page).listProducts({ page: 1, limit: 2 })
  const [shown, before] = products
  const gone = { _id: id, name: 'Paper Coat', images: [picture] }
  await page.goto('/about')
  const keep = (list: unknown[]) =>
    page.evaluate((text) => localStorage.setItem('recently-viewed', text), JSON.stringify(list))
  const kept = async () => {
    const list = JSON.parse(await page.evaluate<string>("localStorage.getItem('recently-viewed')")) as { _id: string }[]
    return list.map(({ _id }) => _id)
  }
  await keep([gone, before])
  await page.goto(`/product/${shown?._id}`)
  const seen = page.getByRole('region', { name: 'Recently viewed' })
  await seen.scrollIntoViewIfNeeded()
  await expect.poll(() => seen.getByRole('link').allTextContents()).toEqual([before?.name])
  await expect.poll(kept).toEqual([shown?._id, before?._id])

  await keep([gone, before])
  await page.goto(`/product/${id}`)
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Product not found' }))
  await expect.poll(kept).toEqual([before?._id])
})

test('below a product the rows offer others of its category', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  const { products } = await apiOf(page).listCategoryProducts('shirts', { page: 1, limit: 10 })
  const [product] = products
  await page.goto(`/product/${product?._id}`)
  const names = page.getByRole('region', { name: 'Featured Shirts' }).getByRole('heading', { level: 3 })
  await expect.poll(() => names.count()).toBe(products.length - 1)
  await expect.poll(() => names.allTextContents()).not.toContain(product?.name)
})

test('a visitor who adds to the cart is asked to log in, and the product is added after the sign-in', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/*'] })
  const account = { email: `${crypto.randomUUID()}@example.com`, password: crypto.randomUUID() }
  await apiOf(page).register({ firstname: 'Ila', lastname: 'Sen', phone: '9876543210', ...account })
  const { products } = await apiOf(page).listProducts({ page: 1, inStock: 'true' })
  await page.goto(`/product/${products[0]?._id}`)
  await page.getByRole('group', { name: 'Size' }).locator('.tile:not([data-struck])').first().click()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'Please Login to Continue' }))
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  // The popover of the page that is left has fields of the same names.
  await expectSeen(page.getByRole('region', { name: 'Waits for your cart' }))
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expectSaid(page, 'Product added to cart!')
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'Cart 1' }))
})

test('the first products are cached with a timestamp; a broken entry logs a warning and is replaced', async () => {
  const page = await openAt('/about')
  const read = async () => JSON.parse(String(await page.evaluate("localStorage.getItem('products')"))) as unknown
  await expect.poll(read).toMatchObject({ products: expect.any(Array), timestamp: expect.any(Number) })
  await page.evaluate("localStorage.setItem('products', '{broken')")
  // The browser itself may warn of something else before.
  const isOurs = (message: ConsoleMessage) => message.type() === 'warning' && message.text().includes('product cache')
  const warning = page.waitForEvent('console', isOurs)
  await page.reload()
  await warning
  await expect.poll(async () => page.evaluate("localStorage.getItem('products')")).toContain('"timestamp"')
})

test('without JavaScript search and filters are plain forms', async () => {
  const page = await openAt('/', { javaScript: false })
  await page.getByRole('banner').getByLabel('Search products').fill('linen')
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?search=linen')
  await page.getByLabel('Sort', { exact: true }).selectOption('price-desc')
  await page.getByLabel('Price', { exact: true }).selectOption({ label: '₹1,001 - ₹1,500' })
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect.poll(() => new URL(page.url()).search).toContain('price=1001-1500')
  await expect.poll(() => page.getByLabel('Sort', { exact: true }).inputValue()).toBe('price-desc')
})

test('robots and the sitemap are served, with every product', async () => {
  const { api, fetch } = createVisitor(sharedShop().origin)
  const robots = await (await fetch('/robots.txt')).text()
  expect(robots).toContain('Disallow: /cart')
  const { totalProducts } = await api.listProducts({ page: 1 })
  const sitemap = await (await fetch('/sitemap.xml')).text()
  expect(sitemap.match(/<loc>[^<]*\/product\//g)).toHaveLength(totalProducts)
})
