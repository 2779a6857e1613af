import { setTimeout as wait } from 'node:timers/promises'

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { SIGNED_OUT } from './page-errors.ts'
import { expectSeen, openPage, sharedShop } from './journey.ts'
import { withSlowdown } from './profiles.ts'
import { apiOf, signInAdmin, signInCustomer } from './sign-in.ts'
import { LAPTOP, PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

/** The page's files arrive so far apart, as on a slow connection. */
const SCRIPT_DELAY_MS = 40

/** The slow processor of a cheap phone. */
const SLOWDOWN = 6

const PHONE_VISIT = { viewport: PHONE, isTouch: true }

interface Opened {
  page: Page
  /** Lets the page's own code arrive, file by file, on the slow processor of a cheap phone. */
  hydrate(): Promise<void>
}

/** A page that has been painted before any of its code has arrived. */
async function openUnhydrated(
  path: string,
  visit: Parameters<typeof openPage>[1] = {},
  signIn?: (page: Page) => Promise<unknown>,
): Promise<Opened> {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT, actsBeforeHydration: true, ...visit })
  await signIn?.(page)
  let arrive = () => {}
  const isWanted = new Promise<void>((resolve) => {
    arrive = resolve
  })
  // The browser's own emulation of a slow network sometimes never reads an answer that was sent.
  let earlier = isWanted
  await page.route('**/assets/*.js', async (route) => {
    await (earlier = earlier.then(() => wait(SCRIPT_DELAY_MS)))
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.evaluate(`new Promise((resolve) => {
    new PerformanceObserver(() => setTimeout(resolve, 300)).observe({ type: 'paint', buffered: true })
  })`)
  await expectSeen(page.locator('html[data-hydrating] footer'))
  return {
    page,
    hydrate: () =>
      withSlowdown(page, SLOWDOWN, async () => {
        arrive()
        await page.locator('html:not([data-hydrating])').waitFor()
      }),
  }
}

async function findShirt(): Promise<string> {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT })
  const { products } = await apiOf(page).listProducts({ search: 'Harbour Stripe Shirt', page: 1 })
  return products[0]?._id ?? ''
}

