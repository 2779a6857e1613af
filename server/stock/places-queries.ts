import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { codeKey } from '#contract/catalogue/labels/size-codes.ts'
import { inIndia } from '#server/db/india-time.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'
import { hasWord, soughtWords } from '#server/db/text-contains.ts'

/** How many pieces of a size are in each place. */
export interface PlaceCounts {
  shelf: number
  held: number
  packed: number
  parcel: number
  customer: number
  back: number
  inspection: number
  writtenOff: number
  takenIn: number
}

export interface StockedSize extends PlaceCounts {
  /** Of the size. */
  id: string
  productId: string
  name: string
  isDeleted: boolean
  size: string
  sku: string
  storagePlace: string | null
  /** Paise with four decimals; null while no bill has brought any. */
  average: number | null
}

/** Whether an entry of the ledger is from before the end of a day in India; without one every entry is. */
export const untilDay = (on: string | undefined): RawBuilder<unknown> =>
  on === undefined ? sql`true` : sql`entry.created_at < ${inIndia(sql`(${on}::date + 1)::timestamp`)}`

const piecesIn = (place: string) =>
  sql`coalesce(sum(pieces) filter (where place = ${sql.lit(place)}), 0)::integer as ${sql.ref(place)}`

const COUNTS = sql`
  ${piecesIn('shelf')}, ${piecesIn('held')}, ${piecesIn('packed')}, ${piecesIn('parcel')}, ${piecesIn('customer')},
  coalesce(sum(pieces) filter (where place = 'coming back'), 0)::integer as back, ${piecesIn('inspection')},
  coalesce(sum(pieces) filter (where place = 'written off'), 0)::integer as written_off,
  coalesce(-sum(pieces) filter (where place = 'supplier'), 0)::integer as taken_in`

/** The places of the size `size` and what it cost. */
const placesOfSize = (on: string | undefined) => sql`
  cross join lateral (
    select ${COUNTS}
    from stock_ledger entry, lateral (values (from_place, -quantity), (to_place, quantity)) move (place, pieces)
    where entry.product_size_id = size.id and ${untilDay(on)}
  ) counts
  left join lateral (
    select average_paise::float8 as average from stock_ledger entry
    where entry.product_size_id = size.id and average_paise is not null and ${untilDay(on)}
    order by entry.id desc limit 1
  ) cost on true`

const COLUMNS = sql`
  size.id, size.product_id, products.name, products.deleted_at is not null as is_deleted, size.size, size.sku, size.storage_place, counts.*,
  cost.average`

/** The sizes of a product in their order, with their places; none if there is no such product. */
export async function listPlacesOfProduct(db: Db, productId: string, on: string | undefined): Promise<StockedSize[]> {
  const { rows } = await sql<StockedSize>`
    select ${COLUMNS}
    from product_sizes size join products on products.id = size.product_id ${placesOfSize(on)}
    where size.product_id = ${productId}
    order by size.position, size.id`.execute(db)
  return rows
}

/** Sizes with their places, in any order. */
export async function listSizesById(db: Db, ids: readonly string[]): Promise<StockedSize[]> {
  const { rows } = await sql<StockedSize>`
    select ${COLUMNS}
    from product_sizes size join products on products.id = size.product_id ${placesOfSize(undefined)}
    where size.id = any (${ids}::text[])`.execute(db)
  return rows
}

interface StockFilter extends Window {
  search?: string | undefined
  product?: string | undefined
  on?: string | undefined
}

/** Greater than whatever may follow the beginning of a code. */
const LAST = '\u{10FFFF}'

/**
 * By the words of the product's name, or by the beginning of a code or a place, in the operators of an index by bytes.
 */
function isFound(search: string): RawBuilder<unknown> {
  const [first, end] = [codeKey(search), codeKey(search) + LAST]
  const words = soughtWords(search).map((word) => hasWord(sql`plain_text(products.name)`, word))
  return sql`(
    ${words.length > 0 ? sql.join(words, sql` and `) : sql`false`}
    or lower(size.sku) ~>=~ ${first} and lower(size.sku) ~<~ ${end}
    or lower(size.barcode) ~>=~ ${first} and lower(size.barcode) ~<~ ${end}
    or lower(size.storage_place) ~>=~ ${first} and lower(size.storage_place) ~<~ ${end}
  )`
}

/** Sizes by the names of their products, those of deleted products last. */
export async function listStockedSizes(
  db: Db,
  { limit, offset, search = '', product, on }: StockFilter,
): Promise<ListPage<StockedSize>> {
  const conditions = [sql`true`]
  if (search.trim() !== '') conditions.push(isFound(search))
  if (product !== undefined) conditions.push(sql`size.product_id = ${product}`)
  const order = sql`products.deleted_at is not null, products.sort_name, products.id, size.position, size.id`
  const { rows } = await sql<StockedSize & { total: number }>`
    with found as materialized (
      select size.id, row_number() over (order by ${order}) as place
      from product_sizes size join products on products.id = size.product_id
      where ${sql.join(conditions, sql` and `)}
    ),
    counted as materialized (select count(*)::integer as total from found)
    select listed.*, counted.total
    from counted left join (
      select ${COLUMNS}, found.place as in_list
      from (select * from found order by place limit ${limit} offset ${offset}) found
      join product_sizes size on size.id = found.id
      join products on products.id = size.product_id ${placesOfSize(on)}
    ) listed on true
    order by listed.in_list`.execute(db)
  return pageOf(rows)
}
