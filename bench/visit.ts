import lighthouse from 'lighthouse'
import type { Page } from 'playwright-core'

import { launchBrowser } from '#e2e/browser.ts'

import { LIGHTHOUSE } from './budget-limits.ts'
import { median } from './figures.ts'

const MILLISECONDS_AS_SECONDS = new Set(['first-contentful-paint', 'largest-contentful-paint'])

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
  return Object.fromEntries(Object.entries(found).map(([name, values]) => [name, median(values)]))
}

const LONGEST_EVENT = `performance.longestEvent`

/** How long the longest answer to an action took until it was painted, on a processor that is four times as slow. */
export async function measureInteraction(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(`
    ${LONGEST_EVENT} = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) ${LONGEST_EVENT} = Math.max(${LONGEST_EVENT}, duration)
    }).observe({ type: 'event', durationThreshold: 16 })`)
  await act()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))')
  const longest = Number(await page.evaluate(LONGEST_EVENT))
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return longest
}
