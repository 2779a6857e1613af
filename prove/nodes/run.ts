import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { isGood, otherThan, percentileMs, tally } from '#prove/faults/counts.ts'
import type { Visit } from '#prove/faults/visitor.ts'
import type { ShopProcess } from '#prove/shop-process.ts'
import { openDatabase } from '#server/db/open.ts'
import { createEmpty } from '#test/engines.ts'
import { DURABLE, findPort, startPostgres, type TestServer } from '#test/postgres.ts'

import { checkOrders, startVisitors, waitUntilReady } from '#prove/nodes/visitors.ts'
import { runOnCluster } from '#prove/nodes/cluster/run.ts'
import { describeMachine, loadNow } from '#prove/machine.ts'
import { hasNginx, startNginx } from '#prove/nodes/nginx.ts'
import { prepareShop, startService } from '#prove/prepare-shop.ts'

const BUYERS = 16
const NODES = 2
const PRODUCTS = 100
const KILLS = 20
const MOST_KILLS = 1000

interface Phase {
  name: string
  from: number
  to: number
  /** How long the shop took to recover. */
  note: string
}

const isHarmless = (visit: Visit) => isGood(visit) || visit.status === 409
const p50AndP99 = (visits: Visit[]) =>
  `${percentileMs(visits, 50).toFixed(0)} / ${percentileMs(visits, 99).toFixed(0)} ms`

/** What visitors saw in this phase: purchases, answers by status, times, and when the last failure was. */
function linesOf({ name, from, to, note }: Phase, visits: readonly Visit[]): string {
  const mine = visits.filter(({ begunAt }) => begunAt >= from && begunAt < to)
  const well = mine.filter(isHarmless)
  const lastFailure = mine.findLast((one) => !isHarmless(one))
  const others = mine.filter((one) => !isHarmless(one) && one.status !== 503)
  return [
    `${name}, ${((to - from) / 1000).toFixed(1)} s${note && `: ${note}`}`,
    `  bought ${well.filter(({ kind }) => kind === 'order').length}; answers ${tally(mine)}`,
    `  p50 / p99 of reads ${p50AndP99(well.filter(({ kind }) => kind === 'read'))}`,
    `  p50 / p99 of other calls ${p50AndP99(well.filter(({ kind }) => kind !== 'read'))}`,
    ...(lastFailure ? [`  the last failure after ${((lastFailure.endedAt - from) / 1000).toFixed(2)} s`] : []),
    ...new Set(otherThan(others, []).map((words) => `  ${words}`)),
  ].join('\n')
}

const secondsSince = (begin: number) => `${((performance.now() - begin) / 1000).toFixed(1)} s`

/** Kills, restarts and cuts off what serves the load, one after the other, and returns the phases. */
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

async function run(): Promise<boolean> {
  const server = await startPostgres(DURABLE)
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
    startService({ ...prepared.settings, PORT: String(ports[index]), TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'fatal' })
  const nodes = await Promise.all(ports.map((_port, index) => startNode(index)))
  const addresses = ports.map((port) => `127.0.0.1:${port}`)
  const nginx = await startNginx(await findPort(), addresses)
  const database = await openDatabase({ databaseUrl, dataDir: '', onFatal: () => undefined })
  try {
    await waitUntilReady(nginx.origin)
    const visitors = startVisitors(nginx.origin, prepared)
    const phases = await playPhases(nodes, startNode, server)
    const { visits, paidOrders } = await visitors.leave()
    console.log(phases.map((phase) => linesOf(phase, visits)).join('\n'))
    return await checkOrders(database.db, visits, paidOrders)
  } finally {
    await database.close()
    await nginx.stop()
    for (const node of nodes) await node.stop()
    await server.stop()
    await prepared.remove()
  }
}

const { values } = parseArgs({
  options: { cluster: { type: 'boolean', default: false }, kills: { type: 'string', default: String(KILLS) } },
})
const kills = Number(values.kills)
if (!Number.isInteger(kills) || kills < 1 || kills > MOST_KILLS) {
  console.error(`Usage: npm run nodes -- [--cluster [--kills 1…${MOST_KILLS}]]`)
  process.exit(2)
}
if (!values.cluster) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.exit((await (values.cluster ? runOnCluster(kills) : run())) ? 0 : 1)
