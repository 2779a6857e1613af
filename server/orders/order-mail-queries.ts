import { sql, type RawBuilder } from 'kysely'

import type { MailName } from '#contract/words/mail-names.ts'
import type { OrderStatus } from '#contract/states/order-states.ts'
import type { Db } from '#server/db/database.ts'

import { UNDO_SHIPPING_SECONDS } from '#contract/orders/shipping-limits.ts'
import { RETURN_MAIL_STEPS, returnMailName } from '#contract/returns/return-mails.ts'
import { ORDER_STATUSES, STATUS_FACTS } from '#contract/states/order-states.ts'
import { dayInIndia } from '#contract/units/india-time.ts'

/** The mails about the statuses of orders. */
const STATUS_MAILS: readonly MailName[] = ORDER_STATUSES.map((status) => STATUS_FACTS[status].mail)
/** The mails that the id of an order is the key of. */
export const MAILS_BY_ORDER: readonly MailName[] = [...STATUS_MAILS, 'order-paid']
/** Every mail about an order or its money. Its outcome is kept with the order. */
export const ORDER_MAILS: readonly MailName[] = [
  ...MAILS_BY_ORDER,
  'pieces-cancelled',
  'order-changed',
  'parcel-undelivered',
  ...RETURN_MAIL_STEPS.map((step) => returnMailName(step)),
  'refund-done',
  'payment-returned',
]

/**
 * The address, which may come after the payment, and its capture have so long to arrive before the mail is written; and
 * shipping may be taken back.
 */
const STATUS_MAIL_WAIT_SECONDS = Math.max(10, UNDO_SHIPPING_SECONDS)

/** Part of a `with`: queues the mail about the status that the orders of `reached` have come to. */
export const queueStatusMail = (status: OrderStatus, reached: string): RawBuilder<unknown> => sql`
  insert into mails (name, key, user_id, at, due_at)
  select ${STATUS_FACTS[status].mail}, id, user_id, moment.at,
    moment.at + make_interval(secs => ${sql.lit(STATUS_MAIL_WAIT_SECONDS)})
  from ${sql.table(reached)}, (select clock_timestamp() as at) moment`

/** Part of a `with`: queues the mail about the refunds of `refunded` that are done. */
export const queueRefundMail = (refunded: string): RawBuilder<unknown> => sql`
  insert into mails (name, key, user_id)
  select case when refund.order_id is null then 'payment-returned' else 'refund-done' end, refund.id, checkouts.user_id
  from ${sql.table(refunded)} refund
  join payments on payments.id = refund.payment_id
  join checkouts on checkouts.id = payments.checkout_id
  where refund.is_done
  -- A refund that the provider had lost is done a second time.
  on conflict (name, key) do update set at = excluded.at, due_at = excluded.due_at`

/**
 * Queues the mail about a parcel that could not be handed over at this moment. A day at the door has one, whatever the
 * courier says of it and how often; its key names the parcel and the day.
 */
export async function mailUndelivered(db: Db, parcelId: string, at: Date): Promise<void> {
  await sql`
    insert into mails (name, key, user_id, at)
    select 'parcel-undelivered', parcels.id || '.' || ${dayInIndia(at)}::text, orders.user_id, ${at}::timestamptz
    from parcels join orders on orders.id = parcels.order_id
    where parcels.id = ${parcelId} and parcels.direction = 'out'
    on conflict (name, key) do nothing`.execute(db)
}

/**
 * The mail about the parcel goes out once more if it has gone, after a pause in which the courier may still be
 * corrected.
 */
export async function mailShipmentAgain(db: Db, orderId: string): Promise<void> {
  await sql`
    insert into mails (name, key, user_id, at, due_at)
    select 'order-shipped', orders.id, orders.user_id, step.at, now() + interval '1 minute'
    from orders join order_steps step on step.order_id = orders.id and step.status = 'shipped'
    where orders.id = ${orderId}
    on conflict (name, key) do update set due_at = excluded.due_at`.execute(db)
}

/**
 * Makes mails about the customer's orders due again that were not sent within the last day because the address was
 * unconfirmed. Those that are no longer true are still dropped when they are sent.
 */
export async function resumeMails(db: Db, userId: string): Promise<void> {
  await sql`
    update mails set due_at = now(), outcome = null
    where user_id = ${userId} and name = any(${STATUS_MAILS}) and outcome = 'unconfirmed' and due_at is null
      and at > now() - interval '1 day'`.execute(db)
}
