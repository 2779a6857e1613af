import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

export interface StoredSize {
  id: string
  size: string
  stock: number
  measurements: Record<string, number> | null
}

export interface StoredPicture {
  pictureHash: string
  alt: string
  width: number
  height: number
  thumbhash: string
}

/** Everything of a product that its owner can change, on sale or deleted; sizes and pictures in order. */
export interface StoredProduct {
  id: string
  categoryId: string
  categoryName: string
  isCategoryGone: boolean
  name: string
  description: string
  pricePaise: number
  discountedPricePaise: number | null
  colour: string | null
  fabric: string | null
  fit: string | null
  care: string | null
  hsn: string | null
  origin: string | null
  revision: number
  deletedAt: Date | null
  sizes: StoredSize[]
  pictures: StoredPicture[]
}

/** Products by their ids, in the order of these; an unknown one is left out. */
export async function listStored(db: Db, ids: readonly string[]): Promise<StoredProduct[]> {
  const { rows } = await sql<StoredProduct>`
    select products.id, products.category_id, categories.name as category_name,
      categories.deleted_at is not null as is_category_gone,
      products.name, products.description, products.price_paise, products.discounted_price_paise, products.colour,
      products.fabric, products.fit, products.care, products.hsn, products.origin, products.revision,
      products.deleted_at,
      coalesce((
        select json_agg(json_build_object('id', id, 'size', size, 'stock', stock, 'measurements', measurements)
          order by position)
        from product_sizes where product_id = products.id
      ), '[]') as sizes,
      coalesce((
        select json_agg(json_build_object('pictureHash', picture_hash, 'alt', alt, 'width', width, 'height', height,
          'thumbhash', thumbhash) order by position)
        from product_images where product_id = products.id
      ), '[]') as pictures
    from unnest(${ids}::text[]) with ordinality as wanted (id, place)
    join products on products.id = wanted.id
    join categories on categories.id = products.category_id
    order by wanted.place`.execute(db)
  return rows
}

/**
 * The same, kept from other administrators until the transaction ends. What is read comes after the locks, so that it is
 * what they left; the stock may still be sold, unless it is locked too.
 */
export async function lockStored(db: Db, ids: readonly string[]): Promise<StoredProduct[]> {
  await sql`select from products where id = any(${ids}::text[]) order by id for no key update`.execute(db)
  return listStored(db, ids)
}

/** The categories of these ids that exist, kept until the transaction ends. To be called before products are locked. */
export async function lockCategoriesById(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from categories where id = any(${ids}::text[]) and deleted_at is null
    order by id for share`.execute(db)
  return rows
}

/** Writes every column that an owner can change, and counts that as a new revision of each. */
export async function writeStored(db: Db, products: readonly StoredProduct[]): Promise<void> {
  const rows = products.map(({ sizes: _sizes, pictures: _pictures, ...columns }) => columns)
  await sql`
    update products set category_id = given."categoryId", name = given.name, description = given.description,
      price_paise = given."pricePaise", discounted_price_paise = given."discountedPricePaise",
      colour = given.colour, fabric = given.fabric, fit = given.fit, care = given.care, hsn = given.hsn,
      origin = given.origin, deleted_at = given."deletedAt", updated_at = now(), revision = products.revision + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (
      id text, "categoryId" text, name text, description text, "pricePaise" bigint, "discountedPricePaise" bigint,
      colour text, fabric text, fit text, care text, hsn text, origin text, "deletedAt" timestamptz
    )
    where products.id = given.id`.execute(db)
}
