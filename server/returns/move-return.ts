import type { z } from 'zod'

import type { ReturnChange } from '#contract/returns/returns.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { CONDITION_FACTS, type PiecePlace } from '#contract/returns/piece-conditions.ts'
import {
  ENDED_STATUSES,
  isGivenUp,
  isParcelOrigin,
  nextReturnStatuses,
  RETURN_FACTS,
  type ReturnStatus,
} from '#contract/states/return-states.ts'
import { counted } from '#contract/words/counted.ts'
import { queueChange } from '#server/db/change-feed/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, conflictIn, invalidField, notFound } from '#server/errors.ts'
import { movePieces } from '#server/inventory/queries.ts'
import { documentSeller } from '#server/documents/service.ts'
import { releaseExchange, trySending } from '#server/returns/exchange.ts'
import { getReturn, lockReturnWithOrders, type LockedReturn } from '#server/returns/get-return.ts'
import { cancelReturnParcel } from '#server/orders/service.ts'
import { removeRefundTo } from '#server/returns/request-queries.ts'
import { duePaise, wayOf } from '#server/returns/return-from-row.ts'
import type { ReturnRow } from '#server/returns/return-queries.ts'
import { settleLocked } from '#server/returns/settle-return.ts'
import {
  insertInspected,
  queueReturnMail,
  updateReturnStatus,
  type InspectedLine,
} from '#server/returns/step-queries.ts'

type Found = NonNullable<z.output<typeof ReturnChange>['pieces']>

const isEnd = (to: ReturnStatus): boolean => (ENDED_STATUSES as readonly ReturnStatus[]).includes(to)

function checkStep({ status, lines }: ReturnRow, to: ReturnStatus): void {
  if (status === to) throw conflict(`This return is already ${RETURN_FACTS[to].label.toLowerCase()}.`)
  const isReceivedFirst = to === 'inspected' && isGivenUp(status)
  if (isReceivedFirst || !nextReturnStatuses(status).includes(to)) {
    throw conflict(`A return that is ${status} cannot become ${to}.`)
  }
  if (isEnd(to) && lines.some(({ settled }) => settled > 0)) {
    throw conflict(`The money of this return went back already, so it cannot be ${to}.`)
  }
}

const placeOf = ({ condition, goesTo }: Found[number]): PiecePlace => {
  const places: readonly PiecePlace[] = CONDITION_FACTS[condition].places
  if (goesTo === undefined) return places[0] ?? 'written off'
  if (!places.includes(goesTo)) {
    throw invalidField(
      'pieces',
      `A piece that is ${CONDITION_FACTS[condition].label.toLowerCase()} is not put on the shelf.`,
    )
  }
  return goesTo
}

/**
 * How all pieces of a return were found, each line, condition and place once. Throws where a piece is missing or one
 * too many.
 */
function readFound({ lines }: ReturnRow, found: Found): InspectedLine[] {
  const byKey = new Map<string, InspectedLine>()
  for (const row of found) {
    if (!lines.some(({ id }) => id === row._id)) throw notFound('Line of the return')
    const { condition, quantity } = row
    const line = { orderLineId: row._id, condition, goesTo: placeOf(row), quantity }
    const key = [line.orderLineId, line.condition, line.goesTo].join(' ')
    byKey.set(key, { ...line, quantity: quantity + (byKey.get(key)?.quantity ?? 0) })
  }
  const all = [...byKey.values()]
  for (const { id, name, quantity, settled } of lines) {
    const ofLine = all.filter(({ orderLineId }) => orderLineId === id)
    const count = (rows: readonly InspectedLine[]) => rows.reduce((sum, row) => sum + row.quantity, 0)
    if (count(ofLine) !== quantity) {
      throw conflictIn(
        'pieces',
        `${name}: please say how ${counted(quantity, 'piece')} came back, not ${count(ofLine)}.`,
      )
    }
    if (count(ofLine.filter(({ goesTo }) => goesTo === 'sent back')) + settled > quantity) {
      throw conflictIn('pieces', `${name}: its money was given back already, so it is not sent back to the customer.`)
    }
  }
  return all
}

/** Where pieces are that were found so. What is sent back is the customer's again. */
const FOUND_PLACES = { shelf: 'shelf', 'written off': 'written off', 'sent back': 'customer' } as const

interface Here {
  checkoutId: string
  /** Null for the courier. */
  actorId: string | null
}

