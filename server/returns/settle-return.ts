import type { z } from 'zod'

import type { RefundTo } from '#contract/returns/refund-to.ts'
import type { ReturnChange } from '#contract/returns/returns.ts'
import type { Db } from '#server/db/database.ts'

import { counted } from '#contract/words/counted.ts'
import { isParcelOrigin, RETURN_FACTS } from '#contract/states/return-states.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { issueRefundDocuments } from '#server/documents/service.ts'
import { conflict, conflictIn, invalidField, notFound } from '#server/errors.ts'
import { lockOrder, requestRefundOfItems, returnCreditOfItems } from '#server/orders/service.ts'
import { changeLocked } from '#server/returns/change-refund-to.ts'
import { lockReturn, getReturn } from '#server/returns/get-return.ts'
import { removeRefundTo } from '#server/returns/request-queries.ts'
import { duePaise, openItems, wayOf } from '#server/returns/return-from-row.ts'
import type { ReturnRow } from '#server/returns/return-queries.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { canHaveCredit, giveCredit } from '#server/accounts/store-credit/service.ts'
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
  return wanted.map(({ _id, quantity, open: seen }) => {
    const line = lines.find(({ id }) => id === _id)
    if (!line) throw notFound('Line of the return')
    const open = openItems(line)
    if (seen !== undefined && seen !== line.quantity - line.sentBack - line.settled) {
      throw conflict('Money of this return went back meanwhile. Please look at it again.')
    }
    if (quantity > open) {
      const rest =
        open === 0 ? 'none of it is open' : `only ${counted(open, 'piece')} of it ${open === 1 ? 'is' : 'are'} open`
      throw conflict(`You cannot refund ${counted(quantity, 'piece')} of ${line.name}: ${rest}.`)
    }
    return { orderLineId: _id, quantity }
  })
}

function checkPayable(row: ReturnRow, reference: string | undefined): void {
  const isByHand = wayOf(row) === 'by hand'
  if (!isByHand && reference !== undefined) {
    throw invalidField('reference', 'Nobody pays this money by hand, so there is no reference.')
  }
  if (!isByHand) return
  if (!row.hasRefundTo) throw conflict('The customer has not said yet where the money of this order goes.')
  if (reference === undefined) throw conflictIn('reference', 'Please enter the reference of the payment that you made.')
}

/**
 * Gives store credit for what is due. Throws a conflict for a payment that somebody else decides about, and where
 * nobody is left to have it.
 */
async function giveAsCredit(
  db: Db,
  { orderId, firstOrderId, userId }: ReturnRow,
  { paise, actorId }: { paise: number; actorId: string | null },
): Promise<string> {
  const { disputeStatus } = await lockOrder(db, { orderId: firstOrderId })
  if (disputeStatus !== null) {
    throw conflict('The payment of this order is disputed, so no store credit is given for it.')
  }
  if (!(await canHaveCredit(db, userId))) {
    throw conflict('The account of this customer was erased, so it has no store credit.')
  }
  const reason = `Return of order #${shortIdOf(orderId)}`
  return giveCredit(db, { userId, paise, reason, expiresOn: null, actorId })
}

async function settle(db: Db, row: ReturnRow, actorId: string | null, refunding: Refunding): Promise<void> {
  const { id: returnId, orderId, firstOrderId, status, origin, leftPaise } = row
  const reference = refunding === true ? undefined : refunding.reference
  if (!RETURN_FACTS[status].isSettled) throw conflict(`A return that is ${status} has no money to be given back.`)
  const lines = chosenLines(row, refunding)
  if (lines.length === 0 && row.lines.some(({ held }) => held > 0)) {
    throw conflict('Another size is held for these pieces. End the exchange first to give money back.')
  }
  if (lines.length === 0) throw conflict('The money of this return is settled already.')
  checkPayable(row, reference)
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const pricePaise = (await listPrices(db, lines)).reduce((sum, { paise }) => sum + paise, 0)
  // Fees go back with the last piece of an order, where nothing but the shop's fault brought all of it back.
  const feesPaise = pieces === row.unsettledOfOrder ? row.feesPaise : 0
  const amountPaise = Math.min(pricePaise + feesPaise, leftPaise)
  if (amountPaise <= 0) throw conflict('All of the money of this order is back already.')
  const settlement = { id: newId(), returnId, orderId, amountPaise, feesPaise, actorId, lines }
  // An exchange was paid with the first order, which gives its money back; what answers that is of the exchange.
  const ofExchange = firstOrderId === orderId ? {} : { firstOrderId }
  const reason = firstOrderId === orderId ? 'pieces returned' : 'exchange returned'
  const returned = { orderId: firstOrderId, amountPaise, reason } as const
  switch (wayOf(row)) {
    case 'by hand': {
      const hasCredit = row.isCash && row.creditPaise > 0
      const returnedCreditPaise = hasCredit ? await returnCreditOfItems(db, returned) : undefined
      await insertSettlement(db, {
        ...settlement,
        kind: 'by hand',
        ...(reference !== undefined && { reference }),
        ...(returnedCreditPaise !== undefined && { returnedCreditPaise, ...ofExchange }),
      })
      break
    }
    case 'source': {
      const refundId = await requestRefundOfItems(db, { id: newId(), actorId, ...returned })
      await insertSettlement(db, { ...settlement, ...ofExchange, kind: 'refund', refundId })
      break
    }
    case 'store credit': {
      const creditId = await giveAsCredit(db, row, { paise: amountPaise, actorId })
      await insertSettlement(db, { ...settlement, kind: 'store credit', creditId })
    }
  }
  await issueRefundDocuments(db, orderId, isParcelOrigin(origin) ? 'order cancelled' : 'pieces returned')
}

interface Settling {
  returnId: string
  /** Null for the shop itself. */
  actorId: string | null
  refund: Refunding
  /** Where it goes, if somebody says so now. */
  refundTo?: RefundTo | undefined
}

/** The same as `settleReturn` in a transaction that has locked the order. */
export async function settleLocked(db: Db, { returnId, actorId, refund }: Settling): Promise<ReturnRow> {
  await settle(db, await getReturn(db, { returnId }), actorId, refund)
  const row = await getReturn(db, { returnId })
  if (!row.hasRefundTo || duePaise(row) > 0) return row
  await removeRefundTo(db, returnId)
  return getReturn(db, { returnId })
}

/**
 * Gives back what was paid for pieces of a return, wherever they are: to its source, which of an exchange is that of
 * the order that was paid first, as store credit, or, for an order that was paid at the door, as somebody paid it by
 * hand, whose account is forgotten then; what store credit paid of such an order comes back as store credit. The
 * document that answers it comes with it. Throws not-found, and a conflict for pieces that are settled already, and
 * where nothing is left of the money.
 */
export async function settleReturn(db: Db, settling: Settling): Promise<ReturnRow> {
  return inTransaction(db, async (db) => {
    const { returnId, refundTo } = settling
    const row = await lockReturn(db, { returnId })
    if (refundTo !== undefined) await changeLocked(db, row, refundTo)
    return settleLocked(db, settling)
  })
}
