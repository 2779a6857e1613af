import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { PlayedParcel } from '#prove/couriers/compare-parcels.ts'
import type { Fixture } from '#prove/fixture.ts'
import type { Random } from '#prove/random.ts'
import type { ShopProcess } from '#prove/shop-process.ts'
import type { Actor, World } from '#prove/world.ts'
import type { Db } from '#server/db/database.ts'

import { settle } from '#prove/cash/cash-shop.ts'
import { compareRecords } from '#prove/chaos.ts'
import { createClient } from '#prove/client.ts'
import { listParcelFaults } from '#prove/couriers/compare-parcels.ts'
import { placeOrders, takeCash } from '#prove/couriers/place-orders.ts'
import { scanAll } from '#prove/couriers/scan-parcels.ts'
import { PARCEL_KILL_POINTS } from '#prove/kill-points.ts'
import { ShopGone } from '#prove/shop-process.ts'
import { addActor, databaseOf, inDatabase } from '#prove/world.ts'

/** So many administrators call at the same time. */
const AT_ONCE = 8
/** A parcel has about so many status calls, with those that are doubled and without those that are lost. */
const CALLS_PER_PARCEL = 12
const SANDBOX = '/sandbox/shiprocket'
const BOOKED_AT_ONCE = 5
const REST_WITHIN_MS = 300_000
const POLL_MS = 100

/** A courier service that forgets to answer, is slow, loses, doubles and shuffles its status calls. */
const CHAOS = { dropShare: 0.2, delayMs: 15, workAfterMs: 20, loseShare: 0.25, repeats: 2, shuffle: true }
const NO_CHAOS = { dropShare: 0, delayMs: 0, workAfterMs: 0, loseShare: 0, repeats: 0, shuffle: false }

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

async function setFaults(shop: ShopProcess, faults: object): Promise<void> {
  await call(shop.origin, 'POST', `${SANDBOX}/faults`, { body: faults })
}

/** Starts a process whose courier service misbehaves; undefined if it has died at its point already. */
async function openShop(fixture: Fixture, killAt?: { point: string; nth: number }): Promise<ShopProcess | undefined> {
  try {
    const shop = await fixture.start(killAt)
    await setFaults(shop, CHAOS)
    return shop
  } catch (error) {
    if (error instanceof ShopGone && error.how === 'SIGKILL') return undefined
    throw error
  }
}

/** The same for a process that has no point to die at. */
async function openOwn(fixture: Fixture): Promise<ShopProcess> {
  const shop = await openShop(fixture)
  if (!shop) throw new Error('a process died by itself')
  return shop
}

/**
 * As if the pauses after unclear answers were over, and the leases of processes that died. Whoever asks about a parcel now has a lease of a
 * minute, and is answered or gives up within a quarter of it.
 */
const hurry = (world: World) =>
  inDatabase(world, (db) =>
    sql`
      update parcels set next_attempt_at = now()
      where next_attempt_at > now() and next_attempt_at < now() + interval '40 seconds'`.execute(db),
  )

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

