import { sql, type RawBuilder } from 'kysely'

import type { OrderStatus } from '#contract/order-states.ts'
import type { Address } from '#contract/orders.ts'
import type { Db } from '#server/db/open.ts'

export interface OrderLineRow {
  id: string
  productId: string
  productSizeId: string
  name: string
  size: string
  pricePaise: number
  discountedPricePaise: number | null
  quantity: number
  image: string | null
}

/** An order with everything that is shown of it. */
export interface OrderRow {
  id: string
  providerOrderId: string
  createdAt: Date
  status: OrderStatus
  totalPaise: number
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

const readOrders = (chosen: RawBuilder<unknown>) => sql<OrderRow>`
  select orders.id, orders.provider_order_id, orders.created_at, orders.status, orders.total_paise, orders.address,
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
    ) as steps
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

export interface OrderFilter {
  status: OrderStatus | undefined
  /** Part of an order id, a provider's order id, or the customer's name, e-mail or phone. */
  search: string | undefined
}

export type OrderSort = 'newest' | 'oldest' | 'total-desc' | 'total-asc'

const SORTS: Record<OrderSort, RawBuilder<unknown>> = {
  newest: sql`orders.created_at desc, orders.id desc`,
  oldest: sql`orders.created_at, orders.id`,
  'total-desc': sql`orders.total_paise desc, orders.id desc`,
  'total-asc': sql`orders.total_paise, orders.id`,
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Both texts are indexed as they stand here. */
function found(search: string): RawBuilder<unknown> {
  const pattern = `%${escaped(search)}%`
  return sql`(
    select id from orders where
      id || ' ' || provider_order_id || ' ' || coalesce(address ->> 'fullName', '') || ' ' || coalesce(address ->> 'phone', '')
      ilike ${pattern}
    union
    select orders.id from users join orders on orders.user_id = users.id
    where firstname || ' ' || lastname || ' ' || email || ' ' || phone ilike ${pattern}
  )`
}

function matching({ status, search }: OrderFilter): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (status !== undefined) conditions.push(sql`orders.status = ${status}`)
  if (search) conditions.push(sql`orders.id in ${found(search)}`)
  return sql`where ${sql.join(conditions, sql` and `)}`
}

/** The page is chosen first and read then: a late page reads no more than the first. */
export async function listOrders(
  db: Db,
  filter: OrderFilter,
  { limit, offset, sort = 'newest' }: { limit: number; offset: number; sort?: OrderSort | undefined },
): Promise<OrderRow[]> {
  const order = SORTS[sort]
  const page = sql`select orders.id from orders ${matching(filter)} order by ${order} limit ${limit} offset ${offset}`
  const { rows } = await readOrders(sql`where orders.id = any (array(${page})) order by ${order}`).execute(db)
  return rows
}

/** How many orders there are in each status; a status that none is in is left out. */
export async function countByStatus(db: Db, search: string | undefined): Promise<Map<OrderStatus, number>> {
  const { rows } = await sql<{ status: OrderStatus; count: number }>`
    select status, count(*) as count from orders ${matching({ status: undefined, search })} group by status`.execute(db)
  return new Map(rows.map(({ status, count }) => [status, count]))
}

export async function countOrders(db: Db, filter: OrderFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from orders ${matching(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** What administrators see of an order beyond the order itself. */
export interface OrderDeskRow {
  phone: string
  customerSince: Date
  customerOrders: number
  payment: { id: string; status: string; amountPaise: number; at: string } | null
  refund: { id: string | null; status: string; amountPaise: number; reason: string; at: string } | null
  actors: { status: OrderStatus; name: string }[] | null
}

export async function findOrderDesk(db: Db, orderId: string): Promise<OrderDeskRow | undefined> {
  const { rows } = await sql<OrderDeskRow>`
    select users.phone, users.created_at as customer_since,
      (select count(*) from orders others where others.user_id = orders.user_id) as customer_orders,
      case when payments.id is not null then json_build_object(
        'id', payments.id, 'status', payments.status, 'amountPaise', payments.amount_paise, 'at', payments.updated_at
      ) end as payment,
      case when refunds.id is not null then json_build_object(
        'id', refunds.provider_refund_id, 'status', refunds.status, 'amountPaise', refunds.amount_paise,
        'reason', refunds.reason, 'at', refunds.updated_at
      ) end as refund,
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
 * Gives an order that waits to be shipped its address; answers the order's id. Undefined where the customer has no such
 * order, by its own or the provider's id, or it is past that.
 */
export async function updateAddress(
  db: Db,
  { userId, orderId, address }: { userId: string; orderId: string; address: Address },
): Promise<string | undefined> {
  const row = await db
    .updateTable('orders')
    .set({ address: JSON.stringify(address) })
    .where((order) => order.or([order('id', '=', orderId), order('providerOrderId', '=', orderId)]))
    .where('userId', '=', userId)
    .where('status', '=', 'order placed')
    .returning('id')
    .executeTakeFirst()
  return row?.id
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
