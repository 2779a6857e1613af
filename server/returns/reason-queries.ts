import { sql } from 'kysely'

import type { ReturnedSize } from '#contract/returns/returned-sizes.ts'
import type { SizeFinding } from '#contract/catalogue/reviews/reviews.ts'
import type { Db } from '#server/db/database.ts'

import { FEWEST_WHO_RETURNED } from '#contract/returns/return-limits.ts'
import { mapPage, pageOf, type ListPage, type Window } from '#server/db/pagination.ts'
import { hasWord, soughtWords } from '#server/db/text-contains.ts'

/** Pieces that somebody gave back and that have arrived, without those of parcels that were called back or refused. */
const received = (hasSandbox: boolean) => sql`
  return_lines asked
  join returns on returns.id = asked.return_id and returns.received_at is not null and returns.origin in ('customer', 'staff')
  join order_lines line on line.id = asked.order_line_id
  join orders on orders.id = returns.order_id and (${hasSandbox}::boolean or not orders.is_sandbox)`

/**
 * Of which sizes of a product more than half of those who returned them found them too small, or too large, each person
 * counted once. Sizes that fewer than `FEWEST_WHO_RETURNED` people returned are left out.
 */
export async function listSizeFindings(
  db: Db,
  productId: string,
  { hasSandbox }: { hasSandbox: boolean },
): Promise<SizeFinding[]> {
  const { rows } = await sql<SizeFinding>`
    select size, people, finding, found from (
      select size.size, size.position, count(distinct orders.user_id)::integer as people,
        count(distinct orders.user_id) filter (where asked.reason = 'too small')::integer as small,
        count(distinct orders.user_id) filter (where asked.reason = 'too large')::integer as large
      from ${received(hasSandbox)}
      join product_sizes size on size.product_id = line.product_id and size.size = line.size and size.size <> ''
      where line.product_id = ${productId}
      group by size.size, size.position
    ) returned
    cross join lateral (values ('small', small), ('large', large)) told (finding, found)
    where people >= ${FEWEST_WHO_RETURNED} and found * 2 > people
    order by position, finding desc`.execute(db)
  return rows
}

interface SizeRow extends Omit<ReturnedSize, 'product' | 'size'> {
  id: string
  name: string
  size: string
}

/** What came back by product and size, with why: the most pieces first. */
export async function listReturnedSizes(
  db: Db,
  { hasSandbox, search, limit, offset }: Window & { hasSandbox: boolean; search?: string | undefined },
): Promise<ListPage<ReturnedSize>> {
  const words = soughtWords(search).map((word) => hasWord(sql`line.search_text`, word))
  const { rows } = await sql<SizeRow & { total: number }>`
    with reasons as (
      select line.product_id, line.size, max(line.name) as name, asked.reason, sum(asked.quantity)::integer as pieces
      from ${received(hasSandbox)}
      where ${sql.join([sql`true`, ...words], sql` and `)}
      group by line.product_id, line.size, asked.reason
    ),
    sizes as (
      select product_id, size, max(name) as name, sum(pieces)::integer as returned,
        json_agg(json_build_object('reason', reason, 'pieces', pieces) order by pieces desc, reason) as reasons
      from reasons group by product_id, size
    ),
    page as (
      select * from sizes order by returned desc, name, size, product_id limit ${limit} offset ${offset}
    ),
    counted as (select count(*)::integer as total from sizes)
    select page.product_id as id, page.name, page.size, page.returned, page.reasons, counted.total, (
      select coalesce(sum(line.quantity - line.cancelled), 0)::integer
      from order_lines line join orders on orders.id = line.order_id and orders.status = 'delivered'
      where line.product_id = page.product_id and line.size = page.size and (${hasSandbox}::boolean or not orders.is_sandbox)
    ) as delivered
    from counted left join page on true
    order by returned desc, name, size, product_id`.execute(db)
  return mapPage(pageOf(rows), ({ id, name, size, returned, delivered, reasons }) => ({
    product: { _id: id, name },
    ...(size !== '' && { size }),
    returned,
    delivered,
    reasons,
  }))
}
