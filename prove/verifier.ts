import { sql, type RawBuilder } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '#server/db/database.ts'

import { withRetry } from '#server/db/in-transaction.ts'
import { listBrokenInvariants } from '#server/orders/invariant-queries.ts'
import { MIN_REFUND_PAISE } from '#server/payments/refund-limits.ts'

/**
 * What of a payment the provider never gives back, because the last of it is less than a rupee: a person has to. Only
 * one such may be left for each reason.
 */
const leftToPerson = (paymentId: RawBuilder<unknown>) => sql`(
  select coalesce(sum(paise), 0) from (
    select sum(amount_paise) as paise from refunds
    where payment_id = ${paymentId} and not is_foreign and status = 'failed' and provider_refund_id is null
    group by reason having count(*) = 1 and sum(amount_paise) < ${MIN_REFUND_PAISE}
  ) little
)`

/** Payments that the provider took, each compared with what the shop made of it. */
const UNMATCHED = sql<{ line: string }>`
  select 'payment ' || taken.id || ' (' || taken.status || '): ' || taken.orders || ' orders, ' || taken.known
    || ' back as the shop knows, ' || taken.returned || ' as the provider, of ' || taken.amount_paise as line
  from (
    select payment.id, payment.status, payment.amount_paise,
      (
        select count(*) from payments own join orders on orders.id = own.order_id
        where own.id = payment.id and own.status = 'captured' and (orders.status <> 'cancelled' or orders.is_called_back)
          and orders.total_paise - orders.credit_paise = payment.amount_paise and orders.provider_order_id = payment.order_id
      ) as orders,
      (select coalesce(sum(amount_paise), 0) from refunds where payment_id = payment.id and is_counted) as known,
      ${leftToPerson(sql`payment.id`)} as little,
      (
        select coalesce(sum(amount_paise), 0) from sandbox_refunds refund
        where payment_id = payment.id and refund.status = 'processed'
      ) as returned,
      (
        select count(*) from (
          select id, amount_paise, status from sandbox_refunds where payment_id = payment.id
        ) refund full join (
          select provider_refund_id, amount_paise, status from refunds
          where refunds.payment_id = payment.id and provider_refund_id is not null
        ) known on known.provider_refund_id = refund.id
        where (refund.amount_paise, refund.status) is distinct from (known.amount_paise, known.status)
      ) as differing
    from sandbox_payments payment
    where payment.status in ('captured', 'refunded')
  ) taken
  where taken.known <> taken.returned + taken.little or taken.differing > 0
    or (taken.orders = 0 and taken.returned + taken.little <> taken.amount_paise)
    or (taken.status = 'refunded') <> (taken.returned = taken.amount_paise)
  limit 20`

/** Valid orders for which the provider never took the money. */
const UNPAID = sql<{ line: string }>`
  select 'order ' || orders.id || ' stands without money' as line
  from orders
  left join payments on payments.order_id = orders.id
  left join sandbox_payments payment on payment.id = payments.id
  where not orders.is_cash and orders.credit_paise < orders.total_paise and orders.status <> 'cancelled'
    and payment.status is distinct from 'captured'
    -- What has left stays so when all of its money goes back at the provider.
    and (orders.status = 'order placed' or payment.status is distinct from 'refunded')
  limit 20`

/**
 * Customers whose store credit is not what was given, less what was taken back and what orders that stand and open
 * checkouts use.
 */
const WRONG_CREDIT = sql<{ line: string }>`
  select 'customer ' || given.user_id || ' has ' || given.left_paise || ' paise of store credit, not ' || given.paise - coalesce(used.paise, 0) as line
  from (
    select user_id, sum(left_paise) as left_paise, sum(given_paise) + sum((
      select coalesce(sum(change_paise), 0) from store_credit_ledger
      where credit_id = store_credits.id and kind in ('taken back', 'expired')
    )) as paise
    from store_credits group by user_id
  ) given
  left join (
    select checkouts.user_id, sum(checkouts.credit_paise - coalesce((
      select sum(amount_paise) from refunds where refunds.order_id = orders.id and payment_id is null and is_counted
    ), 0)) as paise
    from checkouts left join orders on orders.checkout_id = checkouts.id
    where checkouts.status <> 'released' group by checkouts.user_id
  ) used on used.user_id = given.user_id
  where given.left_paise <> given.paise - coalesce(used.paise, 0)
  limit 20`

/**
 * Orders that stand, or were called back, whose money is not what their pieces cost that were neither cancelled nor
 * paid back. What was returned at the provider by hand leaves less.
 */
