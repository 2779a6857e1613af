import { setTimeout as wait } from 'node:timers/promises'

import type { Buyer } from './buying.ts'
import type { Caller } from './caller.ts'
import type { BenchEngine, Circumstances } from './benchmark.ts'

import { createBuyers, purchaseOne } from './buying.ts'
import { BROTLI, createCaller } from './caller.ts'
import { figure, type Figure } from './figures.ts'
import { listIds } from './first-list.ts'
import { residentMib } from './machine.ts'
import { onEachEngine } from './on-each-engine.ts'
import { prepareShop } from './prepare.ts'
import { startShop } from './programs.ts'

const PRODUCTS = 1000
const CRAWLERS = 16
/** When it is looked at: what the crawler's beginning comes to, and whether the rest adds to it. */
const SECONDS = { usual: [10, 20], large: [120, 600] } as const
const MOST_PRICE = 5000
const TURNED_AWAY_MS = 200

interface Crowd {
  visitors: readonly Caller[]
  buyer: Buyer
  productIds: readonly string[]
}

/** Whatever a search engine, or somebody who tries every filter, comes to: no address of a list comes twice. */
function* everyAddress(productIds: readonly string[]): Generator<string, never> {
  for (let round = 0; ; round++) {
    yield '/'
    for (const [index, id] of productIds.entries()) {
      const prices = `minPrice=${round}&maxPrice=${index + MOST_PRICE}`
      yield `/product/${id}`
      yield `/getproducts?${prices}`
      yield `/api/products/product/${id}`
      yield `/api/products/getallproductsindb?limit=12&${prices}`
    }
  }
}

/** Reads address after address, and buys meanwhile. Answers how many were read. */
async function crawl(crowd: Crowd, addresses: Generator<string, never>, seconds: number): Promise<number> {
  const { visitors, buyer, productIds } = crowd
  const until = performance.now() + seconds * 1000
  let answers = 0
  const read = async (visitor: Caller) => {
    while (performance.now() < until) {
      const path = addresses.next().value
      const { status } = await visitor.call('GET', path, undefined, BROTLI)
      // Somebody who was turned away from a crowd comes back.
      if (status === 503) await wait(TURNED_AWAY_MS)
      else if (status !== 200) throw new Error(`GET ${path}: ${status}`)
      else answers += 1
    }
  }
  const buy = async () => {
    for (let turn = 0; performance.now() < until; turn++) {
      await purchaseOne(buyer, productIds[turn % productIds.length] ?? '')
    }
  }
  await Promise.all([...visitors.map(read), buy()])
  return answers
}

async function measure({ name, createDatabase }: BenchEngine, { isLarge, say }: Circumstances): Promise<Figure[]> {
  const databaseUrl = await createDatabase()
  const prepared = await prepareShop({ databaseUrl, products: PRODUCTS, buyers: 1, plenty: CRAWLERS })
  const shop = await startShop(prepared.settings)
  const visitors = Array.from({ length: CRAWLERS }, () => createCaller(shop.origin))
  const [buyer] = createBuyers(shop.origin, prepared.buyers)
  if (!buyer) throw new Error('there is no buyer')
  try {
    const resident = (what: string, note: string) => {
      const mib = residentMib(shop.pid)
      return mib === undefined ? [] : [figure(`${name}, memory ${what}`, 'MiB', [mib], note)]
    }
    const figures = resident('when open', 'resident, the serving process')
    const addresses = everyAddress(await listIds(buyer.caller, '/api/products/getallproductsindb'))
    let passed = 0
    let answers = 0
    for (const seconds of isLarge ? SECONDS.large : SECONDS.usual) {
      answers += await crawl({ visitors, buyer, productIds: prepared.plenty }, addresses, seconds - passed)
      passed = seconds
      const note = `${answers} answers of pages and lists, and purchases meanwhile`
      figures.push(...resident(`after ${seconds} s of a crawler`, note))
      say(`${name}, ${seconds} s`)
    }
    return figures
  } finally {
    for (const caller of [...visitors, buyer.caller]) caller.close()
    await shop.stop()
    await prepared.remove()
  }
}

/**
 * What the serving process occupies while everything that can be asked for is asked for; `--large` takes ten minutes on each
 * engine.
 */
export const memory = onEachEngine(measure)
