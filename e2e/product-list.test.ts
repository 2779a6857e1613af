import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { expectFocused } from './expect-focused.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { expectGone, expectSeen, openPage, ownShop, sharedShop } from './journey.ts'
import type { ServedShop } from './serve.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { LAPTOP, PHONE } from './viewports.ts'

let shop: ServedShop
beforeAll(async () => {
  shop = await ownShop()
})
afterAll(async () => {
  await shop.stop()
})

const cardsOf = (page: Page) => page.getByRole('main').getByRole('link', { name: 'View', exact: true })
const namesOf = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
const scrolled = async (page: Page) => Number(await page.evaluate('window.scrollY'))

/** Opens the list, loads two more pages and scrolls to the card with this number. Returns the card and its position. */
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

/** Which items of a grid take more than one place, and how many places are free. */
const placesOf = (list: Locator) =>
  list.evaluate((grid) => {
    const { gridTemplateColumns, gridTemplateRows } = getComputedStyle(grid)
    const span = (value: string) => Number(/span (\d)/.exec(value)?.[1] ?? 1)
    const places = [...grid.children].map((item) => {
      const { gridColumn, gridRow } = getComputedStyle(item)
      return span(gridColumn) * span(gridRow)
    })
    const all = gridTemplateColumns.split(' ').length * gridTemplateRows.split(' ').length
    return {
      free: all - places.reduce((sum, one) => sum + one, 0),
      larger: places.flatMap((taken, index) => (taken > 1 ? [index + 1] : [])),
    }
  })

test('some cards of a dozen are larger, and the rows are whole in every number of columns', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await page.goto('/getproducts')
  const list = page.getByRole('list').filter({ has: page.getByRole('article') })
  for (const [size, larger] of [
    [PHONE, [5, 12]],
    [{ width: 900, height: 800 }, [5]],
    [LAPTOP, [3, 10]],
  ] as const) {
    await page.setViewportSize(size)
    await expect.poll(() => placesOf(list)).toEqual({ larger, free: 0 })
  }
  await page.goto('/getproducts?search=flannel')
  await expect.poll(async () => (await placesOf(list)).larger).toEqual([])
})

