import { sql } from 'kysely'

import type { OrderStatus } from '#contract/states/order-states.ts'
import type { Db } from '#server/db/database.ts'

/** A line of an order without anything about who gets it. */
export interface PieceLine {
  productId: string
  size: string
  name: string
  image: string | null
  paidPricePaise: number
  discountPaise: number
  quantity: number
  cancelled: number
}

export interface OrderOfPieces {
  id: string
  status: OrderStatus
  /** Of the pieces that were asked about alone. */
  lines: PieceLine[]
}

/**
 * The first order of a customer, within a day after `since`, that has one of these sizes, with its lines of these sizes
 * alone.
 */
export async function findOrderOfPieces(
  db: Db,
  { userId, since, pieces }: { userId: string; since: Date; pieces: readonly { productId: string; size: string }[] },
): Promise<OrderOfPieces | undefined> {
  const { rows } = await sql<OrderOfPieces>`
    select orders.id, orders.status, json_agg(json_build_object(
      'productId', line.product_id, 'size', line.size, 'name', line.name, 'image', line.image,
      'paidPricePaise', line.paid_price_paise, 'discountPaise', line.discount_paise,
      'quantity', line.quantity, 'cancelled', line.cancelled
    ) order by line.position) as lines
    from orders
    join order_lines line on line.order_id = orders.id
    join jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as piece ("productId" text, "size" text)
      on piece."productId" = line.product_id and piece."size" = line.size
    where orders.user_id = ${userId} and orders.created_at between ${since} and ${since}::timestamptz + interval '1 day'
    group by orders.id, orders.status, orders.created_at
    order by orders.created_at, orders.id limit 1`.execute(db)
  return rows[0]
}
