import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

/** An attempt to pay that the provider is to be asked about. */
export interface DueCheck {
  id: string
  providerOrderId: string
  /** This one included. */
  checks: number
  ageSeconds: number
  /** The order is there and its money too: this is the last look. */
  isSettled: boolean
}

const HAS_MONEY = sql`(
  checkouts.status = 'paid'
  and exists (select from payments where payments.id = checkouts.paid_by and payments.status = 'captured')
)`

/** Takes attempts at this provider that are due and puts them off by the lease, so that nobody else takes them meanwhile. */
export async function claimChecks(
  db: Db,
  { limit, leaseSeconds, isSandbox }: { limit: number; leaseSeconds: number; isSandbox: boolean },
): Promise<DueCheck[]> {
  const { rows } = await sql<DueCheck>`
    update checkouts
    set checks = checks + 1, next_check_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from checkouts
      where next_check_at <= now() and is_sandbox = ${isSandbox}
      order by next_check_at, id
      limit ${limit}
      for update skip locked
    )
    returning id, provider_order_id, checks, extract(epoch from now() - created_at)::integer as age_seconds,
      ${HAS_MONEY} as is_settled`.execute(db)
  return rows
}

/** Puts the next check off, unless the order and its money are there: then the settlement has said when. */
export async function postponeCheck(db: Db, checkoutId: string, waitSeconds: number): Promise<void> {
  await sql`
    update checkouts set next_check_at = now() + make_interval(secs => ${waitSeconds})
    where id = ${checkoutId} and not ${HAS_MONEY}`.execute(db)
}

export async function endChecks(db: Db, checkoutId: string): Promise<void> {
  await db.updateTable('checkouts').set({ nextCheckAt: null }).where('id', '=', checkoutId).execute()
}
