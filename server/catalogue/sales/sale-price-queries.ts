import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { bestPrices, NOW, runningSales, type Members } from '#server/catalogue/sales/reduced-prices-queries.ts'
import { lockName } from '#server/db/lock-name.ts'

const LOCK = 'turn prices'

/** Lets one turn after the other run, on whatever process, until the transaction ends. */
export const lockSalePrices = (db: Db): Promise<void> => lockName(db, LOCK)

/** The same without waiting: false while another process turns. */
export async function tryToLockSalePrices(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${LOCK}::text)) as is_locked`.execute(db)
  return rows[0]?.isLocked === true
}

/** What the sales that run now make of prices, beside the prices of sales that stand, where the two differ. */
const differingPrices = (members: Members, ids: readonly string[] | undefined) => {
  const among = ids && sql`products.id = any(${ids}::text[])`
  return sql`(
    select product_id, best.sale_id, best.price_paise
    from (${bestPrices(runningSales(), members, among)}) best
    full join (
      select product_id, sale_id, price_paise from sale_prices
      where sale_id is not null and ${ids ? sql`product_id = any(${ids}::text[])` : sql`true`}
    ) standing using (product_id)
    where (best.sale_id, best.price_paise) is distinct from (standing.sale_id, standing.price_paise)
  )`
}

/**
 * Locks the products whose prices are to turn, and returns their ids. Whoever saves one of them meanwhile is waited
 * for, and waits: else each of the two would go by what the other is just changing.
 */
export async function lockDiffering(db: Db, members: Members): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from products where id in (select product_id from ${differingPrices(members, undefined)} differing)
    order by id for no key update`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Writes what the sales that run now make of the prices of these products, which are locked, and returns how many
 * changed.
 */
export async function writePrices(db: Db, members: Members, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    insert into sale_prices (product_id, sale_id, price_paise)
    select * from ${differingPrices(members, ids)} differing
    -- In one order, so that two transactions never wait for each other.
    order by product_id
    on conflict (product_id) do update set sale_id = excluded.sale_id, price_paise = excluded.price_paise,
      changed_in = pg_current_xact_id()
    returning product_id`.execute(db)
  return rows.length
}

/**
 * Milliseconds until the next moment at which a sale begins or ends, by the database's clock; undefined without one.
 */
export async function findNextMoment(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(moment) - clock_timestamp()) * 1000)::float8 as ms
    from sales, unnest(array[starts_at, ends_at]) as moment
    where stopped_at is null and ended_at is null and moment > ${NOW}`.execute(db)
  return rows[0]?.ms ?? undefined
}

/** The sales that have begun or ended since the last call. Each is told once. */
export async function noteBegunAndEnded(
  db: Db,
): Promise<{ id: string; title: string; change: 'begin sale' | 'end sale' }[]> {
  const { rows } = await sql<{ id: string; title: string; change: 'begin sale' | 'end sale' }>`
    with begun as (
      update sales set began_at = now()
      where began_at is null and stopped_at is null and starts_at <= ${NOW} and ends_at > ${NOW}
      returning id, title
    ),
    ended as (
      update sales set ended_at = now()
      where ended_at is null and ends_at <= ${NOW} and stopped_at is null
      returning id, title
    )
    select id, title, 'begin sale' as change from begun union all select id, title, 'end sale' from ended`.execute(db)
  return rows
}
