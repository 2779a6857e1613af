import { sql } from 'kysely'

import type { Waiting } from '#contract/reports.ts'
import { mayDo, type StaffRole } from '#contract/staff-areas.ts'
import type { Db } from '#server/db/open.ts'

/**
 * What waits for a person. Only unshipped orders that can be shipped: paid, and with real money where the shop takes it. A refund
 * of real money waits if the provider has given it up, or if the bank wants evidence in a dispute.
 */
export async function countWaiting(db: Db, { hasSandbox }: { hasSandbox: boolean }): Promise<Waiting> {
  const isReal = hasSandbox
    ? sql`true`
    : sql`not exists (select from payments where payments.id = payment_id and payments.is_sandbox)`
  const { rows } = await sql<Waiting>`
    with placed as (
      select address is not null as has_address from orders
      where status = 'order placed' and (${hasSandbox}::boolean or not is_sandbox)
        and not exists (select from payments where payments.order_id = orders.id and payments.status <> 'captured')
    ),
    waiting_refunds as (
      select payment_id from refunds where status = 'failed' and ${isReal}
      union all
      select payment_id from disputes where status = 'action required' and ${isReal}
    )
    select
      (select count(*)::int from placed where has_address) as to_ship,
      (select count(*)::int from placed where not has_address) as without_address,
      (select count(*)::int from waiting_refunds) as refunds,
      (select count(*)::int from contacts where not is_read) as messages`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a query of counts returned no row')
  return row
}

/** The counts without those of parts that the role does not have. */
export const waitingFor = (role: StaffRole | null, waiting: Waiting): Waiting => ({
  ...waiting,
  ...(!mayDo(role, 'orders') && { toShip: 0, withoutAddress: 0 }),
  ...(!mayDo(role, 'reconciliation') && { refunds: 0 }),
  ...(!mayDo(role, 'messages') && { messages: 0 }),
})
