import { sql } from 'kysely'

import type { Address } from '#contract/schemas/address.ts'
import type { Db } from '#server/db/database.ts'
import type { CheckoutDraft } from '#server/orders/checkout/start-payment-queries.ts'

import { CONFIRM_UNTIL } from '#server/orders/cash/confirmation-queries.ts'
import { endedUnsent, UNSENT_SINCE } from '#server/orders/cash-queries.ts'
import { CHECKOUT_COLUMNS, placeOrder } from '#server/orders/place-order-queries.ts'

const jsonOf = (address: Address) => sql`${JSON.stringify(address)}::jsonb`

/**
 * Lets only one transaction at a time order for cash to this phone and to this address. Both are locked in one order,
 * so that no two wait for each other.
 */
export async function lockCashKeys(db: Db, address: Address): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(number) from (
      select hashtextextended('orders for cash to ' || key, 0) as number
      from (values (phone_key(${jsonOf(address)})), (address_key(${jsonOf(address)}))) as keys (key)
      order by 1
    ) numbers`.execute(db)
}

/** What counts for and against another order for cash. */
interface CashHistory {
  /** Open orders for cash of the customer, to the phone and to the address. */
  ofCustomer: number
  ofPhone: number
  ofAddress: number
  /** Orders for cash of the customer that count because they ended unsent. */
  unsentOfCustomer: number
  /** A parcel of the customer or to the phone was refused. */
  hasRefused: boolean
  /** The customer has paid for an order. */
  hasBought: boolean
}

/** What is known of cash with this customer, this phone and this address. */
export async function findCashHistory(
  db: Db,
  { userId, address }: { userId: string; address: Address },
): Promise<CashHistory> {
  const { rows } = await sql<CashHistory>`
    with related as (
      select orders.user_id = ${userId} as is_own, phone_key(orders.address) = phone_key(${jsonOf(address)}) as is_to_phone,
        address_key(orders.address) = address_key(${jsonOf(address)}) as is_to_address, cash.status, cash.is_forgiven,
        unsent.order_id is not null as is_unsent
      from orders join cash_payments cash on cash.order_id = orders.id
      left join order_steps unsent on unsent.order_id = orders.id and unsent.status = 'cancelled'
        and unsent.at > ${UNSENT_SINCE} and cash.status = 'nothing due' and ${endedUnsent(sql`unsent.actor_id`)}
      where orders.is_cash and (cash.status in ('cash due', 'refused') or unsent.order_id is not null) and (
        orders.user_id = ${userId} or phone_key(orders.address) = phone_key(${jsonOf(address)})
        or address_key(orders.address) = address_key(${jsonOf(address)})
      )
    )
    select count(*) filter (where is_own and status = 'cash due') as of_customer,
      count(*) filter (where is_to_phone and status = 'cash due') as of_phone,
      count(*) filter (where is_to_address and status = 'cash due') as of_address,
      count(*) filter (where is_own and is_unsent) as unsent_of_customer,
      coalesce(bool_or((is_own or is_to_phone) and status = 'refused' and not is_forgiven), false) as has_refused,
      exists (
        select from orders where user_id = ${userId} and (status = 'delivered' or not is_cash and status <> 'cancelled')
      ) as has_bought
    from related`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate query returned no row')
  return row
}

/** The order for cash that the customer placed last, if that was within so many seconds and it stands. */
export async function findJustPlaced(db: Db, userId: string, seconds: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from orders
    where user_id = ${userId} and status = 'order placed' and id in (select order_id from cash_payments) and created_at > now() - make_interval(secs => ${seconds})
    order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]?.id
}

/**
 * Orders for cash from a network: open ones that nobody has confirmed, or that were placed within an hour, and that are
 * not sent; and those that count because they ended unsent. Lock the network first: of two orders at once the second
 * sees the first.
 */
export async function countCashOrders(db: Db, network: string): Promise<{ open: number; unsent: number }> {
  const { rows } = await sql<{ open: number; unsent: number }>`
    select count(*) filter (where cash.status = 'cash due' and orders.status = 'order placed'
        and (cash.confirm_until is not null or orders.created_at > now() - interval '1 hour')) as open,
      count(*) filter (where cash.status = 'nothing due' and unsent.at > ${UNSENT_SINCE}) as unsent
    from cash_payments cash join orders on orders.id = cash.order_id
    left join order_steps unsent on unsent.order_id = orders.id and unsent.status = 'cancelled'
    where cash.network = ${network}`.execute(db)
  return rows[0] ?? { open: 0, unsent: 0 }
}

/**
 * Makes the order of an open checkout and its cash, which is due, and removes what was bought and the code that was
 * used from the cart, in one statement.
 */
export async function insertCashOrder(
  db: Db,
  {
    draft,
    orderId,
    ...facts
  }: { draft: CheckoutDraft; orderId: string; needsConfirming: boolean; network: string | undefined },
): Promise<void> {
  const { needsConfirming, network = null } = facts
  const { id: checkoutId, userId } = draft
  const confirmUntil = needsConfirming ? CONFIRM_UNTIL : sql`null`
  const { rows } = await sql`
    with paid as (
      update checkouts set status = 'paid', network = null where id = ${checkoutId} and status = 'open'
      returning ${CHECKOUT_COLUMNS}
    ),
    ${placeOrder({ checkoutId, userId, orderId, isCash: true })},
    due as (
      insert into cash_payments (order_id, amount_paise, confirm_until, network)
      select id, total_paise - credit_paise, ${confirmUntil}, ${network} from placed
    )
    insert into audit_log (actor_id, action, subject_type, subject_id, after)
    select user_id, 'order.placed', 'order', id, jsonb_build_object('cash', 'cash due', 'totalPaise', total_paise)
    from placed
    returning id`.execute(db)
  if (rows.length === 0) throw new Error('the checkout of an order for cash was closed')
}
