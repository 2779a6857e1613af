import { setTimeout as wait } from 'node:timers/promises'

import { isGood, otherThan, percentileMs, tally } from '#prove/faults/counts.ts'
import { none } from '#prove/faults/fault.ts'
import { checkRecords } from '#prove/faults/fixture.ts'
import { startLoad } from '#prove/faults/load.ts'
import { createVisitor, type Visit } from '#prove/faults/visitor.ts'
import type { ShopProcess } from '#prove/shop-process.ts'
import { openDatabase, type Db } from '#server/db/open.ts'
import { createEmpty } from '#test/engines.ts'
import { findPort, startPostgres, type TestServer } from '#test/postgres.ts'

import { POSTGRES_SETTINGS } from './engines.ts'
import { describeMachine, loadNow } from './machine.ts'
import { hasNginx, startNginx } from './nginx.ts'
import { prepareShop, type PreparedShop } from './prepare.ts'
import { startShop } from './programs.ts'

const BUYERS = 16
const READERS = 4
const NODES = 2
const PRODUCTS = 100
const READ_PAUSE_MS = 20
const POLL_MS = 25

interface Phase {
  name: string
  from: number
  to: number
  /** How long what was done took to be over. */
  note: string
}

const isHarmless = (visit: Visit) => isGood(visit) || visit.status === 409
const halfAndMost = (visits: Visit[]) =>
  `${percentileMs(visits, 50).toFixed(0)} / ${percentileMs(visits, 99).toFixed(0)} ms`

/** What everyone saw in this phase: purchases, answers by their status, times, and when the last failure was. */
function linesOf({ name, from, to, note }: Phase, visits: readonly Visit[]): string {
  const mine = visits.filter(({ begunAt }) => begunAt >= from && begunAt < to)
  const well = mine.filter(isHarmless)
  const lastFailure = mine.findLast((one) => !isHarmless(one))
  const others = mine.filter((one) => !isHarmless(one) && one.status !== 503)
  return [
    `${name}, ${((to - from) / 1000).toFixed(1)} s${note && `: ${note}`}`,
    `  bought ${well.filter(({ kind }) => kind === 'order').length}; answers ${tally(mine)}`,
    `  p50 / p99 of reads ${halfAndMost(well.filter(({ kind }) => kind === 'read'))}`,
    `  p50 / p99 of other calls ${halfAndMost(well.filter(({ kind }) => kind !== 'read'))}`,
    ...(lastFailure ? [`  the last failure after ${((lastFailure.endedAt - from) / 1000).toFixed(2)} s`] : []),
    ...new Set(otherThan(others, []).map((words) => `  ${words}`)),
  ].join('\n')
}

async function waitUntilReady(origin: string): Promise<void> {
  const visitor = createVisitor()
  while ((await visitor(origin, { kind: 'ready', path: '/readyz' })).status !== 200) await wait(POLL_MS)
}

/** Everybody buys or browses until they leave; answers what they saw. */
function startCrowd(origin: string, { buyers, plenty }: PreparedShop) {
  const paths = ['/', '/getproducts', `/product/${plenty[0]}`, '/api/products/getallproductsindb?page=1']
  const over = new AbortController()
  const reads: Visit[] = []
  const browse = async (from: number) => {
    const visitor = createVisitor()
    for (let turn = from; !over.signal.aborted; turn += 1) {
      reads.push(await visitor(origin, { kind: 'read', path: paths[turn % paths.length] ?? '/' }))
      await wait(READ_PAUSE_MS)
    }
  }
  const loads = buyers.map((buyer, index) =>
    startLoad({ origin, buyers: [buyer], productId: plenty[index] ?? '', hasWebhooks: true }),
  )
  const reading = Array.from({ length: READERS }, (_, index) => browse(index))
  return async () => {
    over.abort()
    await Promise.all([...reading, ...loads.map((load) => load.leave())])
    const visits = [...reads, ...loads.flatMap((load) => load.visits)].toSorted((a, b) => a.begunAt - b.begunAt)
    return { visits, paidOrders: loads.flatMap(({ paidOrders }) => paidOrders) }
  }
}

