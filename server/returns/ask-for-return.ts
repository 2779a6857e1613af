import type { z } from 'zod'

import type { ReturnRequest, StaffReturnRequest } from '#contract/returns/returns.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { MAX_ENDED_RETURNS } from '#contract/returns/return-limits.ts'
import { counted } from '#contract/words/counted.ts'
import { dateInWords } from '#contract/units/india-time.ts'
import { isShopsFault } from '#contract/returns/return-reasons.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { conflict, notFound } from '#server/errors.ts'
import { lockOrder } from '#server/orders/service.ts'
import { checkRefundTo, keepRefundTo } from '#server/returns/change-refund-to.ts'
import { holdExchange } from '#server/returns/exchange.ts'
import { getReturn } from '#server/returns/get-return.ts'
import { countEnded, insertReturn, listReturnable, type ReturnableRow } from '#server/returns/request-queries.ts'
import type { ReturnRow } from '#server/returns/return-queries.ts'

type Services = Pick<Shop, 'db' | 'settings'>

type Lines = z.output<typeof StaffReturnRequest>['lines']

const CHANGED = 'Pieces of this order were asked back meanwhile. Please look at it again.'

/**
 * Throws not-found for a line that the order does not have, and a conflict for pieces that are not there or whose time
 * is over.
 */
function checkLines(returnable: readonly ReturnableRow[], lines: Lines, isAnyTime: boolean): void {
  for (const { _id, quantity, reason, left: seen } of lines) {
    const line = returnable.find(({ id }) => id === _id)
    if (!line) throw notFound('Order line')
    if (seen !== undefined && seen !== line.left) throw conflict(CHANGED)
    if (quantity > line.left) {
      const rest =
        line.left === 0 ? 'none is left' : `only ${counted(line.left, 'piece')} ${line.left === 1 ? 'is' : 'are'} left`
      throw conflict(`You cannot return ${counted(quantity, 'piece')} of ${line.name}: ${rest}.`)
    }
    if (isAnyTime || line.isOpen || isShopsFault(reason)) continue
    throw conflict(
      line.until === null
        ? `${line.name} can only be returned if it is faulty or wrong.`
        : `${line.name} could be returned until ${dateInWords(new Date(line.until.getTime() - 1).toISOString())}. After that it can only be returned if it is faulty or wrong.`,
    )
  }
}

const TOO_OFTEN = 'Returns of this order were withdrawn or refused too often. Please write to us.'

interface Asking {
  orderId: string
  actorId: string
  request: z.output<typeof StaffReturnRequest> & Pick<z.output<typeof ReturnRequest>, 'refundTo'>
  /** Whose order it has to be; anybody's for the staff, who may take back whatever was delivered. */
  userId?: string
}

async function ask({ db, settings }: Services, { orderId, actorId, request, userId }: Asking): Promise<string> {
  const { lines, wayBack = 'own parcel', refundTo } = request
  const isByStaff = userId === undefined
  const order = await lockOrder(db, { orderId, ...(!isByStaff && { userId }) })
  if (order.status !== 'delivered') throw conflict('Only what was delivered can be returned.')
  if (!isByStaff && (await countEnded(db, orderId)) >= MAX_ENDED_RETURNS) throw conflict(TOO_OFTEN)
  if (refundTo !== undefined) checkRefundTo(refundTo, order.isFromCash)
  const returnable = await listReturnable(db, orderId, settings.current().returnDays)
  checkLines(returnable, lines, isByStaff)
  const id = newId()
  const [origin, status] = isByStaff ? (['staff', 'approved'] as const) : (['customer', 'asked'] as const)
  await insertReturn(db, { id, orderId, actorId, origin, wayBack, status, lines })
  await holdExchange(db, { returnId: id, checkoutId: order.checkoutId }, lines, returnable)
  if (refundTo !== undefined) await keepRefundTo(db, id, refundTo)
  return id
}

/**
 * Asks for pieces of a delivered order to come back, for its customer or, with no `userId`, for the staff, whose asking
 * is its approval and knows no time. Throws not-found for somebody else's order, and a conflict for what was not
 * delivered, for more pieces than are there, for pieces whose time is over, unless the shop is to blame, for another
 * size that is not in stock, and for a customer whose returns of the order have ended too often.
 */
export async function askForReturn(shop: Services, asking: Asking): Promise<ReturnRow> {
  return inTransaction(shop.db, async (db: Db) => getReturn(db, { returnId: await ask({ ...shop, db }, asking) }))
}
