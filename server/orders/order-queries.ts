import { sql, type RawBuilder } from 'kysely'

import type { Fee } from '#contract/cart/fees.ts'
import type { Address } from '#contract/schemas/address.ts'
import type { DocumentKind } from '#contract/tax/document-kinds.ts'
import type { DocumentNumber } from '#contract/tax/document-number.ts'
import type { CashState } from '#contract/states/cash-states.ts'
import type { RefundStatus } from '#contract/states/payment-states.ts'
import type { ParcelOrigin } from '#contract/states/return-states.ts'
import type { ShipmentInput } from '#contract/orders/shipments.ts'
import type { Db } from '#server/db/database.ts'
import type { FrozenLine } from '#server/db/order-tables.ts'

import { ORDER_STATUSES, type DisputeStatus, type OrderStatus } from '#contract/states/order-states.ts'
import { fullName } from '#server/db/full-name.ts'
import { TRAIL_FIELDS, type TrailRow } from '#server/db/parcel-trail.ts'
import { orderLineJson } from '#server/orders/order-line-queries.ts'

export interface RefundRow {
  /** The provider's id; null until the provider has answered. */
  id: string | null
  status: Exclude<RefundStatus, 'replaced'>
  amountPaise: number
  reason: string
  /** Made at the provider, without the shop. */
  isForeign: boolean
  requestedAt: string
  changedAt: string
}

/** What is paid at the door. */
interface CashRow {
  status: CashState
  confirmUntil: string | null
  confirmedAt: string | null
  collectedAt: string | null
  remittedAt: string | null
  isForgiven: boolean
}

/** An order with everything that is shown of it. */
export interface OrderRow {
  id: string
  /** Null where it is paid at the door, or by store credit alone. */
  providerOrderId: string | null
  createdAt: Date
  status: OrderStatus
  totalPaise: number
  /** What of the total store credit paid, and how much of that came back. */
  creditPaise: number
  creditReturnedPaise: number
  /** What its cancelled pieces cost. */
  cancelledPaise: number
  exchangeOf: { orderId: string; returnId: string } | null
  fees: Fee[]
  discountReason: string | null
  shippingOffPaise: number
  isSandbox: boolean
  address: Address | null
  buyerGstin: string | null
  buyerFirm: string | null
  /** As the checkout froze it; null where no day was promised. */
  deliverBy: string | null
  shipment: ShipmentInput | null
  /** The booked one that goes to the customer; null where none is. */
  parcel: TrailRow | null
  /** Null unless its parcel comes back although nobody returned it. */
  comesBack: { why: ParcelOrigin; sentAgainAs: string | null; isDelivered: boolean; isCredited: boolean } | null
  userId: string
  firstname: string
  lastname: string
  email: string
  lines: (FrozenLine & { id: string; cancelled: number })[]
  /** Of pieces while the order stood, the oldest first; null if there is none. */
  cancellations:
    | { at: string; amountPaise: number; isByShop: boolean; lines: { _id: string; quantity: number }[] }[]
    | null
  steps: { status: OrderStatus; at: string }[]
  /** Null before the first one is issued. */
  documents:
    | ({ id: string; kind: DocumentKind; irn: string | null; isBusiness: boolean; hsnDigits: number } & Omit<
        DocumentNumber,
        'orderId'
      >)[]
    | null
  payment: { id: string; status: string; amountPaise: number; at: string } | null
  /** Null unless it is paid at the door. */
  cash: CashRow | null
  /** All but those that were replaced, the oldest first; null if there is none. */
  refunds: RefundRow[] | null
}

const STATUSES = sql.join(ORDER_STATUSES.map((status) => sql.lit(status)))

