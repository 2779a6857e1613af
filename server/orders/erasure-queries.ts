import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { ORDER_MAILS } from '#server/orders/order-mail-queries.ts'

/**
 * Moves a customer's checkouts and orders to an anonymous account and removes names, addresses and networks from them.
 * The documents stay as they were issued. Mails about them that wait are not sent any more. The provider's events keep
 * only their ids, and so do the courier service's, whose scans keep the steps alone.
 */
export async function unlinkOrders(db: Db, userId: string, nobodyId: string): Promise<void> {
  await sql`
    update webhook_events set payload = '{}'
    where processed_at is not null and exists (
      select from checkouts left join payments on payments.checkout_id = checkouts.id
      where checkouts.user_id = ${userId}
        and (payload::text like '%' || checkouts.provider_order_id || '%' or payload::text like '%' || payments.id || '%')
    )`.execute(db)
  await sql`
    update courier_events set payload = '{}'
    from parcels join orders on orders.id = parcels.order_id
    where courier_events.tracking_number = parcels.tracking_number and orders.user_id = ${userId} and processed_at is not null`.execute(
    db,
  )
  // Couriers write down who took a parcel, and where.
  await sql`
    update parcel_scans set note = '', place = ''
    from parcels join orders on orders.id = parcels.order_id
    where parcel_scans.parcel_id = parcels.id and orders.user_id = ${userId}`.execute(db)
  await sql`
    update order_steps set actor_id = null
    from orders where orders.id = order_steps.order_id and orders.user_id = ${userId} and actor_id = ${userId}`.execute(
    db,
  )
  await sql`
    update mails set user_id = ${nobodyId}, due_at = null, outcome = coalesce(outcome, 'outdated')
    where user_id = ${userId} and name = any(${ORDER_MAILS})`.execute(db)
  await sql`
    update cash_payments set network = null
    from orders where orders.id = order_id and orders.user_id = ${userId} and network is not null`.execute(db)
  const nobody = { userId: nobodyId, address: null, buyerGstin: null, buyerFirm: null }
  await db.updateTable('orders').set(nobody).where('userId', '=', userId).execute()
  await db
    .updateTable('checkouts')
    .set({ ...nobody, network: null })
    .where('userId', '=', userId)
    .execute()
  await db.updateTable('offerUses').set({ userId: nobodyId }).where('userId', '=', userId).execute()
}
