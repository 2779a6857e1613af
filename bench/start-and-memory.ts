import { sum } from 'd3-array'
import { setTimeout as wait } from 'node:timers/promises'

import { prepareShop, startService } from '#prove/prepare-shop.ts'

import { startBareServer } from './bare-server.ts'
import { buyFor } from './buyer.ts'
import { onEachEngine } from './engines.ts'
import { once, playRounds } from './figures.ts'
import { COMPRESSED, createCaller, listIds, loadAddress, type Caller } from './load.ts'
import { residentMib } from '#prove/process-usage.ts'
import { withShop } from './shop.ts'

async function secondsUntilBareAnswers(): Promise<number> {
  const begin = performance.now()
  const bare = await startBareServer(new Map([['/', { headers: {}, body: Buffer.from('ok') }]]))
  await (await fetch(bare.origin)).text()
  const seconds = (performance.now() - begin) / 1000
  await bare.stop()
  return seconds
}

/** From the start of the process to its first `/readyz`. */
export const start = onEachEngine(async ({ name, createDatabase }, { rounds }) => {
  const { settings, remove } = await prepareShop({ databaseUrl: await createDatabase(), products: 100 })
  const figures = await playRounds(rounds, name, async () => {
    const bareSeconds = await secondsUntilBareAnswers()
    const shop = await startService(settings)
    await shop.stop()
    return {
      'start until ready': [shop.readySeconds, 's', 'existing database, pages built'],
      'start of the bare server': [bareSeconds, 's'],
    }
  })
  await remove()
  return figures
})

const PRODUCTS = 1000
const LOAD_SECONDS = 1
const BUYING_SECONDS = 2
const PAGES = ['/', '/getproducts', '/api/products/getallproductsindb']
const CRAWLERS = 16
const BUYERS = 8
const PIECES = 16
/** For how long crawlers read before memory is measured, and again, to see whether it keeps growing. */
const CRAWL_SECONDS = { usual: [10, 10], large: [120, 480] } as const
const MOST_PRICE = 5000
const REJECTED_MS = 200

/**
 * The addresses that a search engine, or somebody who tries every filter, asks for; no address of a list comes twice.
 */
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

/** What the serving process occupies while everything that can be asked for is asked for. */
export const memory = onEachEngine(async ({ name, createDatabase }, { isLarge, say }) => {
  const inputs = { databaseUrl: await createDatabase(), products: PRODUCTS, buyers: BUYERS, plenty: PIECES }
  return withShop(inputs, async ({ origin, pid, customers, plenty, visitor }) => {
    const resident = (what: string, note: string) => once(`${name}, memory ${what}`, 'MiB', residentMib(pid), note)
    const figures = [resident('when open', 'resident, the serving process')]
    for (const path of PAGES) await loadAddress(origin + path, LOAD_SECONDS)
    await buyFor(BUYING_SECONDS, customers, plenty)
    figures.push(resident('after load', 'many reads of pages and lists, then purchases'))
    const addresses = everyAddress(await listIds(visitor, '/api/products/getallproductsindb'))
    const crawlers = Array.from({ length: CRAWLERS }, () => createCaller(origin))
    let [answers, crawledSeconds] = [0, 0]
    for (const seconds of CRAWL_SECONDS[isLarge ? 'large' : 'usual']) {
      const untilMs = performance.now() + seconds * 1000
      const buying = buyFor(seconds, customers.slice(0, 1), plenty)
      answers += sum(await Promise.all(crawlers.map((each) => crawl(each, addresses, untilMs))))
      await buying
      crawledSeconds += seconds
      const note = `${answers} answers of pages and lists, and purchases meanwhile`
      figures.push(resident(`after ${crawledSeconds} s of a crawler`, note))
      say(`${name}, ${crawledSeconds} s`)
    }
    for (const each of crawlers) each.close()
    return figures
  })
})
