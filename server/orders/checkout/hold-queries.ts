import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

/** Lets the checkouts of one network be counted one after another until the transaction ends. */
export async function lockNetwork(db: Db, network: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`holds of ${network}`}, 0))`.execute(db)
}

/** Seconds until another hold may begin; null where it may now. */
export interface HoldWaits {
  accountSeconds: number | null
  networkSeconds: number | null
}

/** What the customer's unpaid holds and the open holds of the network say about a hold that was just opened. */
export async function findHoldWaits(
  db: Db,
  { userId, network }: { userId: string; network: string | null },
  limits: { unpaidHolds: number; unpaidWindowSeconds: number; networkHolds: number },
): Promise<HoldWaits> {
  const { rows } = await sql<HoldWaits>`
    select
      (
        select extract(epoch from hold_expires_at - now())::integer + ${limits.unpaidWindowSeconds}::integer
        from checkouts
        where user_id = ${userId} and status = 'released' and release_reason = 'expired'
          and hold_expires_at > now() - make_interval(secs => ${limits.unpaidWindowSeconds})
        order by hold_expires_at desc
        offset ${limits.unpaidHolds - 1} limit 1
      ) as account_seconds,
      (
        select case when count(*) > ${limits.networkHolds}::integer
          then extract(epoch from min(hold_expires_at) - now())::integer end
        from checkouts
        where status = 'open' and network = ${network}::text and hold_expires_at > now()
      ) as network_seconds`.execute(db)
  return rows[0] ?? { accountSeconds: null, networkSeconds: null }
}
