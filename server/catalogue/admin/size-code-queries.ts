import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { codeKey, SIZE_CODE_NAMES } from '#contract/catalogue/labels/size-codes.ts'

/** Greater than whatever may follow the beginning of a code. */
const LAST = '\u{10FFFF}'

export interface CodeOwner {
  sizeId: string
  size: string
  productName: string
  isDeleted: boolean
}

/** The sizes that are named by these SKUs or barcodes, by `codeKey`; also those of deleted products. */
export async function listCodeOwners(db: Db, codes: readonly string[]): Promise<Map<string, CodeOwner>> {
  if (codes.length === 0) return new Map()
  const keys = codes.map(codeKey)
  const named = SIZE_CODE_NAMES.map(
    (name) => sql`select * from product_sizes where lower(${sql.ref(name)}) = any(${keys}::text[])`,
  )
  const { rows } = await sql<CodeOwner & { sku: string; barcode: string }>`
    select size.id as size_id, size.size, size.sku, size.barcode, products.name as product_name,
      products.deleted_at is not null as is_deleted
    from (${sql.join(named, sql` union all `)}) size join products on products.id = size.product_id`.execute(db)
  return new Map(rows.flatMap((row) => [row.sku, row.barcode].map((code) => [codeKey(code), row] as const)))
}

/**
 * The products of which a size has this SKU or barcode, or one that begins so, each with that code. The operators are
 * those of an index by bytes.
 */
export async function listIdsWithCode(db: Db, typed: string, isDeleted: boolean): Promise<Map<string, string>> {
  const isInState = isDeleted ? sql`deleted_at is not null` : sql`deleted_at is null`
  const [first, end] = [codeKey(typed), codeKey(typed) + LAST]
  const named = SIZE_CODE_NAMES.map((name) => {
    const code = sql`lower(${sql.ref(name)})`
    return sql`
      select product_id, ${sql.ref(name)} as code from product_sizes where ${code} ~>=~ ${first} and ${code} ~<~ ${end}`
  })
  const { rows } = await sql<{ id: string; code: string }>`
    select products.id, min(coded.code) as code
    from (${sql.join(named, sql` union all `)}) coded join products on products.id = coded.product_id
    where ${isInState} group by products.id`.execute(db)
  return new Map(rows.map(({ id, code }) => [id, code]))
}
