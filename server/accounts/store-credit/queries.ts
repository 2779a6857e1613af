import { sql, type RawBuilder } from 'kysely'

import type { CreditMove } from '#contract/accounts/store-credit-moves.ts'
import type { Db } from '#server/db/database.ts'

import { RETURNED_CREDIT_DAYS } from '#contract/accounts/store-credit-rules.ts'
import { NOW_IN_INDIA } from '#server/db/india-time.ts'
import { lockName } from '#server/db/lock-name.ts'

const TODAY = sql`${NOW_IN_INDIA}::date`

/** What is left of a gift and can be used today. */
export const IS_USABLE = sql`(store_credits.left_paise > 0 and coalesce(store_credits.expires_on >= ${TODAY}, true))`

/**
 * Lets only one transaction at a time move a customer's store credit. Call it after stock and offers are locked, so
 * that no two wait for each other.
 */
export const lockCredit = (db: Db, userId: string): Promise<void> => lockName(db, 'store credit of', userId)

/** A customer's balance in paise. */
export async function findBalance(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(left_paise), 0)::bigint as paise from store_credits where user_id = ${userId} and ${IS_USABLE}`.execute(
    db,
  )
  return rows[0]?.paise ?? 0
}

/** Whether this day has not passed in India. */
export async function isToCome(db: Db, day: string): Promise<boolean> {
  const { rows } = await sql<{ isToCome: boolean }>`select ${day}::date >= ${TODAY} as is_to_come`.execute(db)
  return rows[0]?.isToCome ?? false
}

/** Gives store credit, with the mail that says so. */
export async function insertCredit(
  db: Db,
  credit: {
    id: string
    userId: string
    paise: number
    reason: string
    expiresOn: string | null
    actorId: string | null
  },
): Promise<void> {
  const { id, userId, paise, reason, expiresOn, actorId } = credit
  await sql`
    with given as (
      insert into store_credits (id, user_id, given_paise, left_paise, reason, expires_on)
      values (${id}, ${userId}, ${paise}, ${paise}, ${reason}, ${expiresOn}::date)
      returning id, user_id, given_paise
    ),
    mailed as (insert into mails (name, key, user_id) select 'credit-given', id, user_id from given)
    insert into store_credit_ledger (credit_id, change_paise, kind, actor_id)
    select id, given_paise, 'given', ${actorId} from given`.execute(db)
}

/** Gives store credit and uses all of it for a checkout at once, so that nothing else can. */
export async function insertUsedCredit(
  db: Db,
  credit: { id: string; userId: string; checkoutId: string; paise: number; reason: string; actorId: string | null },
): Promise<void> {
  const { id, userId, checkoutId, paise, reason, actorId } = credit
  await sql`
    with given as (
      insert into store_credits (id, user_id, given_paise, left_paise, reason) values (${id}, ${userId}, ${paise}, 0, ${reason})
      returning id, given_paise
    )
    insert into store_credit_ledger (credit_id, change_paise, kind, checkout_id, actor_id)
    select given.id, move.sign * given_paise, move.kind, move.checkout_id, move.actor_id
    from given, (
      values (1, 'given', null::text, ${actorId}::text), (-1, 'held', ${checkoutId}::text, null::text)
    ) move (sign, kind, checkout_id, actor_id)
    order by move.sign desc`.execute(db)
}

/**
 * Takes away what the checkout of an exchange uses of its one gift, because it goes back otherwise; less than nothing
 * puts it back. What is left of the gift stays. Lock the order first.
 */
export async function insertTakenFromUse(db: Db, checkoutId: string, paise: number): Promise<void> {
  await sql`
    insert into store_credit_ledger (credit_id, change_paise, kind, checkout_id, reason)
    select used.credit_id, move.sign * ${paise}::bigint, move.kind, move.checkout_id, move.reason
    from (
      select credit_id from store_credit_ledger where checkout_id = ${checkoutId} and kind = 'held' order by id limit 1
    ) used, (
      values (1, 'returned', ${checkoutId}::text, null::text), (-1, 'taken back', null::text, 'Refunded by the payment provider')
    ) move (sign, kind, checkout_id, reason)
    order by move.sign desc`.execute(db)
}

/** Statements of a `with` that move the `shares` of gifts, and the ledger's rows that say so. */
const moved = (
  kind: CreditMove,
  sign: 1 | -1,
  {
    checkoutId = null,
    actorId = null,
    reason = null,
  }: { checkoutId?: string | null; actorId?: string | null; reason?: string | null },
  also: RawBuilder<unknown> = sql``,
) => sql`
  moved as (
    update store_credits set left_paise = left_paise + ${sign}::integer * shares.paise${also}
    from shares where store_credits.id = shares.id
  ),
  noted as (
    insert into store_credit_ledger (credit_id, change_paise, kind, checkout_id, actor_id, reason)
    select id, ${sign}::integer * paise, ${kind}, ${checkoutId}, ${actorId}, ${reason} from shares
  )`

/**
 * Takes store credit of a customer, the part that ends first before the rest. Returns how much there was, at most what
 * was asked for. Call `lockCredit` first.
 */
export async function takeCredit(
  db: Db,
  taking: {
    userId: string
    paise: number
    kind: 'held' | 'taken back'
    checkoutId?: string
    actorId?: string | null
    reason?: string
  },
): Promise<number> {
  const { userId, paise, kind, ...facts } = taking
  const { rows } = await sql<{ paise: number }>`
    with usable as (
      select id, left_paise,
        sum(left_paise) over (order by expires_on nulls last, created_at, id)::bigint - left_paise as before_paise
      from store_credits where user_id = ${userId} and ${IS_USABLE}
    ),
    shares as (
      select id, least(left_paise, ${paise}::bigint - before_paise) as paise from usable where before_paise < ${paise}::bigint
    ),
    ${moved(kind, -1, facts)}
    select coalesce(sum(paise), 0)::bigint as paise from shares`.execute(db)
  return rows[0]?.paise ?? 0
}

/** Whose checkout this is. */
export async function getBuyer(db: Db, checkoutId: string): Promise<string> {
  const { userId } = await db
    .selectFrom('checkouts')
    .select('userId')
    .where('id', '=', checkoutId)
    .executeTakeFirstOrThrow()
  return userId
}

/**
 * Gives back what a checkout uses beyond `keptPaise`, to the gifts that it came from, the part that ends last before
 * the rest. What comes back of an order after its last day counts for some days more. Returns how much. Call
 * `lockCredit` first.
 */
export async function giveBack(
  db: Db,
  { checkoutId, keptPaise, kind }: { checkoutId: string; keptPaise: number; kind: 'released' | 'returned' },
): Promise<number> {
  const longer = sql`,
    expires_on = case when expires_on < ${TODAY} then ${TODAY} + ${RETURNED_CREDIT_DAYS}::integer else expires_on end,
    warned_at = case when expires_on < ${TODAY} then null else warned_at end`
  const { rows } = await sql<{ paise: number }>`
    with used as (
      select credit_id, -sum(change_paise)::bigint as paise from store_credit_ledger
      where checkout_id = ${checkoutId} group by credit_id having sum(change_paise) < 0
    ),
    ordered as (
      select used.credit_id as id, used.paise, sum(used.paise) over (
        order by credit.expires_on nulls last, credit.created_at, credit.id
      )::bigint - used.paise as before_paise
      from used join store_credits credit on credit.id = used.credit_id
    ),
    shares as (
      select id, least(paise, before_paise + paise - ${keptPaise}::bigint) as paise from ordered
      where before_paise + paise > ${keptPaise}::bigint
    ),
    ${moved(kind, 1, { checkoutId }, kind === 'returned' ? longer : undefined)}
    select coalesce(sum(paise), 0)::bigint as paise from shares`.execute(db)
  return rows[0]?.paise ?? 0
}
