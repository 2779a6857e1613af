import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** Forgives the refused parcels of an order's customer and of its phone, with a row in the audit log for each. */
export async function forgiveRefusals(db: Db, orderId: string, actorId: string): Promise<void> {
  await sql`
    with forgiven as (
      update cash_payments set is_forgiven = true
      from orders, (select user_id, phone_key(address) as phone from orders where id = ${orderId}) this
      where orders.id = cash_payments.order_id and orders.is_cash
        and (orders.user_id = this.user_id or phone_key(orders.address) = this.phone)
        and cash_payments.status = 'refused' and not is_forgiven
      returning order_id
    )
    insert into audit_log (actor_id, action, subject_type, subject_id)
    select ${actorId}, 'cash.forgiven', 'order', order_id from forgiven`.execute(db)
}
