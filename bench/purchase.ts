import { administer } from '#test/database.ts'

import { withShop, type BenchShop } from './prepare.ts'
import { purchaseOne, type Buyer } from './buyer-calls.ts'
import { onEachEngine, type BenchEngine } from './engines.ts'
import { figure, percentile, playRounds, type Figure } from './figures.ts'
import { measureRush, RUSH } from './rush-for-last-items.ts'
import { startComparison } from './send-requests.ts'
import { cpuSeconds } from './machine.ts'

const BUYERS = 32
const PRODUCTS = 100
const ROUND_SECONDS = 1.5
const COUNTED_PURCHASES = 50

async function playRound({ pid, plenty }: BenchShop, buyers: readonly Buyer[]) {
  const begin = performance.now()
  const cpuBefore = cpuSeconds(pid)
  const until = begin + ROUND_SECONDS * 1000
  const times: number[] = []
  let failed = 0
  const buyAgainAndAgain = async (buyer: Buyer, index: number) => {
    for (let turn = index * 7; performance.now() < until; turn++) {
      const started = performance.now()
      try {
        await purchaseOne(buyer, plenty[turn % plenty.length] ?? '')
        times.push(performance.now() - started)
      } catch {
        failed += 1
      }
    }
  }
  await Promise.all(buyers.map(buyAgainAndAgain))
  return {
    purchases: times.length / ((performance.now() - begin) / 1000),
    'purchase p50': percentile(times, 0.5),
    'purchase p99': percentile(times, 0.99),
    'purchases that failed': failed,
    'processor time': ((cpuSeconds(pid) - cpuBefore) * 1000) / times.length,
  }
}

/** How many statements the server has executed in this database, by its own count (pg_stat_statements). */
const countStatements = (databaseUrl: string) =>
  administer(databaseUrl, async (client) => {
    await client.query('create extension if not exists pg_stat_statements')
    const { rows } = await client.query<Record<'all' | 'sandbox' | 'frames', number>>(`
      select coalesce(sum(calls), 0)::float as all,
        coalesce(sum(calls) filter (where query like '%sandbox\\_%'), 0)::float as sandbox,
        coalesce(sum(calls) filter (where query ~* '^(begin|start transaction|commit|rollback)'), 0)::float as frames
      from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database()) and query !~ 'pg_stat_statements'`)
    return rows[0] ?? { all: 0, sandbox: 0, frames: 0 }
  })

async function countForOne(name: BenchEngine['name'], databaseUrl: string): Promise<Figure[]> {
  const inputs = { databaseUrl, products: 100, buyers: 1, plenty: COUNTED_PURCHASES }
  return withShop(inputs, async ({ customers: [buyer], plenty }) => {
    if (!buyer) return []
    await purchaseOne(buyer, plenty[0] ?? '')
    const before = await countStatements(databaseUrl)
    for (const productId of plenty) await purchaseOne(buyer, productId)
    const after = await countStatements(databaseUrl)
    const each = (key: keyof typeof after) => [(after[key] - before[key]) / COUNTED_PURCHASES]
    const note = `by pg_stat_statements over ${COUNTED_PURCHASES} purchases one after the other, background jobs included`
    return [
      figure(`${name}, statements a purchase`, '', each('all'), note),
      figure(`${name}, of these the sandbox's`, '', each('sandbox'), 'statements on its tables'),
      figure(`${name}, of these begin and commit`, '', each('frames'), "the sandbox's included"),
    ]
  })
}

const MEASURES = {
  purchases: ['/s', `${BUYERS} buyers, six calls each`],
  'purchase p50': ['ms'],
  'purchase p99': ['ms'],
  'purchases that failed': ['', 'in a round: an answer that was no success'],
  'processor time': ['ms', "of the shop's process, a purchase"],
  'bare server': ['/s', 'in the same rounds'],
} as const

/** Whole purchases: how many a second, how many statements each, and what becomes of the last pieces. */
export const purchase = onEachEngine(async ({ name, createDatabase }, { rounds, say }) => {
  const rush = { buyers: RUSH.buyers, scarce: RUSH.rounds + 1, scarcePieces: RUSH.pieces }
  const inputs = { products: 100, plenty: PRODUCTS, ...rush }
  const bare = await startComparison()
  const figures = await withShop({ databaseUrl: await createDatabase(), ...inputs }, async (shop) => {
    const buyers = shop.customers.slice(0, BUYERS)
    const bought = await playRounds(rounds, name, MEASURES, async () => ({
      'bare server': await bare.perSecond(),
      ...(await playRound(shop, buyers)),
    }))
    say(`${name}, ${BUYERS} buyers`)
    const rushed = await measureRush(name, shop)
    say(`${name}, ${RUSH.buyers} buyers for ${RUSH.pieces} pieces`)
    return [...bought, ...rushed]
  })
  await bare.stop()
  const counted = await createDatabase()
  return counted === undefined ? figures : [...figures, ...(await countForOne(name, counted))]
})
