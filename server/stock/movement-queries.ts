import { sql } from 'kysely'

import type { StockPlace, StockReason } from '#contract/stock/stock-places.ts'
import type { Db } from '#server/db/database.ts'

import { fullName } from '#server/db/full-name.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'
import { untilDay } from '#server/stock/places-queries.ts'

export interface MovementRow {
  id: number
  createdAt: Date
  size: string
  fromPlace: StockPlace
  toPlace: StockPlace
  quantity: number
  reason: StockReason
  note: string | null
  person: string | null
  orderId: string | null
  supplier: string | null
  billNumber: string | null
  costPaise: number | null
}

interface MovementFilter extends Window {
  productId: string
  size?: string | undefined
  place?: StockPlace | undefined
  on?: string | undefined
}

/** The movements of a product's pieces, the newest first. A hold is its customer's. */
export async function listMovementRows(
  db: Db,
  { productId, size, place, on, limit, offset }: MovementFilter,
): Promise<ListPage<MovementRow>> {
  const ofSize = size === undefined ? sql`` : sql`and lower(size.size) = lower(${size})`
  const atPlace = place === undefined ? sql`` : sql`and ${place} in (entry.from_place, entry.to_place)`
  const { rows } = await sql<MovementRow & { total: number }>`
    with found as materialized (
      select entry.*, size.size as size_name
      from product_sizes size join stock_ledger entry on entry.product_size_id = size.id
      where size.product_id = ${productId} ${ofSize} ${atPlace} and ${untilDay(on)}
    ),
    counted as materialized (select count(*)::integer as total from found)
    select listed.*, counted.total
    from counted left join (
      select entry.id, entry.created_at, entry.size_name as size, entry.from_place, entry.to_place, entry.quantity,
        entry.reason, entry.note, ${fullName('person')} as person, orders.id as order_id, bill.supplier,
        bill.number as bill_number, entry.cost_paise
      from (select * from found order by created_at desc, id desc limit ${limit} offset ${offset}) entry
      left join checkouts on checkouts.id = entry.checkout_id
      left join orders on orders.checkout_id = entry.checkout_id
      left join users person on person.id = coalesce(entry.actor_id, case when entry.reason = 'hold' then checkouts.user_id end)
      left join supplier_bills bill on bill.id = entry.bill_id
    ) listed on true
    order by listed.created_at desc, listed.id desc`.execute(db)
  return pageOf(rows)
}