/** Stores how the pieces were found. What goes to the shelf can be sold again from now on. */
async function inspect(db: Db, row: ReturnRow, { checkoutId, actorId }: Here, found: Found): Promise<void> {
  const inspected = readFound(row, found)
  await insertInspected(db, row.id, inspected)
  await releaseExchange(db, row, { checkoutId, actorId }, ({ id, quantity, settled, held }) => {
    const sentBack = inspected.filter(({ orderLineId, goesTo }) => orderLineId === id && goesTo === 'sent back')
    return Math.max(0, held - (quantity - settled - sentBack.reduce((sum, back) => sum + back.quantity, 0)))
  })
  const sizes = new Map(row.lines.map(({ id, productSizeId }) => [id, productSizeId]))
  for (const [goesTo, pieces] of Map.groupBy(inspected, (line) => line.goesTo)) {
    const bySize = Map.groupBy(pieces, ({ orderLineId }) => sizes.get(orderLineId) ?? '')
    const lines = [...bySize].map(([productSizeId, ofSize]) => ({
      productSizeId,
      quantity: ofSize.reduce((sum, { quantity }) => sum + quantity, 0),
    }))
    const move = { checkoutId, actorId, from: ['inspection'], to: FOUND_PLACES[goesTo], reason: 'inspection' } as const
    await movePieces(db, { ...move, lines })
  }
}

/**
 * Brings the pieces of a return on the way to the shop, and into it, or writes off what was lost. One that was never
 * said to be on its way comes from the customer.
 */
async function bringBack(db: Db, row: ReturnRow, { checkoutId, actorId }: Here, to: ReturnStatus): Promise<void> {
  const move = { checkoutId, actorId, lines: row.lines }
  if (to === 'on its way') await movePieces(db, { ...move, from: ['customer'], to: 'coming back', reason: 'return' })
  if (to === 'lost') await movePieces(db, { ...move, from: ['coming back'], to: 'written off', reason: 'return' })
  if (to === 'received') {
    // What is coming back of the same size may belong to another return.
    const from = row.status === 'on its way' ? 'coming back' : 'customer'
    await movePieces(db, { ...move, from: [from], to: 'inspection', reason: 'arrival' })
  }
}

/**
 * Forgets where the money was to go, once none can be due any more: the return has ended, or all of its pieces are
 * sorted and settled.
 */
async function forgetAccount(db: Db, row: ReturnRow): Promise<ReturnRow> {
  const isOver = isEnd(row.status) || (RETURN_FACTS[row.status].waits === null && duePaise(row) === 0)
  if (!row.hasRefundTo || !isOver) return row
  await removeRefundTo(db, row.id)
  return getReturn(db, { returnId: row.id })
}

/** The first scan of what comes back lets the other size go. */
const SENDS: readonly ReturnStatus[] = ['on its way', 'received']

interface Step {
  to: ReturnStatus
  /** Null for the courier. */
  actorId: string | null
  reason?: string | undefined
  pieces?: Found | undefined
}

interface Moving extends Step {
  returnId: string
  actorId: string
  /** Of which order it has to be, and whose; any where it is missing. */
  orderId?: string
  userId?: string
}

type Services = Pick<Shop, 'settings' | 'publicUrl'>

/** The same as `moveReturn` of a return that was locked in this transaction. */
async function moveLocked(
  db: Db,
  shop: Services,
  { row, order, first }: LockedReturn,
  { to, actorId, reason, pieces }: Step,
): Promise<ReturnRow> {
  const returnId = row.id
  const seller = documentSeller(shop)
  checkStep(row, to)
  const { checkoutId } = order
  const here = { checkoutId, actorId }
  await bringBack(db, row, here, to)
  if (pieces) await inspect(db, row, here, pieces)
  if (isEnd(to)) await releaseExchange(db, row, here)
  // Whatever brings it, no courier is to come for it any more; one that has it brings it.
  if (row.wayBack === 'pick-up') await cancelReturnParcel(db, returnId, { keepsBooked: to === 'on its way' })
  if (!(await updateReturnStatus(db, { returnId, from: row.status, to, actorId, reason }))) {
    throw conflict('Somebody else has just changed this return.')
  }
  if (SENDS.includes(to)) {
    // By rule, so it is nobody's deed. What cannot leave now waits for somebody's decision.
    await trySending(db, await getReturn(db, { returnId }), { seller, actorId: null })
  }
  const moved = await forgetAccount(db, await getReturn(db, { returnId }))
  const isByRule =
    moved.origin === 'called back' || (moved.origin === 'parcel refused' && shop.settings.current().refundsUndelivered)
  if (to !== 'received' || !isByRule || duePaise(moved) === 0) return moved
  // Whoever chose store credit waits for the end of a dispute, as somebody's decision, and nobody can pay by hand by
  // rule.
  if ((moved.asCredit && first.disputeStatus !== null) || wayOf(moved) === 'by hand') return moved
  // By rule, so it is nobody's deed: whoever receives parcels need not be allowed to give money back.
  return settleLocked(db, { returnId, actorId: null, refund: true })
}

