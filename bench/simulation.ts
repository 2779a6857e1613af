import { setTimeout as wait } from 'node:timers/promises'

import { createRandom } from '#prove/random.ts'
import { CONNECTIONS } from '#server/db/postgres-pool.ts'
import { administer } from '#test/database.ts'

import type { Part } from './engines.ts'

import { purchaseOne, type Buyer } from './buyer-calls.ts'
import { figure, type Figure } from './figures.ts'
import { COMPRESSED, createCaller, type Caller } from './send-requests.ts'
import { childrenSeconds, coreWaitSeconds, cpuSeconds, parentOf } from './machine.ts'
import { prepareShop } from './prepare.ts'
import { startShop } from './start-processes.ts'
import {
  CALLS_OF_A_PURCHASE,
  PAGES_OF_A_VISIT,
  shareMs,
  simulate,
  visitOf,
  type Cost,
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
/** After this time as many visitors leave as come. */
const FILLING_SECONDS = 4
const PLAYED_SECONDS = 12
const IDLE_SECONDS = 5
const SIMULATED_SECONDS = { tenth: 120, whole: 10 }
/** Web processes that the whole sale is simulated with; the database has 16 cores, as in docs/operations/capacity.md. */
const SIZES = [4, 8, 16]
const DATABASE_CORES = 16
const PAGES: readonly Kind[] = ['page', 'made']

interface Shop {
  origins: string[]
  plenty: string[]
  buyers: { id: string; cookie: string }[]
  /** Processor milliseconds that each part has used so far. */
  used(): Record<'client' | 'web' | 'database', number>
  /** How long each part has waited for a core so far, in milliseconds. */
  waited(): Record<'client' | 'web', number>
}

const pathOf = ({ plenty }: Shop, place: number, product: number) =>
  product >= 0 ? `/product/${plenty[product]}` : (['/', '/getproducts'][place] ?? '/')

async function read(caller: Caller, path: string): Promise<void> {
  const { status } = await caller.call('GET', path, undefined, COMPRESSED)
  if (status !== 200) throw new Error(`GET ${path}: ${status}`)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const PARTS = ['client', 'web', 'database'] as const
const noWaits = () => ({ client: [] as number[], web: [] as number[] })

/** What one call of each kind costs each part, by calls one after the other. */
async function measureTimes(shop: Shop): Promise<Times> {
  const { id = '', cookie } = shop.buyers[0] ?? {}
  let coreWaits = noWaits()
  const recordWaits = async <Result>(call: Promise<Result>) => {
    const before = shop.waited()
    const answer = await call
    const after = shop.waited()
    for (const part of ['client', 'web'] as const) coreWaits[part].push(after[part] - before[part])
    return answer
  }
  const visitors = shop.origins.map((origin) => createCaller(origin))
  const buyers = shop.origins.map((origin): Buyer => {
    const caller = createCaller(origin, cookie)
    return { id, caller: { ...caller, ask: (...what) => recordWaits(caller.ask(...what)) } }
  })
  const inTurn = <Item>(items: readonly Item[], turn: number) => items[turn % items.length] as Item
  const cost = async (times: number, callsEach: number, act: (turn: number) => Promise<unknown>): Promise<Cost> => {
    for (let turn = 0; turn < times / 2; turn += 1) await act(turn)
    coreWaits = noWaits()
    const [before, waitedBefore, begunAt] = [shop.used(), shop.waited(), performance.now()]
    for (let turn = 0; turn < times; turn += 1) await act(turn)
    const [after, waited, tookMs] = [shop.used(), shop.waited(), performance.now() - begunAt]
    const each = (ms: number) => ms / times / callsEach
    const [client, web, database] = PARTS.map((part) => each(after[part] - before[part])) as [number, number, number]
    const known = client + web + database + each(waited.client + waited.web - waitedBefore.client - waitedBefore.web)
    return { client, web, database, coreWaits, rest: Math.max(0, each(tookMs) - known) }
  }
  const buy = (turn: number) => purchaseOne(inTurn(buyers, turn), shop.plenty[turn] ?? '')
  // Each process has every page in memory before pages from memory are measured.
  for (const visitor of visitors) {
    for (const product of shop.plenty.keys()) await read(visitor, pathOf(shop, 2, product))
  }
  // Each visitor opens a connection.
  let visitor = inTurn(visitors, 0)
  const page = await cost(600, 1, async (turn) => {
    if (turn % PAGES_OF_A_VISIT === 0) {
      visitor.close()
      visitor = createCaller(inTurn(shop.origins, turn / PAGES_OF_A_VISIT))
    }
    await recordWaits(read(visitor, pathOf(shop, turn % 2, -1)))
  })
  const cart = await cost(200, 1, (turn) => inTurn(buyers, turn).caller.ask('GET', '/api/cart'))
  const purchase = await cost(50, CALLS_OF_A_PURCHASE, buy)
  // Every product is sold, so that each of their pages is outdated.
  for (const turn of shop.plenty.keys()) await buy(turn)
  let product = 0
  const made = await cost(60, 1, async () => {
    await recordWaits(read(inTurn(visitors, product), pathOf(shop, 2, product)))
    product += 1
  })
  for (const caller of [visitor, ...visitors, ...buyers.map((buyer) => buyer.caller)]) caller.close()
  return { page, made, cart, purchase }
}

/** How busy the parts are without visitors, by their jobs and by listening to each other. */
async function measureIdle(shop: Shop): Promise<Pick<Outcome, 'webBusy' | 'databaseBusy'>> {
  const before = shop.used()
  await wait(IDLE_SECONDS * 1000)
  const after = shop.used()
  const share = (part: 'web' | 'database', places: number) =>
    (after[part] - before[part]) / 1000 / IDLE_SECONDS / places
  return { webBusy: share('web', PROCESSES), databaseBusy: share('database', CORES) }
}

/**
 * Visitors come to the shop at random, however long the others take, and do what `visitOf` says. Only the middle of the time
 * is counted.
 */
async function play(shop: Shop, visitorsASecond: number): Promise<Outcome> {
  const random = createRandom(SEED)
  const timesMs: Outcome['timesMs'] = { page: [], made: [], cart: [], purchase: [] }
  const free = shop.buyers.slice(1)
  let [purchases, rejected, isCounting] = [0, 0, false]
  const timed = (caller: Caller, kind: Kind): Caller => {
    const measure = async <Result>(call: Promise<Result>) => {
      const begunAt = performance.now()
      const answer = await call
      if (isCounting) timesMs[kind].push(performance.now() - begunAt)
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
        if (isCounting) purchases += 1
      }
    }
    // A purchase counts once, though it is six calls.
    const actions = steps.filter(({ kind }, place) => kind !== 'purchase' || steps[place - 1]?.kind !== 'purchase')
    for (const [place, step] of actions.entries()) {
      if (step.pauseMs > 0) await wait(step.pauseMs)
      await act(step, place).catch(() => (rejected += 1))
    }
    caller.close()
    if (person) free.push(person)
  }
  const begunAt = performance.now()
  const visits: Promise<void>[] = []
  let at = 0
  const comeUntil = async (endMs: number) => {
    for (; at < endMs; at += (-Math.log(1 - random.next()) * 1000) / visitorsASecond) {
      const early = begunAt + at - performance.now()
      if (early > 0) await wait(early)
      visits.push(visit())
    }
  }
  await comeUntil(FILLING_SECONDS * 1000)
  const [before, countedFrom] = [shop.used(), performance.now()]
  isCounting = true
  await comeUntil((FILLING_SECONDS + PLAYED_SECONDS) * 1000)
  isCounting = false
  const [after, tookMs] = [shop.used(), performance.now() - countedFrom]
  await Promise.all(visits)
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

/** A tenth of the sale, played on this machine with two processes and simulated beside it; then the whole sale, simulated. */
async function compare(shop: Shop, say: (line: string) => void): Promise<Figure[]> {
  const times = await measureTimes(shop)
  say('a call of each kind')
  const costs = (Object.keys(times) as Kind[]).map((kind) => {
    const { client, web, database, coreWaits, rest } = times[kind]
    const waiting = `for a core ${mean(coreWaits.web).toFixed(2)}, for other things ${rest.toFixed(2)}`
    const others = `database ${database.toFixed(2)}, the visitors’ program ${client.toFixed(2)}; waiting ${waiting}`
    return figure(`${kind}, processor time of the shop`, 'ms', [web], others)
  })
  const idle = await measureIdle(shop)
  const played = await play(shop, VISITORS_A_SECOND / TENTH)
  say('a tenth, played')
  const here = { processes: PROCESSES, connections: CONNECTIONS, databaseCores: CORES, sharedCores: CORES }
  const simulated = sale(times, here, 'tenth')
  simulated.webBusy += idle.webBusy
  simulated.databaseBusy += idle.databaseBusy
  const tenth = VIEWS.map(([name, unit, view]) => {
    const [inReality, inTheory] = [view(played), view(simulated)]
    return figure(
      `a tenth, ${name}`,
      unit,
      [inReality],
      `simulated ${inTheory.toPrecision(3)}, ${(inTheory / inReality || 1).toFixed(2)} of it`,
    )
  })
  const whole = SIZES.flatMap((processes) => {
    const site = { processes, connections: CONNECTIONS, databaseCores: DATABASE_CORES }
    const outcome = sale(times, site, 'whole')
    return VIEWS.map(([name, unit, view]) => figure(`all, ${processes} processes, ${name}`, unit, [view(outcome)]))
  })
  return [...costs, ...tenth, ...whole]
}

/** Simulates a sale of 100,000 visitors a minute from what single calls cost, and plays a tenth of it. Needs PostgreSQL. */
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
    waited() {
      const web = nodes.reduce((sum, { pid }) => sum + coreWaitSeconds(pid) * 1000, 0)
      return { client: coreWaitSeconds(process.pid) * 1000, web }
    },
  }
  try {
    return await compare(shop, say)
  } finally {
    for (const node of nodes) await node.stop()
    await prepared.remove()
  }
}
