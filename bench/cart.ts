import type { Caller } from './caller.ts'
import type { BenchEngine, Circumstances, Part } from './part.ts'

import { createCaller } from './caller.ts'
import { figure, percentile, type Figure } from './figures.ts'
import { prepareShop } from './prepare.ts'
import { startShop } from './programs.ts'
import { startYardstick, type Yardstick } from './yardstick.ts'

const CROWDS = [16, 64]
const PRODUCTS = 50
const ROUND_SECONDS = 0.8

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

/** Adds a piece, reads the cart and takes the piece out again, one after the other, until the time is over. */
async function fillAndEmpty(caller: Caller, products: readonly string[], until: number, times: Times): Promise<void> {
  for (let turn = 0; performance.now() < until; turn++) {
    const add = `/api/cart/add/${products[turn % products.length]}`
    const { cart } = await timed(times.add, () => caller.ask<{ cart: { _id: string }[] }>('GET', add))
    await timed(times.read, () => caller.ask('GET', '/api/cart'))
    await caller.ask('GET', `/api/cart/remove/${cart[0]?._id}`)
  }
}

async function playRound(callers: readonly Caller[], products: readonly string[]) {
  const times: Times = { add: [], read: [] }
  const begin = performance.now()
  await Promise.all(callers.map((caller) => fillAndEmpty(caller, products, begin + ROUND_SECONDS * 1000, times)))
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
  yardstick: Yardstick,
  { rounds, say }: Circumstances,
): Promise<Figure[]> {
  const databaseUrl = await createDatabase()
  const prepared = await prepareShop({ databaseUrl, products: 100, buyers: Math.max(...CROWDS), plenty: PRODUCTS })
  const shop = await startShop(prepared.settings)
  const all = prepared.buyers.map(({ cookie }) => createCaller(shop.origin, cookie))
  const figures: Figure[] = []
  try {
    for (const crowd of CROWDS) {
      const callers = all.slice(0, crowd)
      await playRound(callers, prepared.plenty)
      const played: Awaited<ReturnType<typeof playRound>>[] = []
      const bare: number[] = []
      while (played.length < rounds) {
        bare.push(await yardstick.perSecond())
        played.push(await playRound(callers, prepared.plenty))
      }
      const each = (key: keyof (typeof played)[number]) => played.map((round) => round[key])
      figures.push(
        figure(`${name}, ${crowd} at once, add p50`, 'ms', each('addP50')),
        figure(`${name}, ${crowd} at once, add p99`, 'ms', each('addP99')),
        figure(`${name}, ${crowd} at once, read p50`, 'ms', each('readP50')),
        figure(`${name}, ${crowd} at once, read p99`, 'ms', each('readP99')),
        figure(`${name}, ${crowd} at once, calls`, '/s', each('callsPerSecond'), 'a third each: add, read, remove'),
        figure(`${name}, ${crowd} at once, bare server`, '/s', bare, 'in the same rounds'),
      )
      say(`${name}, ${crowd}`)
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
  const yardstick = await startYardstick()
  try {
    const figures: Figure[] = []
    for (const engine of await circumstances.engines()) {
      figures.push(...(await measure(engine, yardstick, circumstances)))
    }
    return figures
  } finally {
    await yardstick.stop()
  }
}
