import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { bestPrices, NOW, runningSales, type Members } from '#server/catalogue/sales/reduced-prices-queries.ts'
import { lockName } from '#server/db/lock-name.ts'

const LOCK = 'turn prices'

/** Lets one turn after the other run, on whatever process, until the transaction ends. */
export const lockTurns = (db: Db): Promise<void> => lockName(db, LOCK)

/** The same without waiting: false while another process turns. */
export async function tryToLockTurns(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${LOCK}::text)) as is_locked`.execute(db)
  return rows[0]?.isLocked === true
}

/** Writes what the sales that run now make of prices, and returns how many changed; `turnPrices()` is its only caller. */
export async function writePrices(db: Db, members: Members, ids: readonly string[] | undefined): Promise<number> {
  const among = ids && sql`products.id = any(${ids}::text[])`
  const { rows } = await sql`
    insert into sale_prices (product_id, sale_id, price_paise)
    select product_id, best.sale_id, best.price_paise
    from (${bestPrices(runningSales(), members, among)}) best
    full join (
      select product_id, sale_id, price_paise from sale_prices
      where sale_id is not null and ${ids ? sql`product_id = any(${ids}::text[])` : sql`true`}
    ) standing using (product_id)
    where (best.sale_id, best.price_paise) is distinct from (standing.sale_id, standing.price_paise)
    -- In one order, so that two transactions never wait for each other.
    order by product_id
    on conflict (product_id) do update set sale_id = excluded.sale_id, price_paise = excluded.price_paise,
      changed_in = pg_current_xact_id()
    returning product_id`.execute(db)
  return rows.length
}

/** Milliseconds until the next moment at which a sale begins or ends, by the database's clock; undefined without one. */
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
