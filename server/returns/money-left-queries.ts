import { sql } from 'kysely'

/** What of the payment of this order, and of its store credit, is neither back nor on its way. */
const rest = (order: string) => sql`(
  case when ${sql.ref(`${order}.credit_paise`)} > 0 then coalesce((
    select -sum(change_paise) from store_credit_ledger where checkout_id = ${sql.ref(`${order}.checkout_id`)}
  ), 0) else 0 end::bigint + coalesce((
    select payments.amount_paise - coalesce((
      select sum(amount_paise) from refunds where payment_id = payments.id and is_counted
    ), 0)::bigint
    from payments where payments.order_id = ${sql.ref(`${order}.id`)} and payments.status = 'captured'
  ), 0)
)`

/** What of this order was cancelled or went back, in paise. */
export const gone = (order: string) => {
  const column = (name: string) => sql.ref(`${order}.${name}`)
  return sql`(${column('cancelled_paise')} + ${column('returned_paise')} + ${column('exchanges_returned_paise')})`
}

/**
 * What of the money of `orders` is neither back nor on its way: of its payment, or of the cash that was paid at the
 * door; its store credit with it. What it gave back for exchanges was settled when these were sent. Of an exchange no
 * more than `first` still has. What went back at the provider for pieces of its exchanges is not missing for its own.
 * Nothing where more went back there than the shop knows pieces for.
 */
export const LEFT = sql`case when orders.is_cash then coalesce((
  select cash.amount_paise + orders.credit_paise - credit_of_pieces(orders.total_paise, orders.credit_paise, orders.cancelled_paise) - coalesce((select sum(amount_paise) from settlements where order_id = orders.id), 0)::bigint
  from cash_payments cash where cash.order_id = orders.id and cash.status in ('collected', 'remitted')
), 0) else greatest(0, least(
  ${rest('orders')} + orders.exchanges_returned_paise + coalesce((
    select sum(exchanges_paise) from refunds where order_id = orders.id and is_foreign and is_counted
  ), 0)::bigint - coalesce((
    select sum(amount_paise) from settlements where order_id = orders.id and (kind <> 'refund' or first_order_id is not null)
  ), 0)::bigint,
  case when not first.is_cash then ${rest('first')} end
)) end`

/** Joins as `first` the order that was paid first, of which `orders` stands in for pieces; else it is the same. */
export const FIRST_JOIN = sql`left join orders first on first.id = case when orders.exchange_of is null then orders.id else first_order_of(orders.id) end`
