import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Fixture } from '#prove/fixture.ts'
import type { Random } from '#prove/random.ts'
import type { ShopProcess, ShopSettings } from '#prove/shop-process.ts'
import type { World } from '#prove/world.ts'
import type { Db } from '#server/db/database.ts'

import { bringVictim } from '#prove/bring-victim.ts'
import { createClient } from '#prove/client.ts'
import { hurry } from '#prove/couriers/hurry.ts'
import { inDatabase } from '#prove/world.ts'

/** A courier service that forgets to answer, is slow, loses, doubles and shuffles its status calls. */
export const CHAOS = { dropShare: 0.2, delayMs: 15, workAfterMs: 20, loseShare: 0.25, repeats: 2, shuffle: true }

const SANDBOX = '/sandbox/shiprocket'
/** A process dies at the first or a later time that it comes to its point. */
const LATEST_PASSING = 3
/** So long may nothing change for the better. */
const STUCK_AFTER_MS = 120_000
const POLL_MS = 100
const call = createClient()

/** Sets what a courier service does from now on, which also has it look for status calls that are due. */
async function setFaults(shop: ShopProcess, faults: object): Promise<void> {
  await call(shop.origin, 'POST', `${SANDBOX}/faults`, { body: faults })
}

/** A process that is to die at its point, with a courier service that misbehaves. Undefined if it has died already. */
async function bringMisbehaving(world: World, fixture: Fixture, killAt: ShopSettings['killAt']) {
  const victim = await bringVictim(world, fixture, killAt)
  await hurry(world)
  if (victim) await setFaults(victim, CHAOS)
  return victim
}

/** Kills every process and starts others, which take up what was left lying. */
export async function startAnew(world: World, fixture: Fixture, faults: object, processes = 1): Promise<void> {
  for (const shop of world.shops) await shop.kill()
  world.shops = []
  while (world.shops.length < processes) {
    const shop = await fixture.start()
    world.shops.push(shop)
    await hurry(world)
    await setFaults(shop, faults)
  }
}

/** Waits until a question of the database is answered with nothing. */
export async function until(
  world: World,
  what: string,
  left: (db: Db) => Promise<number>,
  meanwhile: () => Promise<unknown> = () => hurry(world),
) {
  let [least, end] = [Infinity, performance.now() + STUCK_AFTER_MS]
  for (;;) {
    let count: number | undefined
    await inDatabase(world, async (db) => {
      count = await left(db)
    })
    if (count === 0) return
    if (count !== undefined && count < least) [least, end] = [count, performance.now() + STUCK_AFTER_MS]
    if (performance.now() > end) {
      world.faults.push(`${count} ${what}, for ${STUCK_AFTER_MS / 1000} s`)
      return
    }
    await meanwhile()
    await sleep(POLL_MS)
  }
}

/**
 * Plays while one process after the other dies at its point, and then all of them. Returns how many died at their
 * points.
 */
export async function playWithKills(
  world: World,
  fixture: Fixture,
  random: Random,
  { kills, points, play }: { kills: number; points: readonly string[]; play: () => Promise<void> },
): Promise<number> {
  const bring = () =>
    bringMisbehaving(world, fixture, { point: random.pick(points), nth: random.between(1, LATEST_PASSING) })
  let [victim, dead] = [kills > 0 ? await bring() : undefined, 0]
  const played = { isOver: false }
  const playing = play().finally(() => {
    played.isOver = true
  })
  while (!played.isOver && dead < kills) {
    await Promise.race([victim?.ended, playing])
    if (victim?.hasEnded() ?? true) dead += 1
    if (!played.isOver && dead < kills) victim = await bring()
  }
  // Nobody comes to the point of the last one any more.
  await startAnew(world, fixture, CHAOS)
  await playing
  return dead
}

export const countRows = async (db: Db, query: ReturnType<typeof sql<{ count: number }>>) =>
  (await query.execute(db)).rows[0]?.count ?? 0

/** Processes that misbehave no more. Couriers are asked about every parcel, because some status calls never came. */
export async function rest(world: World, fixture: Fixture): Promise<void> {
  await inDatabase(world, async (db) => {
    await sql`update parcels set next_check_at = now() where next_check_at is not null`.execute(db)
    await sql`update courier_events set next_attempt_at = now() where processed_at is null`.execute(db)
  })
  await startAnew(world, fixture, {}, fixture.processes)
  // A courier that was asked is asked again in half an hour at the earliest.
  await until(world, 'parcels and events wait', (db) =>
    countRows(
      db,
      sql`
        select (
          (select count(*) from courier_events where processed_at is null)
          + (select count(*) from parcels where next_attempt_at is not null or next_check_at < now() + interval '5 minutes')
        )::int as count`,
    ),
  )
}
