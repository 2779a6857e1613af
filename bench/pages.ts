import type { Part } from './benchmark.ts'

import { compareCached } from './cached.ts'
import { BROTLI } from './caller.ts'
import { figure, median } from './figures.ts'
import { createMisses } from './misses.ts'
import { prepareShop } from './prepare.ts'
import { startShop } from './programs.ts'

const SAMPLES = 6
const WARM_SAMPLES = 15

/** Pages: kept in memory, as they are and compressed; and rendered, when the catalogue has just changed. */
export const pages: Part = async (circumstances) => {
  const prepared = await prepareShop({ products: 100, plenty: 1 })
  const shop = await startShop(prepared.settings)
  const misses = createMisses(shop, prepared)
  try {
    const cached = await compareCached(
      shop,
      [
        { name: 'home', path: '/' },
        { name: 'home, brotli', path: '/', headers: BROTLI },
        { name: 'list page', path: '/getproducts' },
        { name: 'list page, brotli', path: '/getproducts', headers: BROTLI },
      ],
      circumstances,
    )
    const rendered = []
    for (const [name, path] of [
      ['home', '/'],
      ['list page', '/getproducts'],
    ] as const) {
      for (let sample = 0; sample < WARM_SAMPLES; sample++) await misses.time(path)
      const rounds: number[] = []
      while (rounds.length < circumstances.rounds) {
        const times: number[] = []
        while (times.length < SAMPLES) times.push(await misses.time(path))
        rounds.push(median(times))
      }
      rendered.push(figure(`${name}, rendered`, 'ms', rounds, `catalogue just changed, identity, ${SAMPLES} a round`))
    }
    return [...cached, ...rendered]
  } finally {
    misses.close()
    await shop.stop()
    await prepared.remove()
  }
}
