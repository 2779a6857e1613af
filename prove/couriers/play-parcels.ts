import { sql } from 'kysely'

import type { PlayedParcel } from '#prove/couriers/compare-parcels.ts'
import type { Fixture } from '#prove/fixture.ts'
import type { Random } from '#prove/random.ts'
import type { Actor, World } from '#prove/world.ts'
import type { Db } from '#server/db/database.ts'

import { settle } from '#prove/cash/cash-shop.ts'
import { compareRecords } from '#prove/chaos.ts'
import { listParcelFaults } from '#prove/couriers/compare-parcels.ts'
import { hurry } from '#prove/couriers/hurry.ts'
import { CHAOS, countRows, playWithKills, rest, startAnew, until } from '#prove/couriers/misbehave.ts'
import { placeOrders, takeCash } from '#prove/couriers/place-orders.ts'
import { playReturns } from '#prove/couriers/play-returns.ts'
import { scanAll } from '#prove/couriers/scan-parcels.ts'
import { PARCEL_KILL_POINTS } from '#prove/kill-points.ts'
import { addActor, databaseOf } from '#prove/world.ts'

/** So many administrators call at the same time. */
const AT_ONCE = 8
/** A parcel has about so many status calls, with those that are doubled and without those that are lost. */
const CALLS_PER_PARCEL = 12
const BOOKED_AT_ONCE = 5

interface ParcelFindings {
  parcels: number
  /** Status calls that the courier service made, its scans, and those of which no status call told. */
  statusCalls: number
  scans: number
  lost: number
  /** Returns that couriers fetched. */
  returns: number
  kills: number
}

interface ParcelOptions {
  statusCalls: number
  kills: number
  say: (line: string) => void
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

/**
 * Books parcels with a courier service that loses answers and is slow, follows them by status calls that are lost,
 * doubled and shuffled, and by asking, while processes are killed (`kill -9`) at every step. Then every parcel must be
 * booked once, every order where its parcel is, and no step and no mail may have come twice. What was delivered is
 * given back then, and fetched in the same way.
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
    points: points.filter((point) => !/event|scanned|pick-up/.test(point)),
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
  const { returns, kills: deadAtReturns } = await playReturns(world, fixture, random.branch('returns'), {
    admins,
    kills: Math.ceil(kills / 4),
  })
  say(`${returns} returns were fetched`)
  return { parcels: played.length, statusCalls: made, scans, lost: scans - told, returns, kills: dead + deadAtReturns }
}
