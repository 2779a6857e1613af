import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/**
 * Removes from a customer's returns what was written about them and shown, where their money was to go and by which
 * payment it went, and that it was they who asked. Returns the hashes of the pictures, whose files nothing may need any
 * more. Call it before their orders are unlinked from them.
 */
export async function forgetReturns(db: Db, userId: string): Promise<string[]> {
  const theirs = sql`(
    select returns.id from returns join orders on orders.id = returns.order_id where orders.user_id = ${userId}
  )`
  await sql`update returns set refund_to = null, as_credit = false where id in ${theirs} and (refund_to is not null or as_credit)`.execute(
    db,
  )
  await sql`update return_lines set note = null where return_id in ${theirs} and note is not null`.execute(db)
  await sql`
    update return_steps set reason = null, actor_id = nullif(actor_id, ${userId})
    where return_id in ${theirs} and (reason is not null or actor_id = ${userId})`.execute(db)
  await sql`update settlements set reference = '' where return_id in ${theirs} and reference is not null`.execute(db)
  const { rows } = await sql<{ hash: string }>`
    delete from return_pictures where return_id in ${theirs} returning picture_hash as hash`.execute(db)
  return rows.map(({ hash }) => hash)
}
