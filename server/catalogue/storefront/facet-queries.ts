import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

import { wordsFound, type Filters } from '#server/catalogue/storefront/list-queries.ts'

/** What filters ask of a product that is on sale. */
export interface FacetRow {
  productId: string
  categoryId: string
  paidPricePaise: number
  colour: string | null
  sizes: string[]
  sizesInStock: string[]
}

interface FacetChanges {
  rows: FacetRow[]
  /** The products that are on sale no more. */
  leaverIds: string[]
  /** What to give as `since` the next time. */
  horizon: string
}

/**
 * What has changed on the shelf since a horizon, or all of it. Some of it may have been told before: the horizon is the
 * oldest transaction that was still under way, because whatever had ended until then was seen.
 */
export async function listFacetChanges(db: Db, since: string | undefined): Promise<FacetChanges> {
  const from = sql`${since ?? '0'}::text::xid8`
  const { rows } = await sql<{ [Key in keyof FacetRow]: FacetRow[Key] | null } & { isGone: boolean; horizon: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, changed.*
    from (values (1)) as always (once) left join (
      select product_id, category_id, paid_price_paise, colour, sizes, sizes_in_stock, false as is_gone
      from product_list where changed_in >= ${from}
      union all
      select product_id, null, null, null, null, null, true from product_list_removals
      where changed_in >= ${from} and not exists (select from product_list where product_list.product_id = product_list_removals.product_id)
    ) as changed on true`.execute(db)
  const changed = rows.filter(({ productId }) => productId !== null)
  return {
    rows: changed.filter(({ isGone }) => !isGone) as FacetRow[],
    leaverIds: changed.flatMap(({ isGone, productId }) => (isGone && productId !== null ? [productId] : [])),
    horizon: rows[0]?.horizon ?? '0',
  }
}

/**
 * Dates rows as changed now that name a transaction which is still to come: a database that was restored elsewhere may hold
 * such, and they would be read again each time.
 */
export async function pullBackFutureChanges(db: Db): Promise<void> {
  const isAhead = sql`changed_in >= pg_snapshot_xmax(pg_current_snapshot())`
  // Asked first, because a database whose disk is full can be read but not written.
  const { rows } = await sql<{ isAny: boolean }>`
    select exists (select from product_list where ${isAhead}) or exists (select from product_list_removals where ${isAhead}) as is_any
  `.execute(db)
  if (!rows[0]?.isAny) return
  await sql`update product_list set changed_in = pg_current_xact_id() where ${isAhead}`.execute(db)
  await sql`update product_list_removals set changed_in = pg_current_xact_id() where ${isAhead}`.execute(db)
}

/** The ids of the products that a search finds, in no order. */
export async function listFoundIds(db: Db, search: NonNullable<Filters['search']>): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select id as product_id from products where deleted_at is null and ${wordsFound(search)}`.execute(db)
  return rows.map(({ productId }) => productId)
}
