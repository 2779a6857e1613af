import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { expectAccessible, expectGoodInEveryLook } from './axe.ts'
import { launchBrowser, sharedBrowser } from './launch-browser.ts'
import { watchFaults } from './page-errors.ts'
import { openPage } from './journey.ts'
import { borrowProfile } from './profiles.ts'
import { LAPTOP, PHONE } from './viewports.ts'

const asks = (path: string): string =>
  `document.title = "asking"; fetch("${path}").catch(() => "a visitor sees nothing of it").then(() => { document.title = "asked" })`

const HYDRATES_LATE = `
const hear = ({ type }) => document.querySelector('output').append(type + ' ')
setTimeout(() => {
  for (const type of ['click', 'keydown']) document.addEventListener(type, hear)
  delete document.documentElement.dataset.hydrating
}, 300)`

const PAGES: Record<string, string> = {
  '/': '<h1>Shop</h1><p>Open</p>',
  '/logs': '<h1>Shop</h1><script>console.error("broken")</script>',
  '/warns': '<h1>Shop</h1><script>console.warn("Hydration did not match")</script>',
  '/throws': '<h1>Shop</h1><script>throw new Error("broken")</script>',
  '/rejects': '<h1>Shop</h1><script>Promise.reject(new Error("broken"))</script>',
  '/asks': `<h1>Shop</h1><script>${asks('/api/users/me')}</script>`,
  '/cut': `<h1>Shop</h1><script>${asks('/hangs-up')}</script>`,
  '/outside': '<h1>Shop</h1><img src="https://example.com/x.png" alt="">',
  '/other': '<h1>Other</h1>',
  '/robots.txt': 'User-agent: *',
  '/inaccessible': '<h1>Shop</h1><img src="/picture">',
  '/faint':
    '<style>:root { color-scheme: light dark; background: light-dark(#fff, #000) } h1 { color: light-dark(#000, #333) }</style><h1>Shop</h1>',
  '/by-scheme': '<style>@media (prefers-color-scheme: dark) { p { display: none } }</style><h1>Shop</h1><p>Open</p>',
  '/hydrates-late': `<h1>Shop</h1><a href="/hydrates-late">Again</a><button>Press</button><output></output><script>${HYDRATES_LATE}</script>`,
  '/script':
    '<h1>Shop</h1><p>Still</p><link rel="modulepreload" href="/moves.js"><script>document.querySelector("p").textContent = "Moving"</script>',
}

const server = createServer((request, reply) => {
  const page = PAGES[request.url ?? '']
  if (request.url === '/hangs-up') return void request.socket.destroy()
  if (request.url === '/fails') reply.statusCode = 500
  else if (request.url === '/api/users/me') reply.statusCode = 401
  else if (page === undefined && request.url !== '/picture') reply.statusCode = 404
  reply.setHeader('content-type', 'text/html; charset=utf-8')
  const mark = request.url === '/hydrates-late' ? ' data-hydrating=""' : ''
  reply.end(
    `<!doctype html><html lang="en-IN"${mark}><title>Shop</title><main>${page ?? '<h1>Other</h1>'}</main></html>`,
  )
})

let shop: { origin: string }

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  shop = { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
})

afterAll(() => server.close())

test('a page without errors passes, and is accessible', async () => {
  const page = await openPage(shop)
  await page.goto('/')
  await expect.poll(() => page.getByRole('heading').textContent()).toBe('Shop')
  await expectAccessible(page)
})

test.for([
  ['/logs', 'console.error: broken'],
  ['/warns', 'console.warning: Hydration did not match'],
  ['/throws', 'exception: broken'],
  ['/rejects', 'exception: broken'],
  ['/asks', 'unexpected answer: 401 /api/users/me to GET'],
  ['/fails', 'unexpected answer: 500 /fails to GET'],
  ['/nowhere', 'unexpected answer: 404 /nowhere to GET'],
  ['/outside', 'request failed (net::ERR_NAME_NOT_RESOLVED): GET https://example.com/x.png'],
  ['/cut', 'request failed (net::ERR_EMPTY_RESPONSE): GET ORIGIN/hangs-up'],
] as const)('a journey by way of %s meets: %s', async ([path, fault]) => {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ baseURL: shop.origin })
  const watch = watchFaults(context, [])
  const page = await context.newPage()
  await page.goto(path)
  await page.waitForFunction(() => document.title !== 'asking')
  const faults = await watch.listFaults()
  await context.close()
  expect(faults).toEqual([fault.replace('ORIGIN', shop.origin)])
})

test.fails('a test fails when its journey met a fault', async () => {
  const page = await openPage(shop)
  await page.goto('/logs')
  await expect.poll(() => page.title()).toBe('Shop')
})

test('an expected error response lets the journey pass', async () => {
  const page = await openPage(shop, { expected: ['401 /api/users/*'] })
  await page.goto('/asks')
  await expect.poll(() => page.title()).toBe('asked')
})

