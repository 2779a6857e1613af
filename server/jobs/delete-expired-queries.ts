import { sql } from 'kysely'

import type { MailName } from '#contract/words/mail-names.ts'
import type { Db } from '#server/db/database.ts'

import { UNSENT_CASH_DAYS } from '#contract/orders/cash-limits.ts'
import { NOW_IN_INDIA } from '#server/db/india-time.ts'
import { DELIVERY_DAYS, MAX_DELIVERIES } from '#contract/programs/webhook-limits.ts'

/** Whether a sent mail is kept with what it is about, or forgotten, because nobody asks later what became of it. */
const SENT_MAILS: Record<MailName, 'kept' | 'forgotten'> = {
  'order-received': 'kept',
  'order-shipped': 'kept',
  'order-delivered': 'kept',
  'order-cancelled': 'kept',
  'order-paid': 'kept',
  'cash-order-code': 'kept',
  'pieces-cancelled': 'kept',
  'order-changed': 'kept',
  'parcel-undelivered': 'kept',
  'return-asked': 'kept',
  'return-approved': 'kept',
  'return-pick-up': 'kept',
  'return-refused': 'kept',
  'return-received': 'kept',
  'return-lost': 'kept',
  'return-delivered': 'kept',
  'return-paid': 'kept',
  'return-exchange-ended': 'kept',
  'refund-done': 'kept',
  'payment-returned': 'kept',
  'first-mail': 'kept',
  'confirm-address': 'forgotten',
  'confirm-new-address': 'forgotten',
  'address-changed': 'forgotten',
  'password-changed': 'forgotten',
  'passkey-added': 'forgotten',
  'second-factor-on': 'forgotten',
  'second-factor-off': 'forgotten',
  'recovery-codes-renewed': 'forgotten',
  'recovery-code-used': 'forgotten',
  'new-password': 'forgotten',
  'sign-in-code': 'forgotten',
  'account-erasure': 'kept',
  'back-in-stock': 'forgotten',
  'credit-given': 'kept',
  'credit-ends': 'kept',
  'message-received': 'kept',
  'message-answered': 'kept',
  'staff-invitation': 'forgotten',
  'key-made': 'forgotten',
  'webhook-paused': 'forgotten',
}
const FORGOTTEN_MAILS = Object.entries(SENT_MAILS).flatMap(([name, after]) => (after === 'forgotten' ? [name] : []))

/**
 * Everything that has an end, and how long it stays. Documents, the audit log and the ledgers of stock and store credit
 * have none.
 */
const EXPIRED = [
  // An account that has not signed in from a network for so long is not known there any more.
  sql`delete from sign_in_networks where last_at < now() - interval '90 days'`,
  // A link that has ended works again for a while when its account is asked for too often to get another mail.
  sql`delete from account_links where expires_at <= now() - interval '1 day'`,
  sql`delete from passkey_challenges where expires_at <= now()`,
  sql`delete from rate_counters where window_ends_at <= now()`,
  // The limit on mails to a mailbox counts those of a day.
  sql`delete from recent_mails where at <= now() - interval '1 day'`,
  // Longer than the limits on such mails count, and than the links in them work.
  sql`delete from mails where name = any(${FORGOTTEN_MAILS}) and due_at is null and at <= now() - interval '2 days'`,
  // Counted no longer than this, once the order is confirmed.
  sql`update cash_payments set network = null
    where network is not null and confirm_until is null and status = 'cash due'
      and (select created_at from orders where orders.id = order_id) < now() - interval '1 hour'`,
  // An order for cash that ended unsent counts for some days.
  sql`update cash_payments set network = null
    where network is not null and status = 'nothing due' and not exists (
      select from order_steps step
      where step.order_id = cash_payments.order_id and step.status = 'cancelled' and step.at > now() - make_interval(days => ${UNSENT_CASH_DAYS})
    )`,
  sql`delete from idempotency_keys where created_at < now() - interval '1 day'`,
  sql`delete from agent_choices where expires_at <= now()`,
  // The Universal Commerce Protocol asks for at least a day.
  sql`delete from agent_answers where created_at < now() - interval '25 hours'`,
  // They contain buyers' addresses and phone numbers.
  sql`delete from webhook_events where processed_at < now() - interval '90 days'`,
  sql`delete from courier_events where processed_at < now() - interval '90 days'`,
  sql`delete from web_vitals where day < (${NOW_IN_INDIA})::date - 400`,
  // Whatever became of them.
  sql`delete from webhook_deliveries where at < now() - make_interval(days => ${DELIVERY_DAYS})`,
  // Of what is over; what still waits is kept for its address, however much it is.
  sql`delete from webhook_deliveries using (
      select webhook_id, id from (
        select webhook_id, id, row_number() over (partition by webhook_id order by id desc) as place
        from webhook_deliveries where state <> 'waiting'
      ) placed where place = ${MAX_DELIVERIES + 1}
    ) as last
    where webhook_deliveries.webhook_id = last.webhook_id and webhook_deliveries.id <= last.id
      and webhook_deliveries.state <> 'waiting'`,
  sql`delete from webhook_deliveries where not exists (select from webhooks where webhooks.id = webhook_id)`,
]

/** Deletes what is no longer used, by the list above. */
export async function deleteExpiredRows(db: Db): Promise<void> {
  for (const statement of EXPIRED) await statement.execute(db)
}
