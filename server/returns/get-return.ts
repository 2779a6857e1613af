import type { Db } from '#server/db/database.ts'

import { notFound } from '#server/errors.ts'
import { lockOrder, type OrderState } from '#server/orders/service.ts'
import { findReturn, type ReturnRow } from '#server/returns/return-queries.ts'

interface ReturnKey {
  returnId: string
  orderId?: string
  /** Whose it has to be; anybody's where it is missing. */
  userId?: string
}

/** A return. Throws not-found, also for somebody else's. */
export async function getReturn(db: Db, key: ReturnKey): Promise<ReturnRow> {
  const row = await findReturn(db, key)
  if (!row) throw notFound('Return')
  return row
}

export interface LockedReturn {
  row: ReturnRow
  order: OrderState
  /** The order that was paid first, where its pieces are those of an exchange; else its own. */
  first: OrderState
}

/**
 * The same, locked until the transaction ends: first the order that was paid first, then its own, then the return, so
 * that no two wait for each other.
 */
export async function lockReturnWithOrders(db: Db, key: ReturnKey): Promise<LockedReturn> {
  const { orderId, firstOrderId } = await getReturn(db, key)
  const order = await lockOrder(db, { orderId })
  const first = firstOrderId === orderId ? order : await lockOrder(db, { orderId: firstOrderId })
  return { row: await getReturn(db, key), order, first }
}

/** The same without the orders. */
export const lockReturn = async (db: Db, key: ReturnKey): Promise<ReturnRow> =>
  (await lockReturnWithOrders(db, key)).row
