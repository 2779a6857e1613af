import type { Db } from '#server/db/database.ts'
import type { DocumentSeller } from '#server/documents/service.ts'
import type { ReturnLineRow, ReturnRow } from '#server/returns/return-queries.ts'

import { NOT_DELIVERED } from '#contract/returns/return-reasons.ts'
import { RETURN_FACTS } from '#contract/states/return-states.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { issueRefundDocuments } from '#server/documents/service.ts'
import { conflict, conflictIn } from '#server/errors.ts'
import { holdStock, movePieces } from '#server/inventory/queries.ts'
import { lockOrder, placeExchangeOrder } from '#server/orders/service.ts'
import { findExchangeSize, listEndedHolds, listWonHolds, lowerHeld, setHeld } from '#server/returns/exchange-queries.ts'
import { getReturn, lockReturn } from '#server/returns/get-return.ts'
import { insertSettlement, listPrices } from '#server/returns/settlement-queries.ts'
import { queueReturnMail } from '#server/returns/step-queries.ts'
import { canHaveCredit } from '#server/accounts/store-credit/service.ts'

interface Wish {
  _id: string
  quantity: number
  exchangeSize?: string | undefined
}

interface Line {
  id: string
  name: string
  isFree: boolean
}

/**
 * Holds the other sizes that are wanted in place of money, for the checkout of the order that they stand in for. Throws
 * a conflict for a size that the product does not have, or that is not in stock. Lock the order first.
 */
export async function holdExchange(
  db: Db,
  { returnId, checkoutId }: { returnId: string; checkoutId: string },
  wishes: readonly Wish[],
  lines: readonly Line[],
): Promise<void> {
  const wanted: { orderLineId: string; productSizeId: string; quantity: number; name: string; size: string }[] = []
  for (const { _id, quantity, exchangeSize } of wishes) {
    if (exchangeSize === undefined) continue
    const line = lines.find(({ id }) => id === _id)
    const productSizeId = await findExchangeSize(db, _id, exchangeSize)
    if (!line || productSizeId === undefined) {
      throw conflictIn('exchangeSize', `${line?.name ?? 'This product'} does not come in another size ${exchangeSize}.`)
    }
    if (line.isFree) throw conflictIn('exchangeSize', `${line.name} cost nothing, so it is not exchanged.`)
    if (wanted.some((other) => other.productSizeId === productSizeId)) {
      throw conflictIn('exchangeSize', `Please ask for ${line.name} in ${exchangeSize} by two returns.`)
    }
    wanted.push({ orderLineId: _id, productSizeId, quantity, name: line.name, size: exchangeSize })
  }
  if (wanted.length === 0) return
  const [short] = await holdStock(db, { checkoutId, lines: wanted })
  if (short) {
    const named = wanted.find(({ productSizeId }) => productSizeId === short.productSizeId)
    const rest = short.available === 0 ? 'is sold out' : `has only ${short.available} left`
    throw conflictIn('exchangeSize', `${named?.name} in ${named?.size} ${rest}.`)
  }
  await setHeld(db, returnId, wanted)
}

interface Here {
  checkoutId: string
  actorId: string | null
}

const heldLines = ({ lines }: ReturnRow) => lines.filter(({ held }) => held > 0)

/**
 * Gives pieces free that are held for a return: all, or of each line what `countOf` says. What was to be exchanged is
 * to be refunded then.
 */
export async function releaseExchange(
  db: Db,
  row: ReturnRow,
  { checkoutId, actorId }: Here,
  countOf: (line: ReturnLineRow) => number = ({ held }) => held,
): Promise<void> {
  const freed = heldLines(row)
    .map((line) => ({ id: line.id, productSizeId: line.exchangeSizeId ?? '', quantity: countOf(line) }))
    .filter(({ quantity }) => quantity > 0)
  if (freed.length === 0) return
  await movePieces(db, { checkoutId, actorId, from: ['held'], to: 'shelf', reason: 'release', lines: freed })
  await lowerHeld(db, row.id, freed)
  await recordChange(db, actorId, 'return.exchange ended', ['return', row.id], { after: { order: row.orderId } })
}

/** Why the other size cannot leave now; undefined where it can. */
async function faultOf(db: Db, row: ReturnRow, amountPaise: number): Promise<string | undefined> {
  const { disputeStatus } = await lockOrder(db, { orderId: row.firstOrderId })
  if (!RETURN_FACTS[row.status].isSettled) return `A return that is ${row.status} sends no other size.`
  if (heldLines(row).length === 0) return 'Nothing is held for this return.'
  if (disputeStatus !== null) return 'The payment of this order is disputed, so no other size is sent for it.'
  if (amountPaise > row.leftPaise) return 'Money of this order went back already, so no other size is sent for it.'
  if (!(await canHaveCredit(db, row.userId))) return 'The account of this customer was erased.'
  return undefined
}

interface Sending {
  seller: DocumentSeller
  /** Null for the shop itself. */
  actorId: string | null
}

