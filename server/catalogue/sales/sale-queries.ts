import { sql, type RawBuilder } from 'kysely'

import type { SaleState } from '#contract/catalogue/sales/sale-states.ts'
import type { Rounding } from '#contract/catalogue/sales/sale-roundings.ts'
import type { Db } from '#server/db/database.ts'

import { NOW } from '#server/catalogue/sales/reduced-prices-queries.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'

interface Named {
  id: string
  name: string
}

/** What the owner enters of a sale. */
export interface SaleDraft {
  title: string
  startsAt: string
  endsAt: string
  percent: number | null
  amountPaise: number | null
  rounding: Rounding
  productIds: string[]
  categoryIds: string[]
  collectionIds: string[]
}

export interface SaleRow extends Omit<SaleDraft, 'startsAt' | 'endsAt' | 'categoryIds' | 'collectionIds'> {
  id: string
  startsAt: Date
  endsAt: Date
  categories: Named[]
  collections: Named[]
  stoppedAt: Date | null
  revision: number
  /** By the database's clock. */
  state: SaleState
  /** Products whose price it makes now. */
  reduced: number
}

const STATE = sql`case
  when stopped_at is not null then 'stopped' when ends_at <= ${NOW} then 'ended'
  when starts_at > ${NOW} then 'coming' else 'running' end`

const COLUMNS = sql`
  sales.id, title, starts_at, ends_at, percent, amount_paise, rounding, product_ids, stopped_at, revision, ${STATE} as state,
  (select count(*)::int from sale_prices where sale_id = sales.id) as reduced,
  coalesce((
    select json_agg(json_build_object('id', categories.id, 'name', name) order by position, name)
    from categories where categories.id = any(category_ids)
  ), '[]') as categories,
  coalesce((
    select json_agg(json_build_object('id', collections.id, 'name', collections.title) order by collections.title, collections.id)
    from collections where collections.id = any(collection_ids)
  ), '[]') as collections`

export async function findSale(db: Db, id: string): Promise<SaleRow | undefined> {
  const { rows } = await sql<SaleRow>`select ${COLUMNS} from sales where id = ${id}`.execute(db)
  return rows[0]
}

/** The latest to begin first; those in one state, or all. */
export async function listSaleRows(
  db: Db,
  state: SaleState | undefined,
  { limit, offset }: Window,
): Promise<ListPage<SaleRow>> {
  const { rows } = await sql<SaleRow & { total: number }>`
    with chosen as materialized (
      select id, starts_at from sales where ${state === undefined ? sql`true` : sql`${STATE} = ${state}`}
    ),
    page as materialized (select id from chosen order by starts_at desc, id desc limit ${limit} offset ${offset}),
    counted as materialized (select count(*) as total from chosen)
    select ${COLUMNS}, counted.total
    from counted left join sales on sales.id = any (array(select id from page))
    order by sales.starts_at desc, sales.id desc`.execute(db)
  return pageOf(rows)
}

export async function insertSale(db: Db, id: string, draft: SaleDraft): Promise<void> {
  await db
    .insertInto('sales')
    .values({ id, ...draft })
    .execute()
}

/** Writes what was entered. A sale that is to begin later than it has is told to begin once more. */
export async function updateSale(db: Db, id: string, draft: SaleDraft): Promise<void> {
  await db
    .updateTable('sales')
    .set((eb) => ({
      ...draft,
      beganAt: sql<Date | null>`case when ${draft.startsAt}::timestamptz > ${NOW} then null else began_at end`,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export async function setStopped(db: Db, id: string, isStopped: boolean): Promise<void> {
  await db
    .updateTable('sales')
    .set((eb) => ({ stoppedAt: isStopped ? sql<Date>`now()` : null, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Products with these ids, by name. Deleted ones too: they come back into the sale when they are restored. */
export async function listProductNames(db: Db, ids: readonly string[], limit?: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name from products where id = any(${ids}::text[])
    order by sort_name, id ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(db)
  return rows
}

/** Whose rows a sale may be of. */
export type CoveredTable = 'products' | 'categories' | 'collections'

/** Those of the ids that name nothing of the kind, or something that is deleted. */
export async function listUnknown(db: Db, table: CoveredTable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${ids}::text[]) as wanted (id)
    where not exists (select from ${sql.table(table)} known where known.id = wanted.id and known.deleted_at is null)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** A sale that is not saved, as a row like those of `sales`, under this id. */
export const saleAsRow = (id: string, draft: SaleDraft): RawBuilder<unknown> => sql`
  select ${id}::text as id, ${draft.startsAt}::timestamptz as starts_at, ${draft.percent}::int as percent,
    ${draft.amountPaise}::bigint as amount_paise, ${draft.rounding}::text as rounding,
    ${draft.productIds}::text[] as product_ids, ${draft.categoryIds}::text[] as category_ids,
    ${draft.collectionIds}::text[] as collection_ids`
