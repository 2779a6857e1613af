import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'

import { buildDirOf } from '#server/start/config.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

import { expectAccessible } from './axe.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { expectSeen, openPage, sharedShop } from './journey.ts'
import { serveShop } from './serve.ts'
import { PHONE } from './viewports.ts'

const NO_SCRIPT = { javaScript: false }

async function expectLandmarks(page: Page) {
  for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
    await expect.poll(() => page.getByRole(landmark).count(), { message: `${landmark} of ${page.url()}` }).toBe(1)
  }
}

test('the error screen has the shop’s header and footer, and Try Again loads the page', async () => {
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, '500 /api/products/category/*'] })
  await page.goto('/about')
  const requestId = '1f2e3d4c-5b6a-4978-8899-aabbccddeeff'
  await page.route('**/api/products/category/**', (route) => route.fulfill({ status: 500, json: { requestId } }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pants' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'ERROR' }))
  await expectSeen(page.getByText('Reference 1f2e3d4c', { exact: true }))
  await expectLandmarks(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'Login' }))
  await page.keyboard.press('Escape')
  await page.unroute('**/api/products/category/**')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Category: pants' }))
})

test('a page that fails shows the beginning of the request id, by which the log has the fault', async () => {
  const log: string[] = []
  const logTo = { write: (line: string) => void log.push(line) }
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)), logTo, logLevel: 'info' })
  onTestFinished(() => shop.close())
  const { id } = await addProduct(shop.db)
  await sql`alter table reviews rename to lost`.execute(shop.db)
  async function expectReference(page: Page, requestId = '') {
    expect(requestId).toHaveLength(36)
    await expectSeen(page.getByText(`Reference ${requestId.slice(0, 8)}`, { exact: true }))
    const lines = log.filter((line) => line.includes(requestId.slice(0, 8)))
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ level: 50, requestId, err: expect.anything() }),
    )
  }
  for (const javaScript of [false, true]) {
    const page = await openPage(shop, { expected: [...SIGNED_OUT, '500 /product/*'], javaScript })
    const answer = await page.goto(`/product/${id}`)
    await expectSeen(page.getByRole('heading', { level: 1, name: 'ERROR' }))
    await expectReference(page, answer?.headers()['x-request-id'])
  }
})

test('without JavaScript the header’s menus open, and their links lead on', async () => {
  const page = await openPage(sharedShop(), NO_SCRIPT)
  await page.goto('/about')
  await page.getByRole('button', { name: 'Categories', exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Co-ords', exact: true }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Category: co-ords' }))
  await page.getByRole('button', { name: 'Profile', exact: true }).focus()
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'Profile', exact: true }))
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Register' }))
})

test('without JavaScript the side menu of a phone opens, and the search stands in the header', async () => {
  const page = await openPage(sharedShop(), { ...NO_SCRIPT, viewport: PHONE })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expectSeen(menu.getByRole('link', { name: 'Lowers', exact: true }))
  const search = page.getByRole('banner').getByLabel('Search products')
  await search.fill('linen')
  await search.press('Enter')
  await expect.poll(() => new URL(page.url()).search).toBe('?search=linen')
})

test('a form sent to a page without an action shows the shop’s error page and logs nothing', async () => {
  const shop = await serveShop({ DEMO_CATALOGUE: 'off', SHOP_NAME: 'Loom & Co' })
  try {
    const page = await openPage(shop, { ...NO_SCRIPT, expected: ['405 /about'] })
    await page.goto('/about')
    const before = shop.output()
    await page.evaluate("document.body.innerHTML = '<form method=post><button>Send</button></form>'")
    await page.getByRole('button', { name: 'Send' }).click()
    await expectSeen(page.getByRole('heading', { level: 1, name: 'ERROR' }))
    await expectLandmarks(page)
    expect(shop.output()).toBe(before)
    const manifest = await page.context().request.get('/manifest.webmanifest')
    await expect.poll(() => manifest.json()).toMatchObject({ name: 'Loom & Co', short_name: 'Loom & Co' })
  } finally {
    await shop.stop()
  }
})

test('without a network a navigation shows the offline page, but not at the checkout', async () => {
  // The page may still fetch something in the background when the network goes away.
  const background = ['/api/*', '/assets/*', '/offline-worker.js']
  const lost = ['/getproducts', '/order', '/admin/dashboard', ...background].map((path) => `failed ${path}`)
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, ...lost] })
  await page.goto('/about')
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  // From the next page on the service worker handles the navigations.
  await page.goto('/contact')
  await expect
    .poll(() =>
      page.evaluate(
        'caches.keys().then((all) => Promise.all(all.map((one) => caches.open(one).then((c) => c.keys())))).then((all) => all.flat().map((r) => new URL(r.url).pathname))',
      ),
    )
    .toEqual(['/offline'])
  await page.context().setOffline(true)
  await page.goto('/getproducts?page=2')
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Cut off.' }))
  await expect.poll(() => new URL(page.url()).search).toBe('?page=2')
  await expectLandmarks(page)
  await expectAccessible(page)
  for (const path of ['/order', '/admin/dashboard']) {
    const apart = await page.context().newPage()
    await expect(apart.goto(path)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    await apart.close()
  }
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Our Products' }))
  await expect.poll(() => new URL(page.url()).search).toBe('?page=2')
})
