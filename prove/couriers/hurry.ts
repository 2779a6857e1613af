import { sql } from 'kysely'

import type { World } from '#prove/world.ts'

import { inDatabase } from '#prove/world.ts'
import { LEASE_SECONDS } from '#server/orders/parcels/parcel-times.ts'

/** What a process takes up for a while, and for how many seconds; the last are the emulated courier service's. */
const LEASES = [
  { table: 'parcels', column: 'next_attempt_at', seconds: LEASE_SECONDS },
  { table: 'parcels', column: 'next_check_at', seconds: LEASE_SECONDS },
  { table: 'courier_events', column: 'next_attempt_at', seconds: LEASE_SECONDS },
  { table: 'sandbox_courier_events', column: 'next_attempt_at', seconds: 15 },
] as const
/** Whoever asks about a parcel is answered, or gives up, in less than this, and then its lease ends. */
const ASKING_SECONDS = 20

/**
 * As if the leases of processes that died were over, and the pauses after unclear answers. What a process has taken up
 * that still runs stays its own: it began after the oldest of them was started.
 */
export async function hurry(world: World): Promise<void> {
  const starts = world.shops.filter((shop) => !shop.hasEnded()).map(({ startedAt }) => startedAt.getTime())
  if (starts.length === 0) return
  const oldest = new Date(Math.min(...starts)).toISOString()
  await inDatabase(world, async (db) => {
    for (const { table, column, seconds } of LEASES) {
      const due = sql.ref(column)
      await sql`
        update ${sql.table(table)} set ${due} = now()
        where ${due} > now() and ${due} <= ${oldest}::timestamptz + make_interval(secs => ${seconds})`.execute(db)
    }
    await sql`
      update parcels set next_attempt_at = now()
      where next_attempt_at > now() and next_attempt_at not between
        now() + make_interval(secs => ${LEASE_SECONDS - ASKING_SECONDS}) and now() + make_interval(secs => ${LEASE_SECONDS})`.execute(
      db,
    )
  })
}
