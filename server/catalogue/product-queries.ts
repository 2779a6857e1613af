import { sql, type RawBuilder } from 'kysely'

import type { PictureNote, SizeStock } from '#contract/catalogue/catalogue.ts'
import type { Db } from '#server/db/database.ts'

import {
  DEFAULTED_NAMES,
  DETAIL_NAMES,
  type ProductDetailName,
  type ProductDetails,
} from '#contract/catalogue/product-fields.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'

/** A product that is on sale, with its sizes and pictures in order. A product without sizes has one size named ''. */
export interface ProductRow {
  id: string
  name: string
  description: string
  pricePaise: number
  discountedPricePaise: number | null
  /** The lowest that was paid in the 30 days before the present price; null where nothing is known of them. */
  lowestPaidPaise: number | null
  colour: string | null
  createdAt: Date
  categoryId: string
  categoryName: string
  categorySlug: string
  sizes: SizeStock[]
  pictures: PictureNote[]
}

/** A product as administrators see it: on sale, a draft or deleted. */
export interface AdminProductRow extends ProductDetailRow {
  isDraft: boolean
  deletedAt: Date | null
  /** Pieces of each size that open payments hold; null for none. */
  promised: Record<string, number> | null
  /** The sale that reduces it now, with its price. */
  sale: { _id: string; title: string; endsAt: string; pricePaise: number } | null
}

export interface ProductDetailRow extends ProductRow, ProductDetails {
  revision: number
  measurements: Record<string, Record<string, number>> | null
  /** Of its category; only where a shopper sees the product. */
  returnDays?: number | null
}

/** The discounted price with what a sale makes of it now. */
const SHOWN_DISCOUNTED_PRICE = sql`least(
  products.discounted_price_paise, (select price_paise from sale_prices where product_id = products.id)
)`

/** The columns of a `ProductRow` but for the discounted price. */
const SHARED_COLUMNS = sql`
  products.id, products.name, products.description, products.price_paise,
  (
    select lowest_paid_paise from price_history where product_id = products.id order by at desc limit 1
  ) as lowest_paid_paise,
  products.colour, products.created_at,
  categories.id as category_id, categories.name as category_name, categories.slug as category_slug,
  coalesce((
    select json_agg(json_build_object('size', size, 'stock', stock) order by position)
    from product_sizes where product_id = products.id
  ), '[]') as sizes,
  coalesce((
    select json_agg(json_strip_nulls(json_build_object(
      'version', left(picture_hash, 12), 'alt', alt,
      'placeholder', case when position = 0 then nullif(thumbhash, '') end
    )) order by position)
    from product_images where product_id = products.id
  ), '[]') as pictures`

/**
 * The columns of a `ProductRow`, where products and categories are joined. The prices are those of now, a sale
 * included.
 */
export const PRODUCT_COLUMNS = sql`${SHARED_COLUMNS}, ${SHOWN_DISCOUNTED_PRICE} as discounted_price_paise`

const FURTHER_DETAILS = DETAIL_NAMES.filter((name) => name !== 'colour')

const REVISION_AND_MEASUREMENTS = sql`products.revision,
  (
    select json_object_agg(size, measurements order by position)
    from product_sizes where product_id = products.id and measurements is not null
  ) as measurements`

/** The further columns of a `ProductDetailRow`, with the product's own details. */
const DETAIL_COLUMNS = sql`${sql.join(FURTHER_DETAILS.map((name) => sql.ref(`products.${name}`)))}, ${REVISION_AND_MEASUREMENTS}`

/** What a sale makes of the price now, and which; null where none does. */
const SALE = sql`(
  select json_build_object('_id', sales.id, 'title', title, 'endsAt', ends_at, 'pricePaise', sale_prices.price_paise)
  from sale_prices join sales on sales.id = sale_prices.sale_id
  where sale_prices.product_id = products.id
)`

/**
 * The columns of an `AdminProductRow`, with the owner's own prices; `promised` joins what open payments hold of each
 * product.
 */
export const ADMIN_COLUMNS = sql`
  ${SHARED_COLUMNS}, products.discounted_price_paise, ${DETAIL_COLUMNS}, ${SALE} as sale,
  products.is_draft, products.deleted_at, promised.pieces as promised`

/** A detail of a product, or its category's value if it has none. */
const detailOrDefault = (name: ProductDetailName): RawBuilder<string | null> =>
  DEFAULTED_NAMES.some((each) => each === name)
    ? sql`coalesce(${sql.ref(`products.${name}`)}, categories.detail_defaults ->> ${sql.lit(name)})`
    : sql`${sql.ref(`products.${name}`)}`

