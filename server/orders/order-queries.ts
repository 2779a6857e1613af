import { sql, type RawBuilder } from 'kysely'

import type { DisputeStatus, OrderStatus } from '#contract/order-states.ts'
import type { Address } from '#contract/orders.ts'
import type { Db } from '#server/db/open.ts'
import type { FrozenLine } from '#server/db/order-tables.ts'

import { hasTrigram, contains } from '#server/db/contains.ts'
import { pageOf, type ListPage, type Window } from '#server/pagination.ts'

export type OrderLineRow = Omit<FrozenLine, 'position' | 'paidPricePaise'> & { id: string }

/** An order with everything that is shown of it. */
export interface OrderRow {
  id: string
  providerOrderId: string
  createdAt: Date
  status: OrderStatus
  totalPaise: number
  isSandbox: boolean
  address: Address | null
  userId: string
  firstname: string
  lastname: string
  email: string
  lines: OrderLineRow[]
  steps: { status: OrderStatus; at: string }[]
  paymentStatus: string | null
  refund: { status: string; amountPaise: number; requestedAt: string; changedAt: string } | null
}

const COLUMNS = sql`
  orders.id, orders.provider_order_id, orders.created_at, orders.status, orders.total_paise, orders.is_sandbox, orders.address,
    users.id as user_id, users.firstname, users.lastname, users.email,
    payments.status as payment_status,
    case when refunds.id is not null then
      json_build_object(
        'status', refunds.status, 'amountPaise', refunds.amount_paise,
        'requestedAt', refunds.created_at, 'changedAt', refunds.updated_at
      )
    end as refund,
    (
      select json_agg(
        json_build_object(
          'id', line.id, 'productId', line.product_id, 'productSizeId', line.product_size_id, 'name', line.name, 'size', line.size,
          'pricePaise', line.price_paise, 'discountedPricePaise', line.discounted_price_paise,
          'quantity', line.quantity, 'image', line.image
        )
        order by line.position
      )
      from order_lines line where line.order_id = orders.id
    ) as lines,
    (
      select json_agg(
        json_build_object('status', step.status, 'at', step.at)
        order by step.at, array_position(array['order placed', 'shipped', 'delivered', 'cancelled'], step.status)
      )
      from order_steps step where step.order_id = orders.id
    ) as steps`

const readOrders = (chosen: RawBuilder<unknown>) => sql<OrderRow>`
  select ${COLUMNS}
  from orders
  join users on users.id = orders.user_id
  left join payments on payments.order_id = orders.id
  left join refunds on refunds.payment_id = payments.id
  ${chosen}`

/** Newest first. */
const NEWEST = sql`order by orders.created_at desc, orders.id desc`

export async function findOrder(db: Db, orderId: string): Promise<OrderRow | undefined> {
  const { rows } = await readOrders(sql`where orders.id = ${orderId}`).execute(db)
  return rows[0]
}

/** Orders by their ids, in any sequence; an id that no order has is left out. */
export async function listOrdersById(db: Db, orderIds: readonly string[]): Promise<OrderRow[]> {
  const { rows } = await readOrders(sql`where orders.id = any(${orderIds}::text[])`).execute(db)
  return rows
}

/** A customer's own order, by the provider's order id. */
export async function findOwnOrder(db: Db, userId: string, providerOrderId: string): Promise<OrderRow | undefined> {
  const { rows } = await readOrders(
    sql`where orders.provider_order_id = ${providerOrderId} and orders.user_id = ${userId}`,
  ).execute(db)
  return rows[0]
}

/** A customer's own order, by its own id. */
export async function findOrderOf(db: Db, userId: string, orderId: string): Promise<OrderRow | undefined> {
  const { rows } = await readOrders(sql`where orders.id = ${orderId} and orders.user_id = ${userId}`).execute(db)
  return rows[0]
}

export async function listOrdersOf(db: Db, userId: string, limit: number): Promise<OrderRow[]> {
  const { rows } = await readOrders(sql`where orders.user_id = ${userId} ${NEWEST} limit ${limit}`).execute(db)
  return rows
}

export async function listNewestOrders(db: Db, limit: number): Promise<OrderRow[]> {
  const newest = sql`select id from orders ${NEWEST} limit ${limit}`
  const { rows } = await readOrders(sql`where orders.id = any (array(${newest})) ${NEWEST}`).execute(db)
  return rows
}

export interface OrderFilter {
  status: OrderStatus | undefined
  /** Part of an order's or a provider's order id, of where it goes, of a product's name, or of its customer. */
  search: string | undefined
}

export type OrderSort = 'newest' | 'oldest' | 'total-desc' | 'total-asc'

const SORTS: Record<OrderSort, { key: RawBuilder<unknown>; direction: RawBuilder<unknown> }> = {
  newest: { key: sql`orders.created_at`, direction: sql`desc` },
  oldest: { key: sql`orders.created_at`, direction: sql`asc` },
  'total-desc': { key: sql`orders.total_paise`, direction: sql`desc` },
  'total-asc': { key: sql`orders.total_paise`, direction: sql`asc` },
}

