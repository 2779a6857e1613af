import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

import { claimDue } from '#server/db/claim-due.ts'

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

/** Claims attempts at this provider that are due. */
export function claimChecks(
  db: Db,
  { isSandbox, ...claim }: { limit: number; leaseSeconds: number; isSandbox: boolean },
): Promise<DueCheck[]> {
  return claimDue(db, {
    ...claim,
    table: 'checkouts',
    dueColumn: 'next_check_at',
    where: sql`is_sandbox = ${isSandbox}`,
    set: sql`checks = checks + 1`,
    returning: sql`id, provider_order_id, checks, extract(epoch from now() - created_at)::integer as age_seconds,
      ${HAS_MONEY} as is_settled`,
  })
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