/** The same columns with the details that shoppers see. */
const SHOWN_COLUMNS = sql`
  ${sql.join(FURTHER_DETAILS.map((name) => sql`${detailOrDefault(name)} as ${sql.ref(name)}`))},
  ${REVISION_AND_MEASUREMENTS}, categories.return_days`

export async function findProductRow(db: Db, id: string): Promise<ProductDetailRow | undefined> {
  const { rows } = await sql<ProductDetailRow>`
    select ${PRODUCT_COLUMNS}, ${SHOWN_COLUMNS}
    from products join categories on categories.id = products.category_id
    where products.id = ${id} and products.is_on_sale`.execute(db)
  return rows[0]
}

export async function listProductRows(db: Db, ids: readonly string[]): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    select ${PRODUCT_COLUMNS}
    from products join categories on categories.id = products.category_id
    where products.id = any(${ids}::text[]) and products.is_on_sale`.execute(db)
  return rows
}

/**
 * The hash of the picture at a place of a product that is not deleted. It may be a draft, whose pictures administrators
 * see.
 */
export async function findPictureHash(db: Db, productId: string, position: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('productImages')
    .innerJoin('products', 'products.id', 'productImages.productId')
    .select('pictureHash')
    .where('productId', '=', productId)
    .where('position', '=', position)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row?.pictureHash
}

/**
 * Whether a product, a setting, a collection or a page uses a picture. Earlier values and versions count, because they
 * may be restored.
 */
export async function isPictureUsed(db: Db, pictureHash: string): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from product_images where picture_hash = ${pictureHash})
      or exists (select from return_pictures where picture_hash = ${pictureHash})
      or exists (
        select from audit_log
        where subject_type = 'setting' and subject_id in ('logo', 'heroPicture')
          and after ->> 'value' like ${`${pictureHash}-%`}
      )
      or exists (select from collections where picture like ${`${pictureHash}-%`})
      or exists (select from pages where strpos(blocks::text, ${pictureHash}) > 0)
      or exists (select from page_versions where strpos(blocks::text, ${pictureHash}) > 0) as is_used`.execute(db)
  return rows[0]?.isUsed === true
}

interface LowStockRow {
  id: string
  name: string
  categoryName: string
  stock: number
  sizes: SizeStock[]
}

/**
 * Products on sale with a size of at most `threshold` pieces, and how many there are in all. Sold out products come
 * first, then those with the most sold-out sizes. `sizes` are the low ones; a product without sizes has no entries in
 * it.
 */
export async function listLowStock(
  db: Db,
  { threshold, limit }: { threshold: number; limit: number },
): Promise<ListPage<LowStockRow>> {
  const { rows } = await sql<LowStockRow & { total: number }>`
    with low as materialized (
      select product_list.product_id, product_list.sort_name, product_list.sizes_in_stock = '{}' as is_out, few.gone, few.low
      from (
        select product_id, count(*) filter (where stock = 0) as gone, count(*) as low
        from product_sizes where stock <= ${threshold} group by product_id
      ) as few
      join product_list on product_list.product_id = few.product_id
      where few.product_id not in (select id from products where is_draft)
    ),
    page as materialized (
      select * from low order by is_out desc, gone desc, low desc, sort_name, product_id limit ${limit}
    ),
    counted as materialized (select count(*) as total from low)
    select products.id, products.name, categories.name as category_name, counted.total,
      (select sum(stock) from product_sizes where product_id = products.id) as stock,
      coalesce((
        select json_agg(json_build_object('size', size, 'stock', stock) order by position)
        from product_sizes where product_id = products.id and stock <= ${threshold} and size <> ''
      ), '[]') as sizes
    from counted
    left join page on true
    left join products on products.id = page.product_id
    left join categories on categories.id = products.category_id
    order by page.is_out desc, page.gone desc, page.low desc, page.sort_name, page.product_id`.execute(db)
  return pageOf(rows)
}

/** How many products are on sale. */
export async function countProducts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('products')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('isOnSale', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/** Ids of the products on sale, in a stable order, each with its number of pictures. */
export async function listPictureCounts(db: Db, { limit, offset }: Window) {
  const { rows } = await sql<{ id: string; pictures: number }>`
    with page as materialized (
      select id from products where is_on_sale order by id limit ${limit} offset ${offset}
    )
    select page.id, count(product_images.product_id)::int as pictures
    from page left join product_images on product_images.product_id = page.id
    group by page.id order by page.id`.execute(db)
  return rows
}
