import { sql } from 'kysely'

import type { MailName } from '#contract/words/mail-names.ts'
import type { ReturnMailStep } from '#contract/returns/return-mails.ts'
import type { Db } from '#server/db/database.ts'
import type { MailOutcome } from '#server/db/mail-tables.ts'
import type { DueMail } from '#server/mails/due-mail.ts'
import type { PiecesCancelledMail } from '#server/mails/pieces-cancelled-mails.ts'
import type { CreditMail } from '#server/mails/store-credit-mails.ts'
import type { OrderChangeMail } from '#server/mails/order-change-mails.ts'
import type { RefundMail } from '#server/mails/refund-mails.ts'
import type { ReturnMail } from '#server/mails/return-mails.ts'
import type { BackInStockMail } from '#server/mails/back-in-stock-mails.ts'
import type { ParcelUndeliveredMail } from '#server/mails/parcel-undelivered-mails.ts'

import { fullName } from '#server/db/full-name.ts'
import { TRAIL_FIELDS, type TrailRow } from '#server/db/parcel-trail.ts'

/**
 * Claims due mails with these names, at most `limit` of each, in the order of the events that they report. A claimed
 * one is due again when the lease ends: no other process takes it before, and one does then if this process has died.
 */
export async function claimMails(
  db: Db,
  names: readonly MailName[],
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    with due as materialized (
      select waiting.* from unnest(${names}::text[]) as listed (name)
      cross join lateral (
        select mails.name, key, due_at from mails
        where mails.name = listed.name and due_at <= now()
        order by due_at, key
        limit ${limit}
        for update skip locked
      ) waiting
    ),
    claimed as (
      update mails set due_at = now() + make_interval(secs => ${leaseSeconds})
      from due where mails.name = due.name and mails.key = due.key
      returning mails.*, due.due_at as was_due_at
    )
    select name, key, user_id, email, payload, at, extract(epoch from now() - at)::float8 as waited_seconds,
      outcome is not null as is_again
    from claimed order by at, was_due_at, key`.execute(db)
  return rows
}

export interface MailReport {
  mail: Pick<DueMail, 'name' | 'key'>
  outcome: MailOutcome | null
  /** When it is tried again; null if it is not. */
  waitSeconds: number | null
}

/**
 * Stores the outcome of claimed mails, in one statement. A mail that another process has ended meanwhile stays ended. A
 * request for a sold-out size ends with its mail, and where a mail was asked from is forgotten.
 */
export async function saveMailReports(db: Db, reports: readonly MailReport[]): Promise<void> {
  const names = reports.map(({ mail }) => mail.name)
  const keys = reports.map(({ mail }) => mail.key)
  const outcomes = reports.map(({ outcome }) => outcome)
  const waits = reports.map(({ waitSeconds }) => waitSeconds)
  await sql`
    with reported as (
      update mails
      set due_at = now() + make_interval(secs => report.wait_seconds), outcome = coalesce(report.outcome, mails.outcome),
        payload = case when report.wait_seconds is null then payload - 'networks' else payload end
      from unnest(${names}::text[], ${keys}::text[], ${outcomes}::text[], ${waits}::float8[])
        as report (name, key, outcome, wait_seconds)
      where mails.name = report.name and mails.key = report.key and mails.due_at is not null
      returning mails.name, mails.key, mails.outcome
    )
    update stock_requests set outcome = reported.outcome
    from reported where reported.name = 'back-in-stock' and stock_requests.id = reported.key`.execute(db)
}

/** What the mail about a refund tells. */
export async function findRefund(db: Db, id: string): Promise<Omit<RefundMail, 'key' | 'at'> | undefined> {
  const { rows } = await sql<Omit<RefundMail, 'key' | 'at'>>`
    select refunds.order_id, refunds.amount_paise, refunds.reason, payments.is_sandbox, ${fullName()} as customer_name
    from refunds
    join payments on payments.id = refunds.payment_id
    join checkouts on checkouts.id = payments.checkout_id
    join users on users.id = checkouts.user_id
    where refunds.id = ${id}`.execute(db)
  return rows[0]
}

/** What the mail about cancelled pieces tells; undefined where the rest of their order was cancelled since. */
export async function findCancellation(
  db: Db,
  id: string,
): Promise<Omit<PiecesCancelledMail, 'key' | 'at'> | undefined> {
  const { rows } = await sql<Omit<PiecesCancelledMail, 'key' | 'at'>>`
    select orders.id as order_id, part.amount_paise, orders.is_cash,
      credit_of_pieces(orders.total_paise, orders.credit_paise, upto.paise)
        - credit_of_pieces(orders.total_paise, orders.credit_paise, upto.paise - part.amount_paise) as credit_paise,
      orders.total_paise - orders.cancelled_paise - orders.credit_paise
        + credit_of_pieces(orders.total_paise, orders.credit_paise, orders.cancelled_paise) as rest_paise,
      orders.is_sandbox, ${fullName()} as customer_name,
      exists (select from payments where payments.order_id = orders.id and payments.status = 'captured') as is_captured,
      (
        select json_agg(
          json_build_object('name', line.name, 'size', line.size, 'quantity', piece.quantity) order by line.position
        )
        from cancelled_pieces piece join order_lines line on line.id = piece.order_line_id
        where piece.cancellation_id = part.id
      ) as pieces
    from cancellations part
    join orders on orders.id = part.order_id
    cross join lateral (
      select sum(amount_paise)::bigint as paise from cancellations until
      where until.order_id = part.order_id and (until.at, until.id) <= (part.at, part.id)
    ) upto
    join users on users.id = orders.user_id
    where part.id = ${id} and orders.status <> 'cancelled'`.execute(db)
  return rows[0]
}

/** What the mail about a changed order tells; undefined where it was cancelled since, or got yet another address. */
export async function findOrderChange(db: Db, id: string): Promise<Omit<OrderChangeMail, 'key' | 'at'> | undefined> {
  const { rows } = await sql<Omit<OrderChangeMail, 'key' | 'at'>>`
    select orders.id as order_id, orders.is_cash, orders.is_sandbox, orders.address, ${fullName()} as customer_name,
      exists (select from payments where payments.order_id = orders.id and payments.status = 'captured') as is_captured,
      case when line.id is not null then json_build_object(
        'name', line.name, 'quantity', change.quantity, 'fromSize', change.from_size, 'toSize', change.to_size
      ) end as resized
    from order_changes change
    join orders on orders.id = change.order_id
    join users on users.id = orders.user_id
    left join order_lines line on line.id = change.order_line_id
    where change.id = ${id} and orders.status <> 'cancelled' and (change.order_line_id is not null or not exists (
      select from order_changes later
      where later.order_id = change.order_id and later.order_line_id is null and (later.at, later.id) > (change.at, change.id)
    ))`.execute(db)
  return rows[0]
}

/** What the mail about a parcel tells that could not be handed over. Undefined where it has gone on since. */
export async function findUndelivered(
  db: Db,
  parcelId: string,
): Promise<(Omit<ParcelUndeliveredMail, 'key' | 'at' | 'parcel'> & { trail: TrailRow }) | undefined> {
  const { rows } = await sql<Omit<ParcelUndeliveredMail, 'key' | 'at' | 'parcel'> & { trail: TrailRow }>`
    select orders.id as order_id, parcels.reason, json_build_object(${TRAIL_FIELDS}) as trail, orders.is_cash, orders.is_sandbox, ${fullName()} as customer_name,
      exists (select from payments where payments.order_id = orders.id and payments.status = 'captured') as is_captured
    from parcels join orders on orders.id = parcels.order_id join users on users.id = orders.user_id
    where parcels.id = ${parcelId} and parcels.step = 'not delivered' and orders.status = 'shipped'`.execute(db)
  return rows[0]
}

/** What the mails about store credit tell. Undefined where nothing of it is left. */
export async function findCredit(db: Db, creditId: string): Promise<Omit<CreditMail, 'key'> | undefined> {
  const { rows } = await sql<Omit<CreditMail, 'key'>>`
    select left_paise as paise, reason, to_char(expires_on, 'YYYY-MM-DD') as ends_on, ${fullName()} as customer_name
    from store_credits join users on users.id = store_credits.user_id
    where store_credits.id = ${creditId} and left_paise > 0`.execute(db)
  return rows[0]
}

/**
 * What the mail about a step of a return tells; undefined where it is not at that step any more, unless it has come
 * further.
 */
export async function findReturnMail(
  db: Db,
  step: ReturnMailStep,
  key: string,
): Promise<Omit<ReturnMail, 'key' | 'at'> | undefined> {
  const isMeant = step === 'paid' ? sql`settlements.id = ${key}` : sql`returns.id = ${key}`
  const payment =
    step === 'paid'
      ? sql`json_build_object('amountPaise', amount_paise - coalesce(returned_credit_paise, 0), 'creditPaise', coalesce(returned_credit_paise, 0), 'reference', reference)`
      : sql`null::json`
  const parcel =
    step === 'pick-up'
      ? sql`(
          select json_build_object('carrier', carrier, 'trackingNumber', tracking_number, 'trackingLink', tracking_link)
          from parcels where parcels.return_id = returns.id and parcels.state = 'booked'
        )`
      : sql`null::json`
  const isFetched = step === 'pick-up' ? sql`and returns.status = 'approved' and ${parcel} is not null` : sql``
  const { rows } = await sql<Omit<ReturnMail, 'key' | 'at'>>`
    select orders.id as order_id, returns.way_back, orders.is_sandbox, ${fullName()} as customer_name,
      (select first.is_cash from orders first where first.id = first_order_of(orders.id)) as is_cash,
      returns.refund_to is not null or returns.as_credit as has_refund_to, ${payment} as payment, ${parcel} as parcel,
      (select reason from return_steps where return_id = returns.id and return_steps.status = 'refused') as refusal,
      (
        select json_agg(
          json_build_object('name', line.name, 'size', line.size, 'quantity', asked.quantity) order by line.position
        )
        from return_lines asked join order_lines line on line.id = asked.order_line_id
        where asked.return_id = returns.id
      ) as pieces
    from returns
    join orders on orders.id = returns.order_id
    join users on users.id = orders.user_id
    ${step === 'paid' ? sql`join settlements on settlements.return_id = returns.id` : sql``}
    where ${isMeant} and (${step}::text not in ('asked', 'exchange-ended') or returns.status not in ('refused', 'withdrawn'))
      and (${step}::text <> 'lost' or returns.status <> 'inspected') ${isFetched}`.execute(db)
  return rows[0]
}

/** What the mail about a size that is back tells, and whether it still is. */
export async function findStockRequest(
  db: Db,
  id: string,
): Promise<(Omit<BackInStockMail, 'key'> & { isInStock: boolean }) | undefined> {
  const { rows } = await sql<Omit<BackInStockMail, 'key'> & { isInStock: boolean }>`
    select products.id as product_id, products.name as product_name, size.size, size.stock > 0 as is_in_stock,
      ${fullName()} as customer_name
    from stock_requests request
    join users on users.id = request.user_id
    join product_sizes size on size.id = request.product_size_id
    join products on products.id = size.product_id
    where request.id = ${id}`.execute(db)
  return rows[0]
}

/** The message that a mail belongs to, with the answer of this id if there is one. */
export async function findMessage(
  db: Db,
  contactId: string,
  answerId: string,
): Promise<{ email: string; ticket: string; text: string | null } | undefined> {
  const { rows } = await sql<{ email: string; ticket: string; text: string | null }>`
    select contacts.email, contacts.ticket, answer.text
    from contacts left join contact_answers answer on answer.contact_id = contacts.id and answer.id = ${answerId}
    where contacts.id = ${contactId}`.execute(db)
  return rows[0]
}
