import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { PlayedParcel } from '#prove/couriers/compare-parcels.ts'
import type { Random } from '#prove/random.ts'
import type { World } from '#prove/world.ts'

import { createClient } from '#prove/client.ts'
import { PARCEL_STORIES } from '#prove/couriers/parcel-stories.ts'
import { inDatabase } from '#prove/world.ts'

/** So many scans come in one call, so that a process dies between them. */
const SCANNED_AT_ONCE = 20
const POLL_MS = 100

const call = createClient()

export interface Scan {
  awb: string
  label: string
  at: string
}

/** What couriers scan, one step of all stories after the other, so that their status calls cross each other. */
export async function scanAll(
  world: World,
  random: Random,
  numbers: ReadonlyMap<string, string>,
  played: readonly PlayedParcel[],
): Promise<void> {
  const begin = Date.now()
  const longest = Math.max(...PARCEL_STORIES.map(({ labels }) => labels.length))
  for (let turn = 0; turn < longest; turn += 1) {
    const scans = played.flatMap(({ orderId, story }) => {
      const [label, awb] = [PARCEL_STORIES[story]?.labels[turn], numbers.get(orderId)]
      return label === undefined || awb === undefined
        ? []
        : [{ awb, label, at: new Date(begin + turn * 60_000).toISOString() }]
    })
    await scanOnce(world, random, scans)
  }
}

/** Scans whose process dies before it answers are made again, where they were not made. */
export async function scanOnce(world: World, random: Random, scans: readonly Scan[]): Promise<void> {
  for (let from = 0; from < scans.length; from += SCANNED_AT_ONCE) {
    await scanUntilMade(world, random, scans.slice(from, from + SCANNED_AT_ONCE))
  }
}

async function scanUntilMade(world: World, random: Random, scans: readonly Scan[]): Promise<void> {
  let left = scans
  while (left.length > 0) {
    const running = world.shops.filter((each) => !each.hasEnded())
    if (running.length === 0) {
      await sleep(POLL_MS)
      continue
    }
    const { status, body } = await call(random.pick(running).origin, 'POST', '/sandbox/shiprocket/scans', {
      body: { scans: left },
    })
    if (status === 200) return
    if (status >= 400 && status < 500) throw new Error(`scans are refused: ${status} ${JSON.stringify(body)}`)
    left = await listUnscanned(world, left)
  }
}

async function listUnscanned(world: World, scans: readonly Scan[]): Promise<readonly Scan[]> {
  let left = scans
  await inDatabase(world, async (db) => {
    const { rows } = await sql<Scan>`
      select wanted.awb, wanted.label, wanted.at from jsonb_to_recordset(${JSON.stringify(scans)}::jsonb) as wanted (awb text, label text, at text)
      where not exists (
        select from sandbox_scans scan join sandbox_parcels parcel on parcel.id = scan.parcel_id
        where parcel.awb = wanted.awb and scan.label = wanted.label and scan.at = wanted.at::timestamptz
      )`.execute(db)
    left = rows
  })
  return left
}