/** Sends the other sizes of a return that was locked in this transaction. Returns why it did not, or nothing. */
export async function trySending(db: Db, row: ReturnRow, { seller, actorId }: Sending): Promise<string | undefined> {
  const lines = heldLines(row).map(({ id, held }) => ({ orderLineId: id, quantity: held }))
  const prices = await listPrices(db, lines)
  const amountPaise = prices.reduce((sum, { paise }) => sum + paise, 0)
  const fault = await faultOf(db, row, amountPaise)
  if (fault !== undefined) return fault
  const { id: returnId, orderId } = row
  const wanted = heldLines(row).map(({ id, held, exchangeSizeId }) => ({
    orderLineId: id,
    productSizeId: exchangeSizeId ?? '',
    quantity: held,
    paise: prices.find(({ orderLineId }) => orderLineId === id)?.paise ?? 0,
  }))
  const { creditId, sentOrderId } = await placeExchangeOrder(db, seller, { orderId, returnId, lines: wanted, actorId })
  const settlement = { id: newId(), returnId, orderId, amountPaise, feesPaise: 0, actorId, lines, creditId }
  await insertSettlement(db, { ...settlement, kind: 'exchange' })
  await lowerHeld(
    db,
    returnId,
    lines.map(({ orderLineId, quantity }) => ({ id: orderLineId, quantity })),
  )
  await recordChange(db, actorId, 'return.exchange sent', ['return', returnId], { after: { order: sentOrderId } })
  await issueRefundDocuments(db, orderId, 'pieces exchanged')
  return undefined
}

/** Whether a piece can be sent again: what never arrived, and is neither settled nor kept for its customer. */
const unsettled = ({ quantity, settled, sentBack, held }: ReturnLineRow) => quantity - settled - sentBack - held

/**
 * Sends what never arrived again, from the stock: as an exchange for the same sizes. Throws a conflict for what its
 * customer had, where nothing is left to be sent, and where a size is not in stock.
 */
async function sendAgain(db: Db, row: ReturnRow, { seller, actorId }: Sending): Promise<void> {
  if (row.lines.some(({ reason }) => reason !== NOT_DELIVERED)) throw conflict('Only what never arrived is sent again.')
  const lines = row.lines
    .map((line) => ({ orderLineId: line.id, productSizeId: line.productSizeId, quantity: unsettled(line) }))
    .filter(({ quantity }) => quantity > 0)
  if (lines.length === 0 || row.isCash) throw conflict('Nothing that was paid for is left to be sent again.')
  const { checkoutId } = await lockOrder(db, { orderId: row.orderId })
  const [short] = await holdStock(db, { checkoutId, lines })
  if (short) {
    const { name, size } = row.lines.find(({ productSizeId }) => productSizeId === short.productSizeId) ?? {}
    const rest = short.available === 0 ? 'is sold out' : `has only ${short.available} left`
    throw conflict(`${name}${size && ` in ${size}`} ${rest}. Inspect what comes back first, or give the money back.`)
  }
  await setHeld(db, row.id, lines)
  const fault = await trySending(db, await getReturn(db, { returnId: row.id }), { seller, actorId })
  if (fault !== undefined) throw conflict(fault)
}

interface Changing {
  returnId: string
  actorId: string
  /**
   * 'send': the other size leaves now. 'end': it is given free, and the money is due. 'again': what never arrived
   * leaves again.
   */
  exchange: 'send' | 'end' | 'again'
}

/**
 * What the staff do with an exchange, or with what never arrived. Throws not-found, and a conflict where nothing is
 * held or to be sent, or it cannot leave.
 */
export async function changeExchange(
  db: Db,
  seller: DocumentSeller,
  { returnId, actorId, exchange }: Changing,
): Promise<ReturnRow> {
  return inTransaction(db, async (db) => {
    const row = await lockReturn(db, { returnId })
    if (exchange === 'again') {
      await sendAgain(db, row, { seller, actorId })
      return getReturn(db, { returnId })
    }
    if (heldLines(row).length === 0) throw conflict('Nothing is held for this return.')
    if (exchange === 'end') {
      const { checkoutId } = await lockOrder(db, { orderId: row.orderId })
      await releaseExchange(db, row, { checkoutId, actorId })
      await queueReturnMail(db, row, 'exchange-ended')
    } else {
      const fault = await trySending(db, row, { seller, actorId })
      if (fault !== undefined) throw conflict(fault)
    }
    return getReturn(db, { returnId })
  })
}

/**
 * Gives the other sizes free of returns that never came, and tells their customers. May run in any number of processes
 * at once.
 */
export async function endExchanges(db: Db): Promise<void> {
  for (const returnId of await listEndedHolds(db)) {
    await inTransaction(db, async (db) => {
      const row = await lockReturn(db, { returnId })
      const isWaiting = row.status === 'asked' || row.status === 'approved'
      if (!isWaiting) return
      const { checkoutId } = await lockOrder(db, { orderId: row.orderId })
      await releaseExchange(db, row, { checkoutId, actorId: null })
      await queueReturnMail(db, row, 'exchange-ended')
    })
  }
}

/**
 * Sends the other sizes that a dispute kept when their pieces came, once the shop has won it. By rule, so it is
 * nobody's deed; what cannot leave all the same goes on waiting for somebody's decision. May run in any number of
 * processes at once.
 */
export async function sendWonExchanges(db: Db, seller: DocumentSeller): Promise<void> {
  for (const returnId of await listWonHolds(db)) {
    await inTransaction(db, async (db) => {
      await trySending(db, await lockReturn(db, { returnId }), { seller, actorId: null })
    })
  }
}