const WRONG_MONEY = sql<{ line: string }>`
  select 'order ' || id || ' has ' || kept_paise || ' paise, and its pieces cost ' || due_paise as line
  from (
    select orders.id, exists (select from refunds where refunds.order_id = orders.id and is_foreign) as has_foreign,
      coalesce(payment.amount_paise, 0) + orders.credit_paise - (
        select coalesce(sum(amount_paise), 0) from sandbox_refunds refund
        where refund.payment_id = payment.id and refund.status = 'processed'
      ) - ${leftToPerson(sql`payment.id`)} - (
        select coalesce(sum(amount_paise), 0) from refunds where refunds.order_id = orders.id and payment_id is null and is_counted
      ) - (
        select coalesce(sum(amount_paise), 0) from settlements where settlements.order_id = orders.id and kind in ('store credit', 'exchange')
      ) - (
        -- What comes back of an exchange is given back by the order that was paid first.
        select coalesce(sum(case first_order_id when orders.id then -amount_paise else amount_paise end), 0)
        from settlements where first_order_id = orders.id or (first_order_id is not null and settlements.order_id = orders.id)
      ) as kept_paise,
      (
        select sum(paid_price_paise * (quantity - gone) - discount_paise + discount_paise / quantity * gone + least(gone, discount_paise % quantity))
        from (
          select line.*, (
            select coalesce(sum(quantity), 0) from cancelled_pieces where order_line_id = line.id
          ) + (
            select coalesce(sum(quantity), 0) from settled_pieces where order_line_id = line.id
          ) as gone
          from order_lines line where line.order_id = orders.id
        ) lines
      ) as due_paise
    from orders
    left join payments on payments.order_id = orders.id
    left join sandbox_payments payment on payment.id = payments.id
    where not orders.is_cash and (orders.status <> 'cancelled' or orders.is_called_back)
  ) money
  where kept_paise > due_paise or (kept_paise < due_paise and not has_foreign)
  limit 20`

/** What the jobs are still going to change. */
const MOVING = sql<{ line: string }>`
  select 'an open checkout' as line where exists (select from checkouts where status = 'open')
  union all
  select 'an event that waits' where exists (select from webhook_events where processed_at is null)
  union all
  select 'a refund under way' where exists (select from refunds where status in ('pending', 'sent'))
  union all
  select 'a late payment' where exists (select from sandbox_payments where due_at is not null)
  union all
  select 'a refund under way at the provider' where exists (select from sandbox_refunds where due_at is not null)`

/** Disputes that were noted more than once, because an event that came again took effect again. */
const REPEATED = sql<{ line: string }>`
  select 'dispute ' || (after ->> 'id') || ' was noted ' || count(*) || ' times' as line
  from audit_log where action = 'payment.dispute.created' group by after ->> 'id' having count(*) > 1
  limit 20`

/** All records of a checkout, which is named by its own id or its order's, to find out how it went wrong. */
const recordsOf = (id: string) => {
  const checkoutId = sql`(select id from checkouts where id = ${id} union select checkout_id from orders where id = ${id})`
  return sql<{ line: string }>`
    select 'checkout ' || row_to_json(checkouts)::text as line from checkouts where id = ${checkoutId}
    union all
    select 'ledger ' || row_to_json(entry)::text from stock_ledger entry where checkout_id = ${checkoutId}
    union all
    select 'line ' || row_to_json(each)::text from checkout_lines each where checkout_id = ${checkoutId}
    union all
    select 'order ' || row_to_json(orders)::text from orders where checkout_id = ${checkoutId}
    union all
    select 'payment ' || row_to_json(payments)::text from payments where checkout_id = ${checkoutId}
    union all
    select 'refund ' || row_to_json(refunds)::text from refunds
    where payment_id in (select id from payments where checkout_id = ${checkoutId})
      or order_id in (select id from orders where checkout_id = ${checkoutId})
    union all
    select 'settlement ' || row_to_json(settlements)::text
    from settlements join orders on orders.id = settlements.order_id where orders.checkout_id = ${checkoutId}
    union all
    select 'document ' || (to_jsonb(documents) - 'data')::text
    from documents join orders on orders.id = documents.order_id where orders.checkout_id = ${checkoutId}
    union all
    select 'return ' || (to_jsonb(returns) || jsonb_build_object(
      'lines', (select jsonb_agg(line) from return_lines line where return_id = returns.id),
      'inspected', (select jsonb_agg(piece) from inspected_pieces piece where return_id = returns.id),
      'steps', (select jsonb_agg(step order by at) from return_steps step where return_id = returns.id)
    ))::text
    from returns join orders on orders.id = returns.order_id where orders.checkout_id = ${checkoutId}`
}

