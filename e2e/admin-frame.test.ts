import { expect, test } from 'vitest'

import { expectAccessible, expectNoOverflow } from './axe.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { placeOrder } from './orders.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { PHONE } from './viewports.ts'

const expected = ['401 /api/users/me']

test('the side bar has the day’s order, marks the open screen and counts live what waits', async () => {
  const page = await openPage(sharedShop(), { expected })
  await signInAdmin(page, sharedShop().admin)
  await page.goto('/admin/dashboard')
  const side = page.getByRole('navigation', { name: 'Admin pages', exact: true })
  const labels = () => side.getByRole('link').allTextContents()
  await expect.poll(async () => (await labels()).slice(0, 4)).toEqual(['Today', 'Orders', 'Packing', 'Returns'])
  await expect.poll(() => side.locator('[aria-current]').allTextContents()).toEqual(['Today'])
  await side.getByRole('link', { name: 'Import', exact: true }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Import products' }))
  await expect.poll(() => side.locator('[aria-current]').allTextContents()).toEqual(['Import'])

  const { toShip } = await apiOf(page).getWaiting()
  await placeOrder()
  const orders = side.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Orders', exact: true }) })
  await expect.poll(() => orders.textContent()).toBe(`Orders${toShip + 1} to ship`)
  await expect.poll(() => page.getByRole('contentinfo').count()).toBe(1)
  await page.getByRole('banner').getByRole('link', { name: 'View shop' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'DESIGNED. FOR. TOMORROW.' }))
})

test('what waits, read before an order came, is not shown over what was read after it', async () => {
  const page = await openPage(sharedShop(), { expected })
  await signInAdmin(page, sharedShop().admin)
  const { toShip } = await apiOf(page).getWaiting()
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
  let readings = 0
  await page.route('**/api/admin/waiting', async (route) => {
    const response = await route.fetch()
    readings += 1
    if (readings === 1) await isFree
    await route.fulfill({ response })
  })
  await page.goto('/admin/categories')
  await expect.poll(() => readings).toBeGreaterThan(0)
  await placeOrder()
  const side = page.getByRole('navigation', { name: 'Admin pages', exact: true })
  const orders = side.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Orders', exact: true }) })
  await expect.poll(() => orders.textContent()).toBe(`Orders${toShip + 1} to ship`)
  const late = page.waitForResponse('**/api/admin/waiting')
  release()
  await (await late).finished()
  await page.evaluate('new Promise(requestAnimationFrame)')
  await expect.poll(() => orders.textContent()).toBe(`Orders${toShip + 1} to ship`)
})

test('the side bar shows every entry at 1280 by 800 px, and in a lower window scrolls to the open screen', async () => {
  const page = await openPage(sharedShop(), { expected, viewport: { width: 1280, height: 800 } })
  await signInAdmin(page, sharedShop().admin)
  await page.goto('/admin/account')
  const side = page.getByRole('navigation', { name: 'Admin pages', exact: true })
  const hidden = () =>
    side.evaluate((nav) => {
      const { top, bottom } = nav.getBoundingClientRect()
      return [...nav.querySelectorAll('a')]
        .filter((link) => link.getBoundingClientRect().top < top || link.getBoundingClientRect().bottom > bottom)
        .map((link) => link.textContent)
    })
  await expectSeen(side.getByRole('link', { name: 'Your account' }))
  await expect.poll(hidden).toEqual([])
  await page.setViewportSize({ width: 1280, height: 560 })
  await page.reload()
  await expect.poll(async () => (await hidden()).at(0)).toBe('Today')
  await expect.poll(hidden).not.toContain('Your account')
})