/**
 * Moves a return to another status, with a row in the audit log: every step but its beginning goes through here. Pieces
 * that are inspected come to where they go. The first step of the pieces to the shop lets another size go, and the end
 * of the return gives it free; no courier fetches what came or ended otherwise. The money is another matter, but for
 * that of a parcel that was called back, which goes when the parcel is in, and where the owner says so that of one that
 * could not be delivered. Throws not-found, and a conflict for a step that is not allowed and for the slower of two.
 */
export async function moveReturn(
  { db, ...shop }: Pick<Shop, 'db'> & Services,
  { returnId, orderId, userId, ...step }: Moving,
): Promise<ReturnRow> {
  const key = { returnId, ...(orderId !== undefined && { orderId }), ...(userId !== undefined && { userId }) }
  return inTransaction(db, async (db) => moveLocked(db, shop, await lockReturnWithOrders(db, key), step))
}

/**
 * Brings an approved return on its way, because a courier has its parcel; one that is elsewhere stays there. Lock its
 * order first.
 */
export async function sendFetched(db: Db, shop: Services, returnId: string): Promise<void> {
  const locked = await lockReturnWithOrders(db, { returnId })
  if (locked.row.status === 'approved') await moveLocked(db, shop, locked, { to: 'on its way', actorId: null })
}

/** Why a parcel cannot be said to have reached its customer after all; undefined where it can. */
function deliveryFault({ row, order }: LockedReturn): string | undefined {
  const { status, origin, lines } = row
  if (!isParcelOrigin(origin)) return 'Only a parcel that never arrived can have reached its customer after all.'
  if (!isGivenUp(status)) return `A return that is ${status} cannot have reached its customer after all.`
  if (order.cashStatus !== null) {
    return 'Nothing is due any more for an order for cash, and its invoice is credited, so nothing of it can stay paid.'
  }
  if (lines.some(({ settled }) => settled > 0)) return 'These pieces were sent again, or money of theirs went back.'
  return duePaise(row) === 0 ? 'The money of this order is back already.' : undefined
}

/**
 * Notes that a parcel that was given up has reached its customer after all. Its pieces are with them, as if they had
 * been sent back, and no money is due; it is not received, which may give money back by rule. Its order stays
 * cancelled. Throws not-found, and a conflict for what is no such parcel, was for cash, was received, sent again or
 * refunded, and for the slower of two.
 */
export async function noteDelivery(
  db: Db,
  { returnId, actorId }: { returnId: string; actorId: string },
): Promise<ReturnRow> {
  return inTransaction(db, async (db) => {
    const locked = await lockReturnWithOrders(db, { returnId })
    const fault = deliveryFault(locked)
    if (fault !== undefined) throw conflict(fault)
    const { row, order } = locked
    const { status, lines } = row
    const found = { condition: 'as new', goesTo: 'sent back' } as const
    await insertInspected(
      db,
      returnId,
      lines.map(({ id, quantity }) => ({ orderLineId: id, quantity, ...found })),
    )
    const from = status === 'lost' ? 'written off' : 'coming back'
    const move = { checkoutId: order.checkoutId, actorId, lines } as const
    await movePieces(db, { ...move, from: [from], to: 'customer', reason: 'delivery' })
    const isMoved = await updateReturnStatus(db, {
      returnId,
      from: status,
      to: 'inspected',
      actorId,
      remark: 'The customer has it.',
    })
    if (!isMoved) throw conflict('Somebody else has just changed this return.')
    await queueReturnMail(db, row, 'delivered')
    // Its row stays as it is, but what it tells of its parcel does not.
    await queueChange(db, 'order', row.orderId)
    return forgetAccount(db, await getReturn(db, { returnId }))
  })
}
