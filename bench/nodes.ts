import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { listBrokenInvariants } from '#server/orders/invariant-queries.ts'
import { openDatabase } from '#server/db/open.ts'
import { createEmpty } from '#test/engines.ts'
import { startPostgres } from '#test/postgres.ts'

import { createCaller } from './caller.ts'
import { createVisitors, type Seen } from './visitors.ts'
import { percentile } from './figures.ts'
import { describeMachine, loadNow } from './machine.ts'
import { hasNginx, startNginx } from './nginx.ts'
import { prepareShop } from './prepare.ts'
import { startShop, type Program } from './programs.ts'

const BUYERS = 16
const READERS = 4
const NODES = 2
const PRODUCTS = 100
const POLL_MS = 25
const DURABLE = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

interface Phase {
  name: string
  from: number
  to: number
  purchases: number
  /** How long what was done took to be over. */
  note: string
}

const isHarmless = ({ outcome }: Seen) => typeof outcome === 'number' && (outcome < 300 || outcome === 409)

/** One line: what everyone saw in this phase. */
function lineOf({ name, from, to, purchases, note }: Phase, seen: readonly Seen[]): string {
  const mine = seen.filter(({ at }) => at >= from && at < to)
  const counted = (is: (outcome: Seen['outcome']) => boolean) => mine.filter(({ outcome }) => is(outcome)).length
  const well = counted((outcome) => typeof outcome === 'number' && outcome < 300)
  const others = mine.filter((one) => !isHarmless(one) && one.outcome !== 503 && one.outcome !== 'broken')
  const times = (isRead: boolean) => mine.filter((one) => one.isRead === isRead && isHarmless(one)).map(({ ms }) => ms)
  const pair = (ms: number[]) => `${percentile(ms, 0.5).toFixed(0)}/${percentile(ms, 0.99).toFixed(0)}`
  const lastFailure = mine.findLast((one) => !isHarmless(one))
  const columns = [
    ((to - from) / 1000).toFixed(1),
    String(purchases),
    String(well),
    String(counted((outcome) => outcome === 409)),
    String(counted((outcome) => outcome === 503)),
    String(others.length),
    String(counted((outcome) => outcome === 'broken')),
    pair(times(true)),
    pair(times(false)),
    lastFailure ? `${((lastFailure.at + lastFailure.ms - from) / 1000).toFixed(2)} s` : '-',
  ]
  return [
    name.padEnd(26),
    ...columns.map((column) => column.padStart(11)),
    `  ${[note, ...new Set(others.map(({ what }) => what))].join('  ')}`,
  ]
    .join('')
    .trimEnd()
}

const HEAD = [
  'phase'.padEnd(26),
  ...['s', 'bought', '2xx', '409', '503', 'other', 'broken', 'read ms', 'call ms', 'failing'].map((name) =>
    name.padStart(11),
  ),
].join('')

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function waitUntilReady(origin: string): Promise<void> {
  const caller = createCaller(origin)
  try {
    for (;;) {
      const answer = await caller.call('GET', '/readyz').catch(() => undefined)
      if (answer?.status === 200) return
      await wait(POLL_MS)
    }
  } finally {
    caller.close()
  }
}

const secondsSince = (begin: number) => `${((performance.now() - begin) / 1000).toFixed(1)} s`

/** Kills, restarts and cuts off what serves the visitors, one after the other, and answers what lay between. */
async function tellStory(
  nodes: Program[],
  startNode: (index: number) => Promise<Program>,
  restart: () => Promise<void>,
  purchases: () => number,
) {
  const phases: Phase[] = []
  async function phase(name: string, restSeconds: number, act: () => Promise<string> = async () => '') {
    process.stderr.write(`  … ${name}\n`)
    const [from, before] = [performance.now(), purchases()]
    const note = await act()
    await wait(restSeconds * 1000)
    phases.push({ name, from, to: performance.now(), purchases: purchases() - before, note })
  }
  await phase('two nodes', 6)
  await phase('one killed with -9', 5, async () => {
    process.kill(nodes[0]?.pid ?? 0, 'SIGKILL')
    return ''
  })
  await phase('started again', 3, async () => {
    const begin = performance.now()
    const node = await startNode(0)
    nodes[0] = node
    await waitUntilReady(node.origin)
    return `ready after ${secondsSince(begin)}`
  })
  await phase('database restarted', 6, async () => {
    const begin = performance.now()
    await restart()
    const took = secondsSince(begin)
    await Promise.all(nodes.map(({ origin }) => waitUntilReady(origin)))
    return `database away ${took}, nodes ready after ${secondsSince(begin)}`
  })
  await phase('one stopped, started', 3, async () => {
    const begin = performance.now()
    await nodes[1]?.stop()
    const stopped = secondsSince(begin)
    const node = await startNode(1)
    nodes[1] = node
    await waitUntilReady(node.origin)
    return `stopped in ${stopped}, ready after ${secondsSince(begin)}`
  })
  await phase('two nodes again', 4)
  return phases
}

async function run(): Promise<boolean> {
  const server = await startPostgres(DURABLE)
  if (!server || !(await hasNginx())) {
    await server?.stop()
    console.error(
      'This needs the programs of a PostgreSQL server and nginx on this machine (Debian: postgresql nginx).',
    )
    return false
  }
  const { shares: _, ...machine } = await describeMachine()
  console.log(`${Object.values(machine).join(', ')}; everything shares the cores; load ${loadNow()}`)
  const databaseUrl = await createEmpty(server)
  const prepared = await prepareShop({ databaseUrl, products: PRODUCTS, buyers: BUYERS, plenty: PRODUCTS })
  const ports = await Promise.all(Array.from({ length: NODES }, findPort))
  const startNode = (index: number) =>
    startShop({ ...prepared.settings, PORT: String(ports[index]), TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'fatal' })
  const nodes = await Promise.all(ports.map((_port, index) => startNode(index)))
  const nginx = await startNginx(
    await findPort(),
    ports.map((port) => `127.0.0.1:${port}`),
  )
  const database = await openDatabase({ databaseUrl, dataDir: '', onFatal: () => undefined })
  try {
    await waitUntilReady(nginx.origin)
    const visitors = createVisitors(nginx.origin)
    const paths = ['/', '/getproducts', `/product/${prepared.plenty[0]}`, '/api/products/getallproductsindb?page=1']
    const end = visitors.start(prepared.buyers, prepared.plenty, paths, READERS)
    const phases = await tellStory(nodes, startNode, () => server.restart(), visitors.purchases)
    await end()
    console.log([HEAD, ...phases.map((phase) => lineOf(phase, visitors.seen))].join('\n'))

    const { db } = database
    const orders = await db.selectFrom('orders').select('id').execute()
    const kept = new Set(orders.map(({ id }) => id))
    const payments = await db.selectFrom('payments').select('id').where('orderId', 'is not', null).execute()
    const settled = new Set(payments.map(({ id }) => id))
    const lost = [...visitors.shownOrders].filter((id) => !kept.has(id)).length
    const unsettled = [...visitors.acceptedPayments].filter((id) => !settled.has(id)).length
    const broken = await listBrokenInvariants(db)
    console.log(`
orders in the database      ${kept.size}
orders shown, then lost     ${lost} of ${visitors.shownOrders.size}
payments accepted, no order ${unsettled} of ${visitors.acceptedPayments.size}
invariants broken           ${broken.length === 0 ? 'none' : JSON.stringify(broken)}`)
    return lost === 0 && unsettled === 0 && broken.length === 0
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
