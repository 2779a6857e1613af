import { sql } from 'kysely'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import type { Db } from '#server/db/database.ts'
import type { ShopProcess } from '#prove/shop-process.ts'

import { openDatabase } from '#server/db/open.ts'
import { none, type Finding } from '#prove/faults/fault.ts'
import { listRecordFaults, waitUntilAtRest } from '#prove/verifier.ts'
import { findPort } from '#test/postgres.ts'

import { checkOrders, startVisitors, waitUntilReady } from '#prove/nodes/visitors.ts'
import { describeMachine, loadNow } from '#prove/machine.ts'
import { startNginx } from '#prove/nodes/nginx.ts'
import { prepareShop, startService } from '#prove/prepare-shop.ts'
import { planKills, type Targets } from '#prove/nodes/cluster/kills.ts'
import { isMet, rowsOf, tableOf, type Phase } from '#prove/nodes/cluster/report.ts'
import { listMissing, removeHome, startCluster, type Cluster } from '#prove/nodes/cluster/start-cluster.ts'

const BUYERS = 6
const BUYER_PAUSE_MS = 150
const READ_PAUSE_MS = 100
const SHOPS = 2
const PRODUCTS = 100
/** The pause between the recovery from one kill and the next kill. */
const REST_MS = 3000
/** A purchase that was under way at the kill does not show that buying goes on. */
const UNDER_WAY_MS = 1000
const BOUGHT_AGAIN = 5
const BUY_AGAIN_WITHIN_MS = 90_000
const POLL_MS = 50
const AT_REST_WITHIN_MS = 120_000

const say = (line: string) => process.stderr.write(`  … ${line}\n`)

async function playKills(kills: number, targets: Targets, origin: string): Promise<Phase[]> {
  const phases: Phase[] = []
  const rounds = new Map<string, number>()
  for (const [index, kind] of planKills(kills).entries()) {
    const round = rounds.get(kind.name) ?? 0
    rounds.set(kind.name, round + 1)
    say(`${index + 1} of ${kills}: ${kind.name}`)
    const from = performance.now()
    await kind.play(targets, round)
    await targets.untilBought()
    await targets.cluster.untilWhole()
    await waitUntilReady(origin)
    await wait(REST_MS)
    phases.push({ kind, from, to: performance.now() })
  }
  return phases
}

/** Payments that led to more than one order. */
async function listDoubled(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select provider_order_id as id from orders where provider_order_id is not null
    group by provider_order_id having count(*) > 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Everything in the records must be right once nothing moves any more. */
async function checkAtRest(db: Db, shops: readonly ShopProcess[]): Promise<Finding[]> {
  const unfinished = await waitUntilAtRest(db, AT_REST_WITHIN_MS)
  return [
    none('order doubled', await listDoubled(db)),
    none('payment left without its order or its refund', unfinished),
    none('record wrong at the end', await listRecordFaults(db)),
    none(
      'shop process ended by itself',
      shops.filter((shop) => shop.hasEnded()).map(({ origin }) => origin),
    ),
  ]
}

async function openShops(cluster: Cluster, stops: (() => unknown)[]) {
  const prepared = await prepareShop({
    databaseUrl: cluster.databaseUrl,
    products: PRODUCTS,
    buyers: BUYERS,
    plenty: PRODUCTS,
  })
  const ports = await Promise.all(Array.from({ length: SHOPS }, findPort))
  const openShop = (index: number) =>
    startService({ ...prepared.settings, PORT: String(ports[index]), TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'error' })
  const shops = await Promise.all(ports.map((_port, index) => openShop(index)))
  stops.push(() => Promise.all(shops.map((shop) => shop.kill())))
  const nginx = await startNginx(
    await findPort(),
    ports.map((port) => `127.0.0.1:${port}`),
  )
  stops.push(() => nginx.stop())
  return { prepared, shops, openShop, origin: nginx.origin }
}

async function play(kills: number, home: string, stops: (() => unknown)[]): Promise<boolean> {
  say('three etcd, three PostgreSQL under Patroni, HAProxy')
  const cluster = await startCluster(home)
  stops.push(() => cluster.stop())
  say('a shop on it: two processes and nginx')
  const { prepared, shops, openShop, origin } = await openShops(cluster, stops)
  const { databaseUrl } = cluster
  const database = await openDatabase({ databaseUrl, dataDir: '', onFatal: () => undefined })
  stops.push(() => database.close())
  await waitUntilReady(origin)
  const visitors = startVisitors(origin, prepared, { buyerPauseMs: BUYER_PAUSE_MS, readPauseMs: READ_PAUSE_MS })
  async function untilBought() {
    await wait(UNDER_WAY_MS)
    const wanted = visitors.countBought() + BOUGHT_AGAIN
    const end = performance.now() + BUY_AGAIN_WITHIN_MS
    while (visitors.countBought() < wanted) {
      if (performance.now() > end) throw new Error(`nobody buys any more\n${cluster.lastLines()}`)
      await wait(POLL_MS)
    }
  }
  await untilBought()
  const begin = performance.now()
  const phases = await playKills(kills, { cluster, shops, startShop: openShop, untilBought }, origin)
  const minutes = (performance.now() - begin) / 60_000
  const { visits, paidOrders } = await visitors.leave()
  // What was under way at the end belongs to the last kill.
  const last = phases.at(-1)
  if (last) last.to = performance.now()
  const rows = rowsOf(phases, visits)
  console.log(`\n${phases.length} kills in ${minutes.toFixed(1)} minutes, load ${loadNow()}\n\n${tableOf(rows)}\n`)
  for (const other of new Set(rows.flatMap(({ others }) => others))) console.log(`  ${other}`)
  const areOrdersThere = await checkOrders(database.db, visits, paidOrders)
  const findings = await checkAtRest(database.db, shops)
  for (const { what, seen } of findings) console.log(`${what}: ${seen}`)
  return areOrdersThere && findings.every((one) => one.isMet) && rows.every(isMet)
}

/**
 * Lets people buy from two shop processes on a cluster while its parts are killed in turn, and prints what they saw.
 * False when an aim is missed. Nothing is left of it, however it ends.
 */
export async function runOnCluster(kills: number): Promise<boolean> {
  // Debian has HAProxy and nginx where only root looks.
  process.env.PATH = `${process.env.PATH ?? ''}:/usr/sbin`
  const missing = listMissing()
  if (missing.length > 0) {
    console.error(
      `This needs PostgreSQL, Patroni, etcd, HAProxy and nginx on this machine; missing: ${missing.join(', ')}. ` +
        'On Debian: apt install --no-install-recommends postgresql patroni etcd-server haproxy nginx',
    )
    return false
  }
  console.log(`${await describeMachine()}; everything shares the cores; load ${loadNow()}`)
  const home = await mkdtemp(join(tmpdir(), 'selvedge-cluster-'))
  // Servers that do not run as root must be able to enter it.
  await chmod(home, 0o755)
  // Whatever is temporary lies in one folder, which goes at the end.
  process.env.TMPDIR = home
  const stops: (() => unknown)[] = []
  const interrupted = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1))
        reject(new Error(`interrupted by ${signal}`))
      })
    }
  })
  try {
    return await Promise.race([play(kills, home, stops), interrupted])
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  } finally {
    for (const stop of stops.toReversed()) await stop()
    // Registered last: at the exit, what still runs is ended first.
    process.once('exit', () => removeHome(home))
  }
}
