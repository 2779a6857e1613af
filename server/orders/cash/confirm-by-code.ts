import type { Db } from '#server/db/database.ts'

import { CASH_CODES_PER_HOUR } from '#contract/orders/cash-limits.ts'
import { isUnsentStatus } from '#contract/states/order-states.ts'
import { CASH_CODE_MINUTES } from '#contract/accounts/link-lifetimes.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { HOUR_SECONDS } from '#contract/units/time-units.ts'
import { askerOf, createOrderCode, takeOrderCode } from '#server/accounts/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { conflict, invalidField, rateLimited } from '#server/errors.ts'
import { insertCodeMail } from '#server/orders/cash/confirmation-queries.ts'
import { confirmCashOrder } from '#server/orders/cash/confirm-cash-order.ts'
import { lockOrder } from '#server/orders/change-status.ts'
import { countCall } from '#server/http/rate-limits/service.ts'

interface Asked {
  orderId: string
  userId: string
  /** The random text in the cookie of the browser that asks. */
  browser: string
}

/**
 * Queues a mail with a code that confirms an order for cash, in this browser. Throws not-found for somebody else's
 * order, a conflict where nothing is to be confirmed, and rate-limited for too many mails. Only a browser whose call is
 * not refused is remembered.
 */
export async function askForCode(
  db: Db,
  { orderId, userId, rememberBrowser }: Omit<Asked, 'browser'> & { rememberBrowser: () => string },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const { status, isUnconfirmed } = await lockOrder(db, { orderId, userId })
    if (!isUnconfirmed || !isUnsentStatus(status)) throw conflict('Nothing of this order is to be confirmed.')
    const wait = await countCall(db, `cash order code ${orderId}`, CASH_CODES_PER_HOUR, HOUR_SECONDS)
    if (wait !== undefined) throw rateLimited(wait, 'We have sent you several codes. Please use the newest mail.')
    await insertCodeMail(db, { key: newId(), userId, orderId, asker: askerOf(rememberBrowser()) })
  })
}

/** The code that such a mail brings; undefined where nothing waits for it any more. */
export async function createCashCode(
  db: Db,
  { orderId, userId, asker }: { orderId: string; userId: string; asker: string },
): Promise<string | undefined> {
  return inTransaction(db, async (db) => {
    const { status, isUnconfirmed } = await lockOrder(db, { orderId, userId })
    if (!isUnconfirmed || !isUnsentStatus(status)) return undefined
    return createOrderCode(db, { subject: orderId, userId, asker }, CASH_CODE_MINUTES, { orderId })
  })
}

/**
 * Confirms an order for cash by the code of the mail, in the browser that asked for it; harmless once it is confirmed.
 * Throws not-found for somebody else's order, invalid for a code that is wrong, was tried too often or has ended, and a
 * conflict as `confirmCashOrder` does.
 */
export async function confirmByCode(db: Db, { orderId, userId, browser }: Asked, code: string): Promise<string> {
  const { isUnconfirmed } = await inTransaction(db, (db) => lockOrder(db, { orderId, userId }))
  const key = { subject: orderId, userId, asker: askerOf(browser) }
  if (isUnconfirmed && !(await takeOrderCode(db, key, code))) {
    throw invalidField('code', 'This code is wrong or has ended.')
  }
  await confirmCashOrder(db, { orderId, userId }, userId)
  return `Thank you. Order #${shortIdOf(orderId)} is confirmed: we send it soon.`
}
