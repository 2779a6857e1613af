import { setTimeout as wait } from 'node:timers/promises'

import { createRandom } from '#prove/random.ts'
import { CONNECTIONS } from '#server/db/postgres.ts'
import { administer } from '#test/database.ts'

import type { Part } from './engines.ts'

import { purchaseOne, type Buyer } from './buyer-calls.ts'
import { figure, type Figure } from './figures.ts'
import { BROTLI, createCaller, type Caller } from './load.ts'
import { childrenSeconds, cpuSeconds, parentOf } from './machine.ts'
import { prepareShop } from './prepare.ts'
import { startShop } from './programs.ts'
import {
  CALLS_OF_A_PURCHASE,
  shareMs,
  simulate,
  visitOf,
  type Kind,
  type Outcome,
  type Site,
  type Step,
  type Times,
} from './simulate-queues.ts'

const SEED = 'sale'
const VISITORS_A_SECOND = 100_000 / 60
const TENTH = 10
const PROCESSES = 2
const CORES = 2
const PRODUCTS = 100
const BUYERS = 80
const THINK_MS = 500
const PLAYED_SECONDS = 12
const SIMULATED_SECONDS = { tenth: 120, whole: 10 }
/** Of the web processes of the whole sale, with a database of sixteen cores as in docs/operations/capacity.md. */
const SIZES = [4, 8, 16]
const DATABASE_CORES = 16
const PAGES: readonly Kind[] = ['page', 'made']

interface Shop {
  origins: string[]
  plenty: string[]
  buyers: { id: string; cookie: string }[]
  /** Processor milliseconds that each part has used so far. */
  used(): Record<'client' | 'web' | 'database', number>
}

const pathOf = ({ plenty }: Shop, place: number, product: number) =>
  product >= 0 ? `/product/${plenty[product]}` : (['/', '/getproducts'][place] ?? '/')

async function read(caller: Caller, path: string): Promise<void> {
  const { status } = await caller.call('GET', path, undefined, BROTLI)
  if (status !== 200) throw new Error(`GET ${path}: ${status}`)
}

/** What one call of each kind costs each part, by calls one after the other. */
async function measureTimes(shop: Shop): Promise<Times> {
  const { id = '', cookie } = shop.buyers[0] ?? {}
  const visitors = shop.origins.map((origin) => createCaller(origin))
  const buyers = shop.origins.map((origin): Buyer => ({ id, caller: createCaller(origin, cookie) }))
  const one = <Item>(items: readonly Item[], turn: number) => items[turn % items.length] as Item
  const cost = async (times: number, callsEach: number, act: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; turn < times / 2; turn += 1) await act(turn)
    const [before, begunAt] = [shop.used(), performance.now()]
    for (let turn = 0; turn < times; turn += 1) await act(turn)
    const [after, tookMs] = [shop.used(), performance.now() - begunAt]
    const each = (part: keyof typeof after) => (after[part] - before[part]) / times / callsEach
    const [client, web, database] = [each('client'), each('web'), each('database')]
    return { client, web, database, rest: Math.max(0, tookMs / times / callsEach - client - web - database) }
  }
  const buy = (turn: number) => purchaseOne(one(buyers, turn), shop.plenty[turn] ?? '')
  // Every page is in every memory before it is measured how long it takes from there.
  for (const visitor of visitors) {
    for (const product of shop.plenty.keys()) await read(visitor, pathOf(shop, 2, product))
  }
  const page = await cost(600, 1, (turn) => read(one(visitors, turn), pathOf(shop, turn % 2, -1)))
  const cart = await cost(200, 1, (turn) => one(buyers, turn).caller.ask('GET', '/api/cart'))
  const purchase = await cost(50, CALLS_OF_A_PURCHASE, buy)
  const both = await cost(40, 1, async (turn) => {
    await buy(turn)
    await read(one(visitors, turn), pathOf(shop, 2, turn))
  })
  const made = (part: keyof typeof both) => Math.max(0, both[part] - CALLS_OF_A_PURCHASE * purchase[part])
  for (const caller of [...visitors, ...buyers.map((buyer) => buyer.caller)]) caller.close()
  return {
    page,
    cart,
    purchase,
    made: { client: made('client'), web: made('web'), database: made('database'), rest: made('rest') },
  }
}