interface Case {
  control: string
  path: string
  visit: Parameters<typeof openPage>[1]
  press(page: Page): Promise<void>
  /** Becomes true once the pressed action is done, and stays true. */
  isDone(page: Page): Promise<boolean>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const isExpanded = async (page: Page, name: string) =>
  (await button(page, name).getAttribute('aria-expanded')) === 'true'

const CASES: Case[] = [
  {
    control: 'the menu button',
    path: '/',
    visit: PHONE_VISIT,
    press: (page) => button(page, 'Open menu').tap(),
    isDone: (page) => page.getByRole('dialog', { name: 'Menu' }).isVisible(),
  },
  {
    control: 'the categories',
    path: '/about',
    visit: { viewport: LAPTOP },
    press: (page) => button(page, 'Categories').click(),
    isDone: (page) => isExpanded(page, 'Categories'),
  },
  {
    control: 'the profile menu, twice in haste',
    path: '/',
    visit: PHONE_VISIT,
    press: async (page) => {
      await button(page, 'Profile').tap()
      await button(page, 'Profile').tap()
    },
    isDone: (page) => isExpanded(page, 'Profile'),
  },
  {
    control: 'what is typed into the search',
    path: '/about',
    visit: { viewport: LAPTOP },
    press: (page) => page.getByRole('banner').getByLabel('Search products').pressSequentially('harbour'),
    isDone: (page) =>
      page
        .getByRole('banner')
        .getByRole('link', { name: /Harbour Stripe Shirt/ })
        .isVisible(),
  },
  {
    control: 'the filters of a phone',
    path: '/getproducts',
    visit: PHONE_VISIT,
    press: (page) => button(page, 'Filters').tap(),
    isDone: (page) => page.getByRole('dialog', { name: 'Filters' }).isVisible(),
  },
  {
    control: 'the order of the list',
    path: '/getproducts',
    visit: PHONE_VISIT,
    press: async (page) => void (await page.getByLabel('Sort').selectOption('price-desc')),
    isDone: async (page) => new URL(page.url()).searchParams.get('sort') === 'price-desc',
  },
  {
    control: 'a filter’s box',
    path: '/getproducts',
    visit: { viewport: LAPTOP },
    press: (page) => page.getByRole('checkbox', { name: /In stock only/ }).click(),
    isDone: async (page) =>
      new URL(page.url()).searchParams.get('inStock') === 'true' &&
      page.getByRole('checkbox', { name: /In stock only/ }).isChecked(),
  },
  {
    control: 'Load 12 more',
    path: '/getproducts',
    visit: PHONE_VISIT,
    press: (page) => button(page, 'Load 12 more').tap(),
    isDone: async (page) =>
      (await page.getByRole('main').getByRole('link', { name: 'View', exact: true }).count()) === 24,
  },
  {
    control: 'the theme',
    path: '/about',
    visit: PHONE_VISIT,
    press: (page) => button(page, 'Dark theme').tap(),
    isDone: (page) => page.locator('html[data-theme=dark]').isVisible(),
  },
]

test.each(CASES)('clicked before hydration, $control has its effect', async ({ path, visit, press, isDone }) => {
  const { page, hydrate } = await openUnhydrated(path, visit)
  await press(page)
  await expect.poll(() => isDone(page)).toBe(false)
  await hydrate()
  await expect.poll(() => isDone(page)).toBe(true)
})

test('on a product page a thumbnail and a size clicked before hydration are selected', async () => {
  const { page, hydrate } = await openUnhydrated(`/product/${await findShirt()}`, PHONE_VISIT, signInCustomer)
  const thumbnail = page.getByRole('list', { name: 'Thumbnails' }).getByRole('button').nth(1)
  const sizes = page.getByRole('group', { name: 'Size' })
  const size = sizes.getByText('L', { exact: true })
  await thumbnail.tap()
  await size.tap()
  await sizes.getByText('M', { exact: true }).tap()
  await size.tap()
  await hydrate()
  await expect.poll(() => thumbnail.getAttribute('aria-current')).toBe('true')
  await button(page, 'Add to Cart').tap()
  await expect.poll(async () => (await apiOf(page).getCart()).cart.map((line) => line.size)).toEqual(['L'])
})

test('a card’s plus pressed before hydration opens its sizes, and one is added once', async () => {
  const { page, hydrate } = await openUnhydrated(
    '/getproducts?search=Harbour+Stripe+Shirt',
    PHONE_VISIT,
    signInCustomer,
  )
  await page.getByRole('button', { name: /^Add Harbour Stripe Shirt$/ }).tap()
  await hydrate()
  await page.getByRole('button', { name: 'Add Harbour Stripe Shirt, size M' }).tap()
  await expectSaid(page, 'Product added to cart!')
  await expect.poll(async () => (await apiOf(page).getCart()).cart.map(({ quantity }) => quantity)).toEqual([1])
})

test('Add to Cart clicked before hydration is sent as a plain form, once', async () => {
  const { page, hydrate } = await openUnhydrated(`/product/${await findShirt()}`, PHONE_VISIT, signInCustomer)
  await page.getByRole('group', { name: 'Size' }).getByText('L', { exact: true }).tap()
  await button(page, 'Add to Cart').tap()
  await page.waitForURL('**/cart', { waitUntil: 'commit' })
  await hydrate()
  await expect.poll(async () => (await apiOf(page).getCart()).cart.map(({ quantity }) => quantity)).toEqual([1])
})

test('the administration’s menu opens before hydration', async () => {
  const signIn = (page: Page) => signInAdmin(page, sharedShop().admin)
  const { page, hydrate } = await openUnhydrated('/admin/categories', PHONE_VISIT, signIn)
  await button(page, 'More').tap()
  await expectSeen(page.getByRole('link', { name: 'Audit log' }))
  await hydrate()
})

test('a click before hydration is not replayed on the next page', async () => {
  const { page, hydrate } = await openUnhydrated('/', PHONE_VISIT)
  await button(page, 'Open menu').tap()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).tap()
  await page.waitForURL('**/contact', { waitUntil: 'commit' })
  await hydrate()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Contact' }))
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('a view transition skipped before hydration is no error', async () => {
  const { page, hydrate } = await openUnhydrated('/about')
  // Imitates the browser's report, which comes only on a busy machine.
  await page.evaluate(`
    window.faults = []
    addEventListener('unhandledrejection', (event) => {
      event.preventDefault()
      window.faults.push(event.reason.message)
    })
    const leaving = (message) => Object.assign(new Event('pageswap'), {
      viewTransition: { ready: Promise.reject(new Error(message)) },
    })
    dispatchEvent(leaving('Transition was skipped'))
    dispatchEvent(Object.assign(new Event('pageswap'), { viewTransition: null }))
    void Promise.reject(new Error('heard'))`)
  await expect.poll(() => page.evaluate('window.faults')).toEqual(['heard'])
  await hydrate()
})
