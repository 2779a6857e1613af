import type { Db } from '#server/db/database.ts'

import { notFound } from '#server/errors.ts'
import { lockOrder } from '#server/orders/service.ts'
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

/** The same, locked with its order until the transaction ends. */
export async function lockReturn(db: Db, key: ReturnKey): Promise<ReturnRow> {
  const { orderId } = await getReturn(db, key)
  await lockOrder(db, { orderId })
  return getReturn(db, key)
}
