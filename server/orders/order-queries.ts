import { sql, type RawBuilder } from 'kysely'

import type { Address } from '#contract/address.ts'
import type { Db } from '#server/db/open.ts'
import type { FrozenLine } from '#server/db/order-tables.ts'

import { ORDER_STATUSES, type DisputeStatus, type OrderSort, type OrderStatus } from '#contract/order-states.ts'
import { contains, hasTrigram } from '#server/db/text-contains.ts'
import { frozenJson } from '#server/orders/frozen-line-queries.ts'
import { pageOf, type ListPage, type Window } from '#server/pagination.ts'

/** An order with everything that is shown of it. */
export interface OrderRow {
  id: string
  providerOrderId: string
  createdAt: Date
  status: OrderStatus
  totalPaise: number
  discountReason: string | null
  isSandbox: boolean
  address: Address | null
  userId: string
  firstname: string
  lastname: string
  email: string
  lines: (FrozenLine & { id: string })[]
  steps: { status: OrderStatus; at: string }[]
  payment: { id: string; status: string; amountPaise: number; at: string } | null
  refund: {
    /** The provider's id; null until the provider has answered. */
    id: string | null
    status: string
    amountPaise: number
    reason: string
    requestedAt: string
    changedAt: string
  } | null
}

const STATUSES = sql.join(ORDER_STATUSES.map((status) => sql.lit(status)))

const COLUMNS = sql`
  orders.id, orders.provider_order_id, orders.created_at, orders.status, orders.total_paise, orders.discount_reason,
    orders.is_sandbox, orders.address,
    users.id as user_id, users.firstname, users.lastname, users.email,
    case when payments.id is not null then json_build_object(
      'id', payments.id, 'status', payments.status, 'amountPaise', payments.amount_paise, 'at', payments.updated_at
    ) end as payment,
    case when refunds.id is not null then json_build_object(
      'id', refunds.provider_refund_id, 'status', refunds.status, 'amountPaise', refunds.amount_paise,
      'reason', refunds.reason, 'requestedAt', refunds.created_at, 'changedAt', refunds.updated_at
    ) end as refund,
    (
      select json_agg(json_build_object('id', line.id, ${frozenJson('line')}) order by line.position)
      from order_lines line where line.order_id = orders.id
    ) as lines,
    (
      select json_agg(
        json_build_object('status', step.status, 'at', step.at)
        order by step.at, array_position(array[${STATUSES}], step.status)
      )
      from order_steps step where step.order_id = orders.id
    ) as steps`

const JOINS = sql`
  left join users on users.id = orders.user_id
  left join payments on payments.order_id = orders.id
  left join refunds on refunds.payment_id = payments.id`

const readOrders = (chosen: RawBuilder<unknown>) => sql<OrderRow>`select ${COLUMNS} from orders ${JOINS} ${chosen}`

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

/** Orders by their ids, in any sequence. Skips an id that no order has. */
export const listOrdersById = (db: Db, orderIds: readonly string[]): Promise<OrderRow[]> =>
  listOrdersWhere(db, sql`orders.id = any(${orderIds}::text[])`)

export const listOrdersOf = (db: Db, userId: string, limit: number): Promise<OrderRow[]> =>
  listOrdersWhere(db, sql`orders.user_id = ${userId} ${NEWEST} limit ${limit}`)

export function listNewestOrders(db: Db, limit: number): Promise<OrderRow[]> {
  const newest = sql`select id from orders ${NEWEST} limit ${limit}`
  return listOrdersWhere(db, sql`orders.id = any (array(${newest})) ${NEWEST}`)
}

export interface OrderFilter {
  status: OrderStatus | undefined
  /** A part of the order's or the provider's order id, of its address, of a product's name, or of its customer. */
  search: string | undefined
}

const SORTS: Record<OrderSort, { key: RawBuilder<unknown>; direction: RawBuilder<unknown> }> = {
  newest: { key: sql`orders.created_at`, direction: sql`desc` },
  oldest: { key: sql`orders.created_at`, direction: sql`asc` },
  'total-desc': { key: sql`orders.total_paise`, direction: sql`desc` },
  'total-asc': { key: sql`orders.total_paise`, direction: sql`asc` },
}

/**
 * The CTE `chosen`: these columns of the orders that match, their id among them. A search runs once, for the page and its count:
 * over the texts of the orders, of their customers and of their products, each through its index if the text is long enough for
 * one. An order that is found in several ways is one row.
 */
