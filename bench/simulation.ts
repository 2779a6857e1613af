import { mean, sum } from 'd3-array'
import { setTimeout as wait } from 'node:timers/promises'

import { prepareShop, startService, type PreparedShop } from '#prove/prepare-shop.ts'
import { createRandom } from '#prove/random.ts'
import { CONNECTIONS } from '#server/db/database-timeouts.ts'
import { administer } from '#test/database.ts'

import { buyOne, type Buyer } from './buyer.ts'
import { onPostgres } from './engines.ts'
import { once, type Figure } from './figures.ts'
import { createCaller, type Caller } from './load.ts'
import { childrenSeconds, coreWaitSeconds, cpuSeconds, parentOf } from '#prove/process-usage.ts'
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
  type Times,
} from './simulate-queues.ts'

const SEED = 'sale'
const VISITORS_A_SECOND = 100_000 / 60
const TENTH = VISITORS_A_SECOND / 10
const PROCESSES = 2
const CORES = 2
const PRODUCTS = 100
const BUYERS = 80
const THINK_MS = 500
/** After this time as many visitors leave as come. */
const FILLING_SECONDS = 4
const PLAYED_SECONDS = 12
const IDLE_SECONDS = 5
/**
 * Web processes that the whole sale is simulated with; the database has 16 cores, as in docs/operations/capacity.md.
 */
const SIZES = [4, 8, 16]
const DATABASE_CORES = 16
const PAGES: readonly Kind[] = ['page', 'made']
const PARTS = ['client', 'web', 'database'] as const

interface Shop extends PreparedShop {
  origins: string[]
  /** Processor milliseconds that each part has used so far. */
  used(): Record<(typeof PARTS)[number], number>
  /** How long each part has waited for a core so far, in milliseconds. */
  waited(): Record<'client' | 'web', number>
}

/** The path of a product's page; without a product, of the home page or the list. */
const pathOf = ({ plenty }: Shop, place: number, product = -1) =>
  product >= 0 ? `/product/${plenty[product]}` : place % 2 === 0 ? '/' : '/getproducts'
const inTurn = <Item>(items: readonly Item[], turn: number) => items[turn % items.length] as Item

/** The same caller, each of whose calls goes through `around`. */
const wrap = (caller: Caller, around: <Result>(call: Promise<Result>) => Promise<Result>): Caller => ({
  ...caller,
  ask: (...what) => around(caller.ask(...what)),
  read: (path) => around(caller.read(path)),
})

/** What one call of each kind costs each part, by calls one after the other. */
async function measureTimes(shop: Shop): Promise<Times> {
  const { id = '', cookie } = shop.buyers[0] ?? {}
  let coreWaits: Record<'client' | 'web', number[]> = { client: [], web: [] }
  const open = (origin: string, session?: string) =>
    wrap(createCaller(origin, session), async (call) => {
      const before = shop.waited()
      const answer = await call
      const after = shop.waited()
      for (const part of ['client', 'web'] as const) coreWaits[part].push(after[part] - before[part])
      return answer
    })
  const visitors = shop.origins.map((origin) => open(origin))
  const buyers = shop.origins.map((origin): Buyer => ({ id, caller: open(origin, cookie) }))
  const cost = async (times: number, callsEach: number, act: (turn: number) => Promise<unknown>): Promise<Cost> => {
    for (let turn = 0; turn < times / 2; turn += 1) await act(turn)
    coreWaits = { client: [], web: [] }
    const [before, waitedBefore, begunAt] = [shop.used(), shop.waited(), performance.now()]
    for (let turn = 0; turn < times; turn += 1) await act(turn)
    const [after, waited, tookMs] = [shop.used(), shop.waited(), performance.now() - begunAt]
    const each = (ms: number) => ms / times / callsEach
    const [client, web, database] = PARTS.map((part) => each(after[part] - before[part])) as [number, number, number]
    const known = client + web + database + each(waited.client + waited.web - waitedBefore.client - waitedBefore.web)
    return { client, web, database, coreWaits, rest: Math.max(0, each(tookMs) - known) }
  }
  const buy = (turn: number) => buyOne(inTurn(buyers, turn), shop.plenty[turn] ?? '')
  // Each process has every page in memory before pages from memory are measured.
  for (const visitor of visitors) {
    for (const product of shop.plenty.keys()) await visitor.read(pathOf(shop, 0, product))
  }
  // Each visitor opens a connection.
  let visitor = inTurn(visitors, 0)
  const page = await cost(600, 1, async (turn) => {
    if (turn % PAGES_OF_A_VISIT === 0) {
      visitor.close()
      visitor = open(inTurn(shop.origins, turn / PAGES_OF_A_VISIT))
    }
    await visitor.read(pathOf(shop, turn))
  })
  const cart = await cost(200, 1, (turn) => inTurn(buyers, turn).caller.ask('GET', '/api/cart'))
  const purchase = await cost(50, CALLS_OF_A_PURCHASE, buy)
  // Every product is sold, so that each of their pages is outdated.
  for (const turn of shop.plenty.keys()) await buy(turn)
  let product = 0
  const made = await cost(60, 1, async () => {
    await inTurn(visitors, product).read(pathOf(shop, 0, product))
    product += 1
  })
  for (const caller of [visitor, ...visitors, ...buyers.map((buyer) => buyer.caller)]) caller.close()
  return { page, made, cart, purchase }
}

/** Share of the time in which a process, and a core of the database, is at work while `act` goes on. */
async function measureBusy(
  shop: Shop,
  act: () => Promise<unknown>,
): Promise<Pick<Outcome, 'webBusy' | 'databaseBusy'>> {
  const [before, begunAt] = [shop.used(), performance.now()]
  await act()
  const [after, tookMs] = [shop.used(), performance.now() - begunAt]
  return {
    webBusy: (after.web - before.web) / tookMs / PROCESSES,
    databaseBusy: (after.database - before.database) / tookMs / CORES,
  }
}

