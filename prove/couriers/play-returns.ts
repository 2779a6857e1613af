import { sql } from 'kysely'

import type { Scan } from '#prove/couriers/scan-parcels.ts'
import type { Fixture } from '#prove/fixture.ts'
import type { Random } from '#prove/random.ts'
import type { Actor, World } from '#prove/world.ts'
import type { Db } from '#server/db/database.ts'

import { settle } from '#prove/cash/cash-shop.ts'
import { CHAOS, countRows, playWithKills, rest, startAnew, until } from '#prove/couriers/misbehave.ts'
import { scanOnce } from '#prove/couriers/scan-parcels.ts'
import { PARCEL_KILL_POINTS } from '#prove/kill-points.ts'
import { databaseOf } from '#prove/world.ts'

const LABELS = ['RETURN PICKED UP', 'RETURN IN TRANSIT', 'RETURN DELIVERED']
/** How often each pick-up is asked for at the same moment. */
const PRESSES = 2

/** The places at which a return's booking can die. */
const POINTS = Object.keys(PARCEL_KILL_POINTS).filter((point) => !/event|scanned|fetched|parcels-answer/.test(point))

interface Returned {
  id: string
  awb: string | null
  isBooked: boolean
}

/** What is fetched, with the number of the courier that is booked for it. */
async function listReturns(db: Db): Promise<Returned[]> {
  const { rows } = await sql<Returned>`
    select returns.id, parcels.tracking_number as awb, parcels.id is not null as is_booked
    from returns left join parcels on parcels.return_id = returns.id and parcels.state = 'booked'
    where returns.way_back = 'pick-up' order by returns.id`.execute(db)
  return rows
}

/** Takes back a piece of each order that has arrived. */
async function takeBackAll(world: World, db: Db, { call: ask }: Actor): Promise<void> {
  const { rows } = await sql<{ id: string; lineId: string }>`
    select orders.id, min(line.id) as line_id from orders join order_lines line on line.order_id = orders.id
    where orders.status = 'delivered' group by 1`.execute(db)
  for (const { id, lineId } of rows) {
    const body = { lines: [{ _id: lineId, quantity: 1, reason: 'too small' }], wayBack: 'pick-up' }
    await settle(world, 'take back', () =>
      ask('return: take back', 'POST', `/api/admin/orders/${id}/returns`, { body }),
    )
  }
}

/** Asks for every pick-up that is not booked, several people for each, until all are. */
async function bookAll(world: World, db: Db, admins: readonly Actor[]): Promise<void> {
  const queue = (await listReturns(db)).flatMap(({ id }) => Array.from({ length: PRESSES }, () => id))
  await Promise.all(
    admins.map(async ({ call: ask }) => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        const path = `/api/admin/returns/${id}/pick-up`
        await settle(world, 'pick-up', () => ask('return: pick-up', 'POST', path, { body: {} }))
      }
    }),
  )
  await until(world, 'returns have no courier', async (db) => {
    const returns = await listReturns(db)
    return returns.filter(({ isBooked }) => !isBooked).length
  })
}

/** What must not be: a return that two couriers fetch, that is not where its parcel is, or that took a step twice. */
async function listReturnFaults(db: Db): Promise<string[]> {
  // Each table is read once: what the courier has booked is as long as the returns are.
  const { rows } = await sql<{ id: string; seen: string; numbers: string[] | null; awb: string | null }>`
    with fetched as (
        select split_part(reference, '-R', 1) as return_id, json_agg(awb) as numbers from sandbox_parcels
        where reference like '%-R%' and awb is not null and not is_cancelled group by 1
      ),
      taken as (select return_id, string_agg(status, ' > ' order by at) as steps from return_steps group by 1),
      scanned as (select parcel_id, count(*) as scans from parcel_scans group by 1)
    select returns.id, parcels.tracking_number as awb, fetched.numbers,
      concat_ws(', ', returns.status, parcels.step, orders.status, coalesce(scanned.scans, 0), taken.steps) as seen
    from returns join orders on orders.id = returns.order_id
    left join parcels on parcels.return_id = returns.id and parcels.state = 'booked'
    left join fetched on fetched.return_id = returns.id
    left join taken on taken.return_id = returns.id
    left join scanned on scanned.parcel_id = parcels.id
    where returns.way_back = 'pick-up'`.execute(db)
  const wanted = `on its way, delivered, delivered, ${LABELS.length}, asked > approved > on its way`
  return rows.flatMap(({ id, seen, numbers, awb }) => [
    ...(numbers?.length === 1 && numbers[0] === awb
      ? []
      : [`${id}: is fetched by ${numbers?.join(', ')}, here ${awb}`]),
    ...(seen === wanted ? [] : [`${id}: should be ${wanted} and is ${seen}`]),
  ])
}

/**
 * Takes back what has arrived and has it fetched by a courier service that misbehaves, while processes are killed
 * (`kill -9`) as they book. Then each return must be fetched once and be where its parcel is. Call it with shops that
 * behave.
 */
export async function playReturns(
  world: World,
  fixture: Fixture,
  random: Random,
  { admins, kills }: { admins: readonly Actor[]; kills: number },
): Promise<{ returns: number; kills: number }> {
  const before = databaseOf(world)
  const [first] = admins
  if (!before || !first) throw new Error('no shop is open')
  await takeBackAll(world, before, first)
  await startAnew(world, fixture, CHAOS)
  const dead = await playWithKills(world, fixture, random, {
    kills,
    points: POINTS,
    play: () => bookAll(world, databaseOf(world) ?? before, admins),
  })
  const returns = await listReturns(databaseOf(world) ?? before)
  for (const [turn, label] of LABELS.entries()) {
    const at = new Date(Date.now() + (turn + 1) * 60_000).toISOString()
    const scans = returns.flatMap(({ awb }): Scan[] => (awb === null ? [] : [{ awb, label, at }]))
    await scanOnce(world, random, scans)
  }
  await until(world, 'status calls wait', (db) =>
    countRows(db, sql`select count(*)::int as count from sandbox_courier_events where next_attempt_at is not null`),
  )
  await rest(world, fixture)
  world.faults.push(...(await listReturnFaults(databaseOf(world) ?? before)))
  return { returns: returns.length, kills: dead }
}