function chosenFrom({ status, search }: OrderFilter, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const hasStatus = status === undefined ? sql`true` : sql`orders.status = ${status}`
  if (!search) return sql`chosen as not materialized (select ${columns} from orders where ${hasStatus})`
  const inOrder = contains(sql`orders.search_text`, search)
  const inCustomer = contains(sql`users.search_text`, search)
  const inProduct = contains(sql`order_lines.search_text`, search)
  if (!hasTrigram(search)) {
    return sql`chosen as materialized (
      select ${columns} from orders
      where ${hasStatus} and (
        ${inOrder}
        or orders.user_id in (select id from users where ${inCustomer})
        or orders.id in (select order_id from order_lines where ${inProduct})
      )
    )`
  }
  return sql`chosen as materialized (
    select ${columns} from orders where ${inOrder} and ${hasStatus}
    union
    select ${columns} from users join orders on orders.user_id = users.id where ${inCustomer} and ${hasStatus}
    union
    select ${columns} from order_lines join orders on orders.id = order_lines.order_id
    where ${inProduct} and ${hasStatus}
  )`
}

/** A page of orders. Chooses the ids first and then reads only those: a late page reads no more than the first. */
export async function listOrders(
  db: Db,
  filter: OrderFilter,
  { limit, offset, sort = 'newest' }: Window & { sort?: OrderSort | undefined },
): Promise<ListPage<OrderRow>> {
  const { key, direction } = SORTS[sort]
  const { rows } = await sql<OrderRow & { total: number }>`
    with ${chosenFrom(filter, sql`orders.id, ${key} as sort_key`)},
    page as materialized (
      select id from chosen order by sort_key ${direction}, id ${direction} limit ${limit} offset ${offset}
    ),
    counted as materialized (select count(*) as total from chosen)
    select ${COLUMNS}, counted.total
    from counted
    left join orders on orders.id = any (array(select id from page))
    ${JOINS}
    order by ${key} ${direction}, orders.id ${direction}`.execute(db)
  return pageOf(rows)
}

/** How many orders there are in each status. A status without orders is missing. */
export async function countByStatus(db: Db, search: string | undefined): Promise<Map<OrderStatus, number>> {
  const { rows } = await sql<{ status: OrderStatus; count: number }>`
    with ${chosenFrom({ status: undefined, search }, sql`orders.id, orders.status`)}
    select status, count(*) as count from chosen group by status`.execute(db)
  return new Map(rows.map(({ status, count }) => [status, count]))
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
          order by disputes.created_at desc, disputes.id
        )
        from disputes join payments on payments.id = disputes.payment_id
        where payments.order_id = orders.id
      ), '[]') as disputes,
      coalesce((
        select json_agg(json_build_object('status', step.status, 'name', trim(actor.firstname || ' ' || actor.lastname)))
        from order_steps step join users actor on actor.id = step.actor_id
        where step.order_id = orders.id
      ), '[]') as actors
    from orders join users on users.id = orders.user_id
    where orders.id = ${orderId}`.execute(db)
  return rows[0]
}

/** Line id → HSN tariff number of the product, if it is known. */
export async function findHsnNumbers(db: Db, orderId: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: string; hsn: string }>`
    select line.id, products.hsn from order_lines line join products on products.id = line.product_id
    where line.order_id = ${orderId} and products.hsn is not null`.execute(db)
  return Object.fromEntries(rows.map(({ id, hsn }) => [id, hsn]))
}

/** The condition for a customer's own order; `orderId` is its own or the provider's. */
const isOwn = (userId: string, orderId: string) =>
  sql`(orders.id = ${orderId} or orders.provider_order_id = ${orderId}) and orders.user_id = ${userId}`

export async function hasOwnOrder(db: Db, userId: string, orderId: string): Promise<boolean> {
  const { rows } = await sql`select from orders where ${isOwn(userId, orderId)}`.execute(db)
  return rows.length > 0
}

/** Whether an order of the customer with this product was delivered. */
export async function hasReceived(db: Db, userId: string, productId: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders join order_lines line on line.order_id = orders.id
    where orders.user_id = ${userId} and orders.status = 'delivered' and line.product_id = ${productId}
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Sets the address of an order that is not shipped yet, and returns the order. Undefined if the customer has no such order, by
 * its own or the provider's id, or if it is shipped.
 */
export async function updateAddress(
  db: Db,
  { userId, orderId, address }: { userId: string; orderId: string; address: Address },
): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    with changed as (
      update orders set address = ${JSON.stringify(address)}::jsonb
      where ${isOwn(userId, orderId)} and status = 'order placed'
      returning id
    )
    ${readOrders(sql`join changed on changed.id = orders.id`)}`.execute(db)
  // The statement reads the order as it was before the change.
  return rows[0] && { ...rows[0], address }
}