/** Visitors come to the shop at random, however long the others take, and do what `visitOf` says. */
async function play(shop: Shop, visitorsASecond: number): Promise<Outcome> {
  const random = createRandom(SEED)
  const timesMs: Outcome['timesMs'] = { page: [], made: [], cart: [], purchase: [] }
  const free = shop.buyers.slice(1)
  let [purchases, rejected] = [0, 0]
  const timed = (caller: Caller, kind: Kind): Caller => {
    const measure = async <Result>(call: Promise<Result>) => {
      const begunAt = performance.now()
      const answer = await call
      timesMs[kind].push(performance.now() - begunAt)
      return answer
    }
    return {
      ...caller,
      call: (...what) => measure(caller.call(...what)),
      ask: <Result>(method: string, path: string, body?: object) => measure(caller.ask<Result>(method, path, body)),
    }
  }
  async function visit(): Promise<void> {
    const steps = visitOf(random, PRODUCTS, THINK_MS)
    const person = steps.some(({ kind }) => kind !== 'page') ? free.shift() : undefined
    const caller = createCaller(random.pick(shop.origins), person?.cookie)
    const act = async ({ kind, product }: Step, place: number) => {
      if (kind === 'page') await read(timed(caller, kind), pathOf(shop, place, product))
      else if (kind === 'cart') await timed(caller, kind).ask('GET', '/api/cart')
      else if (person) {
        await purchaseOne({ id: person.id, caller: timed(caller, kind) }, shop.plenty[product] ?? '')
        purchases += 1
      }
    }
    // A purchase is one deed here, though six calls.
    const deeds = steps.filter(({ kind }, place) => kind !== 'purchase' || steps[place - 1]?.kind !== 'purchase')
    for (const [place, step] of deeds.entries()) {
      if (step.pauseMs > 0) await wait(step.pauseMs)
      await act(step, place).catch(() => (rejected += 1))
    }
    caller.close()
    if (person) free.push(person)
  }
  const [before, begunAt] = [shop.used(), performance.now()]
  const visits: Promise<void>[] = []
  for (let at = 0; at < PLAYED_SECONDS * 1000; at += (-Math.log(1 - random.next()) * 1000) / visitorsASecond) {
    const early = begunAt + at - performance.now()
    if (early > 0) await wait(early)
    visits.push(visit())
  }
  await Promise.all(visits)
  const [after, tookMs] = [shop.used(), performance.now() - begunAt]
  return {
    answers: Object.values(timesMs).flat().length / (tookMs / 1000),
    purchases: purchases / (tookMs / 1000),
    rejected,
    webBusy: (after.web - before.web) / tookMs / PROCESSES,
    databaseBusy: (after.database - before.database) / tookMs / CORES,
    timesMs,
  }
}

/** What is compared: how much was done, how busy the parts were, how long people waited. */
const VIEWS: readonly [string, string, (outcome: Outcome) => number][] = [
  ['answers', '/s', ({ answers }) => answers],
  ['purchases', '/s', ({ purchases }) => purchases],
  ['calls rejected', '', ({ rejected }) => rejected],
  ['a process is busy', '×', ({ webBusy }) => webBusy],
  ['a core of the database is busy', '×', ({ databaseBusy }) => databaseBusy],
  ['page p50', 'ms', (outcome) => shareMs(outcome, PAGES, 0.5)],
  ['page p99', 'ms', (outcome) => shareMs(outcome, PAGES, 0.99)],
  ['call of a purchase p50', 'ms', (outcome) => shareMs(outcome, ['purchase'], 0.5)],
  ['call of a purchase p99', 'ms', (outcome) => shareMs(outcome, ['purchase'], 0.99)],
]

function sale(times: Times, site: Site, share: keyof typeof SIMULATED_SECONDS): Outcome {
  const visitorsASecond = share === 'tenth' ? VISITORS_A_SECOND / TENTH : VISITORS_A_SECOND
  const sizes = { products: PRODUCTS, thinkMs: THINK_MS, seconds: SIMULATED_SECONDS[share], visitorsASecond }
  return simulate({ ...sizes, times, site, random: createRandom(SEED) })
}

/** A tenth of the sale as two processes and this machine bear it, beside the simulation of the same; then the whole sale. */
async function compare(shop: Shop, say: (line: string) => void): Promise<Figure[]> {
  const times = await measureTimes(shop)
  say('a call of each kind')
  const costs = (Object.keys(times) as Kind[]).map((kind) => {
    const { client, web, database, rest } = times[kind]
    const others = `database ${database.toFixed(2)}, the visitors’ program ${client.toFixed(2)}, waiting ${rest.toFixed(2)}`
    return figure(`${kind}, processor time of the shop`, 'ms', [web], others)
  })
  const played = await play(shop, VISITORS_A_SECOND / TENTH)
  say('a tenth, played')
  const here = { processes: PROCESSES, connections: CONNECTIONS, databaseCores: CORES, sharedCores: CORES }
  const simulated = sale(times, here, 'tenth')
  const tenth = VIEWS.map(([name, unit, view]) => {
    const [real, paper] = [view(played), view(simulated)]
    return figure(
      `a tenth, ${name}`,
      unit,
      [real],
      `simulated ${paper.toPrecision(3)}, ${(paper / real || 1).toFixed(2)} of it`,
    )
  })
  const whole = SIZES.flatMap((processes) => {
    const site = { processes, connections: CONNECTIONS, databaseCores: DATABASE_CORES }
    const outcome = sale(times, site, 'whole')
    return VIEWS.map(([name, unit, view]) => figure(`all, ${processes} processes, ${name}`, unit, [view(outcome)]))
  })
  return [...costs, ...tenth, ...whole]
}

/** A sale of 100,000 visitors a minute on paper, from what single calls cost, and a tenth of it as it is. Needs PostgreSQL. */
export const simulation: Part = async ({ engines, say }) => {
  const engine = (await engines()).find(({ name }) => name === 'PostgreSQL')
  const databaseUrl = await engine?.createDatabase()
  if (databaseUrl === undefined) throw new Error('The simulation needs the programs of a PostgreSQL server.')
  const prepared = await prepareShop({ databaseUrl, products: PRODUCTS, buyers: BUYERS, plenty: PRODUCTS })
  const nodes = [await startShop(prepared.settings), await startShop(prepared.settings)]
  const backend = await administer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0)
  })
  const shop: Shop = {
    ...prepared,
    origins: nodes.map(({ origin }) => origin),
    used() {
      const { user, system } = process.cpuUsage()
      const web = nodes.reduce((sum, { pid }) => sum + cpuSeconds(pid) * 1000, 0)
      return { client: (user + system) / 1000, web, database: childrenSeconds(backend) * 1000 }
    },
  }
  try {
    return await compare(shop, say)
  } finally {
    for (const node of nodes) await node.stop()
    await prepared.remove()
  }
}
