import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { eachDetail, type DetailDefaults, type ProductDetails } from '#contract/catalogue/product-fields.ts'

export interface StoredSize {
  id: string
  size: string
  stock: number
  measurements: Record<string, number> | null
  /** Null where the shop is still to make it. */
  sku: string | null
  barcode: string | null
  /** Null where the owner has named none. */
  storagePlace: string | null
}

export interface StoredPicture {
  pictureHash: string
  alt: string
  width: number
  height: number
  thumbhash: string
}

/**
 * Everything about a product that an administrator can change. It may be on sale, a draft or deleted. Sizes and
 * pictures are in order.
 */
export interface StoredProduct extends ProductDetails {
  id: string
  categoryId: string
  categoryName: string
  /** Its category's values for the details that it lacks. */
  defaults: DetailDefaults
  name: string
  description: string
  pricePaise: number
  discountedPricePaise: number | null
  revision: number
  isDraft: boolean
  deletedAt: Date | null
  sizes: StoredSize[]
  pictures: StoredPicture[]
}

/** The columns of a product that are written, each with its type. */
export const COLUMN_TYPES = {
  id: 'text',
  categoryId: 'text',
  name: 'text',
  description: 'text',
  pricePaise: 'bigint',
  discountedPricePaise: 'bigint',
  ...eachDetail(() => 'text'),
  isDraft: 'boolean',
  deletedAt: 'timestamptz',
}

/** Products in the order of their ids. Unknown ids are left out. */
export async function listStored(db: Db, ids: readonly string[]): Promise<StoredProduct[]> {
  const columns = Object.keys(COLUMN_TYPES).map((name) => sql.ref(`products.${name}`))
  const { rows } = await sql<StoredProduct>`
    select ${sql.join(columns)}, products.revision, categories.name as category_name, categories.detail_defaults as defaults,
      coalesce((
        select json_agg(json_build_object('id', id, 'size', size, 'stock', stock, 'measurements', measurements,
          'sku', sku, 'barcode', barcode, 'storagePlace', storage_place)
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

/** Locks products against other administrators until the transaction ends. */
export async function lockProducts(db: Db, ids: readonly string[]): Promise<void> {
  await sql`select from products where id = any(${ids}::text[]) order by id for no key update`.execute(db)
}

export async function listSizeIds(db: Db, productIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from product_sizes where product_id = any(${productIds}::text[])`.execute(db)
  return rows.map(({ id }) => id)
}

export interface KnownCategory {
  id: string
  name: string
  defaults: DetailDefaults
}

/** The existing categories with these ids, or all of them. Until the transaction ends nobody changes them. */
export async function shareLockCategories(db: Db, ids: readonly string[] | 'all'): Promise<KnownCategory[]> {
  const chosen = ids === 'all' ? sql`true` : sql`id = any(${ids}::text[])`
  const { rows } = await sql<KnownCategory>`
    select id, name, detail_defaults as defaults from categories
    where ${chosen} and deleted_at is null order by id for share`.execute(db)
  return rows
}

/** Those of the sizes that an order or a checkout has ever held. */
export async function listSoldSizes(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct product_size_id as id from stock_ledger
    where product_size_id = any(${ids}::text[]) and checkout_id is not null`.execute(db)
  return rows.map(({ id }) => id)
}
