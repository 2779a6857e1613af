import type { Random } from '#prove/random.ts'
import type { Db } from '#server/db/open.ts'
import type { Fixture } from '#prove/fixture.ts'

import { gather } from '#prove/buyers.ts'
import { bringToRest, listRecordFaults, moveClocks } from '#prove/verifier.ts'
import { databaseOf, openWorld, stockWorld, type World } from '#prove/world.ts'

const BUYERS = 16
const BATCH = 500
const REST_WITHIN_MS = 120_000
const LOOK_MS = 50

export interface ChaosFindings {
  payments: number
  restSeconds: number[]
}

async function untilPaid(world: World, payments: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (world.payments < payments && !world.shops.every((shop) => shop.hasEnded())) return
      clearInterval(timer)
      resolve()
    }, LOOK_MS)
  })
  world.isOver = true
}

async function compare(world: World, db: Db): Promise<void> {
  const { unrest } = await bringToRest(db, REST_WITHIN_MS)
  const lost = await world.journal.listLost(db)
  world.faults.push(...unrest, ...(await listRecordFaults(db)), ...lost.map((line) => `lost: ${line}`))
}

/** Compares the books; answers the seconds that it took until nothing moved any more. */
export type Settle = () => Promise<number>

/**
 * Moves the clocks on, so that the jobs find everything due, and compares all books once nothing moves any more. Whatever
 * is wrong joins the market's faults.
 */
export async function settleUp(world: World): Promise<number> {
  const db = databaseOf(world)
  if (!db) throw new Error('no shop is open')
  const begin = performance.now()
  await moveClocks(db)
  await compare(world, db)
  return (performance.now() - begin) / 1000
}

/** The same by killing every process after the clocks were moved: what is due is dealt with by the start of new ones. */
export async function settleAnew(world: World, fixture: Fixture): Promise<number> {
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

/** Opens the market on a stage: its processes run and things are for sale. */
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
  settle: Settle
  say: (line: string) => void
}

/** So many payments among everything that may come in between; after each batch of 500 all books are compared. */
export async function playChaos(
  world: World,
  random: Random,
  { payments, settle, say }: ChaosOptions,
): Promise<ChaosFindings> {
  const restSeconds: number[] = []
  const before = world.payments
  while (world.payments - before < payments && world.faults.length === 0) {
    const traffic = await gather(world, random.branch(`batch ${restSeconds.length}`), BUYERS)
    const target = Math.min(world.payments + BATCH, before + payments)
    await Promise.all([traffic.bustle(), untilPaid(world, target)])
    world.isOver = false
    restSeconds.push(await settle())
    say(`${world.payments - before} payments, at rest after ${restSeconds.at(-1)?.toFixed(1)} s`)
  }
  return { payments: world.payments - before, restSeconds }
}
