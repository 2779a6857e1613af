import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { NETWORK_HOLDS, UNPAID_HOLDS, UNPAID_WINDOW_SECONDS } from '#server/orders/holds/hold-time-and-limits.ts'

/** Lets only one transaction at a time count the open holds of a network. */
export async function lockNetwork(db: Db, network: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`holds of ${network}`}, 0))`.execute(db)
}

/** Seconds until the next hold may begin; null if it may begin now. */
interface HoldWaits {
  accountSeconds: number | null
  networkSeconds: number | null
}

/** Applies the limits of `hold-time-and-limits.ts` to a hold that was just opened. */
export async function findHoldWaits(
  db: Db,
  { userId, network }: { userId: string; network: string | undefined },
): Promise<HoldWaits> {
  const { rows } = await sql<HoldWaits>`
    select
      (
        select extract(epoch from hold_expires_at - now())::integer + ${UNPAID_WINDOW_SECONDS}::integer
        from checkouts
        where user_id = ${userId} and status = 'released' and release_reason = 'expired'
          and hold_expires_at > now() - make_interval(secs => ${UNPAID_WINDOW_SECONDS})
        order by hold_expires_at desc
        offset ${UNPAID_HOLDS - 1} limit 1
      ) as account_seconds,
      (
        select case when count(*) > ${NETWORK_HOLDS}::integer
          then extract(epoch from min(hold_expires_at) - now())::integer end
        from checkouts
        where status = 'open' and network = ${network ?? null}::text and hold_expires_at > now()
      ) as network_seconds`.execute(db)
  return rows[0] ?? { accountSeconds: null, networkSeconds: null }
}
