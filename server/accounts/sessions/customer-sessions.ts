import type { SignIn } from '#contract/accounts/profile.ts'
import type { Db } from '#server/db/database.ts'

import { deleteCustomerSessions, listOwnSessions } from '#server/accounts/sessions/own-session-queries.ts'
import { findUser, lockAccount } from '#server/accounts/queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { notFound } from '#server/errors.ts'

async function requireCustomer(db: Db, userId: string): Promise<void> {
  if ((await findUser(db, userId))?.role !== 'customer') throw notFound('Customer')
}

/** Where a customer is signed in. Throws `not_found` for anybody else. */
export async function listCustomerSessions(db: Db, userId: string): Promise<SignIn[]> {
  await requireCustomer(db, userId)
  return listOwnSessions(db, { userId, audience: 'customer' })
}

/** Ends every session of a customer; a sign-in at the same moment waits. Throws `not_found` for anybody else. */
export function endCustomerSessions(db: Db, userId: string, actorId: string): Promise<void> {
  return inTransaction(db, async (db) => {
    await lockAccount(db, userId)
    await requireCustomer(db, userId)
    await deleteCustomerSessions(db, userId, actorId)
  })
}
