import type { Db } from '#server/db/database.ts'

import { isUnsentStatus } from '#contract/states/order-states.ts'
import { takeFromUse } from '#server/accounts/store-credit/service.ts'
import { issueCreditNotes, issueRefundDocuments } from '#server/documents/service.ts'
import { lockOrder, moveOrder } from '#server/orders/change-status.ts'
import {
  findBeyondOwn,
  followSources,
  getExchangeMoney,
  insertPart,
  listExchangesOf,
  listSources,
} from '#server/orders/refunds/exchange-part-queries.ts'
import { returnCreditOf } from '#server/orders/give-back-store-credit.ts'

/**
 * Takes what went back beyond the pieces of the payment's own order from the exchanges, the oldest first. Returns from
 * which.
 */
async function insertParts(db: Db, paymentId: string): Promise<string[]> {
  const beyond = await findBeyondOwn(db, paymentId)
  if (!beyond || beyond.paise <= 0) return []
  const sources = await listSources(db, paymentId)
  const taken: string[] = []
  let restPaise = beyond.paise
  for (const { orderId, checkoutId, leftPaise } of await listExchangesOf(db, beyond.orderId)) {
    let duePaise = Math.min(leftPaise, restPaise)
    for (const source of sources) {
      const paise = Math.min(duePaise, source.leftPaise)
      if (paise === 0) continue
      await insertPart(db, { sourceId: source.id, orderId, paise })
      await takeFromUse(db, checkoutId, paise)
      source.leftPaise -= paise
      duePaise -= paise
      restPaise -= paise
      taken.push(orderId)
    }
  }
  return taken
}

/**
 * Cancels an exchange that lost all its money before it left, credits what was invoiced, and gives back what did not go
 * back after all.
 */
async function followParts(db: Db, orderId: string): Promise<boolean> {
  const order = await lockOrder(db, { orderId })
  const { usedPaise, keptPaise, isEnded, isUnderWay } = await getExchangeMoney(db, orderId)
  if (usedPaise > keptPaise) {
    await returnCreditOf(db, order, { keptPaise, actorId: null })
    await issueRefundDocuments(db, orderId, isEnded ? 'order cancelled' : 'pieces cancelled')
    return false
  }
  if (usedPaise === 0 && !isUnderWay && isUnsentStatus(order.status)) {
    await moveOrder(db, order, 'cancelled', null)
    return true
  }
  await issueCreditNotes(db, orderId, 'price returned')
  return false
}

/**
 * Of the refunds of a payment at the provider, what is for more than its own order has left is for the exchanges that
 * stand in for its pieces: each answers for it with its own documents, and gives so much less back later. Of a refund
 * that failed it is theirs again. True if an exchange was cancelled. Lock the payment's checkout first.
 */
export async function passToExchanges(db: Db, paymentId: string): Promise<boolean> {
  const followed = await followSources(db, paymentId)
  for (const { checkoutId, amountPaise, status } of followed) {
    if (status === 'failed') await takeFromUse(db, checkoutId, -amountPaise)
  }
  const changed = new Set([...followed.map(({ orderId }) => orderId), ...(await insertParts(db, paymentId))])
  let isCancelled = false
  for (const orderId of changed) isCancelled = (await followParts(db, orderId)) || isCancelled
  return isCancelled
}
