import { sql } from 'kysely'

import type { Prices } from '#contract/catalogue/admin-catalogue.ts'
import type { Db } from '#server/db/database.ts'

import { MAX_BULK } from '#contract/catalogue/product-limits.ts'

/** What an entry of the audit log says of a product's prices. */
interface PriceChange {
  productId: string
  /** Those that the entry changed. */
  before: Partial<Prices>
  /** Those that are in the audit log: one that has never changed since is missing. */
  after: Partial<Prices>
}

/** The price changes that were made together with the one of this entry of the audit log, in their order. */
export async function listPriceChanges(db: Db, entryId: number): Promise<PriceChange[]> {
  const { rows } = await sql<PriceChange>`
    select entry.subject_id as product_id, entry.before, known.after
    from audit_log chosen
    -- A change and all of its entries are of one moment; the numbers beside it are the only ones that can belong to it.
    join audit_log entry on entry.id between chosen.id - ${MAX_BULK} and chosen.id + ${MAX_BULK}
      and entry.at = chosen.at and entry.action = chosen.action and entry.subject_type = chosen.subject_type
      and entry.actor_id is not distinct from chosen.actor_id
    -- A price that stayed the same is not in the entry, but in the next one that changed it.
    cross join lateral (
      select jsonb_object_agg(key, value) as after
      from (
        select distinct on (key) key, value
        from audit_log later, jsonb_each(case when later.id = entry.id then later.after else later.before end)
        where later.subject_type = entry.subject_type and later.subject_id = entry.subject_id and later.id >= entry.id
          and key in ('price', 'discountedPrice')
        order by key, later.id
      ) price
    ) known
    where chosen.id = ${entryId} and chosen.action = 'change price' and chosen.subject_type = 'product'
    order by entry.id`.execute(db)
  return rows
}
