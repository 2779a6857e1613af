import { sql } from 'kysely'

import type { NewSizeRow } from '#server/catalogue/admin/change-queries.ts'
import type { StoredPicture } from '#server/catalogue/admin/stored-product-queries.ts'
import type { Db } from '#server/db/open.ts'

/** Those of the sizes that an order or an open checkout has ever taken pieces of. */
export async function listSoldSizes(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct product_size_id as id from stock_ledger
    where product_size_id = any(${ids}::text[]) and checkout_id is not null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Takes sizes away that were never sold: out of every cart, and with their ledger. */
export async function removeSizes(db: Db, ids: readonly string[]): Promise<void> {
  // From here on nobody puts them into a cart any more; whoever is just doing so is waited for.
  await sql`select from product_sizes where id = any(${ids}::text[]) order by id for update`.execute(db)
  await sql`delete from cart_lines where product_size_id = any(${ids}::text[])`.execute(db)
  await sql`delete from product_sizes where id = any(${ids}::text[])`.execute(db)
}

/** Writes names, order and measurements of sizes; not their stock. */
export async function writeSizes(db: Db, sizes: readonly Omit<NewSizeRow, 'stock' | 'productId'>[]): Promise<void> {
  const ids = sizes.map(({ id }) => id)
  // Two sizes that swap their names would be in each other's way.
  await sql`
    update product_sizes set size = product_sizes.id
    from jsonb_to_recordset(${JSON.stringify(sizes)}::text::jsonb) as given (id text, size text)
    where product_sizes.id = given.id and product_sizes.id = any(${ids}::text[]) and product_sizes.size <> given.size
  `.execute(db)
  await sql`
    update product_sizes set size = given.size, position = given.position, measurements = given.measurements
    from jsonb_to_recordset(${JSON.stringify(sizes)}::text::jsonb)
      as given (id text, size text, position integer, measurements jsonb)
    where product_sizes.id = given.id`.execute(db)
}

/** Adds sizes with the ledger's opening entries. */
export async function insertSizes(db: Db, sizes: readonly NewSizeRow[], actorId: string): Promise<void> {
  await sql`
    with kept as (
      insert into product_sizes (id, product_id, size, position, stock, measurements)
      select given.* from jsonb_to_recordset(${JSON.stringify(sizes)}::text::jsonb) as given (
        id text, "productId" text, size text, position integer, stock integer, measurements jsonb
      )
      returning id, stock
    )
    insert into stock_ledger (product_size_id, change, reason, actor_id)
    select id, stock, 'opening', ${actorId} from kept where stock > 0`.execute(db)
}

/** Puts these pictures in the place of a product's own. */
export async function replacePictures(db: Db, productId: string, pictures: readonly StoredPicture[]): Promise<void> {
  await db.deleteFrom('productImages').where('productId', '=', productId).execute()
  const rows = pictures.map((picture, position) => ({ ...picture, productId, position }))
  if (rows.length > 0) await db.insertInto('productImages').values(rows).execute()
}
