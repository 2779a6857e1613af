import lighthouse from 'lighthouse'
import type { Page } from 'playwright-core'

import { launchBrowser } from '#e2e/browser.ts'

import { LIGHTHOUSE } from './budget-limits.ts'
import { median } from './figures.ts'

const MILLISECONDS_AS_SECONDS = new Set(['first-contentful-paint', 'largest-contentful-paint'])
const LONGEST_EVENT = `performance.longestEvent`

interface Report {
  categories: Record<string, { score: number | null } | undefined>
  audits: Record<string, { numericValue?: number } | undefined>
}

function figureIn({ categories, audits }: Report, name: string): number {
  const category = categories[name]
  if (category) return Math.round((category.score ?? Number.NaN) * 100)
  const value = audits[name]?.numericValue ?? Number.NaN
  return MILLISECONDS_AS_SECONDS.has(name) ? value / 1000 : value
}

const mediansOf = (found: Record<string, number[]>) =>
  Object.fromEntries(Object.entries(found).map(([name, values]) => [name, median(values)]))

/** Lighthouse's figures of a page on its simulated phone (slow 4G, 4× CPU), by name: the median of `rounds` visits. */
export async function measureVisits(address: string, rounds: number): Promise<Record<string, number>> {
  const port = 9200 + (process.pid % 700)
  const found: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round += 1) {
    // A browser for each visit: nothing may be left of the one before.
    const browser = await launchBrowser([`--remote-debugging-port=${port}`])
    try {
      const result = await lighthouse(address, { port, output: 'json', logLevel: 'error' })
      if (!result) throw new Error(`Lighthouse had nothing to say about ${address}.`)
      for (const name of Object.keys(LIGHTHOUSE)) (found[name] ??= []).push(figureIn(result.lhr, name))
    } finally {
      await browser.close()
    }
  }
  return mediansOf(found)
}

interface Interaction {
  name: string
  path: string
  act(page: Page): Promise<void>
}

const interactionsOn = (productPath: string): Interaction[] => [
  {
    name: 'filter',
    path: '/getproducts',
    async act(page) {
      await page.getByRole('checkbox', { name: /In stock only/ }).click()
      await page.waitForURL(/inStock/)
    },
  },
  {
    name: 'add to cart',
    path: productPath,
    async act(page) {
      await page.locator('.tile:not([data-struck])').first().click()
      await page.getByRole('button', { name: 'Add to Cart' }).click()
      const added = page.getByRole('status').filter({ hasText: 'Added' })
      await page.getByRole('alert').or(added).first().waitFor()
    },
  },
  {
    name: 'open menu',
    path: '/',
    async act(page) {
      await page.getByRole('button', { name: 'Categories' }).click()
      await page.getByRole('heading', { name: 'Popular Items' }).waitFor()
    },
  },
]

/** How long the longest answer to an action took until it was painted, on a processor that is four times as slow. */
async function measureInteraction(page: Page, act: Interaction['act']): Promise<number> {
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

/** Milliseconds until the next picture after filtering, adding to the cart and opening a menu: the medians of `rounds`. */
export async function measureInteractions(
  origin: string,
  productPath: string,
  rounds: number,
): Promise<Record<string, number>> {
  const browser = await launchBrowser()
  const found: Record<string, number[]> = {}
  for (const { name, path, act } of interactionsOn(productPath)) {
    for (let round = 0; round < rounds; round += 1) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      await page.goto(origin + path, { waitUntil: 'networkidle' })
      ;(found[name] ??= []).push(await measureInteraction(page, act))
      await page.close()
    }
  }
  await browser.close()
  return mediansOf(found)
}
