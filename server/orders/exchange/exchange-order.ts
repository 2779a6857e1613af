import type { Db } from '#server/db/database.ts'

import { newId } from '#server/db/new-id.ts'
import { issueReceipt, type DocumentSeller } from '#server/documents/service.ts'
import { passHold } from '#server/inventory/queries.ts'
import { insertExchangeOrder, type ExchangedLine } from '#server/orders/exchange/exchange-order-queries.ts'
import { lockOrder } from '#server/orders/change-status.ts'
import { carryCredit } from '#server/accounts/store-credit/service.ts'

interface Exchange {
  /** The order whose pieces come back. */
  orderId: string
  returnId: string
  lines: readonly ExchangedLine[]
  /** Null for the shop itself. */
  actorId: string | null
}

/**
 * Makes the order of other sizes that stand in for pieces of a return: to the same address, at what was paid for those
 * pieces, at no charge. What was held for the first order is held for it. Call it in the transaction that locked the
 * first order, and settle the pieces by `creditId`. Which sizes are held, and when they are sent, is
 * `server/returns/exchange.ts`.
 */
export async function placeExchangeOrder(
  db: Db,
  seller: DocumentSeller,
  { orderId, returnId, lines, actorId }: Exchange,
): Promise<{ sentOrderId: string; creditId: string }> {
  const { checkoutId: before } = await lockOrder(db, { orderId })
  const [sentOrderId, checkoutId] = [newId(), newId()]
  const paise = lines.reduce((sum, line) => sum + line.paise, 0)
  const userId = await insertExchangeOrder(db, { orderId, returnId, sentOrderId, checkoutId, lines, paise })
  await passHold(db, { from: before, to: checkoutId, lines })
  const creditId = await carryCredit(db, { userId, checkoutId, paise, actorId })
  await issueReceipt(db, sentOrderId, seller)
  return { sentOrderId, creditId }
}