async function countUnbooked(db: Db, played: readonly PlayedParcel[]): Promise<number> {
  const ids = played.map(({ orderId }) => orderId)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from unnest(${ids}::text[]) as wanted (id)
    where not exists (select from parcels where parcels.order_id = wanted.id and state = 'booked' and is_pickup_asked)`.execute(
    db,
  )
  return rows[0]?.count ?? played.length
}

/** Waits until a question of the database is answered with nothing. */
async function until(
  world: World,
  what: string,
  left: (db: Db) => Promise<number>,
  meanwhile?: () => Promise<unknown>,
) {
  const end = performance.now() + REST_WITHIN_MS
  for (;;) {
    let count = 1
    await inDatabase(world, async (db) => {
      count = await left(db)
    })
    if (count === 0) return
    if (performance.now() > end) {
      world.faults.push(`${count} ${what} after ${REST_WITHIN_MS / 1000} s`)
      return
    }
    await meanwhile?.()
    await sleep(POLL_MS)
  }
}

/** The tracking numbers of the orders. */
async function listNumbers(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ orderId: string; awb: string }>`
    select order_id, tracking_number as awb from parcels where state = 'booked'`.execute(db)
  return new Map(rows.map(({ orderId, awb }) => [orderId, awb]))
}

/** Plays while one process after the other dies at its point; at least one other takes its place. Returns how many died. */
async function playWithKills(
  world: World,
  fixture: Fixture,
  random: Random,
  { kills, points, play }: { kills: number; points: readonly string[]; play: () => Promise<void> },
): Promise<number> {
  const bring = async () => {
    while (world.shops.length >= fixture.processes) await world.shops.shift()?.kill()
    const victim = await openShop(fixture, { point: random.pick(points), nth: random.between(1, 3) })
    if (victim) world.shops.push(victim)
    return victim
  }
  let [victim, dead] = [await bring(), 0]
  const played = { isOver: false }
  const playing = play().finally(() => {
    played.isOver = true
  })
  while (!played.isOver && dead < kills) {
    await Promise.race([victim?.ended, playing])
    if (victim?.hasEnded() ?? true) dead += 1
    world.shops = world.shops.filter((shop) => !shop.hasEnded())
    if (!played.isOver && dead < kills) victim = await bring()
  }
  // Nobody comes to its point any more.
  await victim?.kill()
  world.shops = world.shops.filter((shop) => !shop.hasEnded())
  if (world.shops.length === 0) world.shops.push(await openOwn(fixture))
  await playing
  return dead
}

const countRows = async (db: Db, query: ReturnType<typeof sql<{ count: number }>>) =>
  (await query.execute(db)).rows[0]?.count ?? 0

/** Processes that misbehave no more. Couriers are asked about every parcel, because some status calls never came. */
async function rest(world: World, fixture: Fixture): Promise<void> {
  await until(world, 'status calls wait', (db) =>
    countRows(db, sql`select count(*)::int as count from sandbox_courier_events where next_attempt_at is not null`),
  )
  await inDatabase(world, async (db) => {
    await sql`update parcels set next_check_at = now() where next_check_at is not null`.execute(db)
    await sql`update parcels set next_attempt_at = now() where next_attempt_at is not null`.execute(db)
    await sql`update courier_events set next_attempt_at = now() where processed_at is null`.execute(db)
  })
  for (const shop of world.shops) await shop.kill()
  world.shops = []
  while (world.shops.length < fixture.processes) {
    const shop = await fixture.start()
    await setFaults(shop, NO_CHAOS)
    world.shops.push(shop)
  }
  await until(world, 'parcels and events wait', (db) =>
    countRows(
      db,
      sql`
        select (
          (select count(*) from courier_events where processed_at is null)
          + (select count(*) from parcels where next_attempt_at is not null or next_check_at <= now())
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
  for (const shop of world.shops) await shop.kill()
  world.shops = [await openOwn(fixture)]
  const db = databaseOf(world) ?? before
  const played = await placeOrders(world, db, random, Math.ceil(statusCalls / CALLS_PER_PARCEL))
  say(`${played.length} orders wait for their parcels`)
  const admins = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => addActor(world, db, 'admin', random.branch(`books ${index}`))),
  )
  const points = Object.keys(PARCEL_KILL_POINTS)
  const booking = points.filter((point) => !/event|scanned/.test(point))
  let dead = await playWithKills(world, fixture, random, {
    kills: Math.ceil(kills / 2),
    points: booking,
    play: () => bookAll(world, admins, played, random),
  })
  const forgotten = () => bookAll(world, admins, played, random)
  await until(
    world,
    'parcels are not booked',
    (now) => countUnbooked(now, played),
    async () => {
      await hurry(world)
      if (random.is(0.05)) await forgotten()
    },
  )
  say(`they are booked, ${dead} kill -9`)
  const numbers = await listNumbers(databaseOf(world) ?? db)
  dead += await playWithKills(world, fixture, random, {
    kills: Math.floor(kills / 2),
    points: points.filter((point) => /event|scanned/.test(point)),
    play: () => scanAll(world, numbers, played),
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
