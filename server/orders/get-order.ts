import type { Order } from '#contract/orders/orders.ts'
import type { Db } from '#server/db/database.ts'

import { notFound } from '#server/errors.ts'
import { orderFromRow } from '#server/orders/order-from-row.ts'
import { findOrder, listOrdersById } from '#server/orders/order-queries.ts'

/** An order by its own id. Throws not-found (404). */
export async function getOrder(db: Db, orderId: string): Promise<Order> {
  const order = await findOrder(db, { orderId })
  if (!order) throw notFound('Order')
  return orderFromRow(order)
}

/** The orders with these ids, in their sequence. */
export const listOrdersWithIds = async (db: Db, ids: readonly string[]): Promise<Order[]> =>
  (await listOrdersById(db, ids)).map(orderFromRow)
