import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

export interface NewProductRow {
  id: string
  categoryId: string
  name: string
  description: string
  pricePaise: number
  discountedPricePaise: number | null
  colour?: string
  fabric?: string
  fit?: string
  care?: string
  hsn?: string
  origin?: string
}

export interface NewSizeRow {
  id: string
  productId: string
  size: string
  position: number
  stock: number
  measurements?: Record<string, number> | undefined
}

export interface NewPictureRow {
  productId: string
  position: number
  pictureHash: string
  alt: string
  width: number
  height: number
  thumbhash: string
}

export interface NewProductRows {
  products: readonly NewProductRow[]
  sizes: readonly NewSizeRow[]
  pictures: readonly NewPictureRow[]
}

/** Rows as one parameter: thousands of parameters would take the engine longer than the rows themselves. */
const rowsOf = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)`

/** Any number that only an import uses; it makes a second process wait. */
const ADVISORY_LOCK = 7_021_146_234

/** Lets one import after the other run, on whatever process, until the transaction ends. */
export async function lockImport(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(db)
}

/** Puts products on sale with their sizes, the ledger's opening entries and their pictures: one statement for each table. */
export async function insertProducts(
  db: Db,
  { products, sizes, pictures }: NewProductRows,
  actorId: string | null,
): Promise<void> {
  await sql`
    insert into products (
      id, category_id, name, description, price_paise, discounted_price_paise, colour, fabric, fit, care, hsn, origin
    )
    select given.* from ${rowsOf(products)} as given (
      id text, "categoryId" text, name text, description text, "pricePaise" bigint, "discountedPricePaise" bigint,
      colour text, fabric text, fit text, care text, hsn text, origin text
    )`.execute(db)
  await sql`
    with kept as (
      insert into product_sizes (id, product_id, size, position, stock, measurements)
      select given.* from ${rowsOf(sizes)} as given (
        id text, "productId" text, size text, position integer, stock integer, measurements jsonb
      )
      returning id, stock
    )
    insert into stock_ledger (product_size_id, change, reason, actor_id)
    select id, stock, 'opening', ${actorId} from kept where stock > 0`.execute(db)
  await sql`
    insert into product_images (product_id, position, picture_hash, alt, width, height, thumbhash)
    select given.* from ${rowsOf(pictures)} as given (
      "productId" text, position integer, "pictureHash" text, alt text, width integer, height integer, thumbhash text
    )`.execute(db)
}

export interface LockedProduct {
  name: string
  pricePaise: number
  discountedPricePaise: number | null
  revision: number
  sizes: { id: string; size: string }[]
}

/** A product that is on sale, with its sizes in order, kept from other administrators until the transaction ends. */
export async function lockProduct(db: Db, id: string): Promise<LockedProduct | undefined> {
  const { rows } = await sql<LockedProduct>`
    select name, price_paise, discounted_price_paise, revision, (
      select json_agg(json_build_object('id', id, 'size', size) order by position)
      from product_sizes where product_id = products.id
    ) as sizes
    from products where id = ${id} and deleted_at is null
    for no key update`.execute(db)
  return rows[0]
}

/** The pieces of each size of a product, in order. */
export async function listStock(db: Db, productId: string): Promise<{ id: string; size: string; stock: number }[]> {
  return db
    .selectFrom('productSizes')
    .select(['id', 'size', 'stock'])
    .where('productId', '=', productId)
    .orderBy('position')
    .execute()
}

interface ProductChange {
  pricePaise?: number
  discountedPricePaise?: number | null
  deletedAt?: Date
}

/** Changes a product and counts that as a new revision of it. */
export async function changeProduct(db: Db, id: string, change: ProductChange): Promise<void> {
  await db
    .updateTable('products')
    .set((eb) => ({ ...change, revision: eb('revision', '+', 1), updatedAt: sql<Date>`now()` }))
    .where('id', '=', id)
    .execute()
}
