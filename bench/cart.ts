import { setTimeout as wait } from 'node:timers/promises'

import type { Caller } from './caller.ts'
import type { BenchEngine, Circumstances, Part } from './benchmark.ts'

import { createCaller } from './caller.ts'
import { figure, percentile, type Figure } from './figures.ts'
import { prepareShop } from './prepare.ts'
import { startShop } from './programs.ts'
import { startReferenceServer, type ReferenceServer } from './reference-server.ts'

/** Without a pause everybody calls again as soon as they are answered, which measures how many calls a second there can be. */
const CROWDS = [
  { crowd: 16, pauseMs: 0 },
  { crowd: 64, pauseMs: 0 },
  { crowd: 64, pauseMs: 100 },
]
const PRODUCTS = 50
const ROUND_SECONDS = 0.8
const PACED_SECONDS = 2

interface Times {
  add: number[]
  read: number[]
}

async function timed<Result>(times: number[], work: () => Promise<Result>): Promise<Result> {
  const begin = performance.now()
  const result = await work()
  times.push(performance.now() - begin)
  return result
}

interface Round {
  products: readonly string[]
  until: number
  pauseMs: number
  times: Times
}

/** Adds a piece, reads the cart and takes the piece out again, one after the other, until the time is over. */
async function fillAndEmpty(caller: Caller, { products, until, pauseMs, times }: Round): Promise<void> {
  // Not all at the same moment: a crowd with pauses comes evenly.
  if (pauseMs > 0) await wait(Math.random() * pauseMs)
  const pause = () => (pauseMs > 0 ? wait(pauseMs) : undefined)
  for (let turn = 0; performance.now() < until; turn++) {
    const add = `/api/cart/add/${products[turn % products.length]}`
    const { cart } = await timed(times.add, () => caller.ask<{ cart: { _id: string }[] }>('GET', add))
    await pause()
    await timed(times.read, () => caller.ask('GET', '/api/cart'))
    await pause()
    await caller.ask('GET', `/api/cart/remove/${cart[0]?._id}`)
    await pause()
  }
}

async function playRound(callers: readonly Caller[], products: readonly string[], pauseMs: number) {
  const times: Times = { add: [], read: [] }
  const begin = performance.now()
  const until = begin + (pauseMs > 0 ? PACED_SECONDS : ROUND_SECONDS) * 1000
  await Promise.all(callers.map((caller) => fillAndEmpty(caller, { products, until, pauseMs, times })))
  const seconds = (performance.now() - begin) / 1000
  return {
    addP50: percentile(times.add, 0.5),
    addP99: percentile(times.add, 0.99),
    readP50: percentile(times.read, 0.5),
    readP99: percentile(times.read, 0.99),
    callsPerSecond: (times.add.length * 3) / seconds,
  }
}

async function measure(
  { name, createDatabase }: BenchEngine,
  reference: ReferenceServer,
  { rounds, say }: Circumstances,
): Promise<Figure[]> {
  const databaseUrl = await createDatabase()
  const prepared = await prepareShop({
    databaseUrl,
    products: 100,
    buyers: Math.max(...CROWDS.map(({ crowd }) => crowd)),
    plenty: PRODUCTS,
  })
  const shop = await startShop(prepared.settings)
  const all = prepared.buyers.map(({ cookie }) => createCaller(shop.origin, cookie))
  const figures: Figure[] = []
  try {
    for (const { crowd, pauseMs } of CROWDS) {
      const what = `${name}, ${crowd} at once${pauseMs > 0 ? `, a call each ${pauseMs} ms` : ''}`
      const callers = all.slice(0, crowd)
      await playRound(callers, prepared.plenty, pauseMs)
      const played: Awaited<ReturnType<typeof playRound>>[] = []
      const bare: number[] = []
      while (played.length < rounds) {
        bare.push(await reference.perSecond())
        played.push(await playRound(callers, prepared.plenty, pauseMs))
      }
      const each = (key: keyof (typeof played)[number]) => played.map((round) => round[key])
      figures.push(
        figure(`${what}, add p50`, 'ms', each('addP50')),
        figure(`${what}, add p99`, 'ms', each('addP99')),
        figure(`${what}, read p50`, 'ms', each('readP50')),
        figure(`${what}, read p99`, 'ms', each('readP99')),
        figure(`${what}, calls`, '/s', each('callsPerSecond'), 'a third each: add, read, remove'),
        figure(`${what}, bare server`, '/s', bare, 'in the same rounds'),
      )
      say(what)
    }
  } finally {
    for (const caller of all) caller.close()
    await shop.stop()
    await prepared.remove()
  }
  return figures
}

/** The cart of signed-in customers, each on a connection of their own. */
export const cart: Part = async (circumstances) => {
  const reference = await startReferenceServer()
  try {
    const figures: Figure[] = []
    for (const engine of await circumstances.engines()) {
      figures.push(...(await measure(engine, reference, circumstances)))
    }
    return figures
  } finally {
    await reference.stop()
  }
}
