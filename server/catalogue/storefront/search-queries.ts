import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#server/db/open.ts'

import { PRODUCT_COLUMNS, type ProductRow } from '#server/catalogue/product-queries.ts'

/** The words as they are compared: lower case, without accents. */
export async function plainWords(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select plain_text(word) as word from unnest(${words}::text[]) with ordinality as given (word, place)
    order by place`.execute(db)
  return rows.map(({ word }) => word)
}

export async function listVocabulary(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('searchVocabulary').select('word').execute()
  return rows.map(({ word }) => word)
}

/** The few products whose name begins with the text, then those whose name holds it, each by name. */
export async function listNamedLike(db: Db, text: string, limit: number): Promise<ProductRow[]> {
  const holds = sql`pattern_of(lower(${text}))`
  const begins = sql`substr(${holds}, 2)`
  const few = (place: number, condition: RawBuilder<unknown>) => sql`(
    select product_id, sort_name, ${place}::int as place from product_list where ${condition}
    order by sort_name, product_id limit ${limit}
  )`
  const { rows } = await sql<ProductRow>`
    with named as materialized (
      ${few(1, sql`sort_name like ${begins}`)}
      union all
      ${few(2, sql`sort_name like ${holds} and sort_name not like ${begins}`)}
      order by place, sort_name, product_id limit ${limit}
    )
    select ${PRODUCT_COLUMNS}
    from named
    join products on products.id = named.product_id
    join categories on categories.id = products.category_id
    order by named.place, named.sort_name, named.product_id`.execute(db)
  return rows
}
