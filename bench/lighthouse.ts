import lighthouse from 'lighthouse'

import { launchBrowser } from '#e2e/launch-browser.ts'

import { LIGHTHOUSE } from './budget-limits.ts'
import { mediansOf } from './figures.ts'

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
  const found: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round += 1) {
    // A new browser for each visit, so that nothing is left of the one before.
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