/** From when on others saw a price: a transaction may be under way for long on a busy machine. */
const SEEN_SINCE = sql`coalesce(
  case when current_setting('track_commit_timestamp') = 'on' then pg_xact_commit_timestamp(price_history.xmin) end, at
)`

/**
 * A line was frozen at a price that the shop did not show then: the history of prices has none like it that was in
 * force within two seconds of the checkout, in which a transaction that turns or freezes may be under way. What is
 * exchanged costs what was paid before.
 */
const WRONG_PRICES = sql<{ line: string }>`
  select 'checkout ' || checkouts.id || ' has ' || line.paid_price_paise || ' paise for ' || line.product_id
    || ', which it did not cost; it began at ' || checkouts.created_at || ', and the prices were ' || coalesce((
      select string_agg(paid_price_paise || ' from ' || at, ', ' order by at) from price_history
      where product_id = line.product_id and at between checkouts.created_at - interval '1 minute' and checkouts.created_at + interval '1 minute'
    ), 'others for a minute') as line
  from checkouts join checkout_lines line on line.checkout_id = checkouts.id
  where not exists (select from orders where orders.checkout_id = checkouts.id and exchange_of is not null) and not exists (
    select from (
      select at, lead(${SEEN_SINCE}) over (order by at) as until, paid_price_paise
      from price_history where product_id = line.product_id
    ) known
    where known.paid_price_paise = line.paid_price_paise and known.at <= checkouts.created_at + interval '2 seconds'
      and (known.until is null or known.until >= checkouts.created_at - interval '2 seconds')
  )`

/** Of so many things that are wrong the records are shown. */
const MOST_SHOWN = 5

const linesOf = async (db: Db, query: typeof UNMATCHED) => (await query.execute(db)).rows.map(({ line }) => line)

/** What breaks an invariant, at any moment, and the records of the first of it. */
export async function listBroken(db: Db): Promise<string[]> {
  const broken = await listBrokenInvariants(db)
  const lines = broken.map(({ invariant, subject }) => `${invariant}: ${subject}`)
  for (const { subject } of broken.slice(0, MOST_SHOWN)) lines.push(...(await linesOf(db, recordsOf(subject))))
  return lines
}

/** What is wrong in the records of the shop and of the provider, once everything is at rest. */
export async function listRecordFaults(db: Db): Promise<string[]> {
  return [
    ...(await listBroken(db)),
    ...(await linesOf(db, UNMATCHED)),
    ...(await linesOf(db, UNPAID)),
    ...(await linesOf(db, WRONG_CREDIT)),
    ...(await linesOf(db, WRONG_MONEY)),
    ...(await linesOf(db, REPEATED)),
    ...(await linesOf(db, WRONG_PRICES)),
  ]
}

async function listUnfinished(db: Db): Promise<string[]> {
  const lines = [await linesOf(db, MOVING), await linesOf(db, UNMATCHED), await linesOf(db, UNPAID)]
  return lines.flat()
}

/** An attempt without a payment after this many questions to the provider will never have one. */
const ASKED_OFTEN = 3

/** Moves the clocks on: every hold has ended, every attempt is to be asked about, every refund and event is due. */
export async function moveClocks(db: Db): Promise<void> {
  // The shop's jobs lock several attempts in another order, so a deadlock is possible.
  const moveAttempts = sql`
    update checkouts set
      hold_expires_at = case
        when status = 'open' then least(hold_expires_at, now() - interval '1 second') else hold_expires_at
      end,
      next_check_at = case when checks < ${ASKED_OFTEN} and next_check_at is not null then now() else next_check_at end`
  await withRetry(() => moveAttempts.execute(db))
  await sql`update refunds set next_attempt_at = now() where next_attempt_at is not null`.execute(db)
  await sql`update webhook_events set next_attempt_at = now() where processed_at is null`.execute(db)
}

const POLL_MS = 200
const AGAIN_MS = 10_000

/**
 * Waits until nothing changes any more and every payment has its order or its refund; returns what is still wrong after
 * `withinMs`. The clocks are moved on repeatedly, because a refund that begins late is also asked about late.
 */
export async function waitUntilAtRest(db: Db, withinMs: number): Promise<string[]> {
  const begin = performance.now()
  let movedAt = begin
  for (;;) {
    const unfinished = await listUnfinished(db)
    if (unfinished.length === 0 || performance.now() - begin > withinMs) return unfinished
    if (performance.now() - movedAt > AGAIN_MS) {
      movedAt = performance.now()
      await moveClocks(db)
    }
    await sleep(POLL_MS)
  }
}
