import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { RefundStatus } from '#contract/states/payment-states.ts'

import { newId } from '#server/db/new-id.ts'
import { REMAINING_CREDIT } from '#server/orders/refund-request-queries.ts'

/** A part of a refund at the provider: what of it is for pieces of an exchange. */
export interface ExchangePart {
  orderId: string
  checkoutId: string
  amountPaise: number
  status: RefundStatus
}

/** Gives the parts of a payment's refunds the status of these. Returns those that have changed. */
export async function followSources(db: Db, paymentId: string): Promise<ExchangePart[]> {
  const { rows } = await sql<ExchangePart>`
    with followed as (
      update refunds part set status = source.status, updated_at = now()
      from refunds source
      where source.payment_id = ${paymentId} and part.source_id = source.id
        and part.status <> 'failed' and part.status <> source.status
      returning part.order_id, part.amount_paise, part.status, part.source_id
    ),
    lessened as (
      update refunds source set exchanges_paise = source.exchanges_paise - failed.paise
      from (select source_id, sum(amount_paise)::bigint as paise from followed where status = 'failed' group by 1) failed
      where source.id = failed.source_id
    )
    select followed.order_id, orders.checkout_id, followed.amount_paise, followed.status
    from followed join orders on orders.id = followed.order_id`.execute(db)
  return rows
}

/**
 * What of a payment went back for more than the pieces that its own order still answers for, and is not known to be for
 * those of an exchange.
 */
export async function findBeyondOwn(
  db: Db,
  paymentId: string,
): Promise<{ orderId: string; paise: number } | undefined> {
  const { rows } = await sql<{ orderId: string; paise: number }>`
    select orders.id as order_id, (back.paise + settled.paise - payments.amount_paise - orders.credit_paise
      -- A refund at the provider may have taken the place of the shop's own for pieces of exchanges.
      - (orders.exchanges_returned_paise - back.of_exchanges_paise))::bigint as paise
    from payments join orders on orders.id = payments.order_id
    cross join lateral (
      select coalesce(sum(amount_paise - exchanges_paise) filter (where reason <> 'exchange returned'), 0) as paise,
        coalesce(sum(amount_paise) filter (where reason = 'exchange returned'), 0) as of_exchanges_paise
      from refunds where refunds.order_id = orders.id and is_counted
    ) back
    cross join lateral (
      select coalesce(sum(amount_paise), 0) as paise from settlements
      where settlements.order_id = orders.id and (kind <> 'refund' or first_order_id is not null)
    ) settled
    where payments.id = ${paymentId} and payments.status = 'captured'`.execute(db)
  return rows[0]
}

/** Refunds of a payment at the provider that are not wholly for pieces of exchanges, the newest first. */
export async function listSources(db: Db, paymentId: string): Promise<{ id: string; leftPaise: number }[]> {
  const { rows } = await sql<{ id: string; leftPaise: number }>`
    select id, amount_paise - exchanges_paise as left_paise from refunds
    where payment_id = ${paymentId} and is_foreign and is_counted and reason = 'refunded at the provider'
      and amount_paise > exchanges_paise
    order by created_at desc, id desc`.execute(db)
  return rows
}

/**
 * The exchanges that stand in for pieces of an order, however often, the oldest first, with what each still answers
 * for.
 */
export async function listExchangesOf(
  db: Db,
  orderId: string,
): Promise<{ orderId: string; checkoutId: string; leftPaise: number }[]> {
  const { rows } = await sql<{ orderId: string; checkoutId: string; leftPaise: number }>`
    with recursive chain as (
      select orders.id, orders.checkout_id, orders.created_at
      from returns join orders on orders.exchange_of = returns.id where returns.order_id = ${orderId}
      union all
      select orders.id, orders.checkout_id, orders.created_at
      from chain join returns on returns.order_id = chain.id join orders on orders.exchange_of = returns.id
    )
    select id as order_id, checkout_id, greatest(0, coalesce((
        select -sum(change_paise) from store_credit_ledger where store_credit_ledger.checkout_id = chain.checkout_id
      ), 0) - coalesce((
        select sum(amount_paise) from settlements
        where settlements.order_id = chain.id and (kind <> 'refund' or first_order_id is not null)
      ), 0))::bigint as left_paise
    from chain order by created_at, id`.execute(db)
  return rows
}

/** Notes that so much of a refund at the provider is for pieces of an exchange, with its row in the audit log. */
export async function insertPart(
  db: Db,
  { sourceId, orderId, paise }: { sourceId: string; orderId: string; paise: number },
): Promise<void> {
  await sql`
    with source as (
      update refunds set exchanges_paise = exchanges_paise + ${paise}::bigint where id = ${sourceId} returning id, status
    ),
    part as (
      insert into refunds (id, order_id, amount_paise, reason, status, is_foreign, source_id)
      select ${newId()}, ${orderId}, ${paise}, 'refunded at the provider', status, true, id from source
      returning id, order_id, amount_paise, source_id
    )
    insert into audit_log (action, subject_type, subject_id, after)
    select 'refund.for exchange', 'refund', source_id,
      jsonb_build_object('id', id, 'order', order_id, 'amountPaise', amount_paise)
    from part`.execute(db)
}

/**
 * What decides what follows for an exchange: the store credit that it uses and should use, and whether it was cancelled
 * before it left.
 */
export interface ExchangeMoney {
  usedPaise: number
  keptPaise: number
  isEnded: boolean
  /** Some of its money is under way at the provider. */
  isUnderWay: boolean
}

export async function getExchangeMoney(db: Db, orderId: string): Promise<ExchangeMoney> {
  const { rows } = await sql<ExchangeMoney>`
    select coalesce((
        select -sum(change_paise) from store_credit_ledger where checkout_id = orders.checkout_id
      ), 0)::bigint as used_paise,
      case when ended.is_ended then 0 else ${REMAINING_CREDIT} end as kept_paise, ended.is_ended,
      exists (
        select from refunds where order_id = orders.id and source_id is not null and status = 'sent'
      ) as is_under_way
    from orders
    cross join lateral (select orders.status = 'cancelled' and not orders.is_called_back as is_ended) ended
    where orders.id = ${orderId}`.execute(db)
  const [money] = rows
  if (!money) throw new Error(`there is no order ${orderId}`)
  return money
}
