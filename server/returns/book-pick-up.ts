import type { ReturnRow } from '#server/returns/return-queries.ts'
import type { Shop } from '#server/start/shop.ts'

import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'
import { findParcel, intendReturnParcel, workOnParcel } from '#server/orders/service.ts'
import { getReturn, lockReturnWithOrders } from '#server/returns/get-return.ts'

const UNCLEAR = 'The courier service has not answered clearly. The pick-up is booked as soon as it does.'

function checkFetchable({ wayBack, status }: ReturnRow): void {
  if (wayBack !== 'pick-up') throw conflict('This return is not fetched: the customer sends it.')
  if (status !== 'approved') throw conflict(`A return that is ${status} is not fetched.`)
}

/**
 * Has a courier fetch a return at its customer's door, once however often it is asked. What the courier service does
 * not answer clearly is booked by the job. Throws not-found, and a conflict for a return that is not to be fetched, and
 * for what no courier takes.
 */
export async function bookPickUp(
  shop: Shop,
  { returnId, actorId }: { returnId: string; actorId: string },
): Promise<{ message: string; row: ReturnRow }> {
  const { parcel: asked, isMine } = await inTransaction(shop.db, async (db) => {
    const { row, order } = await lockReturnWithOrders(db, { returnId })
    checkFetchable(row)
    const pieces = row.lines.reduce((sum, { quantity }) => sum + quantity, 0)
    return intendReturnParcel(db, shop, { order, returnId, pieces, actorId })
  })
  if (isMine) await workOnParcel(shop, asked)
  const parcel = await findParcel(shop.db, asked.id)
  if (parcel?.state !== 'booked' && parcel?.state !== 'asked') {
    throw conflict(parcel?.failure ?? 'The return has changed.')
  }
  const message = parcel.state === 'booked' ? 'The pick-up is booked.' : UNCLEAR
  return { message, row: await getReturn(shop.db, { returnId }) }
}