test('actions on a page that is not hydrated yet wait for hydration', async () => {
  const page = await openPage(shop)
  const heard = () => page.getByRole('status').textContent()
  const again = () => page.getByRole('link', { name: 'Again' }).click()
  await page.goto('/hydrates-late')
  await page.keyboard.press('a')
  await expect.poll(heard).toBe('keydown ')
  await again()
  await page.getByRole('button').click()
  await expect.poll(heard).toBe('click ')
  await again()
  await page.getByRole('button').press('b')
  await expect.poll(heard).toBe('keydown ')
  await again()
  await page.keyboard.press('c')
  await expect.poll(heard).toBe('keydown ')
  await again()
  await page.mouse.click(300, 300)
  await expect.poll(heard).toBe('click ')
})

test('a page with axe violations fails', async () => {
  const page = await openPage(shop)
  await page.goto('/inaccessible')
  await expect(expectAccessible(page)).rejects.toThrow('image-alt')
})

test('a fault in the dark theme alone fails the check of every look', async () => {
  const page = await openPage(shop)
  await page.goto('/faint')
  await expectAccessible(page)
  await expect(expectGoodInEveryLook(page)).rejects.toThrow(/1280 px wide, dark.*color-contrast/s)
  await page.goto('/by-scheme')
  await expect(expectGoodInEveryLook(page)).rejects.toThrow('prefers-color-scheme')
})

test('a journey can run without JavaScript, on a phone, in the dark theme', async () => {
  const page = await openPage(shop, { javaScript: false, viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await page.goto('/script')
  await expect.poll(() => page.getByRole('paragraph').textContent()).toBe('Still')
  await expect
    .poll(() => page.evaluate(() => [innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]))
    .toEqual([390, true])
})

/** Everything that a page of the shop can leave in its profile. */
const STORE = `(async () => {
  document.cookie = 'theme=dark; max-age=1000'
  localStorage.setItem('size', 'M')
  sessionStorage.setItem('wanted', 'shirt')
  await caches.open('offline')
  await new Promise((resolve) => { indexedDB.open('drafts').onsuccess = resolve })
})()`
const LIST_STORED = `(async () => [
  ...document.cookie.split(';').filter(Boolean), ...Object.keys(localStorage), ...Object.keys(sessionStorage),
  ...await caches.keys(), ...(await indexedDB.databases()).map(({ name }) => name)
])()`

const borrow = () =>
  borrowProfile(
    'harness',
    { baseURL: shop.origin, viewport: PHONE, colorScheme: 'light', reducedMotion: 'reduce' },
    () => Promise.resolve(),
  )

test('a profile that serves again has nothing of the journey before', async () => {
  const first = await borrow()
  await first.page.goto('/')
  await first.page.evaluate(STORE)
  await first.page.setViewportSize(LAPTOP)
  await first.page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await first.page.route('**/other', () => undefined)
  const heard: string[] = []
  first.page.on('request', (request) => heard.push(request.url()))
  await first.page.goto('/')
  await expect
    .poll(() => first.page.evaluate(LIST_STORED))
    .toEqual(['theme=dark', 'size', 'wanted', 'offline', 'drafts'])
  await first.context.newPage()
  await first.giveBack(true)
  expect(heard).toHaveLength(1)

  const second = await borrow()
  expect(second.page).toBe(first.page)
  await second.page.goto('/other')
  const stored = await second.page.evaluate(LIST_STORED)
  expect(stored).toEqual([])
  const look = await second.page.evaluate(
    '[innerWidth, matchMedia("print").matches, matchMedia("(prefers-color-scheme: dark)").matches]',
  )
  expect(look).toEqual([PHONE.width, false, false])
  expect(second.context.pages()).toEqual([second.page])
  expect(heard).toHaveLength(1)
  await second.giveBack(true)
})

test.each<[string, (page: Page) => Promise<unknown>]>([
  ['whose clock was set', (page) => page.clock.setFixedTime(0)],
  ['that was without a network', (page) => page.context().setOffline(true)],
  ['whose answers were changed', (page) => page.context().route('**/api/**', () => undefined)],
  ['whose pages run a script first', (page) => page.addInitScript('0')],
  ['that was closed', (page) => page.close()],
  ['that left the shop', (page) => page.goto(shop.origin.replace('127.0.0.1', 'localhost'))],
])('a profile %s does not serve again', async (_, alter) => {
  const first = await borrow()
  await first.page.goto('/')
  await alter(first.page)
  await first.giveBack(true)
  const second = await borrow()
  await second.giveBack(false)
  expect(second.context).not.toBe(first.context)
})

test('several browsers can start at once', async () => {
  const browsers = await Promise.all([launchBrowser(), launchBrowser()])
  expect(browsers.map((browser) => browser.isConnected())).toEqual([true, true])
  await Promise.all(browsers.map((browser) => browser.close()))
})
