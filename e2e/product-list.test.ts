import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { SIGNED_OUT } from './page-errors.ts'
import { expectSeen, openPage, sharedShop } from './journey.ts'
import { serveShop, type ServedShop } from './serve.ts'
import { apiOf, signInAdmin } from './sign-in.ts'

let shop: ServedShop
beforeAll(async () => {
  shop = await serveShop()
})
afterAll(async () => {
  await shop.stop()
})

const cardsOf = (page: Page) => page.getByRole('main').getByRole('link', { name: 'View', exact: true })
const namesOf = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
const scrolled = async (page: Page) => Number(await page.evaluate('window.scrollY'))

/** Opens the list, loads two pages more and scrolls to the card with this number, which is answered with how it stands. */
async function loadMore(page: Page, path: string, number: number) {
  await page.goto(path)
  for (const cards of [12, 24]) {
    await expect.poll(() => cardsOf(page).count()).toBe(cards)
    await page.getByRole('button', { name: /^Load \d+ more$/ }).click()
  }
  await expect.poll(() => cardsOf(page).count()).toBeGreaterThan(24)
  const card = cardsOf(page).nth(number - 1)
  await card.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  return { card, top: await scrolled(page), names: await namesOf(page) }
}

async function expectAsLeft(page: Page, { top, names }: { top: number; names: string[] }) {
  await expect.poll(() => namesOf(page)).toEqual(names)
  await expect.poll(async () => Math.abs((await scrolled(page)) - top)).toBeLessThan(40)
}

test.each(['/getproducts', '/getproducts?inStock=true&sort=price-desc'])(
  'going back to %s finds all that was loaded, at its place, however often',
  async (path) => {
    const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
    const { card, ...left } = await loadMore(page, path, 21)
    expect(left.top).toBeGreaterThan(600)
    for (let visit = 0; visit < 2; visit += 1) {
      // A click that meets the end of a view transition is tried again, and the driver scrolls to another place for it.
      await card.press('Enter')
      await expectSeen(page.getByRole('heading', { name: 'Explore More' }))
      await page.goBack()
      await expectAsLeft(page, left)
    }
  },
)

test('a reloaded list loads its pages again, and a new visit does not', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  const { card, ...left } = await loadMore(page, '/getproducts', 21)
  await page.reload()
  await expectAsLeft(page, left)
  await card.press('Enter')
  await expectSeen(page.getByRole('heading', { name: 'Explore More' }))
  await page.reload()
  await expectSeen(page.getByRole('heading', { name: 'Explore More' }))
  await page.goBack()
  await expectAsLeft(page, left)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Our Products' }).click()
  await expect.poll(() => cardsOf(page).count()).toBe(12)
})

test('a list filtered by size marks products whose size is sold out, also on an older page', async () => {
  const page = await openPage(shop, { expected: ['401 /api/*'] })
  await signInAdmin(page, shop.admin)
  const api = apiOf(page)
  const { products, facets } = await api.listProducts({ size: 'S', page: 1, facets: 'true' })
  const product = products.find(
    ({ sizes }) =>
      sizes.some(({ size, stock }) => size === 'S' && stock > 0) &&
      sizes.some((one) => one.size === 'M' && one.stock > 0),
  )
  if (!product) throw new Error('The demo catalogue has no shirt in S and M.')
  const count = facets?.sizes.find(({ value }) => value === 'S')?.count
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: product.name, exact: true }) })
  await page.goto('/getproducts?size=S')
  await expect.poll(() => card.textContent()).not.toContain('sold out')

  await api.setStock(product._id, 0, 'S')
  await expect
    .poll(async () => (await page.context().request.get('/getproducts?size=S')).text())
    .toMatch(/S<!-- --> sold out/)
  await page.reload()
  await expect.poll(() => card.textContent()).toContain('S sold out')
  // The filter counts what it finds, and what it finds stands in the list.
  await expect
    .poll(() => page.getByLabel('Size', { exact: true }).locator('option[value="S"]').textContent())
    .toBe(`S (${count})`)

  await page.goto('/getproducts?size=S&inStock=true')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Our Products' }))
  await expect.poll(() => cardsOf(page).count()).toBeGreaterThan(0)
  await expect.poll(() => card.count()).toBe(0)
  await page.goto('/getproducts?size=M')
  await expect.poll(() => card.textContent()).not.toContain('sold out')
})
