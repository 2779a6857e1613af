import { median } from 'd3-array'
import type { Page } from 'playwright-core'

import { launchBrowser } from '#e2e/launch-browser.ts'

const LONGEST_EVENT = `performance.longestEvent`

/** What is done, by name: the page, and the action until its result is there. */
const interactionsOn = (productPath: string): Record<string, [string, (page: Page) => Promise<void>]> => ({
  filter: [
    '/getproducts',
    async (page) => {
      await page.getByRole('checkbox', { name: /In stock only/ }).click()
      await page.waitForURL(/inStock/)
    },
  ],
  'add to cart': [
    productPath,
    async (page) => {
      await page.locator('.tile:not([data-struck])').first().click()
      await page.getByRole('button', { name: 'Add to Cart' }).click()
      const added = page.getByRole('status').filter({ hasText: 'Added' })
      await page.getByRole('alert').or(added).first().waitFor()
    },
  ],
  'open menu': [
    '/',
    async (page) => {
      await page.getByRole('button', { name: 'Categories' }).click()
      await page.getByRole('heading', { name: 'Popular Items' }).waitFor()
    },
  ],
})

/** The longest time from an action until its result was painted, on a processor that is four times as slow. */
async function measureInteraction(page: Page, act: (page: Page) => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(`
    ${LONGEST_EVENT} = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) ${LONGEST_EVENT} = Math.max(${LONGEST_EVENT}, duration)
    }).observe({ type: 'event', durationThreshold: 16 })`)
  await act(page)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))')
  return Number(await page.evaluate(LONGEST_EVENT))
}

/**
 * Milliseconds until the next paint after filtering, adding to the cart and opening a menu: the medians of `rounds`.
 */
export async function measureInteractions(
  origin: string,
  productPath: string,
  rounds: number,
): Promise<Record<string, number>> {
  const browser = await launchBrowser()
  const medians: Record<string, number> = {}
  for (const [name, [path, act]] of Object.entries(interactionsOn(productPath))) {
    const found: number[] = []
    while (found.length < rounds) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      await page.goto(origin + path, { waitUntil: 'networkidle' })
      found.push(await measureInteraction(page, act))
      await page.close()
    }
    medians[name] = median(found) ?? Number.NaN
  }
  await browser.close()
  return medians
}
