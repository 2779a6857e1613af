import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { FrozenLine } from '#server/db/order-tables.ts'

/** What a checkout and its order freeze of a cart line, each with its SQL type: the one list of these columns. */
const TYPES: Record<keyof FrozenLine, string> = {
  position: 'integer',
  productId: 'text',
  productSizeId: 'text',
  name: 'text',
  size: 'text',
  pricePaise: 'bigint',
  discountedPricePaise: 'bigint',
  paidPricePaise: 'bigint',
  quantity: 'integer',
  discountPaise: 'bigint',
  image: 'text',
  hsn: 'text',
  returnDays: 'integer',
}
const FIELDS = Object.keys(TYPES) as (keyof FrozenLine)[]
const fieldList = (form: (field: keyof FrozenLine) => string) => sql.raw(FIELDS.map(form).join(', '))

const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const ORDER_LINE_COLUMNS = fieldList(columnOf)

/** Arguments of `json_build_object` with the frozen fields of a row of the table. */
export const orderLineJson = (table: string) => fieldList((field) => `'${field}', ${table}.${columnOf(field)}`)

/** Rows of frozen columns, in the sequence of `ORDER_LINE_COLUMNS`, from lines in their order. */
export function orderLineRows(lines: readonly Omit<FrozenLine, 'position'>[]): RawBuilder<unknown> {
  const positioned = lines.map((line, position) => ({ ...line, position }))
  return sql`
    select ${fieldList((field) => `"${field}"`)}
    from jsonb_to_recordset(${JSON.stringify(positioned, FIELDS)}::jsonb) as line (${fieldList((field) => `"${field}" ${TYPES[field]}`)})`
}

/** A line of an order and how many of its pieces were not cancelled. */
export interface LineLeft {
  id: string
  productSizeId: string
  left: number
}

/** Lock the order first. */
export async function listLinesLeft(db: Db, orderId: string): Promise<LineLeft[]> {
  const { rows } = await sql<LineLeft>`
    select id, product_size_id, quantity - cancelled as left from order_lines where order_id = ${orderId} order by position`.execute(
    db,
  )
  return rows
}
