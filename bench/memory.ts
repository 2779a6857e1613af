import { setTimeout as wait } from 'node:timers/promises'

import { withShop } from './prepare.ts'
import { buyUntil } from './buyer-calls.ts'
import { onEachEngine } from './engines.ts'
import { figure } from './figures.ts'
import { COMPRESSED, createCaller, flood, listIds, type Caller } from './send-requests.ts'
import { residentMib } from './machine.ts'

const PRODUCTS = 1000
const LOAD_SECONDS = 1
const BUYING_SECONDS = 2
const PAGES = ['/', '/getproducts', '/api/products/getallproductsindb']
const CRAWLERS = 16
const BUYERS = 8
const PIECES = 16
/** When memory is measured: after the crawler's beginning, and later, to see whether it keeps growing. */
const SECONDS = { usual: [10, 20], large: [120, 600] } as const
const MOST_PRICE = 5000
const REJECTED_MS = 200

/** The addresses that a search engine, or somebody who tries every filter, asks for; no address of a list comes twice. */
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

/** Reads address after address; returns how many were read. */
async function crawl(visitor: Caller, addresses: Generator<string, never>, untilMs: number): Promise<number> {
  let answers = 0
  while (performance.now() < untilMs) {
    const path = addresses.next().value
    const { status } = await visitor.call('GET', path, undefined, COMPRESSED)
    // A crawler that was rejected under load tries again.
    if (status === 503) await wait(REJECTED_MS)
    else if (status !== 200) throw new Error(`GET ${path}: ${status}`)
    else answers += 1
  }
  return answers
}

/**
 * What the serving process occupies while everything that can be asked for is asked for; `--large` takes ten minutes on each
 * engine.
 */
export const memory = onEachEngine(async ({ name, createDatabase }, { isLarge, say }) => {
  const inputs = { databaseUrl: await createDatabase(), products: PRODUCTS, buyers: BUYERS, plenty: PIECES }
  return withShop(inputs, async ({ origin, pid, customers, plenty, visitor }) => {
    const resident = (what: string, note: string) => figure(`${name}, memory ${what}`, 'MiB', [residentMib(pid)], note)
    const figures = [resident('when open', 'resident, the serving process')]
    for (const path of PAGES) await flood(origin + path, LOAD_SECONDS)
    await buyUntil(customers, plenty, performance.now() + BUYING_SECONDS * 1000)
    figures.push(resident('after load', 'many reads of pages and lists, then purchases'))
    const addresses = everyAddress(await listIds(visitor, '/api/products/getallproductsindb'))
    const crawlers = Array.from({ length: CRAWLERS }, () => createCaller(origin))
    const begin = performance.now()
    let answers = 0
    for (const seconds of isLarge ? SECONDS.large : SECONDS.usual) {
      const untilMs = begin + seconds * 1000
      const buying = buyUntil(customers.slice(0, 1), plenty, untilMs)
      const read = await Promise.all(crawlers.map((each) => crawl(each, addresses, untilMs)))
      await buying
      answers += read.reduce((sum, each) => sum + each)
      const note = `${answers} answers of pages and lists, and purchases meanwhile`
      figures.push(resident(`after ${seconds} s of a crawler`, note))
      say(`${name}, ${seconds} s`)
    }
    for (const each of crawlers) each.close()
    return figures
  })
})
