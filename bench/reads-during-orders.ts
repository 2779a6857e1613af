import { setTimeout as wait } from 'node:timers/promises'

import { buyOne, type Buyer } from './buyer.ts'
import { onEachEngine } from './engines.ts'
import { playRounds, type Figure } from './figures.ts'
import { COMPRESSED, FIRST_LIST, listIds, loadAddress } from './load.ts'
import { setStock, withShop } from './shop.ts'

const ORDERS_PER_SECOND = 20
const BUYERS = 16
const PIECES = 500_000
const SECONDS = 0.5
const CASES = { 'list page': '/getproducts', 'list of 12': FIRST_LIST }

/** Buys at a steady rate until it is stopped; returns how many orders a second there really were. */
function placeOrders(buyers: readonly Buyer[], productIds: readonly string[]): () => Promise<number> {
  const begin = performance.now()
  let placed = 0
  const end = new AbortController()
  const buy = async (buyer: Buyer, index: number) => {
    for (let turn = index; !end.signal.aborted; turn += buyers.length) {
      const dueMs = begin + (turn * 1000) / ORDERS_PER_SECOND - performance.now()
      if (dueMs > 0) await wait(dueMs)
      await buyOne(buyer, productIds[turn % productIds.length] ?? '')
      placed += 1
    }
  }
  const buying = Promise.all(buyers.map(buy))
  return async () => {
    end.abort()
    const rate = placed / ((performance.now() - begin) / 1000)
    await buying
    return rate
  }
}

/** What everyone reads, while orders for just these products come in at a steady rate. */
export const readsDuringOrders = onEachEngine(async ({ name, createDatabase }, { rounds, say }) =>
  withShop({ databaseUrl: await createDatabase(), products: 100, buyers: BUYERS }, async (shop) => {
    const productIds = await listIds(shop.administrator)
    for (const id of productIds) await setStock(shop, id, PIECES)
    const figures: Figure[] = []
    for (const [what, path] of Object.entries(CASES)) {
      const read = () => loadAddress(shop.origin + path, SECONDS, COMPRESSED)
      const found = await playRounds(rounds, `${name}, ${what}`, async () => {
        const quiet = await read()
        const stop = placeOrders(shop.customers, productIds)
        const busy = await read()
        return {
          'of itself without orders': [busy.perSecond / quiet.perSecond, '×', 'answers a second'],
          p50: [busy.p50Ms, 'ms'],
          p99: [busy.p99Ms, 'ms'],
          'p99 without orders': [quiet.p99Ms, 'ms'],
          'orders meanwhile': [await stop(), '/s', `${ORDERS_PER_SECOND} wanted`],
        }
      })
      figures.push(...found)
      say(`${name}, ${what}`)
    }
    return figures
  }),
)
