import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { codeKey } from '#contract/catalogue/labels/size-codes.ts'
import { fullName } from '#server/db/full-name.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'
import { hasWord, soughtWords } from '#server/db/text-contains.ts'

/** A size whose stock a person changes. */
export interface NamedSize {
  id: string
  productId: string
  productName: string
  size: string
  sku: string
  barcode: string
  stock: number
}

/** The sizes with these ids, SKUs or barcodes that were not deleted with their product. */
export async function listNamedSizes(db: Db, codes: readonly string[]): Promise<NamedSize[]> {
  const keys = codes.map(codeKey)
  const { rows } = await sql<NamedSize>`
    select size.id, size.product_id, products.name as product_name, size.size, size.sku, size.barcode, size.stock
    from (
      select * from product_sizes where id = any(${codes}::text[])
      union select * from product_sizes where lower(sku) = any(${keys}::text[])
      union select * from product_sizes where lower(barcode) = any(${keys}::text[])
    ) size
    join products on products.id = size.product_id
    where products.deleted_at is null`.execute(db)
  return rows
}

export interface BillRow {
  id: string
  supplier: string
  number: string
  date: string
  pieces: number
  costPaise: number
  person: string | null
  createdAt: Date
}

/** Bills, the last taken in first; with every word of a search in the supplier's name or the number. */
export async function listBillRows(
  db: Db,
  { limit, offset, search }: Window & { search?: string | undefined },
): Promise<ListPage<BillRow>> {
  const words = soughtWords(search).map((word) => hasWord(sql`plain_text(supplier || ' ' || number)`, word))
  const wanted = sql.join([sql`true`, ...words], sql` and `)
  const { rows } = await sql<BillRow & { total: number }>`
    with page as materialized (
      select * from supplier_bills where ${wanted} order by created_at desc, id limit ${limit} offset ${offset}
    ),
    counted as materialized (select count(*)::integer as total from supplier_bills where ${wanted})
    select page.id, page.supplier, page.number, to_char(page.dated_on, 'YYYY-MM-DD') as date, sums.pieces, sums.cost_paise,
      ${fullName('person')} as person, page.created_at, counted.total
    from counted left join page on true
    left join lateral (
      select coalesce(sum(quantity), 0)::integer as pieces, coalesce(sum(quantity * cost_paise), 0)::bigint as cost_paise
      from stock_ledger where bill_id = page.id
    ) sums on true
    left join users person on person.id = page.actor_id
    order by page.created_at desc, page.id`.execute(db)
  return pageOf(rows)
}
