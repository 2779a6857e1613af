import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

import {
  ADMIN_COLUMNS,
  PRODUCT_COLUMNS,
  type AdminProductRow,
  type ProductRow,
} from '#server/catalogue/product-queries.ts'
import { contains } from '#server/db/text-contains.ts'

/** Grammar is for words: it would take 50%_off for the words 50 and off. */
const isWord = (text: string) => /^[\p{Letter}\p{Mark}\p{Number}'’-]+$/u.test(text)

/** The text stands anywhere in a product's words; a word may also stand there in another form: shirts, shirt. */
function hasWord(text: string) {
  const stands = contains(sql`search_text`, text)
  if (!isWord(text)) return stands
  return sql`(${stands} or search_words @@ (select plainto_tsquery('english', plain_text(${text}))))`
}

/** The products that exist, or else the deleted ones, that have all of the words. */
export async function listIdsWithWords(db: Db, words: readonly string[], isDeleted: boolean): Promise<string[]> {
  const isMeant = isDeleted ? sql`deleted_at is not null` : sql`deleted_at is null`
  const { rows } = await sql<{ id: string }>`
    select id from products where ${isMeant} and ${sql.join(words.map(hasWord), sql` and `)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What is not on sale: every draft, or every deleted product; by name. */
export async function listRowsOffSale(db: Db, state: 'draft' | 'deleted') {
  const isMeant =
    state === 'draft' ? sql`products.is_draft and products.deleted_at is null` : sql`products.deleted_at is not null`
  const { rows } = await sql<ProductRow & { sortName: string }>`
    select ${PRODUCT_COLUMNS}, products.sort_name
    from products join categories on categories.id = products.category_id
    where ${isMeant}
    order by products.sort_name, products.id`.execute(db)
  return rows
}

/** These products with every detail, in whatever state, in the order of the ids. */
export async function listAdminRows(db: Db, ids: readonly string[]): Promise<AdminProductRow[]> {
  const { rows } = await sql<AdminProductRow>`
    select ${ADMIN_COLUMNS}
    from unnest(${ids}::text[]) with ordinality as wanted (id, position)
    join products on products.id = wanted.id
    join categories on categories.id = products.category_id
    order by wanted.position`.execute(db)
  return rows
}
