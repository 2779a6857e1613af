import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { newId } from '#server/db/new-id.ts'
import { LAST_AVERAGE, OWNED_PIECES } from '#server/inventory/cost-queries.ts'

/** Pieces of a size that a bill brought, and what one of them cost. */
interface TakenIn {
  productSizeId: string
  quantity: number
  costPaise: number
}

/** What stands at the head of a bill. */
interface BillHead {
  supplier: string
  number: string
  /** The day that stands on it, as 2026-11-22. */
  date: string
}

/**
 * Notes a supplier's bill and puts its pieces on the shelf, each size once. The average cost of a size moves by what
 * the shop has of it: pieces whose cost was never entered count at the cost of the first bill. Call it in a transaction
 * that has locked the sizes with `lockStock`. The same bill a second time breaks the index `supplier_bills_number`.
 */
export async function takeIn(db: Db, bill: BillHead, lines: readonly TakenIn[], actorId: string): Promise<void> {
  const ids = lines.map(({ productSizeId }) => productSizeId)
  const quantities = lines.map(({ quantity }) => quantity)
  const costs = lines.map(({ costPaise }) => costPaise)
  await sql`
    with noted as (
      insert into supplier_bills (id, supplier, number, dated_on, actor_id)
      values (${newId()}, ${bill.supplier}, ${bill.number}, ${bill.date}::date, ${actorId})
      returning id
    ),
    brought as (
      select line.*, ${OWNED_PIECES} as owned, ${LAST_AVERAGE} as average
      from unnest(${ids}::text[], ${quantities}::integer[], ${costs}::bigint[]) as line (product_size_id, quantity, cost_paise)
    ),
    given as (
      update product_sizes size set stock = size.stock + brought.quantity
      from brought
      where size.id = brought.product_size_id
    )
    insert into stock_ledger (
      product_size_id, from_place, to_place, quantity, reason, actor_id, bill_id, cost_paise, average_paise
    )
    select product_size_id, 'supplier', 'shelf', quantity, 'taking in', ${actorId}, noted.id, cost_paise,
      round((owned * coalesce(average, cost_paise) + quantity * cost_paise) / (owned + quantity), 4)
    from noted, brought`.execute(db)
}
