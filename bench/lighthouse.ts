import { median } from 'd3-array'
import lighthouse from 'lighthouse'

import { launchBrowser } from '#e2e/launch-browser.ts'

import { LIGHTHOUSE } from './budget-limits.ts'

/** The pages that Lighthouse visits, by name. */
export const visitedPages = (productPath: string) => ({
  home: '/',
  category: '/categories/shirts',
  list: '/getproducts',
  product: productPath,
})

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
  const reports: Report[] = []
  while (reports.length < rounds) {
    // A new browser for each visit, so that nothing is left of the one before.
    const browser = await launchBrowser([`--remote-debugging-port=${port}`])
    try {
      const result = await lighthouse(address, { port, output: 'json', logLevel: 'error' })
      if (!result) throw new Error(`Lighthouse had nothing to say about ${address}.`)
      reports.push(result.lhr)
    } finally {
      await browser.close()
    }
  }
  const medianOf = (name: string) => median(reports, (report) => figureIn(report, name)) ?? Number.NaN
  return Object.fromEntries(Object.keys(LIGHTHOUSE).map((name) => [name, medianOf(name)]))
}