/**
 * These columns of the orders that match, their id among them. A search is answered once, for the page and for its count:
 * by the words of the orders themselves, of their customers and of their products, each through its index where there is
 * a word for one. An order that is found in several ways is one row.
 */
function chosenFrom({ status, search }: OrderFilter, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const isWanted = status === undefined ? sql`true` : sql`orders.status = ${status}`
  if (!search) return sql`chosen as not materialized (select ${columns} from orders where ${isWanted})`
  const isFound = contains(sql`orders.search_text`, search)
  const isCustomerFound = contains(sql`users.search_text`, search)
  const isProductFound = contains(sql`order_lines.search_text`, search)
  if (!hasTrigram(search)) {
    return sql`chosen as materialized (
      select ${columns} from orders
      where ${isWanted} and (
        ${isFound}
        or orders.user_id in (select id from users where ${isCustomerFound})
        or orders.id in (select order_id from order_lines where ${isProductFound})
      )
    )`
  }
  return sql`chosen as materialized (
    select ${columns} from orders where ${isFound} and ${isWanted}
    union
    select ${columns} from users join orders on orders.user_id = users.id where ${isCustomerFound} and ${isWanted}
    union
    select ${columns} from order_lines join orders on orders.id = order_lines.order_id
    where ${isProductFound} and ${isWanted}
  )`
}

/** The page is chosen first and read then: a late page reads no more than the first. */
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
    left join users on users.id = orders.user_id
    left join payments on payments.order_id = orders.id
    left join refunds on refunds.payment_id = payments.id
    order by ${key} ${direction}, orders.id ${direction}`.execute(db)
  return pageOf(rows)
}

/** How many orders there are in each status; a status that none is in is left out. */
export async function countByStatus(db: Db, search: string | undefined): Promise<Map<OrderStatus, number>> {
  const { rows } = await sql<{ status: OrderStatus; count: number }>`
    with ${chosenFrom({ status: undefined, search }, sql`orders.id, orders.status`)}
    select status, count(*) as count from chosen group by status`.execute(db)
  return new Map(rows.map(({ status, count }) => [status, count]))
}

/** What administrators see of an order beyond the order itself. */
export interface OrderDetailRow {
  phone: string
  customerSince: Date
  customerOrders: number
  payment: { id: string; status: string; amountPaise: number; at: string } | null
  refund: { id: string | null; status: string; amountPaise: number; reason: string; at: string } | null
  disputes: {
    id: string
    status: DisputeStatus
    amountPaise: number
    reason: string
    at: string
    decidedAt: string | null
  }[]
  actors: { status: OrderStatus; name: string }[] | null
}

export async function findOrderDetail(db: Db, orderId: string): Promise<OrderDetailRow | undefined> {
  const { rows } = await sql<OrderDetailRow>`
    select users.phone, users.created_at as customer_since,
      (select count(*) from orders others where others.user_id = orders.user_id) as customer_orders,
      case when payments.id is not null then json_build_object(
        'id', payments.id, 'status', payments.status, 'amountPaise', payments.amount_paise, 'at', payments.updated_at
      ) end as payment,
      case when refunds.id is not null then json_build_object(
        'id', refunds.provider_refund_id, 'status', refunds.status, 'amountPaise', refunds.amount_paise,
        'reason', refunds.reason, 'at', refunds.updated_at
      ) end as refund,
      coalesce((
        select json_agg(
          json_build_object(
            'id', id, 'status', status, 'amountPaise', amount_paise, 'reason', reason, 'at', created_at, 'decidedAt', decided_at
          )
          order by created_at desc, id
        )
        from disputes where payment_id = payments.id
      ), '[]') as disputes,
      (
        select json_agg(json_build_object('status', step.status, 'name', trim(actor.firstname || ' ' || actor.lastname)))
        from order_steps step join users actor on actor.id = step.actor_id
        where step.order_id = orders.id
      ) as actors
    from orders
    join users on users.id = orders.user_id
    left join payments on payments.order_id = orders.id
    left join refunds on refunds.payment_id = payments.id
    where orders.id = ${orderId}`.execute(db)
  return rows[0]
}

/**
 * Gives an order that waits to be shipped its address; answers the order. Undefined where the customer has no such
 * order, by its own or the provider's id, or it is past that.
 */
export async function updateAddress(
  db: Db,
  { userId, orderId, address }: { userId: string; orderId: string; address: Address },
): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    with changed as (
      update orders set address = ${JSON.stringify(address)}::jsonb
      where (id = ${orderId} or provider_order_id = ${orderId}) and user_id = ${userId} and status = 'order placed'
      returning id
    )
    ${readOrders(sql`join changed on changed.id = orders.id`)}`.execute(db)
  // What is read beside a change in one statement is as it was before.
  return rows[0] && { ...rows[0], address }
}

/** Whether an order of the customer with this product has been delivered. */
export async function hasReceived(db: Db, userId: string, productId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders.id')
    .select('orders.id')
    .where('orders.userId', '=', userId)
    .where('orders.status', '=', 'delivered')
    .where('orderLines.productId', '=', productId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasOwnOrder(db: Db, userId: string, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where((order) => order.or([order('id', '=', orderId), order('providerOrderId', '=', orderId)]))
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
