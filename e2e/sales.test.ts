import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'

import { minuteInIndia } from '#contract/units/india-time.ts'
import { paidPrice } from '#contract/units/money.ts'

import { expectAccessible } from './axe.ts'
import { expectGone, expectSeen, openPage, ownShop, sharedShop } from './journey.ts'
import { apiOf, signInAdmin, signInCustomer } from './sign-in.ts'
import { PHONE } from './viewports.ts'

const HOUR_MS = 3_600_000
const inHours = (hours: number) => minuteInIndia(new Date(Date.now() + hours * HOUR_MS))

/** Looks at a screen in the dark on a wide window, and in the light on a phone. */
async function look(page: Page): Promise<void> {
  const wide = page.viewportSize()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  if (wide) await page.setViewportSize(wide)
}

test('the owner plans a sale, looks at the shop of that day, and sees what a product cost until now', async () => {
  const page = await openPage(sharedShop(), { expected: ['400 /api/admin/sales/preview'] })
  await signInAdmin(page, sharedShop().admin)
  const { products } = await apiOf(page).listProducts({ page: 1, limit: 1 })
  const [product] = products
  if (!product) throw new Error('The demo catalogue is empty.')
  const rule = { categories: [product.category._id] }
  const facts = { text: '', picture: '', pictureWords: '', order: 'name', isHidden: true } as const
  await apiOf(page).createCollection({ ...facts, products: [], title: 'Friday goods', rule })
  await page.goto('/admin/sales')
  await expectSeen(page.getByText('No sales here.'))
  await page.getByRole('link', { name: 'Create sale' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Friday evening')
  await page.getByRole('spinbutton', { name: 'Per cent off the price' }).fill('30')
  await page.getByLabel('From').fill(inHours(30))
  await page.getByLabel('Until').fill(inHours(29))
  await page.getByRole('checkbox', { name: 'Friday goods' }).check()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expectSeen(page.locator('.field-error').filter({ hasText: 'The sale would end before it begins.' }))
  await page.getByLabel('Until').fill(inHours(40))
  await page.getByRole('button', { name: 'Preview' }).click()
  await expectSeen(
    page.getByRole('region', { name: 'Preview' }).getByText(/It lowers the price of \d+ of \d+ products/),
  )
  await look(page)
  await page.getByRole('button', { name: 'Create sale' }).click()
  await page.waitForURL('**/admin/sales')
  await expectSeen(page.getByText('Coming').last())
  await look(page)

  await page.getByRole('link', { name: /Friday evening/ }).click()
  await page.getByRole('link', { name: 'The shop when it begins' }).click()
  await expectSeen(page.getByRole('heading', { name: 'The shop on a day to come' }))
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: product.category.name })
  await page.getByRole('button', { name: 'Show' }).click()
  const card = page.getByRole('article').filter({ hasText: product.name }).first()
  await expectSeen(card)
  await expect.poll(async () => paidPrice(await apiOf(page).getProduct(product._id))).toBe(paidPrice(product))
  await look(page)
  await card.getByRole('link', { name: product.name }).click()
  await expectSeen(page.getByText('as the sales are now'))
  await look(page)
  await page.getByRole('link', { name: 'Prices until now' }).click()
  await expectSeen(page.getByRole('heading', { name: `Prices of ${product.name}` }))
  await look(page)

  await page.goto('/admin/sales')
  await page.getByRole('button', { name: 'Stop Friday evening' }).click()
  await expectSeen(page.getByRole('button', { name: 'Resume Friday evening' }))
})

test('where the owner wants it, cards and the product say that the struck price is the lowest of the last 30 days', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const owner = await openPage(shop)
  await signInAdmin(owner, shop.admin)
  const api = apiOf(owner)
  await api.changeSettings({ values: { strikesLowestPrice: true }, revisions: { strikesLowestPrice: 0 } })
  const { categories } = await api.getCategories()
  const reductions = { title: 'Friday', percent: 20, rounding: 'rupee' as const, products: [], collections: [] }
  const [startsAt, endsAt] = [-HOUR_MS, HOUR_MS].map((ms) => new Date(Date.now() + ms).toISOString())
  await api.createSale({
    ...reductions,
    categories: categories.map(({ _id }) => _id),
    startsAt: startsAt!,
    endsAt: endsAt!,
  })

  const page = await openPage(shop, { viewport: PHONE, isTouch: true })
  await signInCustomer(page)
  const { products } = await apiOf(page).listProducts({ search: 'After Hours Shirt', page: 1 })
  const { _id = '', sizes = [] } = products[0] ?? {}
  await page.goto('/getproducts?search=After+Hours+Shirt')
  const card = page.getByRole('article').filter({ hasText: 'After Hours Shirt' })
  const struck = card.getByText(/^Lowest in 30 days ₹2,399$/)
  await expectSeen(struck)
  // One line, also in the narrow cards of a phone.
  await expect.poll(async () => (await struck.boundingBox())?.height).toBeLessThan(20)
  await look(page)
  await page.goto(`/product/${_id}`)
  await expectSeen(
    page
      .locator('.product-view')
      .getByText(/^Lowest in 30 days ₹2,399$/)
      .first(),
  )
  await look(page)
  await apiOf(page).addToCart(_id, sizes[0]?.size)
  await page.goto('/cart')
  await expectSeen(page.getByText('₹1,919.00').first())
  await expectGone(page.getByText(/^You save/))
})
