import { setTimeout as wait } from 'node:timers/promises'

import { withShop } from './prepare.ts'
import { purchaseOne, type Buyer } from './buyer-calls.ts'
import { onEachEngine } from './engines.ts'
import { playRounds, type Figure } from './figures.ts'
import { COMPRESSED, FIRST_LIST, flood, listIds } from './send-requests.ts'

const ORDERS_PER_SECOND = 20
const BUYERS = 16
const PIECES = 500_000
const SECONDS = 0.5
const CASES = [
  { what: 'list page', path: '/getproducts' },
  { what: 'list of 12', path: FIRST_LIST },
]

/** Buys at a steady rate until it is stopped; returns how many orders a second there really were. */
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

const MEASURES = {
  'of itself without orders': ['×', 'answers a second'],
  p50: ['ms'],
  p99: ['ms'],
  'p99 without orders': ['ms'],
  'orders meanwhile': ['/s', `${ORDERS_PER_SECOND} wanted`],
} as const

/** What everyone reads, while orders for just these products come in at a steady rate. */
export const readsDuringOrders = onEachEngine(async ({ name, createDatabase }, { rounds, say }) =>
  withShop({ databaseUrl: await createDatabase(), products: 100, buyers: BUYERS }, async (shop) => {
    const productIds = await listIds(shop.administrator)
    // Enough that they never run out.
    for (const id of productIds) {
      await shop.administrator.ask('PATCH', `/api/products/set-stock/${id}`, { stock: PIECES })
    }
    const figures: Figure[] = []
    for (const { what, path } of CASES) {
      const read = () => flood(shop.origin + path, SECONDS, COMPRESSED)
      const found = await playRounds(rounds, `${name}, ${what}`, MEASURES, async () => {
        const quiet = await read()
        const stop = placeOrders(shop.customers, productIds)
        const busy = await read()
        return {
          'of itself without orders': busy.perSecond / quiet.perSecond,
          p50: busy.p50Ms,
          p99: busy.p99Ms,
          'p99 without orders': quiet.p99Ms,
          'orders meanwhile': await stop(),
        }
      })
      figures.push(...found)
      say(`${name}, ${what}`)
    }
    return figures
  }),
)
