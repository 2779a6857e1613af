import type { CreditGift, CreditTaking } from '#contract/accounts/store-credit.ts'
import type { Db } from '#server/db/database.ts'

import { formatPaise, paiseFromRupees } from '#contract/units/money.ts'
import { recordChange } from '#server/audit/service.ts'
import { isRepeated } from '#server/db/idempotency-queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { conflictIn, invalidField, notFound } from '#server/errors.ts'
import {
  findBalance,
  insertCredit,
  insertUsedCredit,
  isToCome,
  lockCredit,
  takeCredit,
} from '#server/accounts/store-credit/queries.ts'
import { isCustomer } from '#server/accounts/store-credit/read-queries.ts'

interface Giving {
  userId: string
  paise: number
  /** The customer reads it. */
  reason: string
  /** The last day in India on which it counts; null where it does not end. */
  expiresOn: string | null
  /** Null for the shop itself. */
  actorId: string | null
}

/**
 * Gives a customer store credit, in integer paise, with its ledger, its mail and a row in the audit log, which does not
 * say why: whoever may read it finds that with the credit. Call it inside a transaction, after what locks stock and
 * orders. Returns the id of the gift.
 */
export async function giveCredit(db: Db, { actorId, ...given }: Giving): Promise<string> {
  const id = newId()
  await lockCredit(db, given.userId)
  await insertCredit(db, { id, actorId, ...given })
  const { paise: amountPaise, expiresOn } = given
  await recordChange(db, actorId, 'user.store credit given', ['user', given.userId], {
    after: { amountPaise, ...(expiresOn !== null && { expiresOn }) },
  })
  return id
}

/**
 * Carries what was paid for pieces that come back to the order that stands in for them: store credit that is given and
 * used at once, without a mail. Returns the id of the gift. Call it after what locks stock and orders.
 */
export async function carryCredit(
  db: Db,
  carried: { userId: string; checkoutId: string; paise: number; actorId: string | null },
): Promise<string> {
  const id = newId()
  await lockCredit(db, carried.userId)
  await insertUsedCredit(db, { id, reason: 'Exchange', ...carried })
  return id
}

/**
 * Whether this is a customer whose account stands, which it does until the transaction ends: it is erased under the
 * same lock.
 */
export async function canHaveCredit(db: Db, userId: string): Promise<boolean> {
  await lockCredit(db, userId)
  return isCustomer(db, userId)
}

interface ByHand {
  actorId: string
  /** A call with the same key as one before does nothing. */
  idempotencyKey: string | undefined
}

/** Whether the same was done under the key before. */
const isDone = (db: Db, { actorId, idempotencyKey: key }: ByHand, call: string, userId: string, done: object) =>
  isRepeated(db, { userId: actorId, key, request: JSON.stringify({ call, userId, ...done }) })

/**
 * The same for somebody of the staff, once for each key. Throws not-found for who is no customer, invalid for a day
 * that has passed, and a conflict for a key that was used otherwise.
 */
export async function giveByHand(db: Db, userId: string, gift: CreditGift, byHand: ByHand) {
  const { amount, reason, expiresOn } = gift
  const { actorId } = byHand
  await inTransaction(db, async (db) => {
    if (await isDone(db, byHand, 'give store credit', userId, gift)) return
    if (!(await canHaveCredit(db, userId))) throw notFound('Customer')
    if (expiresOn !== undefined && !(await isToCome(db, expiresOn))) {
      throw invalidField('expiresOn', 'The last day is in the past.')
    }
    const paise = paiseFromRupees(amount)
    await giveCredit(db, { userId, paise, reason, expiresOn: expiresOn ?? null, actorId })
  })
}

/**
 * Takes store credit back that is not used, once for each key. Throws not-found for who is no customer, and a conflict
 * for more than there is, and for a key that was used otherwise.
 */
export async function takeBack(db: Db, userId: string, taking: CreditTaking, byHand: ByHand) {
  const { amount, reason } = taking
  const { actorId } = byHand
  const paise = paiseFromRupees(amount)
  await inTransaction(db, async (db) => {
    if (await isDone(db, byHand, 'take store credit back', userId, taking)) return
    if (!(await canHaveCredit(db, userId))) throw notFound('Customer')
    const balance = await findBalance(db, userId)
    if (balance < paise) throw conflictIn('amount', `Only ${formatPaise(balance)} is there to be taken back.`)
    await takeCredit(db, { userId, paise, kind: 'taken back', actorId, reason })
    await recordChange(db, actorId, 'user.store credit taken back', ['user', userId], {
      after: { amountPaise: paise },
    })
  })
}
