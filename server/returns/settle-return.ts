import type { z } from 'zod'

import type { ReturnChange } from '#contract/returns/returns.ts'
import type { Db } from '#server/db/database.ts'

import { counted } from '#contract/wordings/counted.ts'
import { RETURN_FACTS } from '#contract/returns/return-states.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { issueRefundDocuments } from '#server/documents/service.ts'
import { conflict, conflictIn, invalidField, notFound } from '#server/errors.ts'
import { requestRefundOfItems } from '#server/orders/service.ts'
import { lockReturn, getReturn } from '#server/returns/get-return.ts'
import { setRefundTo } from '#server/returns/request-queries.ts'
import { duePaise, openItems } from '#server/returns/return-from-row.ts'
import type { ReturnRow } from '#server/returns/return-queries.ts'
import { insertSettlement, listPrices, type SettledLine } from '#server/returns/settlement-queries.ts'

type Refunding = NonNullable<z.output<typeof ReturnChange>['refund']>

/** The pieces that are meant: those that were named, or all that are open. Throws for pieces that are not open. */
function chosenLines({ lines }: ReturnRow, refunding: Refunding): SettledLine[] {
  const wanted = refunding === true ? undefined : refunding.lines
  if (!wanted) {
    return lines
      .map((line) => ({ orderLineId: line.id, quantity: openItems(line) }))
      .filter(({ quantity }) => quantity > 0)
  }
  return wanted.map(({ _id, quantity }) => {
    const line = lines.find(({ id }) => id === _id)
    if (!line) throw notFound('Line of the return')
    const open = openItems(line)
    if (quantity > open) {
      const rest =
        open === 0 ? 'none of it is open' : `only ${counted(open, 'piece')} of it ${open === 1 ? 'is' : 'are'} open`
      throw conflict(`You cannot refund ${counted(quantity, 'piece')} of ${line.name}: ${rest}.`)
    }
    return { orderLineId: _id, quantity }
  })
}

function checkPayable({ isCash, hasRefundTo }: ReturnRow, reference: string | undefined): void {
  if (!isCash && reference !== undefined) {
    throw invalidField('reference', 'The money goes back to where it was paid from, so there is no reference.')
  }
  if (!isCash) return
  if (!hasRefundTo) throw conflict('The customer has not said yet where the money of this order goes.')
  if (reference === undefined) throw conflictIn('reference', 'Please enter the reference of the payment that you made.')
}

async function settle(db: Db, row: ReturnRow, actorId: string | null, refunding: Refunding): Promise<void> {
  const { id: returnId, orderId, isCash, status, origin, leftPaise } = row
  const reference = refunding === true ? undefined : refunding.reference
  if (!RETURN_FACTS[status].isSettled) throw conflict(`A return that is ${status} has no money to be given back.`)
  const lines = chosenLines(row, refunding)
  if (lines.length === 0) throw conflict('The money of this return is settled already.')
  checkPayable(row, reference)
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const pricePaise = (await listPrices(db, lines)).reduce((sum, { paise }) => sum + paise, 0)
  // Fees go back with the last piece of an order, where nothing but the shop's fault brought all of it back.
  const feesPaise = pieces === row.unsettledOfOrder ? row.feesPaise : 0
  const amountPaise = Math.min(pricePaise + feesPaise, leftPaise)
  if (amountPaise <= 0) throw conflict('All of the money of this order is back already.')
  const settlement = { id: newId(), returnId, orderId, amountPaise, feesPaise, actorId, lines }
  if (isCash) {
    await insertSettlement(db, { ...settlement, kind: 'by hand', refundId: null, reference: reference ?? null })
  } else {
    const refundId = await requestRefundOfItems(db, { id: newId(), orderId, amountPaise, actorId })
    await insertSettlement(db, { ...settlement, kind: 'refund', refundId, reference: null })
  }
  await issueRefundDocuments(db, orderId, origin === 'called back' ? 'order cancelled' : 'pieces returned')
}

interface Settling {
  returnId: string
  /** Null for the shop itself. */
  actorId: string | null
  refund: Refunding
}

/** The same as `settleReturn` in a transaction that has locked the order. */
export async function settleLocked(db: Db, { returnId, actorId, refund }: Settling): Promise<ReturnRow> {
  await settle(db, await getReturn(db, { returnId }), actorId, refund)
  const row = await getReturn(db, { returnId })
  if (!row.hasRefundTo || duePaise(row) > 0) return row
  await setRefundTo(db, returnId, null)
  return getReturn(db, { returnId })
}

/**
 * Gives back what was paid for pieces of a return, wherever they are: to its source, or, for an order that was paid at the door, as somebody paid
 * it by hand, whose account is forgotten then. The document that answers it comes with it. Throws not-found, and a conflict for pieces that are
 * settled already, and where nothing is left of the money.
 */
export async function settleReturn(db: Db, settling: Settling): Promise<ReturnRow> {
  return inTransaction(db, async (db) => {
    await lockReturn(db, { returnId: settling.returnId })
    return settleLocked(db, settling)
  })
}
