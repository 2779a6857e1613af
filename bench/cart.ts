import { setTimeout as wait } from 'node:timers/promises'

import { withShop } from './prepare.ts'
import { onEachEngine } from './engines.ts'
import { percentile, playRounds, type Figure } from './figures.ts'
import { startComparison, type Caller } from './send-requests.ts'

/** Without a pause everybody calls again as soon as they are answered: that shows the most calls a second. */
const CROWDS = [
  { crowd: 16, pauseMs: 0 },
  { crowd: 64, pauseMs: 0 },
  { crowd: 64, pauseMs: 100 },
]
const PRODUCTS = 50
const ROUND_SECONDS = 0.8
const PACED_SECONDS = 2

/** Adds a piece, reads the cart and takes the piece out again, one after the other, until the time is over. */
async function playRound(callers: readonly Caller[], products: readonly string[], pauseMs: number) {
  const adds: number[] = []
  const reads: number[] = []
  const begin = performance.now()
  const until = begin + (pauseMs > 0 ? PACED_SECONDS : ROUND_SECONDS) * 1000
  const pause = () => (pauseMs > 0 ? wait(pauseMs) : undefined)
  async function timed<Result>(times: number[], ask: Promise<Result>): Promise<Result> {
    const from = performance.now()
    const result = await ask
    times.push(performance.now() - from)
    await pause()
    return result
  }
  async function fillAndEmpty(caller: Caller) {
    // Calls with pauses are spread evenly, so that they do not all come at the same moment.
    if (pauseMs > 0) await wait(Math.random() * pauseMs)
    for (let turn = 0; performance.now() < until; turn++) {
      const add = caller.ask<{ cart: { _id: string }[] }>('GET', `/api/cart/add/${products[turn % products.length]}`)
      const { cart: lines } = await timed(adds, add)
      await timed(reads, caller.ask('GET', '/api/cart'))
      await caller.ask('GET', `/api/cart/remove/${lines[0]?._id}`)
      await pause()
    }
  }
  await Promise.all(callers.map(fillAndEmpty))
  const seconds = (performance.now() - begin) / 1000
  return {
    'add p50': percentile(adds, 0.5),
    'add p99': percentile(adds, 0.99),
    'read p50': percentile(reads, 0.5),
    'read p99': percentile(reads, 0.99),
    calls: (adds.length * 3) / seconds,
  }
}

const MEASURES = {
  'add p50': ['ms'],
  'add p99': ['ms'],
  'read p50': ['ms'],
  'read p99': ['ms'],
  calls: ['/s', 'a third each: add, read, remove'],
  'bare server': ['/s', 'in the same rounds'],
} as const

/** The cart of signed-in customers, each on a connection of their own. */
export const cart = onEachEngine(async ({ name, createDatabase }, { rounds, say }) => {
  const buyers = Math.max(...CROWDS.map(({ crowd }) => crowd))
  const inputs = { databaseUrl: await createDatabase(), products: 100, buyers, plenty: PRODUCTS }
  const bare = await startComparison()
  const figures: Figure[] = []
  await withShop(inputs, async ({ customers, plenty }) => {
    for (const { crowd, pauseMs } of CROWDS) {
      const about = `${name}, ${crowd} at once${pauseMs > 0 ? `, a call each ${pauseMs} ms` : ''}`
      const callers = customers.slice(0, crowd).map(({ caller }) => caller)
      const play = async () => ({
        'bare server': await bare.perSecond(),
        ...(await playRound(callers, plenty, pauseMs)),
      })
      figures.push(...(await playRounds(rounds, about, MEASURES, play)))
      say(about)
    }
  })
  await bare.stop()
  return figures
})
