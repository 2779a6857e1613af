import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { samplesOf } from '#test/metric-samples.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectSeen, openPage, ownShop, type Visit } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { PHONE } from './viewports.ts'

let shop: Awaited<ReturnType<typeof ownShop>>
beforeAll(async () => {
  shop = await ownShop()
})
afterAll(() => shop.stop())

const open = (visit: Visit = {}) => openPage(shop, { expected: SIGNED_OUT, ...visit })

/**
 * Opens a page and waits until it has what measures the visit, which comes after everything that the visitor waits for.
 */
async function visitMeasured(page: Page, path: string): Promise<void> {
  const loaded = page.waitForResponse(/\/assets\/start-late-parts-[^/]+\.js$/)
  await page.goto(path)
  await (await loaded).finished()
  // What was fetched runs before this.
  await page.evaluate('new Promise((done) => setTimeout(done))')
}

/** Leaves the shop's pages. */
const leave = (page: Page) => page.goto('/robots.txt')

/**
 * How often the shop has counted each value of this kind of page, by the numbers for Prometheus: those of a page that
 * is left, no browser tells.
 */
async function countsOf(page: string): Promise<Record<string, number>> {
  const samples = samplesOf(await (await fetch(`${shop.origin}/metrics`)).text())
  const counted = [...samples].filter(([name]) => name.includes('_count{') && name.includes(`page="${page}"`))
  return Object.fromEntries(
    counted.map(([name, count]) => [
      `${/vital="(\w+)"/.exec(name)?.[1] ?? 'CLS'} on a ${/device="(\w+)"/.exec(name)?.[1]}`,
      count,
    ]),
  )
}

test('a visit is told of once, when the page is left', async () => {
  const page = await open({ viewport: PHONE, isTouch: true })
  await visitMeasured(page, '/getproducts')
  await page.getByRole('button', { name: 'Menu' }).first().tap()
  await expectSeen(page.getByRole('dialog'))
  await expect.poll(() => countsOf('list')).toEqual({})
  await leave(page)
  await expect
    .poll(() => countsOf('list'))
    .toEqual({
      'LCP on a phone': 1,
      'INP on a phone': 1,
      'CLS on a phone': 1,
      'FCP on a phone': 1,
      'TTFB on a phone': 1,
    })
})

test.each([
  [
    'Global Privacy Control',
    '/contact',
    "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true })",
  ],
  ['Do Not Track', '/about', "Object.defineProperty(Navigator.prototype, 'doNotTrack', { value: '1' })"],
])('with %s nothing is told', async (_, path, wish) => {
  const page = await open()
  await page.addInitScript(wish)
  await visitMeasured(page, path)
  await leave(page)
  const other = await open()
  const { 'TTFB on a desktop': before = 0 } = await countsOf('home')
  await visitMeasured(other, '/')
  await leave(other)
  await expect.poll(() => countsOf('home')).toMatchObject({ 'TTFB on a desktop': before + 1 })
  await expect.poll(() => countsOf('other')).toEqual({})
})

test('the owner sees by day and page how fast the shop was for visitors, and not how fast it was for them', async () => {
  const page = await open()
  await signInAdmin(page, shop.admin)
  await visitMeasured(page, '/admin/speed')
  await leave(page)
  // The sums are written down twice a minute.
  const listed = async () => (await apiOf(page).listVitals()).items.map(({ kind }) => kind)
  await expect.poll(listed, { timeout: 45_000 }).toEqual(['home', 'list'])
  await page.goto('/admin/speed')
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Home' }) })
  await expectSeen(row.getByRole('cell', { name: /^(\d+ ms|\d+\.\d s) ?(good|needs work|poor)$/ }).first())
  await expectGoodInEveryLook(page)
  await page.getByLabel('Page', { exact: true }).selectOption('Product')
  await page.getByRole('button', { name: 'Show' }).click()
  await expectSeen(page.getByText('No visit was measured yet.'))
}, 120_000)
