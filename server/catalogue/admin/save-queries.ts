import { sql } from 'kysely'

import type { ProductDetails } from '#contract/catalogue/product-fields.ts'
import type { Db } from '#server/db/database.ts'

import { SIZE_CODE_NAMES } from '#contract/catalogue/labels/size-codes.ts'
import {
  COLUMN_TYPES,
  type StoredPicture,
  type StoredProduct,
  type StoredSize,
} from '#server/catalogue/admin/stored-product-queries.ts'

type Written = 'id' | 'categoryId' | 'name' | 'description' | 'pricePaise' | 'discountedPricePaise' | 'isDraft'
type NewProductRow = Pick<StoredProduct, Written> & Partial<ProductDetails>

interface RowOfProduct {
  productId: string
  position: number
}
type SizeRow = RowOfProduct &
  Pick<StoredSize, 'id' | 'size' | 'stock'> &
  Partial<Pick<StoredSize, 'measurements' | 'sku' | 'barcode' | 'storagePlace'>>
type PictureRow = RowOfProduct & StoredPicture

export interface NewProductRows {
  products: readonly NewProductRow[]
  sizes: readonly SizeRow[]
  pictures: readonly PictureRow[]
}

/** Rows as one parameter: thousands of parameters would take the engine longer than the rows themselves. */
const rowsOf = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)`

const COLUMNS = Object.keys(COLUMN_TYPES)
const GIVEN = sql.raw(
  Object.entries(COLUMN_TYPES)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', '),
)

/** Any number that only an import uses; it makes a second process wait. */
const ADVISORY_LOCK = 7_021_146_234

/** Lets one import after the other run, on whatever process, until the transaction ends. */
export async function lockImport(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(db)
}

/** Adds products with their sizes, the ledger's opening entries and their pictures: one statement for each table. */
export async function insertProducts(
  db: Db,
  { products, sizes, pictures }: NewProductRows,
  actorId: string | null,
): Promise<void> {
  await sql`
    insert into products (${sql.join(COLUMNS.map((name) => sql.ref(name)))})
    select given.* from ${rowsOf(products)} as given (${GIVEN})`.execute(db)
  await insertSizes(db, sizes, actorId)
  await insertPictures(db, pictures)
}

/** Writes every column that an administrator can change. Each product gets its next revision. */
export async function updateProducts(db: Db, products: readonly StoredProduct[]): Promise<void> {
  const rows = products.map(({ sizes: _sizes, pictures: _pictures, ...columns }) => columns)
  const changed = COLUMNS.filter((name) => name !== 'id')
  await sql`
    update products set
      ${sql.join(changed.map((name) => sql`${sql.ref(name)} = given.${sql.raw(`"${name}"`)}`))},
      updated_at = now(), revision = products.revision + 1
    from ${rowsOf(rows)} as given (${GIVEN})
    where products.id = given.id`.execute(db)
}

/** Adds sizes with the ledger's opening entries. */
export async function insertSizes(db: Db, sizes: readonly SizeRow[], actorId: string | null): Promise<void> {
  await sql`
    with added as (
      insert into product_sizes (id, product_id, size, position, stock, measurements, sku, barcode, storage_place)
      select given.* from ${rowsOf(sizes)} as given (
        id text, "productId" text, size text, position integer, stock integer, measurements jsonb, sku text, barcode text,
        "storagePlace" text
      )
      returning id, stock
    )
    insert into stock_ledger (product_size_id, from_place, to_place, quantity, reason, actor_id)
    select id, 'supplier', 'shelf', stock, 'opening', ${actorId} from added where stock > 0`.execute(db)
}

/** Writes names, order, measurements, codes and places on the shelf of sizes; not their stock. */
export async function updateSizes(db: Db, sizes: readonly SizeRow[]): Promise<void> {
  // Two sizes may swap their names or codes, which must differ at every moment, so all get temporary ones first.
  await sql`
    update product_sizes set size = product_sizes.id from ${rowsOf(sizes)} as given (id text, size text)
    where product_sizes.id = given.id and product_sizes.size <> given.size`.execute(db)
  for (const code of SIZE_CODE_NAMES.map((name) => sql.ref(name))) {
    await sql`
      update product_sizes set ${code} = product_sizes.id from ${rowsOf(sizes)} as given (id text, sku text, barcode text)
      where product_sizes.id = given.id and product_sizes.${code} is distinct from given.${code}`.execute(db)
  }
  await sql`
    update product_sizes set size = given.size, position = given.position, measurements = given.measurements,
      sku = given.sku, barcode = given.barcode, storage_place = given."storagePlace"
    from ${rowsOf(sizes)} as given (
      id text, size text, position integer, measurements jsonb, sku text, barcode text, "storagePlace" text
    )
    where product_sizes.id = given.id`.execute(db)
}

/** Removes sizes that were never sold, with their ledger, and from every cart. */
export async function removeSizes(db: Db, ids: readonly string[]): Promise<void> {
  // The lock keeps them from being added to a cart, and waits for a call that is just adding one.
  await sql`select from product_sizes where id = any(${ids}::text[]) order by id for update`.execute(db)
  await sql`delete from cart_lines where product_size_id = any(${ids}::text[])`.execute(db)
  await sql`delete from product_sizes where id = any(${ids}::text[])`.execute(db)
}

async function insertPictures(db: Db, pictures: readonly PictureRow[]): Promise<void> {
  await sql`
    insert into product_images (product_id, position, picture_hash, alt, width, height, thumbhash)
    select given.* from ${rowsOf(pictures)} as given (
      "productId" text, position integer, "pictureHash" text, alt text, width integer, height integer, thumbhash text
    )`.execute(db)
}

/** Replaces all pictures of these products. */
export async function replacePictures(
  db: Db,
  productIds: readonly string[],
  pictures: readonly PictureRow[],
): Promise<void> {
  await sql`delete from product_images where product_id = any(${productIds}::text[])`.execute(db)
  await insertPictures(db, pictures)
}
