import { expect, test } from 'vitest'

import { expectGone, expectSeen, heartsFilled, openPage, sharedShop } from './journey.ts'
import { signInAdmin, signInCustomer } from './sign-in.ts'

/** The menu entry, the call that its screen waits for, and the message when that call fails. */
const SCREENS = [
  ['Admin Dashboard', '/api/admin/dashboard', 'Failed to load dashboard'],
  ['Admin Product', '/api/admin/products', 'Failed to load products'],
  ['Admin Orders', '/api/admin/getallorders', 'Failed to load orders'],
  ['Admin Contacts', '/api/admin/getallcontacts', 'Failed to load contact messages'],
] as const

test.each(SCREENS)('%s shows a message if it fails to load', async (entry, path, sentence) => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me', `500 ${path}`] })
  await signInAdmin(page, sharedShop().admin)
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status: 500, body: '{}' }),
  )
  await page.goto('/about')
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: entry }).click()
  await expectSeen(page.getByText(sentence).first())
  await expect.poll(() => page.getByRole('main').getByRole('table').count()).toBe(0)
})

/** Screens that are no lists: what the palette calls them, the call that they wait for, and the message. */
const OTHER_SCREENS = [
  ['Categories', '/api/admin/categories', 'Failed to load the categories'],
  ['Delivery', '/api/admin/delivery', 'Failed to load where parcels go'],
  ['Settings', '/api/admin/settings', 'Failed to load the settings'],
  ['Words', '/api/admin/settings', 'Failed to load the words'],
  ['First steps', '/api/admin/demo', 'Failed to load the first steps'],
  ['Search', '/api/admin/search-settings', 'Failed to load the search settings'],
] as const

test('a screen that fails to load says so under its heading, and the next one opens', async () => {
  const expected = OTHER_SCREENS.map(([, path]) => `500 ${path}`)
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me', ...expected] })
  await signInAdmin(page, sharedShop().admin)
  for (const [, path] of OTHER_SCREENS) {
    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ status: 500, body: '{}' }),
    )
  }
  await page.goto('/admin/account')
  for (const [label, , sentence] of OTHER_SCREENS) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Jump to/ }).fill(label)
    await page
      .getByRole('option')
      .filter({ has: page.getByText(label, { exact: true }) })
      .first()
      .click()
    await expectSeen(page.locator('.admin-page .error-summary').getByText(`Error: ${sentence}`, { exact: true }))
  }
})

const WAITING = [
  ['Admin Product', '/api/admin/products', 'Loading products...', 'Admin Products'],
  ['Admin Orders', '/api/admin/getallorders', 'Loading orders...', 'Admin Order Dashboard'],
  ['Admin Contacts', '/api/admin/getallcontacts', 'Loading...', 'Contact Submissions'],
] as const

test.each(WAITING)('%s says that it is loading while navigating to it', async (entry, path, words, heading) => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me'] })
  await signInAdmin(page, sharedShop().admin)
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      await isFree
      await route.continue()
    },
  )
  await page.goto('/about')
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: entry }).click()
  await expectSeen(page.getByText(words, { exact: true }))
  release()
  await expectSeen(page.getByRole('heading', { level: 1, name: heading }))
  await expectGone(page.getByText(words, { exact: true }))
})

test('the customer’s menu comes before the administrator’s, and each Logout ends one session', async () => {
  const page = await openPage(sharedShop(), { expected: ['401 /api/users/me', '401 /api/admin/me'] })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signInCustomer(page)
  await signInAdmin(page, sharedShop().admin)
  const isFilled = heartsFilled(page)
  await page.goto('/about')
  await isFilled
  const profile = page.getByRole('button', { name: 'Profile', exact: true })
  await profile.click()
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'My Orders' }))
  await expect
    .poll(() => asked)
    .toEqual(expect.arrayContaining(['/api/users/me', '/api/admin/me', '/api/categories/getcateg']))
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await profile.click()
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'Admin Orders' }))
})
