import { setTimeout as wait } from 'node:timers/promises'

import type { Buyer } from './buying.ts'
import type { BenchEngine, Circumstances } from './benchmark.ts'

import { createBuyers, purchaseOne } from './buying.ts'
import { BROTLI, createCaller } from './caller.ts'
import { figure, type Figure } from './figures.ts'
import { FIRST_LIST, listIds } from './first-list.ts'
import { flood } from './flood.ts'
import { onEachEngine } from './on-each-engine.ts'
import { prepareShop, type PreparedShop } from './prepare.ts'
import { startShop, type Program } from './programs.ts'

const ORDERS_PER_SECOND = 20
const BUYERS = 16
const PIECES = 500_000
const SECONDS = 0.5
const CONNECTIONS = 16

/** Gives the products of the first list so many pieces that they never run out, and answers their ids. */
async function stockUp({ origin }: Program, { admin }: PreparedShop): Promise<string[]> {
  const owner = createCaller(origin, admin.cookie)
  const ids = await listIds(owner)
  for (const id of ids) await owner.ask('PATCH', `/api/products/set-stock/${id}`, { stock: PIECES })
  owner.close()
  return ids
}

/** Buys at a steady rate until it is stopped; answers how many orders a second there were in fact. */
function placeOrders(buyers: readonly Buyer[], productIds: readonly string[]): () => Promise<number> {
  const begin = performance.now()
  let placed = 0
  const end = new AbortController()
  const buy = async (buyer: Buyer, index: number) => {
    for (let turn = index; !end.signal.aborted; turn += buyers.length) {
      const dueMs = begin + (turn * 1000) / ORDERS_PER_SECOND - performance.now()
      if (dueMs > 0) await wait(dueMs)
      await purchaseOne(buyer, productIds[turn % productIds.length] ?? '')
      placed += 1
    }
  }
  const buying = Promise.all(buyers.map(buy))
  return async () => {
    end.abort()
    const seconds = (performance.now() - begin) / 1000
    const rate = placed / seconds
    await buying
    return rate
  }
}

async function measure({ name, createDatabase }: BenchEngine, { rounds, say }: Circumstances): Promise<Figure[]> {
  const databaseUrl = await createDatabase()
  const prepared = await prepareShop({ databaseUrl, products: 100, buyers: BUYERS })
  const shop = await startShop(prepared.settings)
  const buyers = createBuyers(shop.origin, prepared.buyers)
  const figures: Figure[] = []
  try {
    const productIds = await stockUp(shop, prepared)
    const rates: number[] = []
    const cases = [
      { what: 'list page', path: '/getproducts' },
      { what: 'list of 12', path: FIRST_LIST },
    ]
    for (const { what, path } of cases) {
      const read = () =>
        flood({ origin: shop.origin, path, headers: BROTLI, connections: CONNECTIONS, seconds: SECONDS })
      const quiet: Awaited<ReturnType<typeof read>>[] = []
      const busy: typeof quiet = []
      await read()
      while (busy.length < rounds) {
        quiet.push(await read())
        const stop = placeOrders(buyers, productIds)
        busy.push(await read())
        rates.push(await stop())
      }
      const shares = busy.map(({ perSecond }, index) => perSecond / (quiet[index]?.perSecond ?? Number.NaN))
      const each = (side: typeof quiet, key: 'p50Ms' | 'p99Ms') => side.map((one) => one[key])
      figures.push(
        figure(`${name}, ${what}, of itself without orders`, '×', shares, 'answers a second'),
        figure(`${name}, ${what}, p50`, 'ms', each(busy, 'p50Ms')),
        figure(`${name}, ${what}, p99`, 'ms', each(busy, 'p99Ms')),
        figure(`${name}, ${what}, p99 without orders`, 'ms', each(quiet, 'p99Ms')),
      )
      say(`${name}, ${what}`)
    }
    return [figure(`${name}, orders placed meanwhile`, '/s', rates, `${ORDERS_PER_SECOND} wanted`), ...figures]
  } finally {
    for (const { caller } of buyers) caller.close()
    await shop.stop()
    await prepared.remove()
  }
}

/** What everyone reads, while orders for just these products come in at a steady rate. */
export const mixed = onEachEngine(measure)
