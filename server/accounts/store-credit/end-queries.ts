import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { CREDIT_WARNING_DAYS } from '#contract/accounts/store-credit-rules.ts'
import { NOW_IN_INDIA } from '#server/db/india-time.ts'

const TODAY = sql`${NOW_IN_INDIA}::date`
const IS_OVER = sql`(left_paise > 0 and expires_on < ${TODAY})`

/** Customers with credit whose last day has passed. */
export async function listOverdueCustomers(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from store_credits where ${IS_OVER} order by user_id limit ${limit}`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Ends a customer's credit whose last day has passed. Call `lockCredit` first. */
export async function expireCredit(db: Db, userId: string): Promise<void> {
  await sql`
    with over as (select id, left_paise from store_credits where user_id = ${userId} and ${IS_OVER}),
    ended as (update store_credits set left_paise = 0 from over where store_credits.id = over.id)
    insert into store_credit_ledger (credit_id, change_paise, kind) select id, -left_paise, 'expired' from over`.execute(
    db,
  )
}

/** Queues the mail about each gift that ends soon, once. */
export async function warnOfEnd(db: Db): Promise<void> {
  await sql`
    with ending as (
      update store_credits set warned_at = now()
      where left_paise > 0 and warned_at is null
        and expires_on between ${TODAY} and ${TODAY} + ${CREDIT_WARNING_DAYS}::integer
        -- Who was told of a gift with its day just now need not hear of it again.
        and created_at < now() - interval '1 day'
      returning id, user_id, expires_on
    )
    insert into mails (name, key, user_id)
    select 'credit-ends', id || '.' || expires_on, user_id from ending
    on conflict do nothing`.execute(db)
}
