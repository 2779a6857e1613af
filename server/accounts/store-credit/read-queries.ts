import { sql } from 'kysely'

import type { CreditMove } from '#contract/accounts/store-credit-moves.ts'
import type { Db } from '#server/db/database.ts'

import { fullName } from '#server/db/full-name.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'
import { hasWord, soughtWords } from '#server/db/text-contains.ts'
import { IS_USABLE } from '#server/accounts/store-credit/queries.ts'

export async function isCustomer(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${userId} and role = 'customer' and email_key not like 'erased %'`.execute(db)
  return rows.length > 0
}

/** A customer with name and address; undefined where there is none. */
export async function findCustomer(
  db: Db,
  userId: string,
): Promise<{ id: string; name: string; email: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select id, ${fullName()} as name, email from users where id = ${userId} and role = 'customer'`.execute(db)
  return rows[0]
}

/** What of a customer's credit ends, the earliest day first. */
export async function listEnding(db: Db, userId: string): Promise<{ paise: number; on: string }[]> {
  const { rows } = await sql<{ paise: number; on: string }>`
    select sum(left_paise)::bigint as paise, to_char(expires_on, 'YYYY-MM-DD') as on
    from store_credits where user_id = ${userId} and expires_on is not null and ${IS_USABLE}
    group by expires_on order by expires_on`.execute(db)
  return rows
}

export interface MovementRow {
  at: Date
  kind: CreditMove
  paise: number
  reason: string | null
  orderId: string | null
  expiresOn: string | null
  by: string | null
}

/**
 * A customer's movements, newest first. All that a checkout held for its order is one of them; a hold that ended is
 * none.
 */
export async function listMovements(db: Db, userId: string, limit: number): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    with own as (
      select ledger.*, credit.reason as words, credit.expires_on
      from store_credit_ledger ledger join store_credits credit on credit.id = ledger.credit_id
      where credit.user_id = ${userId}
    ),
    shown as (
      select max(at) as at, 'held' as kind, sum(change_paise)::bigint as paise, null as reason, checkout_id, null::date as expires_on, null as actor_id
      from own where kind in ('held', 'released') group by checkout_id having sum(change_paise) <> 0
      union all
      select max(at), kind, sum(change_paise)::bigint, reason, checkout_id, null, actor_id
      from own where kind in ('returned', 'expired', 'taken back') group by kind, checkout_id, reason, actor_id, at
      union all
      select at, kind, change_paise, words, null, expires_on, actor_id from own where kind = 'given'
    )
    select shown.at, shown.kind, shown.paise, shown.reason, orders.id as order_id, to_char(shown.expires_on, 'YYYY-MM-DD') as expires_on,
      case when actor.id is not null then ${fullName('actor')} end as by
    from shown
    left join orders on orders.checkout_id = shown.checkout_id
    left join users actor on actor.id = shown.actor_id
    order by shown.at desc, shown.kind limit ${limit}`.execute(db)
  return rows
}

interface HolderRow {
  id: string
  name: string
  email: string
  paise: number
  endsOn: string | null
}

/** The customers who have store credit, who has most first. */
export async function listHolders(
  db: Db,
  { limit, offset, search }: Window & { search?: string | undefined },
): Promise<ListPage<HolderRow>> {
  const wanted = soughtWords(search).map(
    (word) => sql`and (${hasWord(sql`users.search_text`, word)} or ${hasWord(sql`users.search_email`, word)})`,
  )
  const { rows } = await sql<HolderRow & { total: number }>`
    with holders as materialized (
      select users.id, ${fullName()} as name, users.email, sum(left_paise)::bigint as paise,
        to_char(min(expires_on), 'YYYY-MM-DD') as ends_on
      from store_credits join users on users.id = store_credits.user_id
      where ${IS_USABLE} ${sql.join(wanted, sql` `)}
      group by users.id
    ),
    page as (select * from holders order by paise desc, id limit ${limit} offset ${offset})
    select page.*, counted.total from (select count(*) as total from holders) counted left join page on true
    order by page.paise desc, page.id`.execute(db)
  return pageOf(rows)
}

/** What the shop owes, and what became of all that was given. */
export async function sumCredit(db: Db) {
  const { rows } = await sql<Record<'owed' | 'given' | 'used' | 'expired' | 'takenBack', number>>`
    select
      (select coalesce(sum(left_paise), 0) from store_credits where ${IS_USABLE})::bigint as owed,
      coalesce(sum(change_paise) filter (where kind = 'given'), 0)::bigint as given,
      coalesce(-sum(change_paise) filter (where kind in ('held', 'released', 'returned')), 0)::bigint as used,
      coalesce(-sum(change_paise) filter (where kind = 'expired'), 0)::bigint as expired,
      coalesce(-sum(change_paise) filter (where kind = 'taken back'), 0)::bigint as taken_back
    from store_credit_ledger`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('an aggregate query returned no row')
  return sums
}

export interface LedgerRow {
  id: number
  at: Date
  kind: CreditMove
  paise: number
  customer: string
  email: string
  orderId: string | null
  reason: string | null
  expiresOn: string | null
  by: string | null
}

/** So many movements of all customers after one of them, the oldest first. */
export async function listLedger(db: Db, afterId: number, limit: number): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select ledger.id, ledger.at, ledger.kind, ledger.change_paise as paise, ${fullName()} as customer, users.email,
      orders.id as order_id, case when ledger.kind = 'given' then credit.reason else ledger.reason end as reason,
      to_char(credit.expires_on, 'YYYY-MM-DD') as expires_on, case when actor.id is not null then ${fullName('actor')} end as by
    from store_credit_ledger ledger
    join store_credits credit on credit.id = ledger.credit_id
    join users on users.id = credit.user_id
    left join orders on orders.checkout_id = ledger.checkout_id
    left join users actor on actor.id = ledger.actor_id
    where ledger.id > ${afterId} order by ledger.id limit ${limit}`.execute(db)
  return rows
}