const secondsSince = (begin: number) => `${((performance.now() - begin) / 1000).toFixed(1)} s`

/** Kills, restarts and cuts off what serves the load, one after the other, and answers what lay between. */
async function playPhases(
  nodes: ShopProcess[],
  startNode: (index: number) => Promise<ShopProcess>,
  server: TestServer,
) {
  const phases: Phase[] = []
  async function phase(name: string, restSeconds: number, act: (begin: number) => Promise<string> = async () => '') {
    process.stderr.write(`  … ${name}\n`)
    const from = performance.now()
    const note = await act(from)
    await wait(restSeconds * 1000)
    phases.push({ name, from, to: performance.now(), note })
  }
  const startAgain = async (index: number, begin: number) => {
    nodes[index] = await startNode(index)
    return `ready after ${secondsSince(begin)}`
  }
  await phase('two nodes', 6)
  await phase('one killed with -9', 5, async () => {
    await nodes[0]?.kill()
    return ''
  })
  await phase('started again', 3, (begin) => startAgain(0, begin))
  await phase('database restarted', 6, async (begin) => {
    await server.restart()
    const took = secondsSince(begin)
    await Promise.all(nodes.map(({ origin }) => waitUntilReady(origin)))
    return `database away ${took}, nodes ready after ${secondsSince(begin)}`
  })
  await phase('one stopped, started', 3, async (begin) => {
    await nodes[1]?.stop()
    return `stopped in ${secondsSince(begin)}, ${await startAgain(1, begin)}`
  })
  await phase('two nodes again', 4)
  return phases
}

/** Orders that somebody was shown must still be there, and everything else that was answered with success. */
async function check(db: Db, visits: readonly Visit[], paidOrders: string[]): Promise<boolean> {
  const kept = new Set((await db.selectFrom('orders').select('id').execute()).map(({ id }) => id))
  const orders = visits.filter((one) => one.kind === 'order' && isGood(one))
  const shown = orders.map(({ text }) => (JSON.parse(text) as { _id: string })._id)
  const lost = shown.filter((id) => !kept.has(id))
  const load = { visits: [...visits], paidOrders, messages: [], leave: async () => undefined }
  const findings = [none(`order shown, then lost (of ${shown.length})`, lost), ...(await checkRecords(db, load))]
  console.log(`\norders in the database: ${kept.size}`)
  for (const { what, seen } of findings) console.log(`${what}: ${seen}`)
  return findings.every(({ isMet }) => isMet)
}

async function run(): Promise<boolean> {
  const server = await startPostgres(POSTGRES_SETTINGS)
  if (!server || !(await hasNginx())) {
    await server?.stop()
    const needs = 'This needs the programs of a PostgreSQL server and nginx on this machine (Debian: postgresql nginx).'
    console.error(needs)
    return false
  }
  console.log(`${await describeMachine()}; everything shares the cores; load ${loadNow()}`)
  const databaseUrl = await createEmpty(server)
  const prepared = await prepareShop({ databaseUrl, products: PRODUCTS, buyers: BUYERS, plenty: PRODUCTS })
  const ports = await Promise.all(Array.from({ length: NODES }, findPort))
  const startNode = (index: number) =>
    startShop({ ...prepared.settings, PORT: String(ports[index]), TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'fatal' })
  const nodes = await Promise.all(ports.map((_port, index) => startNode(index)))
  const addresses = ports.map((port) => `127.0.0.1:${port}`)
  const nginx = await startNginx(await findPort(), addresses)
  const database = await openDatabase({ databaseUrl, dataDir: '', onFatal: () => undefined })
  try {
    await waitUntilReady(nginx.origin)
    const leave = startCrowd(nginx.origin, prepared)
    const phases = await playPhases(nodes, startNode, server)
    const { visits, paidOrders } = await leave()
    console.log(phases.map((phase) => linesOf(phase, visits)).join('\n'))
    return await check(database.db, visits, paidOrders)
  } finally {
    await database.close()
    await nginx.stop()
    for (const node of nodes) await node.stop()
    await server.stop()
    await prepared.remove()
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.exit((await run()) ? 0 : 1)
