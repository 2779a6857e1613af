import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { claimDue } from '#server/db/claim-due.ts'

/** A checkout that the provider is to be asked about. */
export interface DueCheck {
  id: string
  providerOrderId: string
  /** The provider's orders of before, which that one stands in for. */
  replacedIds: string[]
  /** How many checks there were, this one included. */
  checks: number
  ageSeconds: number
  /**
   * The order exists and its money is captured: this is the final check, unless a second payment is under way at the
   * provider.
   */
  isSettled: boolean
}

const HAS_MONEY = sql`(
  checkouts.status = 'paid'
  and exists (select from payments where payments.id = checkouts.paid_by and payments.status = 'captured')
)`

/** Claims the due checkouts of this provider. */
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
    returning: sql`id, provider_order_id, checks, extract(epoch from now() - coalesce(asked_at, created_at))::integer as age_seconds,
      array(select replaced.provider_order_id from replaced_provider_orders replaced where checkout_id = checkouts.id) as replaced_ids,
      ${HAS_MONEY} as is_settled`,
  })
}

/**
 * Postpones the next check, unless the money was captured by this one: then the settlement has set the time of the
 * final check.
 */
export async function postponeCheck(db: Db, { id, isSettled }: DueCheck, waitSeconds: number): Promise<void> {
  await sql`
    update checkouts set next_check_at = now() + make_interval(secs => ${waitSeconds})
    where id = ${id} and (${isSettled} or not ${HAS_MONEY})`.execute(db)
}

export async function endChecks(db: Db, checkoutId: string): Promise<void> {
  await db.updateTable('checkouts').set({ nextCheckAt: null }).where('id', '=', checkoutId).execute()
}
