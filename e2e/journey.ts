import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import type { BrowserContext, Locator, Page, Route } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'

import { actWhenHydrated } from './hydrated.ts'
import { watchFaults } from './page-errors.ts'
import type { ExpectedAnswers } from './page-errors.ts'
import { borrowProfile } from './profiles.ts'
import { recordToasts } from './toasts.ts'
import { LAPTOP } from './viewports.ts'
import { serveCopy, type ServedShop } from './serve.ts'

const PICTURES = join(import.meta.dirname, '..', 'test-results')

export interface Visit {
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  javaScript?: boolean
  /** Acts at once, also on a page that is not hydrated yet. */
  actsBeforeHydration?: boolean
  /** A touch screen without hover. */
  isTouch?: boolean
  motion?: 'reduce' | 'no-preference'
  /** The expected responses of 400 and above, such as `401 /api/users/me`. Any other fails the test. */
  expected?: ExpectedAnswers
}

/**
 * Opens a page in an empty browser profile (see `borrowProfile`); call it inside a test. `goto('/cart')` means the
 * shop's own cart. After the test the profile is given back, and the test fails if an error occurred in it (see
 * `watchFaults`). A failed test leaves a picture in `test-results/`. Its actions wait until the page is hydrated (see
 * `hydrated.ts`).
 *
 * The browser is in New York with an American locale, to show dates and prices that depend on the browser.
 */
export async function openPage(shop: { origin: string }, visit: Visit = {}): Promise<Page> {
  const options = {
    baseURL: shop.origin,
    viewport: visit.viewport ?? LAPTOP,
    colorScheme: visit.colorScheme ?? 'light',
    hasTouch: visit.isTouch ?? false,
    isMobile: visit.isTouch ?? false,
    javaScriptEnabled: visit.javaScript ?? true,
    reducedMotion: visit.motion ?? 'reduce',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  } as const
  const waits = (visit.javaScript ?? true) && !visit.actsBeforeHydration
  const { context, page, giveBack } = await borrowProfile(
    waits ? 'waits' : 'acts at once',
    options,
    async (profile, tab) => {
      await prepareProfile(profile)
      if (waits) await actWhenHydrated(tab)
    },
  )
  const watch = watchFaults(context, visit.expected ?? [], visit.javaScript)
  onTestFinished(async ({ task }) => {
    const faults = await watch.listFaults()
    watch.stop()
    const isWell = faults.length === 0 && task.result?.state !== 'fail'
    if (!isWell) await takePicture(page, task.name)
    await giveBack(isWell)
    expect(faults, 'The journey met faults on its way.').toEqual([])
  }, 30_000)
  return page
}

type Late = (route: Route, delayMs: number) => Promise<void>

const sendLate: Late = async (route, delayMs) => {
  await wait(delayMs)
  await route.fallback()
}
const answerLate: Late = async (route, delayMs) => {
  if (route.request().method() !== 'GET' || route.request().resourceType() !== 'fetch') return route.fallback()
  const response = await route.fetch()
  await wait(delayMs)
  await route.fulfill({ response })
}

/**
 * `CALL_DELAY=400` sends each call of the API 400 milliseconds late, `ASSET_DELAY=600` each script, which shows
 * journeys that do not wait. `ANSWER_DELAY=1000` reads at once what a call asks for and answers late, which shows pages
 * on which an old answer replaces a newer one.
 */
const DELAYS: readonly [name: string, address: RegExp, act: Late][] = [
  ['CALL_DELAY', /\/api\//, sendLate],
  ['ASSET_DELAY', /\/assets\/[^?]*\.js$/, sendLate],
  ['ANSWER_DELAY', /\/api\//, answerLate],
]

async function prepareProfile(context: BrowserContext): Promise<void> {
  context.setDefaultTimeout(30_000)
  await context.addInitScript(recordToasts)
  await delayRequests(context)
}

async function delayRequests(context: BrowserContext): Promise<void> {
  for (const [name, address, act] of DELAYS) {
    const delayMs = Number(process.env[name] ?? 0)
    // The page may be left before its request goes on.
    if (delayMs > 0) await context.route(address, (route) => act(route, delayMs).catch(() => undefined))
  }
}

/**
 * The shop that journeys share: they use new customers and do not change its catalogue. Each worker has a shop of its
 * own (see `global-setup.ts`), so no two journeys run in it at once.
 */
export function sharedShop(): { origin: string; admin: { email: string; password: string }; host: string } {
  const shop = inject('shops')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!shop) throw new Error('There are more workers than shops.')
  return shop
}

/** A shop of a journey's own with the demo catalogue, to change what others see. The caller stops it. */
export function ownShop(): Promise<ServedShop> {
  return serveCopy(inject('shopData'), sharedShop().host)
}

/** Waits until exactly one element matches and is visible. */
export async function expectSeen(locator: Locator): Promise<void> {
  await locator.waitFor({ state: 'visible' })
}

/** Chooses by the label, as people do: the button that it stands for is hidden. */
export async function chooseRadio(radio: Locator): Promise<void> {
  await radio.locator('xpath=ancestor::label').click()
}

/**
 * Call it before a customer loads a page: resolves once the page knows what the customer has saved. A journey that
 * signs out before that sees the last call of the page refused.
 */
export async function heartsFilled(page: Page): Promise<void> {
  await page.waitForResponse('**/api/wishlist/join')
}

/** The height at which the middle of the element is, in pixels from the top of the window. */
export async function middleOf(locator: Locator): Promise<number> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not visible.')
  return box.y + box.height / 2
}

/** Waits until no visible element matches. */
export async function expectGone(locator: Locator): Promise<void> {
  await locator.waitFor({ state: 'hidden' })
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (page.isClosed() || page.url() === 'about:blank') return
  await mkdir(PICTURES, { recursive: true })
  const path = join(PICTURES, `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png`)
  await page.screenshot({ path, fullPage: true })
}