/** The columns of an `OrderRow`, from `orders` with `ORDER_JOINS`. */
export const ORDER_COLUMNS = sql`
  orders.id, orders.provider_order_id, orders.created_at, orders.status, orders.total_paise, orders.credit_paise, orders.cancelled_paise, orders.fees, orders.discount_reason, orders.shipping_off_paise,
    (select json_build_object('orderId', returns.order_id, 'returnId', returns.id) from returns where returns.id = orders.exchange_of) as exchange_of,
    orders.is_sandbox, orders.address, orders.buyer_gstin, orders.buyer_firm, orders.shipment, orders.deliver_by,
    users.id as user_id, users.firstname, users.lastname, users.email,
    (
      select json_build_object(${TRAIL_FIELDS})
      from parcels where parcels.order_id = orders.id and parcels.direction = 'out' and parcels.state = 'booked'
    ) as parcel,
    case when orders.is_called_back then (
      select json_build_object(
        'why', back.origin, 'sentAgainAs', (select again.id from orders again where again.exchange_of = back.id),
        'isDelivered', back.status = 'inspected' and not exists (
          select from return_steps step where step.return_id = back.id and step.status = 'received'
        ),
        -- With "exists" the planner would read all settlements for it.
        'isCredited', coalesce((
          select true from settlements where settlements.return_id = back.id and settlements.kind = 'store credit' limit 1
        ), false)
      )
      from returns back where back.order_id = orders.id
    ) end as comes_back,
    case when orders.credit_paise > 0 then coalesce((
      select sum(change_paise) from store_credit_ledger where checkout_id = orders.checkout_id and kind = 'returned'
    ), 0) - coalesce((
      select sum(amount_paise) from refunds where order_id = orders.id and source_id is not null and is_counted
    ), 0) else 0 end::bigint as credit_returned_paise,
    case when payments.id is not null then json_build_object(
      'id', payments.id, 'status', payments.status, 'amountPaise', payments.amount_paise, 'at', payments.updated_at
    ) end as payment,
    case when orders.is_cash then (
      select json_build_object(
        'status', cash.status, 'confirmUntil', cash.confirm_until, 'confirmedAt', cash.confirmed_at, 'collectedAt', cash.collected_at,
        'remittedAt', cash.remitted_at, 'isForgiven', cash.is_forgiven
      )
      from cash_payments cash where cash.order_id = orders.id
    ) end as cash,
    (
      select json_agg(
        json_build_object(
          'id', refunds.provider_refund_id, 'status', refunds.status, 'amountPaise', refunds.amount_paise,
          'reason', refunds.reason, 'isForeign', is_foreign, 'requestedAt', refunds.created_at, 'changedAt', refunds.updated_at
        )
        order by refunds.created_at, refunds.id
      )
      from refunds
      where (refunds.payment_id = payments.id or (refunds.order_id = orders.id and refunds.source_id is not null))
        and refunds.status <> 'replaced'
    ) as refunds,
    (
      select json_agg(json_build_object('id', line.id, 'cancelled', line.cancelled, ${orderLineJson('line')}) order by line.position)
      from order_lines line where line.order_id = orders.id
    ) as lines,
    (
      select json_agg(
        json_build_object(
          'at', part.at, 'amountPaise', part.amount_paise, 'isByShop', part.actor_id is distinct from orders.user_id, 'lines', (
            select json_agg(json_build_object('_id', piece.order_line_id, 'quantity', piece.quantity) order by piece.order_line_id)
            from cancelled_pieces piece where piece.cancellation_id = part.id
          )
        )
        order by part.at, part.id
      )
      from cancellations part where part.order_id = orders.id
    ) as cancellations,
    (
      select json_agg(
        json_build_object('status', step.status, 'at', step.at)
        order by step.at, array_position(array[${STATUSES}], step.status)
      )
      from order_steps step where step.order_id = orders.id
    ) as steps,
    (
      select json_agg(
        json_build_object(
          'id', document.id, 'kind', document.kind, 'series', document.series, 'year', document.year, 'number', document.number,
          'irn', e_invoices.irn, 'isBusiness', document.buyer_gstin is not null,
          'hsnDigits', (document.data #>> '{seller,hsnDigits}')::integer
        )
        order by document.issued_at, document.invoice_id is not null, document.id
      )
      from documents document left join e_invoices on e_invoices.document_id = document.id
      where document.order_id = orders.id and document.cancelled_at is null
    ) as documents`

export const ORDER_JOINS = sql`
  left join users on users.id = orders.user_id
  left join payments on payments.order_id = orders.id`

export const readOrders = (chosen: RawBuilder<unknown>) =>
  sql<OrderRow>`select ${ORDER_COLUMNS} from orders ${ORDER_JOINS} ${chosen}`

