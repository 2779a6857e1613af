import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { PlayedParcel } from '#prove/couriers/compare-parcels.ts'
import type { Fixture } from '#prove/fixture.ts'
import type { Random } from '#prove/random.ts'
import type { ShopProcess, ShopSettings } from '#prove/shop-process.ts'
import type { Actor, World } from '#prove/world.ts'
import type { Db } from '#server/db/database.ts'

import { bringVictim } from '#prove/bring-victim.ts'
import { settle } from '#prove/cash/cash-shop.ts'
import { compareRecords } from '#prove/chaos.ts'
import { createClient } from '#prove/client.ts'
import { listParcelFaults } from '#prove/couriers/compare-parcels.ts'
import { hurry } from '#prove/couriers/hurry.ts'
import { placeOrders, takeCash } from '#prove/couriers/place-orders.ts'
import { scanAll } from '#prove/couriers/scan-parcels.ts'
import { PARCEL_KILL_POINTS } from '#prove/kill-points.ts'
import { addActor, databaseOf, inDatabase } from '#prove/world.ts'

/** So many administrators call at the same time. */
const AT_ONCE = 8
/** A parcel has about so many status calls, with those that are doubled and without those that are lost. */
const CALLS_PER_PARCEL = 12
const SANDBOX = '/sandbox/shiprocket'
const BOOKED_AT_ONCE = 5
/** A process dies at the first or a later time that it comes to its point. */
const LATEST_PASSING = 3
/** So long may nothing change for the better. */
const STUCK_AFTER_MS = 120_000
const POLL_MS = 100

/** A courier service that forgets to answer, is slow, loses, doubles and shuffles its status calls. */
const CHAOS = { dropShare: 0.2, delayMs: 15, workAfterMs: 20, loseShare: 0.25, repeats: 2, shuffle: true }

interface ParcelFindings {
  parcels: number
  /** Status calls that the courier service made, its scans, and those of which no status call told. */
  statusCalls: number
  scans: number
  lost: number
  kills: number
}

interface ParcelOptions {
  statusCalls: number
  kills: number
  say: (line: string) => void
}

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
async function startAnew(world: World, fixture: Fixture, faults: object, processes = 1): Promise<void> {
  for (const shop of world.shops) await shop.kill()
  world.shops = []
  while (world.shops.length < processes) {
    const shop = await fixture.start()
    world.shops.push(shop)
    await hurry(world)
    await setFaults(shop, faults)
  }
}

/** Books all parcels, some by two people at the same moment; what is not answered is asked again. */
async function bookAll(
  world: World,
  admins: readonly Actor[],
  played: readonly PlayedParcel[],
  random: Random,
): Promise<void> {
  const queue: PlayedParcel[][] = []
  for (let from = 0; from < played.length; from += BOOKED_AT_ONCE) {
    const few = played.slice(from, from + BOOKED_AT_ONCE)
    queue.push(few, ...(random.is(0.3) ? [few] : []))
  }
  await Promise.all(
    admins.map(async ({ call: ask }) => {
      for (let few = queue.shift(); few; few = queue.shift()) {
        const body = { orders: few.map(({ orderId: _id }) => ({ _id })) }
        await settle(world, 'booking', () => ask('parcel: book', 'POST', '/api/admin/parcels/book', { body }))
      }
    }),
  )
}

async function listUnbooked(db: Db, played: readonly PlayedParcel[]): Promise<PlayedParcel[]> {
  const { rows } = await sql<{ orderId: string }>`
    select order_id from parcels where state = 'booked' and is_pickup_asked`.execute(db)
  const booked = new Set(rows.map(({ orderId }) => orderId))
  return played.filter(({ orderId }) => !booked.has(orderId))
}

