import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { lockCredit } from '#server/accounts/store-credit/queries.ts'

/**
 * Moves the store credit of an account that is erased to the anonymous one, without a word that somebody wrote: orders
 * that it paid for go on adding up. What is left of it ends. What was asked for under a key goes with its words.
 */
export async function unlinkCredit(db: Db, userId: string, nobodyId: string): Promise<void> {
  await lockCredit(db, userId)
  await sql`
    with rest as (select id, left_paise from store_credits where user_id = ${userId} and left_paise > 0)
    insert into store_credit_ledger (credit_id, change_paise, kind) select id, -left_paise, 'taken back' from rest`.execute(
    db,
  )
  await sql`
    update store_credit_ledger set reason = null
    from store_credits credit where credit.id = credit_id and credit.user_id = ${userId} and store_credit_ledger.reason is not null`.execute(
    db,
  )
  await sql`delete from idempotency_keys where strpos(request, ${userId}) > 0`.execute(db)
  await sql`update store_credits set user_id = ${nobodyId}, left_paise = 0, reason = '' where user_id = ${userId}`.execute(
    db,
  )
}
