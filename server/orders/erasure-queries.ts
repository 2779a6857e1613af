import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { ORDER_MAILS } from '#server/orders/order-mail-queries.ts'

/** Removes why orders were cancelled and put aside, what else was said of them, and that it was the customer. */
async function forgetWords(db: Db, userId: string): Promise<void> {
  const theirs = sql`(select id from orders where user_id = ${userId})`
  for (const table of ['order_steps', 'cancellations'] as const) {
    await sql`
      update ${sql.table(table)} set reason = null, actor_id = nullif(actor_id, ${userId})
      where order_id in ${theirs} and (reason is not null or actor_id = ${userId})`.execute(db)
  }
  await sql`delete from orders_put_aside where order_id in ${theirs}`.execute(db)
  await sql`update parcels set failure = null where order_id in ${theirs} and failure is not null`.execute(db)
  await sql`
    update dealt_findings set note = ''
    where note <> '' and subject in (
      select unnest(array[payments.id, refunds.id, refunds.provider_refund_id, disputes.id])
      from checkouts join payments on payments.checkout_id = checkouts.id
      left join refunds on refunds.payment_id = payments.id left join disputes on disputes.payment_id = payments.id
      where checkouts.user_id = ${userId}
    )`.execute(db)
}

/**
 * Moves a customer's checkouts and orders to an anonymous account and removes names, addresses, networks and all that
 * somebody wrote about them. The documents stay as they were issued. Mails about them that wait are not sent any more.
 * The provider's events keep only their ids, and so do the courier service's, whose scans keep the steps alone. Of a
 * shipment the courier and the number stay, by which its cash is told apart.
 */
export async function unlinkOrders(db: Db, userId: string, nobodyId: string): Promise<void> {
  await sql`
    update webhook_events set payload = '{}', failure = null
    where processed_at is not null and exists (
      select from checkouts left join payments on payments.checkout_id = checkouts.id
      where checkouts.user_id = ${userId}
        and (payload::text like '%' || checkouts.provider_order_id || '%' or payload::text like '%' || payments.id || '%')
    )`.execute(db)
  await sql`
    update courier_events set payload = '{}', failure = null
    from parcels join orders on orders.id = parcels.order_id
    where courier_events.tracking_number = parcels.tracking_number and orders.user_id = ${userId} and processed_at is not null`.execute(
    db,
  )
  // Couriers write down who took a parcel, and where.
  await sql`
    update parcel_scans set note = '', place = ''
    from parcels join orders on orders.id = parcels.order_id
    where parcel_scans.parcel_id = parcels.id and orders.user_id = ${userId}`.execute(db)
  await forgetWords(db, userId)
  await sql`
    update mails set user_id = ${nobodyId}, due_at = null, outcome = coalesce(outcome, 'outdated')
    where user_id = ${userId} and name = any(${ORDER_MAILS})`.execute(db)
  await sql`
    update cash_payments set network = null
    from orders where orders.id = order_id and orders.user_id = ${userId} and network is not null`.execute(db)
  const nobody = { userId: nobodyId, address: null, buyerGstin: null, buyerFirm: null }
  const shipment = sql<string>`shipment - 'courierName' - 'trackingLink'`
  await db
    .updateTable('orders')
    .set({ ...nobody, shipment })
    .where('userId', '=', userId)
    .execute()
  await db
    .updateTable('checkouts')
    .set({ ...nobody, network: null })
    .where('userId', '=', userId)
    .execute()
  await db.updateTable('offerUses').set({ userId: nobodyId }).where('userId', '=', userId).execute()
}
