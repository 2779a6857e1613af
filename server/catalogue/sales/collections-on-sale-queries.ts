import { sql, type RawBuilder } from 'kysely'

import type { ColourFamily } from '#contract/catalogue/colour-swatches.ts'
import type { Db } from '#server/db/database.ts'

/** A collection that a sale is of. */
interface SoldCollection {
  id: string
  /** As it was stored; null where its products are chosen by hand. */
  rule: object | null
  productIds: string[]
}

interface SoldCollections {
  collections: SoldCollection[]
  /** The moment that was asked for, in milliseconds. */
  atMs: number
  chosenFamilies: Record<string, ColourFamily>
}

/** The collections of these sales, hidden ones too, as far as they are not deleted. */
export async function listSoldCollections(
  db: Db,
  sales: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
): Promise<SoldCollections> {
  const { rows } = await sql<SoldCollections>`
    select (extract(epoch from ${at}) * 1000)::float8 as at_ms,
      coalesce((select value from catalogue_settings where name = 'colour-families'), '{}') as chosen_families,
      coalesce((
        select json_agg(json_build_object('id', id, 'rule', rule, 'productIds', product_ids))
        from collections
        where deleted_at is null and id in (select unnest(collection_ids) from (${sales}) chosen)
      ), '[]') as collections`.execute(db)
  const [sold] = rows
  if (!sold) throw new Error('a reading of collections returned no row')
  return sold
}

/** What a rule asks of a product, with its prices as they are without sales. */
export interface RuleFacts {
  id: string
  categoryId: string
  colour: string | null
  fabric: string | null
  fit: string | null
  tags: string | null
  pricePaise: number
  discountedPricePaise: number | null
  stock: number
  createdAt: Date
}

/** Of these products, or of all. */
export async function listRuleFacts(db: Db, ids: readonly string[] | undefined): Promise<RuleFacts[]> {
  const { rows } = await sql<RuleFacts>`
    select id, category_id, colour, fabric, fit, tags, price_paise, discounted_price_paise, created_at, coalesce(stocks.stock, 0) as stock
    from products
    left join (
      select product_id, sum(stock)::int as stock from product_sizes
      where ${ids ? sql`product_id = any(${ids}::text[])` : sql`true`}
      group by product_id
    ) stocks on stocks.product_id = products.id
    where deleted_at is null and ${ids ? sql`id = any(${ids}::text[])` : sql`true`}`.execute(db)
  return rows
}
