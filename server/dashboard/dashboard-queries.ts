import { sql } from 'kysely'

import type { Dashboard, Waiting } from '#contract/dashboard/dashboard.ts'
import type { Db } from '#server/db/database.ts'

/** The numbers of products and categories in the shop, and of all orders, cancelled ones included. */
export async function countEverything(db: Db): Promise<Dashboard> {
  const { rows } = await sql<Omit<Dashboard, 'categcount'>>`
    select
      (select count(*) from product_list) as prodcount,
      (select count(*) from orders) as ordercount,
      coalesce((
        select json_agg(json_build_object('_id', id, 'name', name, 'slug', slug) order by position, name)
        from categories where deleted_at is null
      ), '[]') as categories`.execute(db)
  const { prodcount = 0, ordercount = 0, categories = [] } = rows[0] ?? {}
  return { prodcount, categcount: categories.length, ordercount, categories }
}

/**
 * What waits for a person. Only unshipped orders that can be shipped: paid, and with real money where the shop takes
 * it. A refund of real money waits if the provider has given it up, or if the bank wants evidence in a dispute.
 */
export async function countToDo(
  db: Db,
  { hasSandbox }: { hasSandbox: boolean },
): Promise<Omit<Waiting, 'cash' | 'parcels' | 'returns' | 'webhooks'>> {
  const isReal = hasSandbox
    ? sql`true`
    : sql`not exists (select from payments where payments.id = payment_id and payments.is_sandbox)`
  const { rows } = await sql<Omit<Waiting, 'cash' | 'parcels' | 'returns' | 'webhooks'>>`
    with placed as (
      select address is not null as has_address from orders
      where status = 'order placed' and (${hasSandbox}::boolean or not is_sandbox)
        and not exists (select from payments where payments.order_id = orders.id and payments.status <> 'captured')
        and not exists (select from cash_payments where cash_payments.order_id = orders.id and confirm_until is not null)
    ),
    waiting_refunds as (
      select payment_id from refunds where status = 'failed' and is_counted and ${isReal}
      union all
      select payment_id from disputes where status = 'action required' and ${isReal}
    )
    select
      (select count(*)::int from placed where has_address) as to_ship,
      (select count(*)::int from placed where not has_address) as without_address,
      (select count(*)::int from cash_payments cash join orders on orders.id = cash.order_id
        where cash.confirm_until is not null and cash.status = 'cash due' and (${hasSandbox}::boolean or not orders.is_sandbox)
      ) as to_confirm,
      (select count(*)::int from waiting_refunds) as refunds,
      (select count(*)::int from contacts where not is_read) as messages`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a query of counts returned no row')
  return row
}