async function listOrdersWhere(db: Db, chosen: RawBuilder<unknown>): Promise<OrderRow[]> {
  const { rows } = await readOrders(sql`where ${chosen}`).execute(db)
  return rows
}

/** Newest first. */
const NEWEST = sql`order by orders.created_at desc, orders.id desc`

/** An order by its own id; with `userId` only that customer's own. */
export async function findOrder(
  db: Db,
  { orderId, userId }: { orderId: string; userId?: string },
): Promise<OrderRow | undefined> {
  const isAllowed = userId === undefined ? sql`true` : sql`orders.user_id = ${userId}`
  const [order] = await listOrdersWhere(db, sql`orders.id = ${orderId} and ${isAllowed}`)
  return order
}

/** A customer's own order, by the provider's order id. */
export async function findOwnOrder(db: Db, userId: string, providerOrderId: string): Promise<OrderRow | undefined> {
  const [order] = await listOrdersWhere(
    db,
    sql`orders.provider_order_id = ${providerOrderId} and orders.user_id = ${userId}`,
  )
  return order
}

/** Orders in the sequence of these ids. Skips an id that no order has. */
export async function listOrdersById(db: Db, orderIds: readonly string[]): Promise<OrderRow[]> {
  const wanted = sql`unnest(${orderIds}::text[]) with ordinality as wanted (id, place)`
  const { rows } = await readOrders(sql`join ${wanted} on wanted.id = orders.id order by wanted.place`).execute(db)
  return rows
}

export const listOrdersOf = (db: Db, userId: string, limit: number): Promise<OrderRow[]> =>
  listOrdersWhere(db, sql`orders.user_id = ${userId} ${NEWEST} limit ${limit}`)

export function listNewestOrders(db: Db, limit: number): Promise<OrderRow[]> {
  const newest = sql`select id from orders ${NEWEST} limit ${limit}`
  return listOrdersWhere(db, sql`orders.id = any (array(${newest})) ${NEWEST}`)
}

/** What only administrators see of an order. */
export interface OrderDetailRow {
  phone: string
  customerSince: Date
  customerOrders: number
  disputes: {
    id: string
    status: DisputeStatus
    amountPaise: number
    reason: string
    at: string
    decidedAt: string | null
  }[]
  actors: { status: OrderStatus; name: string }[]
  cancelReason: string | null
  cancelNotes: { at: string; name: string | null; reason: string | null }[]
}

export async function findOrderDetail(db: Db, orderId: string): Promise<OrderDetailRow | undefined> {
  const { rows } = await sql<OrderDetailRow>`
    select users.phone, users.created_at as customer_since,
      (select count(*) from orders others where others.user_id = orders.user_id) as customer_orders,
      coalesce((
        select json_agg(
          json_build_object(
            'id', disputes.id, 'status', disputes.status, 'amountPaise', disputes.amount_paise, 'reason', reason,
            'at', disputes.created_at, 'decidedAt', decided_at
          )
          order by disputes.created_at desc, disputes.id desc
        )
        from disputes join payments on payments.id = disputes.payment_id
        where payments.order_id = orders.id
      ), '[]') as disputes,
      coalesce((
        select json_agg(json_build_object('status', step.status, 'name', ${fullName('actor')}))
        from order_steps step join users actor on actor.id = step.actor_id
        where step.order_id = orders.id
      ), '[]') as actors,
      (select reason from order_steps step where step.order_id = orders.id and step.status = 'cancelled') as cancel_reason,
      coalesce((
        select json_agg(
          json_build_object('at', part.at, 'name', case when actor.id is not null then ${fullName('actor')} end, 'reason', part.reason)
          order by part.at, part.id
        )
        from cancellations part left join users actor on actor.id = part.actor_id
        where part.order_id = orders.id
      ), '[]') as cancel_notes
    from orders join users on users.id = orders.user_id
    where orders.id = ${orderId}`.execute(db)
  return rows[0]
}

/** Whether an order with this product was delivered to the customer. */
export async function hasReceived(db: Db, userId: string, productId: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders join order_lines line on line.order_id = orders.id
    where orders.user_id = ${userId} and orders.status = 'delivered' and line.product_id = ${productId}
      and line.quantity > line.cancelled
    limit 1`.execute(db)
  return rows.length > 0
}
