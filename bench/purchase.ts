import { max } from 'd3-array'

import { administer } from '#test/database.ts'

import { buyOne, finishPurchase, type Buyer } from './buyer.ts'
import { onEachEngine } from './engines.ts'
import { createTimes, once, playRounds, type Figure } from './figures.ts'
import { repeatFor } from './load.ts'
import { cpuSeconds } from '#prove/process-usage.ts'
import { setStock, withShop, type BenchShop } from './shop.ts'

const BUYERS = 32
const PRODUCTS = 100
const ROUND_SECONDS = 1.5
const COUNTED_PURCHASES = 50
/** So many buyers want so many pieces of one product at the same moment. */
const RUSH = { buyers: 200, pieces: 50 }

/** Whole purchases, one after the other. */
async function playRound({ pid, plenty, customers }: BenchShop) {
  const before = cpuSeconds(pid)
  const times = createTimes()
  let failed = 0
  const seconds = await repeatFor(ROUND_SECONDS, customers.slice(0, BUYERS), (buyer, turn) =>
    times.of(buyOne(buyer, plenty[turn % PRODUCTS] ?? '')).catch(() => (failed += 1)),
  )
  const cpuMs = ((cpuSeconds(pid) - before) * 1000) / times.count()
  return {
    purchases: [times.count() / seconds, '/s', `${BUYERS} buyers, six calls each`],
    'purchase p50': [times.percentile(50), 'ms'],
    'purchase p99': [times.percentile(99), 'ms'],
    'purchases that failed': [failed, '', 'in a round: an answer that was no success'],
    'processor time': [cpuMs, 'ms', "of the shop's process, a purchase"],
  } as const
}

/** Everybody has the last pieces in the cart and starts to pay at the same moment; those who can start also finish. */
async function rush(buyers: readonly Buyer[], productId: string) {
  const carts = await Promise.all(
    buyers.map(({ caller }) => caller.ask<{ cart: { _id: string }[] }>('GET', `/api/cart/add/${productId}`)),
  )
  const begin = performance.now()
  const outcomes = await Promise.all(
    buyers.map(async (buyer) => {
      const { status, bytes } = await buyer.caller.call('POST', '/api/payment/create/orderId', {})
      if (status === 200) await finishPurchase(buyer, (JSON.parse(bytes.toString()) as { id: string }).id)
      return { status, seconds: (performance.now() - begin) / 1000 }
    }),
  )
  const lines = carts.map(({ cart }) => cart[0]?._id)
  await Promise.all(buyers.map(({ caller }, index) => caller.call('GET', `/api/cart/remove/${lines[index]}`)))
  const secondsOf = (wanted: number) => outcomes.filter(({ status }) => status === wanted).map(({ seconds }) => seconds)
  const [ordered, rejected] = [secondsOf(200), secondsOf(409)]
  return {
    orders: [ordered.length, ''],
    'rejected with 409': [rejected.length, ''],
    'the last order stands': [max(ordered) ?? Number.NaN, 's', 'paid, verified, with address'],
    'the last is rejected': [max(rejected) ?? Number.NaN, 's'],
  } as const
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

async function countForOne(databaseUrl: string): Promise<Figure[]> {
  const inputs = { databaseUrl, products: 100, buyers: 1, plenty: COUNTED_PURCHASES }
  return withShop(inputs, async ({ customers: [buyer], plenty }) => {
    if (!buyer) return []
    await buyOne(buyer, plenty[0] ?? '')
    const before = await countStatements(databaseUrl)
    for (const productId of plenty) await buyOne(buyer, productId)
    const after = await countStatements(databaseUrl)
    const each = (key: keyof typeof after) => (after[key] - before[key]) / COUNTED_PURCHASES
    const note = `by pg_stat_statements over ${COUNTED_PURCHASES} purchases one after the other, background jobs included`
    return [
      once('PostgreSQL, statements a purchase', '', each('all'), note),
      once("PostgreSQL, of these the sandbox's", '', each('sandbox'), 'statements on its tables'),
      once('PostgreSQL, of these begin and commit', '', each('frames'), "the sandbox's included"),
    ]
  })
}

/** Whole purchases: how many a second, what becomes of the last pieces, and how many statements each. */
export const purchase = onEachEngine(async ({ name, createDatabase }, { rounds, say }) => {
  const inputs = { products: 100, plenty: PRODUCTS, buyers: RUSH.buyers }
  const figures = await withShop({ databaseUrl: await createDatabase(), ...inputs }, async (shop) => {
    const bought = await playRounds(rounds, name, () => playRound(shop))
    say(`${name}, ${BUYERS} buyers`)
    const rushed = await playRounds(rounds, `${name}, ${RUSH.buyers} for ${RUSH.pieces}`, async (round) => {
      const productId = shop.plenty[round % PRODUCTS] ?? ''
      await setStock(shop, productId, RUSH.pieces)
      return rush(shop.customers, productId)
    })
    say(`${name}, ${RUSH.buyers} buyers for ${RUSH.pieces} pieces`)
    return [...bought, ...rushed]
  })
  const counted = await createDatabase()
  return counted === undefined ? figures : [...figures, ...(await countForOne(counted))]
})
