import { sql, type RawBuilder } from 'kysely'

import type { Category } from '#contract/catalogue/catalogue.ts'
import type { ListedCollection } from '#server/catalogue/search/listing.ts'
import type { Db } from '#server/db/database.ts'

import { PRODUCT_COLUMNS, type ProductRow } from '#server/catalogue/product-queries.ts'

/** A product as lists show it, and what sorting and search need. */
export interface IndexRow extends ProductRow {
  sortName: string
  fabric: string | null
  fit: string | null
  /** The longest sleeve of its sizes in centimetres. */
  sleeveCm: number | null
  tags: string | null
  colourGroup: string | null
  /** Its own country of origin, not its category's. */
  origin: string | null
}

/** A category with the default country of origin of its products. */
export type IndexCategory = Category & { isDeleted: boolean; origin: string | null }

/** A collection as it is stored; its rule may be one that is no longer taken. */
export type IndexCollection = Omit<ListedCollection, 'rule'> & { rule: unknown; isShown: boolean }

/** The changes since an earlier reading. */
interface IndexChanges {
  rows: IndexRow[]
  /** Products that are no longer on sale. */
  removedIds: string[]
  /** All categories in order, deleted ones too. */
  categories: IndexCategory[]
  /** The changed collections, hidden and deleted ones too. */
  collections: IndexCollection[]
  /** The changed settings, by name. */
  settings: Record<string, unknown>
  /** The `since` of the next reading. */
  horizon: string
}

const tables = (...names: string[]) => names.map((name) => sql.table(name))
const STAMPED_PRODUCTS = tables('product_list', 'product_list_removals', 'product_sizes', 'sale_prices')
const STAMPED = [...STAMPED_PRODUCTS, ...tables('catalogue_settings', 'collections')]

/** The ids of products that were written since a transaction; of all on sale if none is given. */
function changedSince(since: string | undefined): RawBuilder<unknown> {
  if (since === undefined) return sql`select product_id from product_list`
  const parts = STAMPED_PRODUCTS.map(
    (table) => sql`select product_id from ${table} where changed_in >= ${since}::text::xid8`,
  )
  return sql.join(parts, sql` union `)
}

/**
 * The changes since a horizon, or everything. The horizon is the oldest transaction that was still running at the last
 * reading: all earlier ones had ended and were seen. Later ones may have been seen too, so some changes are read twice.
 */
export async function listIndexChanges(db: Db, since: string | undefined): Promise<IndexChanges> {
  const { rows } = await sql<
    Pick<IndexChanges, 'horizon'> & {
      changedId: string | null
      first: Omit<IndexChanges, 'rows' | 'removedIds'> | null
    } & {
      [Key in keyof IndexRow]: IndexRow[Key] | null
    }
  >`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, changed.product_id as changed_id,
      case when row_number() over () = 1 then json_build_object(
        'categories', (
          select coalesce(json_agg(json_build_object(
            '_id', id, 'name', name, 'slug', slug, 'isDeleted', deleted_at is not null,
            'origin', detail_defaults ->> 'origin'
          ) order by position, name), '[]') from categories
        ),
        'collections', (
          select coalesce(json_agg(json_build_object(
            '_id', id, 'title', title, 'slug', slug, 'text', text, 'picture', picture, 'pictureWords', picture_words,
            'rule', rule, 'order', sort, 'productIds', product_ids, 'isShown', deleted_at is null and not is_hidden
          )), '[]') from collections where changed_in >= ${since ?? '0'}::text::xid8
        ),
        'settings', (
          select coalesce(json_object_agg(name, value), '{}') from catalogue_settings
          where changed_in >= ${since ?? '0'}::text::xid8
        )
      ) end as first,
      ${PRODUCT_COLUMNS}, products.sort_name, products.fabric, products.fit, products.tags,
      (
        select max((measurements ->> 'sleeve')::float8) from product_sizes where product_id = products.id
      ) as sleeve_cm,
      products.colour_group, products.origin
    from (values (1)) as always (once)
    left join (${changedSince(since)}) as changed on true
    left join products on products.id = changed.product_id and products.is_on_sale
    left join categories on categories.id = products.category_id`.execute(db)
  const { horizon = '0', first } = rows[0] ?? {}
  return {
    rows: rows.filter(({ id }) => id !== null) as IndexRow[],
    removedIds: rows.flatMap(({ id, changedId }) => (id === null && changedId !== null ? [changedId] : [])),
    categories: first?.categories ?? [],
    collections: first?.collections ?? [],
    settings: first?.settings ?? {},
    horizon,
  }
}

/**
 * Stamps rows as changed now whose transaction is in the future. A restored database may have such rows, and each
 * reading would read them again.
 */
export async function restampFutureChanges(db: Db): Promise<void> {
  const isAhead = sql`changed_in >= pg_snapshot_xmax(pg_current_snapshot())`
  for (const table of STAMPED) {
    // Looks first, because a database with a full disk can be read but not written.
    const { rows } = await sql`select from ${table} where ${isAhead} limit 1`.execute(db)
    if (rows.length > 0) await sql`update ${table} set changed_in = pg_current_xact_id() where ${isAhead}`.execute(db)
  }
}

/**
 * A setting's value; undefined if it was never set. Until the transaction ends, other changes of these settings wait.
 */
export async function lockCatalogueSetting(db: Db, name: string): Promise<object | undefined> {
  await sql`lock table catalogue_settings in share row exclusive mode`.execute(db)
  const row = await db.selectFrom('catalogueSettings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

export async function writeCatalogueSetting(db: Db, name: string, value: object): Promise<void> {
  await db
    .insertInto('catalogueSettings')
    .values({ name, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute()
}

/**
 * The name under which the products that sold most lately are kept, so that each process learns of them as of a
 * setting.
 */
export const MOST_SOLD = 'most sold'

/**
 * Keeps the ids of the products that sold most lately, the most sold one first. The same as before outdates nothing.
 */
export async function saveMostSold(db: Db, ids: readonly string[]): Promise<void> {
  const known = await db
    .selectFrom('catalogueSettings')
    .select('value')
    .where('name', '=', MOST_SOLD)
    .executeTakeFirst()
  if (JSON.stringify(known?.value ?? []) !== JSON.stringify(ids)) await writeCatalogueSetting(db, MOST_SOLD, [...ids])
}