test('on a phone the buttons of the admin area’s forms are 44 px high, and none is below the bar at the bottom', async () => {
  const page = await openPage(sharedShop(), { expected, viewport: PHONE })
  await signInAdmin(page, sharedShop().admin)
  const low = () =>
    page
      .locator('.btn')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
          .map((one) => one.textContent),
      )
  for (const [path, button] of [
    ['dashboard', 'Add S–XXL'],
    ['settings', 'Choose logo'],
    ['offers/new', 'Preview'],
  ] as const) {
    await page.goto(`/admin/${path}`)
    await expectSeen(page.getByRole('button', { name: button }).first())
    await expect.poll(low, { message: path }).toEqual([])
  }
  const bar = page.getByRole('navigation', { name: 'Admin pages at hand' })
  const topOfBar = (await bar.boundingBox())?.y ?? 0
  const bottomOf = async (name: string) => {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  await expect.poll(() => bottomOf('Create offer')).toBeLessThanOrEqual(topOfBar)
  await page.goto('/admin/products')
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check()
  await expect.poll(() => bottomOf('Change price')).toBeLessThanOrEqual(topOfBar)
})

test('on a phone the bar at the bottom leads to four screens, and More to all of them', async () => {
  const page = await openPage(sharedShop(), { expected, viewport: PHONE })
  await signInAdmin(page, sharedShop().admin)
  await page.goto('/admin/dashboard')
  const bar = page.getByRole('navigation', { name: 'Admin pages at hand' })
  await expect.poll(() => bar.getByRole('link').allTextContents()).toEqual(['Today', 'Orders', 'Products', 'Messages'])
  await bar.getByRole('button', { name: 'More' }).click()
  const menu = page.getByRole('navigation', { name: 'Admin pages', exact: true })
  await expectSeen(menu)
  await expectAccessible(page)
  await menu.getByRole('link', { name: 'Reviews', exact: true }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Reviews' }))
  await expectGone(menu)
  await expect.poll(() => bar.locator('[aria-current]').allTextContents()).toEqual(['More'])
  await expectNoOverflow(page)
})

test('the person signs out of the admin area alone, and a visitor without JavaScript is led to the sign-in', async () => {
  const page = await openPage(sharedShop(), { expected })
  await signInAdmin(page, sharedShop().admin)
  // What waits is asked for before the sign-out, and the question comes after it.
  const { promise: isSignedOut, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/admin/waiting', async (route) => {
    await isSignedOut
    await route.continue().catch(() => undefined)
  })
  const asked = page.waitForRequest('**/api/admin/waiting')
  await page.goto('/admin/products')
  await asked
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await expectSeen(page.getByRole('banner').getByRole('link', { name: 'Admin Contacts' }))
  await page.keyboard.press('Escape')
  const signedOut = page.waitForResponse('**/api/admin/logout')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signedOut
  letGo()
  await page.waitForURL((url) => url.pathname === '/')
  const plain = await openPage(sharedShop(), { javaScript: false })
  await plain.goto('/admin/products')
  await plain.waitForURL('**/admin-signin')
  await expectSeen(plain.getByRole('heading', { level: 1, name: 'Admin login' }))
})

test('Today begins with the first steps and with what waits, and each leads to its screen', async () => {
  const { order } = await placeOrder(null)
  const { order: ready } = await placeOrder()
  const page = await openPage(sharedShop(), { expected })
  await signInAdmin(page, sharedShop().admin)
  await page.goto('/admin/dashboard')
  const steps = page.getByRole('region', { name: /^Open your shop/ })
  await expectSeen(steps.getByText('Put your first product on sale', { exact: true }))
  await expectSeen(steps.getByText('Connect the payments', { exact: true }))
  const policies = steps.getByRole('link', { name: 'Read the policies' })
  await expect.poll(() => policies.getAttribute('href')).toBe('/admin/settings#policies')
  await expectAccessible(page)
  await steps.getByRole('button', { name: 'Dismiss' }).click()
  await expectGone(steps)
  await page.reload()
  await page.getByRole('link', { name: /without an address$/ }).click()
  await expectSeen(page.getByText('Only orders that wait for an address of the customer.'))
  await expectSeen(page.getByRole('row').filter({ hasText: order._id }))
  await expectGone(page.getByRole('row').filter({ hasText: ready._id }))
  await page.getByRole('link', { name: 'Show all', exact: true }).click()
  await expectGone(page.getByText('Only orders that wait for an address of the customer.'))
  // The list begins with the oldest, and a shop of many journeys has more than a page of them.
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(ready._id)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expectSeen(page.getByRole('row').filter({ hasText: ready._id }))
  await page.goto('/admin/dashboard')
  await expectGone(steps)
})
