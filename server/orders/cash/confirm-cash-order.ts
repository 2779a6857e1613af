import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { CASH_CONFIRMATION_HOURS } from '#contract/orders/cash-limits.ts'
import { isUnsentStatus } from '#contract/states/order-states.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { createLink, getLink, endedAccountLink } from '#server/accounts/service.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'
import { lockOrder, moveOrder } from '#server/orders/change-status.ts'
import { isConfirmationOver, listUnconfirmed, setConfirmed } from '#server/orders/cash/confirmation-queries.ts'
import { publishOrder } from '#server/orders/cash-queries.ts'

const LINK = 'confirm cash order'

/**
 * The token of a link that confirms an order for cash, in place of an earlier one; it works until the order has to be
 * confirmed.
 */
export function createCashConfirmation(
  db: Db,
  { orderId, userId, until }: { orderId: string; userId: string; until: string },
): Promise<string> {
  return createLink(db, LINK, { key: orderId, userId, payload: { orderId }, until })
}

/**
 * Confirms an order for cash, so that it can be shipped; may be repeated. Throws not-found, and a conflict for one that
 * is paid otherwise or has ended.
 */
export async function confirmCashOrder(
  db: Db,
  key: { orderId: string; userId?: string },
  actorId: string,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const { id, status, cashStatus, isUnconfirmed } = await lockOrder(db, key)
    if (cashStatus === null) throw conflict('Only an order that is paid at the door is confirmed.')
    if (!isUnconfirmed) return
    if (!isUnsentStatus(status)) throw conflict(`This order is ${status}, so it can no longer be confirmed.`)
    await setConfirmed(db, id, actorId)
    await publishOrder(db, id)
  })
}

/**
 * The same by the token of the link in the mail. Throws not-found for one that was altered, has ended or never existed.
 */
export async function confirmByLink(db: Db, token: string): Promise<string> {
  const { owner: userId, payload } = await getLink(db, LINK, token)
  const { orderId } = payload
  if (orderId === undefined) throw endedAccountLink(LINK)
  await confirmCashOrder(db, { orderId, userId }, userId)
  return `Thank you. Order #${shortIdOf(orderId)} is confirmed: we send it soon.`
}

const BATCH = 100
const NOT_CONFIRMED = `Nobody confirmed it within ${CASH_CONFIRMATION_HOURS} hours.`

/**
 * Cancels orders for cash that nobody has confirmed in time, each in a transaction of its own. Their stock comes back.
 */
export async function endUnconfirmedOrders({ db, tags }: Pick<Shop, 'db' | 'tags'>): Promise<void> {
  const due = await listUnconfirmed(db, BATCH)
  for (const orderId of due) {
    await inTransaction(db, async (db) => {
      const order = await lockOrder(db, { orderId })
      // Somebody has confirmed, or moved it, meanwhile.
      if (!isUnsentStatus(order.status) || !(await isConfirmationOver(db, orderId))) return
      await moveOrder(db, order, 'cancelled', null, { reason: NOT_CONFIRMED })
    })
  }
  if (due.length > 0) tags.outdate(CATALOGUE)
}