test.each(['/getproducts', '/getproducts?inStock=true&sort=price-desc'])(
  'going back to %s finds all that was loaded, at its place, however often',
  async (path) => {
    const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
    const { card, ...left } = await loadMore(page, path, 21)
    expect(left.top).toBeGreaterThan(600)
    for (let visit = 0; visit < 2; visit += 1) {
      // By key: the driver repeats a click at the end of a view transition, and scrolls elsewhere for it.
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

test('a failed Load more says so below the list, until it has worked', async () => {
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, '500 /api/products/getallproductsindb'] })
  await page.goto('/getproducts')
  await page.route('**/api/products/getallproductsindb?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: /^Load \d+ more$/ }).click()
  await expectSeen(page.getByRole('alert').filter({ hasText: 'Failed to fetch products' }))
  const reason = page.getByRole('main').getByText('Failed to fetch products')
  await expectSeen(reason)
  await page.unroute('**/api/products/getallproductsindb?*')
  await page.getByRole('button', { name: /^Load \d+ more$/ }).click()
  await expect.poll(() => cardsOf(page).count()).toBeGreaterThan(12)
  await expectGone(reason)
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
  await expect.poll(async () => (await page.context().request.get('/getproducts?size=S')).text()).toMatch(/S sold out/)
  await page.reload()
  await expect.poll(() => card.textContent()).toContain('S sold out')
  // The filter's count is that of the list it leads to.
  await expectSeen(
    page.getByRole('group', { name: 'Size' }).getByRole('checkbox', { name: `S (${count})`, exact: true }),
  )
  await expectSeen(page.getByText(new RegExp(`Showing size S: \\d+ of ${count} in stock`)))

  await page.goto('/getproducts?size=S&inStock=true')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Our Products' }))
  await expect.poll(() => cardsOf(page).count()).toBeGreaterThan(0)
  await expect.poll(() => card.count()).toBe(0)
  await page.goto('/getproducts?size=M')
  await expect.poll(() => card.textContent()).not.toContain('sold out')
})

test('several sizes and colour families are chosen, stand in the address, and come back with it', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await page.goto('/getproducts')
  const sizes = page.getByRole('group', { name: 'Size' })
  await sizes.getByRole('checkbox', { name: /^S \(/ }).click()
  await page.waitForURL('**/getproducts?size=S')
  await sizes.getByRole('checkbox', { name: /^M \(/ }).click()
  await page.waitForURL('**/getproducts?size=S%2CM')
  const colours = page.getByRole('group', { name: 'Colour' })
  await colours.getByRole('checkbox', { name: /^Blue \(/ }).click()
  await page.waitForURL('**/getproducts?size=S%2CM&colour=Blue')
  await expectSeen(page.getByText(/^Showing sizes S, M: \d+ of \d+ in stock$/))
  await page.reload()
  await expect.poll(() => sizes.getByRole('checkbox', { name: /^M \(/ }).isChecked()).toBe(true)
  await page.getByRole('link', { name: 'Remove Size S' }).click()
  await page.waitForURL('**/getproducts?size=M&colour=Blue')
  await page.goBack()
  await expect.poll(() => sizes.getByRole('checkbox', { name: /^S \(/ }).isChecked()).toBe(true)

  await page.goto('/getproducts')
  await page.locator('summary').filter({ hasText: 'Fabric' }).click()
  await page
    .getByRole('group', { name: 'Fabric' })
    .getByRole('checkbox', { name: /^Linen \(/ })
    .click()
  await page.waitForURL('**/getproducts?fabric=Linen')
  await page.getByRole('checkbox', { name: /^Discounted only \(/ }).click()
  await page.waitForURL('**/getproducts?fabric=Linen&discounted=true')
  await expectSeen(page.getByRole('link', { name: 'Remove Discounted only' }))
  await page.getByRole('link', { name: 'Remove Linen' }).click()
  await page.waitForURL('**/getproducts?discounted=true')
  await expectFocused(page.getByRole('list', { name: 'Applied filters' }))
  await page.locator('summary').filter({ hasText: 'Sleeves' }).click()
  await page
    .getByRole('group', { name: 'Sleeves' })
    .getByRole('checkbox', { name: /^Full \(/ })
    .click()
  await page.waitForURL('**/getproducts?sleeve=Full&discounted=true')
  await page.goto('/getproducts?sleeve=full')
  await expect
    .poll(() =>
      page
        .getByRole('group', { name: 'Sleeves' })
        .getByRole('checkbox', { name: /^Full \(/ })
        .isChecked(),
    )
    .toBe(true)
  await page.getByRole('link', { name: 'Remove Sleeves: Full' }).click()
  await page.waitForURL('**/getproducts')
})

test('a colour in an address counts in any case', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  const { totalProducts } = await apiOf(page).listProducts({ colour: 'Black', page: 1 })
  expect(totalProducts).toBeGreaterThan(0)
  await page.goto('/getproducts?colour=black')
  await expectSeen(page.getByRole('link', { name: /^Remove .*Black$/ }))
  const black = page.getByRole('group', { name: 'Colour' }).getByRole('checkbox', { name: /^Black \(/ })
  await expect.poll(() => black.isChecked()).toBe(true)
  await expect.poll(() => cardsOf(page).count()).toBe(Math.min(12, totalProducts))
})

test('on a phone the foot of the filters stays in view and says how many products there are', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT, viewport: PHONE, isTouch: true })
  await page.goto('/getproducts')
  await page.getByRole('button', { name: 'Filters' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  const show = drawer.getByRole('button', { name: /^Show \d+ products$/ })
  await expectSeen(show)
  const foot = async () => {
    const { y, height } = (await show.boundingBox())!
    return y >= 0 && y + height <= PHONE.height
  }
  await expect.poll(foot).toBe(true)
  const before = await show.textContent()
  await drawer.getByRole('checkbox', { name: /^XXL \(/ }).click()
  await expect.poll(() => show.textContent()).not.toBe(before)
  await drawer.getByRole('group').last().scrollIntoViewIfNeeded()
  await expect.poll(foot).toBe(true)
  await show.click()
  await expectGone(drawer)
})

test('a choice shows at once, and the next one counts with it before the list has come', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await page.goto('/getproducts')
  const sizes = page.getByRole('group', { name: 'Size' })
  await expectSeen(sizes)
  const shown = await sizes.evaluate(async (group) => {
    const tiles = [...group.querySelectorAll('input')].filter(({ value }) => ['S', 'M'].includes(value))
    for (const tile of tiles) tile.click()
    await new Promise(requestAnimationFrame)
    return tiles.map(({ checked }) => checked)
  })
  expect(shown).toEqual([true, true])
  await page.waitForURL('**/getproducts?size=S%2CM')
})

test('several categories are shown together, each with its chip', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  const { categories } = await apiOf(page).getCategories()
  const idOf = (name: string) => categories.find((each) => each.name === name)?._id ?? ''
  await page.goto('/getproducts')
  const field = page.getByLabel('Category', { exact: true })
  await field.selectOption({ label: 'Shirts' })
  await page.waitForURL(`**/getproducts?category=${idOf('Shirts')}`)
  const more = page.getByRole('group', { name: 'Also show' })
  await more.getByRole('checkbox', { name: /^Pants \(/ }).click()
  await page.waitForURL(`**/getproducts?category=${idOf('Shirts')}%2C${idOf('Pants')}`)
  const category = `${idOf('Shirts')},${idOf('Pants')}`
  const { totalProducts } = await apiOf(page).listProducts({ category, page: 1 })
  await expectSeen(page.getByText(`${totalProducts} products`, { exact: true }))
  await page.reload()
  await expect.poll(() => more.getByRole('checkbox', { name: /^Pants \(/ }).isChecked()).toBe(true)
  await page.getByRole('link', { name: 'Remove Shirts' }).click()
  await page.waitForURL(`**/getproducts?category=${idOf('Pants')}`)
  await expect.poll(() => field.inputValue()).toBe(idOf('Pants'))
})

test('a lowest and a highest price narrow the page of a category', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await page.goto('/categories/shirts')
  await page.getByLabel('Highest price').fill('1500')
  await page.getByLabel('Highest price').press('Enter')
  await page.waitForURL('**/categories/shirts?maxPrice=1500')
  const { totalProducts } = await apiOf(page).listCategoryProducts('shirts', { maxPrice: 1500, page: 1 })
  await expectSeen(page.getByText(`${totalProducts} products`, { exact: true }))
  await page.getByLabel('Lowest price').fill('1400')
  await page.getByLabel('Lowest price').blur()
  await page.waitForURL('**/categories/shirts?minPrice=1400&maxPrice=1500')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Category: shirts' }))
})

test('a corrected search says so and can be taken as typed; one that finds nothing offers what comes nearest', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await page.goto('/getproducts?search=bleu+shrit')
  await expectSeen(page.getByText(/Showing results for blue shirt, search instead for bleu shrit/))
  await expect.poll(() => page.getByLabel('Sort', { exact: true }).inputValue()).toBe('')
  await page.getByRole('link', { name: 'bleu shrit', exact: true }).click()
  await page.waitForURL('**/getproducts?search=bleu+shrit&exact=true')
  await expectSeen(page.getByText('No products found matching your criteria.'))

  await page.goto('/getproducts?search=linen+zzzzqqqq')
  await expectSeen(page.getByText('No products found matching your criteria.'))
  await expectSeen(page.getByRole('region', { name: 'Closest to your search' }).getByRole('article').first())
  await expectSeen(page.getByRole('main').getByRole('link', { name: 'Shirts', exact: true }))
})

test('without JavaScript several values of a filter are sent by the form', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT, javaScript: false })
  await page.goto('/categories/shirts')
  const sizes = page.getByRole('group', { name: 'Size' })
  await sizes.getByRole('checkbox', { name: /^S \(/ }).check()
  await sizes.getByRole('checkbox', { name: /^M \(/ }).check()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect.poll(() => new URL(page.url()).search).toContain('size=S%2CM')
  await expectSeen(page.getByText(/Showing sizes S, M: \d+ of \d+ in stock/))
})

test('each category and each range of prices says how many products it leaves', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await page.goto('/getproducts?minPrice=501&maxPrice=1000')
  const { facets } = await apiOf(page).listProducts({ minPrice: 501, maxPrice: 1000, page: 1, facets: 'true' })
  const filters = page.getByRole('complementary', { name: 'Filters' })
  const price = filters.getByLabel('Price', { exact: true })
  const shownBeside = (label: string, option: string) =>
    filters
      .getByLabel(label, { exact: true })
      .locator('option')
      .filter({ hasText: new RegExp(`^${option}$`) })
      .evaluate((element) => getComputedStyle(element, '::after').content)
  await expect.poll(() => shownBeside('Price', '₹1,001 - ₹1,500')).toBe(`"${facets?.prices[2]}"`)
  for (const { name, count } of facets?.categories ?? []) {
    await expect.poll(() => shownBeside('Category', name)).toBe(`"${count}"`)
  }
  await expect.poll(() => price.locator('option').nth(1).textContent()).toBe('₹0 - ₹500')
  await price.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/getproducts?minPrice=1001&maxPrice=1500')
})

test('the fields of the lowest and the highest price show what is typed into them', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  await page.goto('/getproducts?minPrice=10000&maxPrice=30000')
  const filters = page.getByRole('complementary', { name: 'Filters' })
  for (const label of ['Lowest price', 'Highest price']) {
    const field = filters.getByLabel(label)
    const { needed, width } = await field.evaluate((input) => ({ needed: input.scrollWidth, width: input.clientWidth }))
    expect(needed).toBeLessThanOrEqual(width)
  }
})

test('a search of one very long word makes a narrow page no wider', async () => {
  const page = await openPage(sharedShop(), { viewport: { width: 320, height: 640 }, expected: SIGNED_OUT })
  await page.goto(`/getproducts?search=${'waistcoat'.repeat(10)}`)
  await expectSeen(page.getByText('No products found matching your criteria.'))
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
