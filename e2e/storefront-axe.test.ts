import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectGoodInEveryLook, expectNoOverflow } from './axe.ts'
import { expectSeen, openPage, sharedShop } from './journey.ts'
import { apiOf, signInCustomer } from './sign-in.ts'

const EXPECTED = ['401 /api/users/me', '401 /api/admin/me', '404 /no/such/page']
const PUBLIC = [
  '/',
  '/about',
  '/contact',
  '/getproducts',
  '/categories/shirts',
  '/signin',
  '/signup',
  '/admin-signin',
  '/privacy',
  '/seller',
]
const NARROWEST = { width: 320, height: 700 }

/**
 * The screen at this address has its landmarks, and is accessible and no wider than its window however it is looked at.
 */
async function expectGoodScreen(page: Page, path: string) {
  await page.goto(path)
  await expectSeen(page.getByRole('main').getByRole('heading', { level: 1 }))
  await expectGoodInEveryLook(page)
  for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
    await expect.poll(() => page.getByRole(landmark).count(), { message: `${landmark} of ${path}` }).toBe(1)
  }
  await page.setViewportSize(NARROWEST)
  await expectNoOverflow(page)
}

test.each([...PUBLIC, '/no/such/page'])('%s is accessible in every look and fits every window', async (path) => {
  await expectGoodScreen(await openPage(sharedShop(), { expected: EXPECTED }), path)
})

test('the customer’s and the product screens are accessible in every look and fit every window', async () => {
  const page = await openPage(sharedShop(), { expected: EXPECTED })
  const { products } = await apiOf(page).listProducts({ page: 1, inStock: 'true' })
  const product = products[0]?._id ?? ''
  await expectGoodScreen(page, `/product/${product}`)
  await signInCustomer(page)
  await apiOf(page).addToCart(product)
  for (const path of ['/user-profile', '/cart', '/order']) await expectGoodScreen(page, path)
})

test('the headline fits its column at every width', async () => {
  const page = await openPage(sharedShop(), { expected: EXPECTED })
  await page.goto('/')
  const overhang = () =>
    page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const words = [...heading.querySelectorAll('.stop')].map((stop) => stop.getBoundingClientRect().right)
      return Math.max(...words) - heading.getBoundingClientRect().right
    })
  for (const width of [320, 390, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(overhang, { message: `the headline leaves its column at ${width} px` }).toBeLessThanOrEqual(1)
  }
})
