import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Locator, Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'

import { actWhenHydrated } from './hydrated.ts'
import { sharedBrowser } from './browser.ts'
import { watchFaults } from './page-errors.ts'
import type { ExpectedAnswers } from './page-errors.ts'

const PICTURES = join(import.meta.dirname, '..', 'test-results')

export const PHONE = { width: 390, height: 844 }
export const LAPTOP = { width: 1280, height: 800 }

export interface Visit {
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  javaScript?: boolean
  /** Acts at once, also on a page that is not hydrated yet. */
  actsBeforeHydration?: boolean
  /** A phone's screen, over which no mouse can rest. */
  isTouch?: boolean
  motion?: 'reduce' | 'no-preference'
  /** Answers of 400 and above that belong to the journey, as `401 /api/users/me`; any other fails it. */
  expected?: ExpectedAnswers
}

/**
 * Opens a page in a fresh browser profile; call it inside a test. `goto('/cart')` means the shop's own cart. When the test is
 * over the profile is thrown away, and the test fails if anything went wrong in it unseen (see `watchFaults`).
 * A failed test leaves a picture in `test-results/`. Its actions wait until the page is hydrated (see `hydrated.ts`).
 *
 * The browser lives in New York and speaks American, so that a date or a price that depends on it shows.
 */
export async function openPage(shop: { origin: string }, visit: Visit = {}): Promise<Page> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({
    baseURL: shop.origin,
    viewport: visit.viewport ?? LAPTOP,
    colorScheme: visit.colorScheme ?? 'light',
    hasTouch: visit.isTouch ?? false,
    isMobile: visit.isTouch ?? false,
    javaScriptEnabled: visit.javaScript ?? true,
    reducedMotion: visit.motion ?? 'reduce',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  context.setDefaultTimeout(30_000)
  const watch = watchFaults(context, visit.expected ?? [], visit.javaScript)
  const page = await context.newPage()
  if ((visit.javaScript ?? true) && !visit.actsBeforeHydration) await actWhenHydrated(page)
  await slowDown(page)
  onTestFinished(async ({ task }) => {
    const faults = await watch.listFaults()
    watch.stop()
    if (faults.length > 0 || task.result?.state === 'fail') await takePicture(page, task.name)
    await context.close()
    expect(faults, 'The journey met faults on its way.').toEqual([])
  }, 30_000)
  return page
}

/** `CPU_SLOWDOWN=6` makes the browser as slow as a cheap phone, on which journeys that do not wait for what they need fail. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env.CPU_SLOWDOWN ?? 1)
  if (rate === 1) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/**
 * The shop that journeys share which can stand after others: they make customers of their own and leave its catalogue alone.
 * Each worker has its own (see `global-setup.ts`), so that no journey meets another that is under way.
 */
export function sharedShop(): { origin: string; admin: { email: string; password: string } } {
  const shop = inject('shops')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!shop) throw new Error('There are more workers than shops.')
  return shop
}

/** Waits until exactly one element fits and can be seen. */
export async function expectSeen(locator: Locator): Promise<void> {
  await locator.waitFor({ state: 'visible' })
}

/** Waits until what fits, if anything, can no longer be seen. */
export async function expectGone(locator: Locator): Promise<void> {
  await locator.waitFor({ state: 'hidden' })
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (page.isClosed()) return
  await mkdir(PICTURES, { recursive: true })
  const path = join(PICTURES, `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png`)
  await page.screenshot({ path, fullPage: true })
}
