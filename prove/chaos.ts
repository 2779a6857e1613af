import type { Random } from '#prove/random.ts'
import type { Db } from '#server/db/database.ts'
import type { Fixture } from '#prove/fixture.ts'

import { bringActors } from '#prove/buyers.ts'
import { waitUntilAtRest, listRecordFaults, moveClocks } from '#prove/verifier.ts'
import { databaseOf, openWorld, stockWorld, type World } from '#prove/world.ts'

const BUYERS = 16
const BATCH = 500
/** So many payments are taken at most for each time that what came back is paid back. */
const PAYMENTS_PER_SETTLED = 20
const REST_WITHIN_MS = 120_000
const POLL_MS = 50

interface ChaosFindings {
  payments: number
  restSeconds: number[]
}

/** Traffic goes on until so many payments were taken, and so often money of what came back was given back. */
async function untilPlayed(world: World, { payments, settled }: { payments: number; settled: number }): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const isPlayed = world.payments >= payments && world.settled >= settled
      if (!isPlayed && !world.shops.every((shop) => shop.hasEnded())) return
      clearInterval(timer)
      resolve()
    }, POLL_MS)
  })
  world.isOver = true
}

async function compare(world: World, db: Db): Promise<void> {
  const unfinished = await waitUntilAtRest(db, REST_WITHIN_MS)
  const lost = await world.acknowledged.listLost(db)
  world.faults.push(...unfinished, ...(await listRecordFaults(db)), ...lost.map((line) => `lost: ${line}`))
}

/** Compares the records; returns the seconds until nothing changed any more. */
export type CompareAtRest = () => Promise<number>

/**
 * Moves the clocks on, so that the jobs find everything due, and compares the records of shop and provider once nothing
 * changes any more. What is wrong is added to the faults of the world.
 */
export async function compareRecords(world: World): Promise<number> {
  const db = databaseOf(world)
  if (!db) throw new Error('no shop is open')
  const begin = performance.now()
  await moveClocks(db)
  await compare(world, db)
  return (performance.now() - begin) / 1000
}

/** The same, but every process is killed after the clocks were moved: the start of new ones deals with what is due. */
export async function compareAfterRestart(world: World, fixture: Fixture): Promise<number> {
  const before = databaseOf(world)
  if (!before) throw new Error('no shop is open')
  await moveClocks(before)
  for (const shop of world.shops) await shop.kill()
  const begin = performance.now()
  world.shops = []
  while (world.shops.length < fixture.processes) world.shops.push(await fixture.start())
  await compare(world, databaseOf(world) ?? before)
  return (performance.now() - begin) / 1000
}

/** Starts the fixture's processes and adds products. */
export async function openOn(fixture: Fixture, random: Random): Promise<World> {
  const world = openWorld()
  world.shops = [await fixture.start()]
  while (world.shops.length < fixture.processes) world.shops.push(await fixture.start())
  const db = databaseOf(world)
  if (db) await stockWorld(world, db, random)
  return world
}

interface ChaosOptions {
  payments: number
  compareAtRest: CompareAtRest
  say: (line: string) => void
}

/** Plays payments, with everything that may happen in between, and compares the records every 500. */
export async function playChaos(
  world: World,
  random: Random,
  { payments, compareAtRest, say }: ChaosOptions,
): Promise<ChaosFindings> {
  const restSeconds: number[] = []
  const before = world.payments
  while (world.payments - before < payments && world.faults.length === 0) {
    const traffic = await bringActors(world, random.branch(`batch ${restSeconds.length}`), BUYERS)
    const target = Math.min(world.payments + BATCH, before + payments)
    const settled = world.settled + Math.ceil((target - world.payments) / PAYMENTS_PER_SETTLED)
    await Promise.all([traffic.act(), untilPlayed(world, { payments: target, settled })])
    world.isOver = false
    restSeconds.push(await compareAtRest())
    say(`${world.payments - before} payments, at rest after ${restSeconds.at(-1)?.toFixed(1)} s`)
  }
  return { payments: world.payments - before, restSeconds }
}