/** Waits until a question of the database is answered with nothing. */
async function until(
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

/** Books all parcels, and what is left again and again, until each has its number and is to be fetched. */
async function bookUntilBooked(
  world: World,
  admins: readonly Actor[],
  played: readonly PlayedParcel[],
  random: Random,
): Promise<void> {
  let unbooked: readonly PlayedParcel[] = played
  const bookLeft = () => bookAll(world, admins, unbooked, random)
  await bookLeft()
  await until(
    world,
    'parcels are not booked',
    async (db) => {
      unbooked = await listUnbooked(db, played)
      return unbooked.length
    },
    async () => {
      await hurry(world)
      if (random.is(0.05)) await bookLeft()
    },
  )
}

/** The tracking numbers of the orders. */
async function listNumbers(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ orderId: string; awb: string }>`
    select order_id, tracking_number as awb from parcels where state = 'booked'`.execute(db)
  return new Map(rows.map(({ orderId, awb }) => [orderId, awb]))
}

/** Plays while one process after the other dies at its point, and then all of them. Returns how many died at their points. */
async function playWithKills(
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

const countRows = async (db: Db, query: ReturnType<typeof sql<{ count: number }>>) =>
  (await query.execute(db)).rows[0]?.count ?? 0

/** What couriers scan, until the shop was told of it. */
async function scanAndTell(
  world: World,
  random: Random,
  numbers: ReadonlyMap<string, string>,
  played: readonly PlayedParcel[],
): Promise<void> {
  await scanAll(world, random, numbers, played)
  await until(world, 'status calls wait', (db) =>
    countRows(db, sql`select count(*)::int as count from sandbox_courier_events where next_attempt_at is not null`),
  )
}

/** Processes that misbehave no more. Couriers are asked about every parcel, because some status calls never came. */
async function rest(world: World, fixture: Fixture): Promise<void> {
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

/**
 * Books parcels with a courier service that loses answers and is slow, follows them by status calls that are lost, doubled and shuffled, and
 * by asking, while processes are killed (`kill -9`) at every step. Then every parcel must be booked once, every order where its parcel is, and
 * no step and no mail may have come twice.
 */
export async function playParcels(
  world: World,
  fixture: Fixture,
  random: Random,
  { statusCalls, kills, say }: ParcelOptions,
): Promise<ParcelFindings> {
  const before = databaseOf(world)
  if (!before) throw new Error('no shop is open')
  await takeCash(before)
  await startAnew(world, fixture, CHAOS)
  const db = databaseOf(world) ?? before
  const played = await placeOrders(world, db, random, Math.ceil(statusCalls / CALLS_PER_PARCEL))
  say(`${played.length} orders wait for their parcels`)
  const admins = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => addActor(world, db, 'admin', random.branch(`books ${index}`))),
  )
  const points = Object.keys(PARCEL_KILL_POINTS)
  let dead = await playWithKills(world, fixture, random.branch('kills while booking'), {
    kills: Math.ceil(kills / 2),
    points: points.filter((point) => !/event|scanned/.test(point)),
    play: () => bookUntilBooked(world, admins, played, random.branch('books')),
  })
  say(`they are booked, ${dead} kill -9`)
  const numbers = await listNumbers(databaseOf(world) ?? db)
  dead += await playWithKills(world, fixture, random.branch('kills while scanning'), {
    kills: Math.floor(kills / 2),
    points: points.filter((point) => /event|scanned/.test(point)),
    play: () => scanAndTell(world, random.branch('scans'), numbers, played),
  })
  say(`every parcel was scanned, ${dead} kill -9`)
  await rest(world, fixture)
  await compareRecords(world)
  const after = databaseOf(world) ?? db
  world.faults.push(...(await listParcelFaults(after, played)))
  const made = await countRows(after, sql`select count(*)::int as count from sandbox_courier_events`)
  const scans = await countRows(after, sql`select count(*)::int as count from sandbox_scans`)
  const told = await countRows(after, sql`select count(distinct body)::int as count from sandbox_courier_events`)
  return { parcels: played.length, statusCalls: made, scans, lost: scans - told, kills: dead }
}
