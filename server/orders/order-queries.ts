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

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

function matching({ status, search }: OrderFilter): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (status !== undefined) conditions.push(sql`orders.status = ${status}`)
  if (search) {
    const pattern = `%${escaped(search)}%`
    conditions.push(sql`(
      orders.id ilike ${pattern} or orders.provider_order_id ilike ${pattern}
      or users.firstname || ' ' || users.lastname ilike ${pattern}
      or users.email ilike ${pattern} or users.phone ilike ${pattern}
      or orders.address ->> 'fullName' ilike ${pattern} or orders.address ->> 'phone' ilike ${pattern}
    )`)
  }
  return sql`where ${sql.join(conditions, sql` and `)}`
}

export async function listOrders(
  db: Db,
  filter: OrderFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<OrderRow[]> {
  const { rows } = await readOrders(sql`${matching(filter)} ${NEWEST} limit ${limit} offset ${offset}`).execute(db)
  return rows
}

export async function countOrders(db: Db, filter: OrderFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from orders join users on users.id = orders.user_id ${matching(filter)}`.execute(db)
  return rows[0]?.count ?? 0
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

export async function hasOwnOrder(db: Db, userId: string, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where((order) => order.or([order('id', '=', orderId), order('providerOrderId', '=', orderId)]))
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
