import { sql } from 'kysely'

import type { OtherShop } from '#contract/catalogue/import/import-choices.ts'
import type { Db } from '#server/db/database.ts'
import type { SourceCodes, SourceProduct } from '#server/catalogue/other-shops/source-product.ts'

/** What an import wrote of a product. */
export type Written = Pick<
  SourceProduct,
  | 'name'
  | 'description'
  | 'category'
  | 'price'
  | 'discountedPrice'
  | 'colour'
  | 'colourGroup'
  | 'fabric'
  | 'tags'
  | 'hsn'
  | 'isOnSale'
> & {
  /** The stock of each size. */
  sizes: Record<string, number>
  /** The codes of each size; missing where the import is older than the codes. */
  codes?: Record<string, SourceCodes>
  /** The addresses of its pictures. */
  pictures: string[]
}

export interface KnownImport {
  productId: string
  written: Written
}

const keyOf = (key: string, colour: string) => JSON.stringify([key, colour])

/** Finds the products that an earlier import made of these, by what names them there. */
export async function findImported(
  db: Db,
  shop: OtherShop,
  products: readonly Pick<SourceProduct, 'keys' | 'colourKey'>[],
): Promise<(product: Pick<SourceProduct, 'keys' | 'colourKey'>) => KnownImport | undefined> {
  const sought = [...new Set(products.flatMap((product) => product.keys))]
  const { rows } = await sql<KnownImport & { key: string; colour: string }>`
    select keys.key, keys.colour, keys.product_id, imported.written
    from imported_product_keys keys join imported_products imported on imported.product_id = keys.product_id
    where keys.shop = ${shop} and keys.key = any(${sought}::text[])`.execute(db)
  const known = new Map(rows.map(({ key, colour, ...row }) => [keyOf(key, colour), row]))
  return ({ keys, colourKey }) =>
    keys.map((key) => known.get(keyOf(key, colourKey))).find((found) => found !== undefined)
}

interface ImportedRow {
  productId: string
  keys: readonly string[]
  colour: string
  written: Written
  /** Undefined: as it is. */
  waitsForSale: boolean | undefined
}

/** Remembers what an import wrote, and by what it is found again. */
export async function upsertImported(db: Db, shop: OtherShop, imported: readonly ImportedRow[]): Promise<void> {
  const rows = imported.map(({ keys: _keys, colour: _colour, ...row }) => row)
  await sql`
    insert into imported_products (product_id, shop, written, waits_for_sale)
    select "productId", ${shop}, written, coalesce("waitsForSale", false)
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as given ("productId" text, written jsonb, "waitsForSale" boolean)
    on conflict (product_id) do update set written = excluded.written`.execute(db)
  const waiting = imported.filter(({ waitsForSale }) => waitsForSale !== undefined)
  await sql`
    update imported_products set waits_for_sale = given."waitsForSale", held_back = null
    from jsonb_to_recordset(${JSON.stringify(waiting)}::text::jsonb) as given ("productId" text, "waitsForSale" boolean)
    where product_id = given."productId"`.execute(db)
  const keys = imported.flatMap((row) => row.keys.map((key) => ({ productId: row.productId, colour: row.colour, key })))
  await sql`
    insert into imported_product_keys (shop, key, colour, product_id)
    select ${shop}, key, colour, "productId"
    from jsonb_to_recordset(${JSON.stringify(keys)}::text::jsonb) as given ("productId" text, key text, colour text)
    on conflict (shop, key, colour) do nothing`.execute(db)
}

export interface NewFetch {
  productId: string
  address: string
  alt: string
  line: number
  place: number
}

/** Queues pictures to be fetched. One that was queued for its product before is left as it is. */
export async function queueFetches(db: Db, fetches: readonly NewFetch[]): Promise<void> {
  await sql`
    insert into picture_fetches (product_id, address, alt, line, place)
    select "productId", address, alt, line, place
    from jsonb_to_recordset(${JSON.stringify(fetches)}::text::jsonb)
      as given ("productId" text, address text, alt text, line integer, place integer)
    on conflict (product_id, address) do nothing`.execute(db)
}
