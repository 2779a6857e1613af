import type { z } from 'zod'

import type { SizeChange } from '#contract/orders/order-changes.ts'
import type { Db } from '#server/db/database.ts'

import { counted } from '#contract/words/counted.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, conflictIn, notFound } from '#server/errors.ts'
import { holdStock, lockStock, movePieces } from '#server/inventory/queries.ts'
import { lockOrder } from '#server/orders/change-status.ts'
import { checkChangeable } from '#server/orders/order-changes/check-changeable.ts'
import {
  findLineToJoin,
  findOtherSize,
  joinLine,
  listWaitingLines,
  noteChange,
  setSize,
  splitLine,
  type WaitingLine,
} from '#server/orders/order-changes/order-change-queries.ts'

type Change = z.output<typeof SizeChange>

/** Throws a conflict for pieces that the line does not have any more, or that are in the parcel. */
function checkPieces({ left, packed }: WaitingLine, { quantity, left: seen }: Change): void {
  if (seen !== undefined && seen !== left) throw conflict('This order has changed meanwhile. Please look at it again.')
  const free = Math.max(0, left - packed)
  if (quantity <= free) return
  const rest = free === 0 ? 'none is' : `only ${counted(free, 'piece')} ${free === 1 ? 'is' : 'are'}`
  const why = packed > 0 ? 'not packed' : 'left'
  throw conflictIn('quantity', `You cannot change ${counted(quantity, 'piece')} of this line: ${rest} ${why}.`)
}

async function wantedSize(db: Db, { id, name }: WaitingLine, size: string): Promise<string> {
  const productSizeId = await findOtherSize(db, id, size)
  if (productSizeId === undefined) throw conflictIn('size', `${name} does not come in another size ${size}.`)
  return productSizeId
}

/**
 * Puts pieces on the line that has their new size, or, where they cost something else than its pieces, on a line of
 * their own. Returns that line.
 */
async function moveItems(db: Db, line: WaitingLine, to: { quantity: number; productSizeId: string; size: string }) {
  const { quantity } = to
  const other = await findLineToJoin(db, line.id, to)
  if (other !== undefined) {
    await joinLine(db, line.id, other, quantity)
    return other
  }
  if (quantity < line.quantity) return splitLine(db, line.id, to)
  await setSize(db, line.id, to)
  return line.id
}

/** Holds the other size and puts what was held back on the shelf. Throws a conflict where the other size is short. */
async function swapStock(
  db: Db,
  checkoutId: string,
  { line, quantity, to, actorId }: { line: WaitingLine; quantity: number; to: string; actorId: string },
): Promise<number | undefined> {
  await lockStock(db, [line.productSizeId, to])
  const [short] = await holdStock(db, { checkoutId, lines: [{ productSizeId: to, quantity }] })
  if (short) return short.available
  const lines = [{ productSizeId: line.productSizeId, quantity }]
  await movePieces(db, { checkoutId, from: ['held'], to: 'shelf', reason: 'release', actorId, lines })
  return undefined
}

/**
 * Gives pieces of an order that waits another size of their product, at what was paid for them: a product has one price
 * for all sizes. In one transaction the other size is held and theirs is back on the shelf; the customer is told.
 * Throws not-found, and a conflict for an order that has left, for pieces that are packed or gone, and for a size that
 * is short.
 */
export async function changeSize(
  db: Db,
  { orderId, actorId, ...change }: Change & { orderId: string; actorId: string },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const order = await lockOrder(db, { orderId })
    await checkChangeable(db, order)
    const lines = await listWaitingLines(db, orderId)
    const line = lines.find(({ id }) => id === change.line)
    if (!line) throw notFound('Order line')
    checkPieces(line, change)
    const { size, quantity } = change
    const to = await wantedSize(db, line, size)
    const available = await swapStock(db, order.checkoutId, { line, quantity, to, actorId })
    if (available !== undefined) {
      const rest = available === 0 ? 'is sold out' : `has only ${available} left`
      throw conflictIn('size', `${line.name} in ${size} ${rest}.`)
    }
    const orderLineId = await moveItems(db, line, { quantity, productSizeId: to, size })
    await noteChange(db, { orderId, actorId, resized: { orderLineId, quantity, fromSize: line.size, toSize: size } })
  })
}
