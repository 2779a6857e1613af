import type { Db } from '#server/db/database.ts'

import { formatPaise } from '#contract/units/money.ts'
import { conflict } from '#server/errors.ts'
import { findBalance, getBuyer, giveBack, lockCredit, takeCredit } from '#server/accounts/store-credit/queries.ts'

export { canHaveCredit, carryCredit, giveCredit } from '#server/accounts/store-credit/give-credit.ts'
export { endCredit } from '#server/accounts/store-credit/end-credit.ts'
export { getStoreCredit } from '#server/accounts/store-credit/read-credit.ts'
export { insertTakenFromUse as takeFromUse } from '#server/accounts/store-credit/queries.ts'
export { unlinkCredit } from '#server/accounts/store-credit/erasure-queries.ts'

interface Spending {
  userId: string
  checkoutId: string
  paise: number
}

/**
 * Takes store credit for a checkout; false where there is not so much. Call it in the transaction that holds the stock,
 * after that.
 */
export async function holdCredit(db: Db, { userId, checkoutId, paise }: Spending): Promise<boolean> {
  await lockCredit(db, userId)
  if ((await findBalance(db, userId)) < paise) return false
  await takeCredit(db, { userId, paise, kind: 'held', checkoutId })
  return true
}

/** The same for a customer who is there. Throws a conflict that names what there is. */
export async function spendCredit(db: Db, spending: Spending): Promise<void> {
  if (await holdCredit(db, spending)) return
  const balance = formatPaise(await findBalance(db, spending.userId))
  throw conflict(`Your store credit is ${balance} now. Please look at your order again.`)
}

/** Gives back what a checkout holds whose hold has ended. Call it in the same transaction, after stock and offers. */
export async function releaseCredit(db: Db, checkoutId: string): Promise<void> {
  await lockCredit(db, await getBuyer(db, checkoutId))
  await giveBack(db, { checkoutId, keptPaise: 0, kind: 'released' })
}

/**
 * Gives back what the checkout of an order uses beyond `keptPaise`, because the order or pieces of it were cancelled.
 * Returns how much. May be repeated: it then gives nothing. Call it in the transaction that cancels, after stock and
 * offers.
 */
export async function returnCredit(db: Db, checkoutId: string, keptPaise: number): Promise<number> {
  await lockCredit(db, await getBuyer(db, checkoutId))
  return giveBack(db, { checkoutId, keptPaise, kind: 'returned' })
}
