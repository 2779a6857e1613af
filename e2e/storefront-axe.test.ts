import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible } from './axe.ts'
import { expectSeen, LAPTOP, openPage, PHONE, sharedShop } from './journey.ts'
import { apiOf, signInCustomer } from './sign-in.ts'

const EXPECTED = ['401 /api/users/me', '401 /api/admin/me', '404 /no/such/page']
const PUBLIC = ['/', '/about', '/contact', '/getproducts', '/categories/shirts', '/signin', '/signup', '/admin-signin']

async function expectScreen(page: Page, path: string) {
  await page.goto(path)
  await expectSeen(page.getByRole('main').getByRole('heading', { level: 1 }))
  await expectAccessible(page)
  for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
    await expect.poll(() => page.getByRole(landmark).count(), { message: `${landmark} of ${path}` }).toBe(1)
  }
  const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'))
  expect(overflow, `${path} is wider than the window`).toBeLessThanOrEqual(0)
}

for (const viewport of [LAPTOP, PHONE]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every storefront screen is accessible, ${viewport.width} px wide, ${colorScheme}`, async () => {
      const page = await openPage(sharedShop(), { viewport, colorScheme, expected: EXPECTED })
      const { products } = await apiOf(page).listProducts({ page: 1, inStock: 'true' })
      const product = products[0]?._id ?? ''
      for (const path of [...PUBLIC, `/product/${product}`, '/no/such/page']) await expectScreen(page, path)
      await signInCustomer(page)
      await apiOf(page).addToCart(product)
      for (const path of ['/user-profile', '/cart', '/order']) await expectScreen(page, path)
    }, 180_000)
  }
}

test('no screen is wider than 320 px', async () => {
  const page = await openPage(sharedShop(), { viewport: { width: 320, height: 700 }, expected: EXPECTED })
  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ page: 1, inStock: 'true' })
  await apiOf(page).addToCart(products[0]?._id ?? '')
  for (const path of [...PUBLIC, `/product/${products[0]?._id}`, '/user-profile', '/cart', '/order']) {
    await page.goto(path)
    const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'))
    expect(overflow, `${path} is wider than the window`).toBeLessThanOrEqual(0)
  }
}, 120_000)

test('the headline keeps to its column at every width', async () => {
  for (const width of [320, 390, 768, 1024, 1280, 1920]) {
    const page = await openPage(sharedShop(), { viewport: { width, height: 800 }, expected: EXPECTED })
    await page.goto('/')
    const overflow = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const words = [...heading.querySelectorAll('.stop')].map((stop) => stop.getBoundingClientRect().right)
      return Math.max(...words) - heading.getBoundingClientRect().right
    })
    expect(overflow, `the headline leaves its column at ${width} px`).toBeLessThanOrEqual(1)
    await page.close()
  }
}, 120_000)