/**
 * Visitors come to the shop at random, however long the others take, and do what `visitOf` says. Only the middle of the
 * time is counted.
 */
async function play(shop: Shop, visitorsASecond: number): Promise<Outcome> {
  const random = createRandom(SEED)
  const timesMs: Outcome['timesMs'] = { page: [], made: [], cart: [], purchase: [] }
  const free = shop.buyers.slice(1)
  let [purchases, rejected, isCounting] = [0, 0, false]
  const timed = (caller: Caller, kind: Kind) =>
    wrap(caller, async (call) => {
      const begunAt = performance.now()
      const answer = await call
      if (isCounting) timesMs[kind].push(performance.now() - begunAt)
      return answer
    })
  async function visit(): Promise<void> {
    const steps = visitOf(random, PRODUCTS, THINK_MS)
    const person = steps.some(({ kind }) => kind !== 'page') ? free.shift() : undefined
    const caller = createCaller(random.pick(shop.origins), person?.cookie)
    // A purchase is six steps, and one action.
    const actions = steps.filter(({ kind }, place) => kind !== 'purchase' || steps[place - 1]?.kind !== 'purchase')
    const act = async (kind: Kind, product: number, place: number) => {
      const own = timed(caller, kind)
      if (kind === 'page') await own.read(pathOf(shop, place, product))
      else if (kind === 'cart') await own.ask('GET', '/api/cart')
      else if (person) {
        await buyOne({ id: person.id, caller: own }, shop.plenty[product] ?? '')
        if (isCounting) purchases += 1
      }
    }
    for (const [place, { kind, product, pauseMs }] of actions.entries()) {
      if (pauseMs > 0) await wait(pauseMs)
      await act(kind, product, place).catch(() => (rejected += 1))
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
  isCounting = true
  const busy = await measureBusy(shop, () => comeUntil((FILLING_SECONDS + PLAYED_SECONDS) * 1000))
  isCounting = false
  await Promise.all(visits)
  const answers = Object.values(timesMs).flat().length / PLAYED_SECONDS
  return { answers, purchases: purchases / PLAYED_SECONDS, rejected, ...busy, timesMs }
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

const sale = (times: Times, site: Site, visitorsASecond: number, seconds: number) =>
  simulate({ times, site, visitorsASecond, seconds, products: PRODUCTS, thinkMs: THINK_MS, random: createRandom(SEED) })

/**
 * A tenth of the sale, played on this machine with two processes and simulated beside it; then the whole sale,
 * simulated.
 */
async function compare(shop: Shop, say: (line: string) => void): Promise<Figure[]> {
  const times = await measureTimes(shop)
  say('a call of each kind')
  const costs = (Object.keys(times) as Kind[]).map((kind) => {
    const { client, web, database, coreWaits, rest } = times[kind]
    const waiting = `for a core ${(mean(coreWaits.web) ?? 0).toFixed(2)}, for other things ${rest.toFixed(2)}`
    const others = `database ${database.toFixed(2)}, the visitors’ program ${client.toFixed(2)}; waiting ${waiting}`
    return once(`${kind}, processor time of the shop`, 'ms', web, others)
  })
  // The jobs, and the processes' listening to each other, keep them busy without visitors, too.
  const idle = await measureBusy(shop, () => wait(IDLE_SECONDS * 1000))
  const played = await play(shop, TENTH)
  say('a tenth, played')
  const here = { processes: PROCESSES, connections: CONNECTIONS, databaseCores: CORES, sharedCores: CORES }
  const simulated = await sale(times, here, TENTH, 120)
  simulated.webBusy += idle.webBusy
  simulated.databaseBusy += idle.databaseBusy
  const tenth = VIEWS.map(([name, unit, view]) => {
    const [inReality, inTheory] = [view(played), view(simulated)]
    const note = `simulated ${inTheory.toPrecision(3)}, ${(inTheory / inReality || 1).toFixed(2)} of it`
    return once(`a tenth, ${name}`, unit, inReality, note)
  })
  const whole: Figure[] = []
  for (const processes of SIZES) {
    const site = { processes, connections: CONNECTIONS, databaseCores: DATABASE_CORES }
    const outcome = await sale(times, site, VISITORS_A_SECOND, 10)
    whole.push(...VIEWS.map(([name, unit, view]) => once(`all, ${processes} processes, ${name}`, unit, view(outcome))))
  }
  return [...costs, ...tenth, ...whole]
}

/** Simulates a sale of 100,000 visitors a minute from what single calls cost, and plays a tenth of it. */
export const simulation = onPostgres(async (createDatabase, { say }) => {
  const databaseUrl = await createDatabase()
  const prepared = await prepareShop({ databaseUrl, products: PRODUCTS, buyers: BUYERS, plenty: PRODUCTS })
  const nodes = [await startService(prepared.settings), await startService(prepared.settings)]
  const server = await administer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0)
  })
  const msOfAll = (secondsOf: (pid: number) => number) => sum(nodes, ({ pid }) => secondsOf(pid) * 1000)
  const shop: Shop = {
    ...prepared,
    origins: nodes.map(({ origin }) => origin),
    used() {
      const { user, system } = process.cpuUsage()
      return { client: (user + system) / 1000, web: msOfAll(cpuSeconds), database: childrenSeconds(server) * 1000 }
    },
    waited: () => ({ client: coreWaitSeconds(process.pid) * 1000, web: msOfAll(coreWaitSeconds) }),
  }
  try {
    return await compare(shop, say)
  } finally {
    for (const node of nodes) await node.stop()
    await prepared.remove()
  }
})
