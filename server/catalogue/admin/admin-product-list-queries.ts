import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import {
  ADMIN_COLUMNS,
  PRODUCT_COLUMNS,
  type AdminProductRow,
  type ProductRow,
} from '#server/catalogue/product-queries.ts'
import { contains } from '#server/db/text-contains.ts'

/**
 * Whether a text is one word and so has forms; `50%_off` has none: the dictionary would read it as the words 50 and
 * off.
 */
const isWord = (text: string) => /^[\p{Letter}\p{Mark}\p{Number}'’-]+$/u.test(text)

/** A product's texts contain this text, or, if it is a word, another form of it: shirts, shirt. */
function hasWord(text: string) {
  const isContained = contains(sql`search_text`, text)
  if (!isWord(text)) return isContained
  return sql`(${isContained} or search_words @@ (select plainto_tsquery('english', plain_text(${text}))))`
}

/** The existing products that have all of the words; or the deleted ones. */
export async function listIdsWithWords(db: Db, words: readonly string[], isDeleted: boolean): Promise<string[]> {
  const isInState = isDeleted ? sql`deleted_at is not null` : sql`deleted_at is null`
  const { rows } = await sql<{ id: string }>`
    select id from products where ${isInState} and ${sql.join(words.map(hasWord), sql` and `)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Every draft, or every deleted product, by name. */
export async function listRowsOffSale(db: Db, state: 'draft' | 'deleted') {
  const isInState =
    state === 'draft' ? sql`products.is_draft and products.deleted_at is null` : sql`products.deleted_at is not null`
  const { rows } = await sql<ProductRow & { sortName: string }>`
    select ${PRODUCT_COLUMNS}, products.sort_name
    from products join categories on categories.id = products.category_id
    where ${isInState}
    order by products.sort_name, products.id`.execute(db)
  return rows
}

/** The pieces of each size of these products that open payments hold, by product. */
export async function listPromised(db: Db, ids: readonly string[]): Promise<Map<string, ReadonlyMap<string, number>>> {
  const { rows } = await sql<{ productId: string; size: string; pieces: number }>`
    select line.product_id, line.size, sum(line.quantity)::int as pieces
    from checkouts join checkout_lines line on line.checkout_id = checkouts.id
    where checkouts.status = 'open' and line.product_id = any(${ids}::text[])
    group by line.product_id, line.size`.execute(db)
  const byProduct = Map.groupBy(rows, ({ productId }) => productId)
  const piecesOf = (held: typeof rows) => new Map(held.map(({ size, pieces }) => [size, pieces]))
  return new Map([...byProduct].map(([id, held]) => [id, piecesOf(held)]))
}

/** These products with all details, on sale, drafts or deleted, in the order of the ids. */
export async function listAdminRows(db: Db, ids: readonly string[]): Promise<AdminProductRow[]> {
  const { rows } = await sql<AdminProductRow>`
    with promised as (
      select product_id, json_object_agg(size, pieces) as pieces
      from (
        select line.product_id, line.size, sum(line.quantity) as pieces
        from checkouts join checkout_lines line on line.checkout_id = checkouts.id
        where checkouts.status = 'open' and line.product_id = any(${ids}::text[])
        group by line.product_id, line.size
      ) held
      group by product_id
    )
    select ${ADMIN_COLUMNS}
    from unnest(${ids}::text[]) with ordinality as wanted (id, position)
    join products on products.id = wanted.id
    join categories on categories.id = products.category_id
    left join promised on promised.product_id = products.id
    order by wanted.position`.execute(db)
  return rows
}
