import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/**
 * Removes from a customer's returns what they wrote, where their money was to go, and that it was they who asked. Call it before their orders are
 * unlinked from them.
 */
export async function forgetReturns(db: Db, userId: string): Promise<void> {
  const theirs = sql`(
    select returns.id from returns join orders on orders.id = returns.order_id where orders.user_id = ${userId}
  )`
  await sql`update returns set refund_to = null where id in ${theirs} and refund_to is not null`.execute(db)
  await sql`update return_lines set note = null where return_id in ${theirs} and note is not null`.execute(db)
  await sql`update return_steps set actor_id = null where return_id in ${theirs} and actor_id = ${userId}`.execute(db)
}
