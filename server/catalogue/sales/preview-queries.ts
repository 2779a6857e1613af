import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { NAMED_PRODUCTS, PREVIEWED_PRODUCTS } from '#contract/catalogue/sales/sale-limits.ts'
import { bestPrices, coveredPrices, NOW, type Members } from '#server/catalogue/sales/reduced-prices-queries.ts'
import { saleAsRow, type SaleDraft } from '#server/catalogue/sales/sale-queries.ts'

interface PreviewedProduct {
  id: string
  name: string
  beforePaise: number
  afterPaise: number
  outcome: 'reduced' | 'kept' | 'free'
}

interface PreviewedPrices {
  products: number
  reduced: number
  kept: number
  free: number
  rows: PreviewedProduct[]
}

interface PriceGap {
  abovePaise: number
  upToPaise: number
}

interface ProductsInGap {
  count: number
  names: string[]
}

const TERMS = sql`id, starts_at, percent, amount_paise, rounding, product_ids, category_ids, collection_ids`

/**
 * Beside which sales a draft is looked at: all but the saved one that it replaces. `members` has the products of their
 * collections.
 */
export interface Beside {
  exceptId: string
  members: Members
}

/** From when on a draft counts: from now where it would have begun. */
export const draftBegins = ({ startsAt }: Pick<SaleDraft, 'startsAt'>) =>
  sql`greatest(${startsAt}::timestamptz, ${NOW})`

/** The sales whose collections a preview looks at: the draft's, and those of all that are not over. */
export const previewedSales = (draft: SaleDraft) => sql`
  select collection_ids from sales where stopped_at is null and ends_at > ${NOW}
  union all select collection_ids from (${saleAsRow('previewed', draft)}) draft`

/**
 * What the draft makes of each product when it begins, or now if it would have begun, beside the other sales that run
 * then.
 */
function previewed(draft: SaleDraft, { exceptId, members }: Beside): RawBuilder<unknown> {
  const at = draftBegins(draft)
  const others = sql`
    select ${TERMS} from sales
    where stopped_at is null and starts_at <= ${at} and ends_at > ${at} and id <> ${exceptId}`
  return sql`
    select mine.product_id as id, products.name, products.sort_name, before.paise as before_paise,
      case when mine.price_paise > 0 then least(before.paise, mine.price_paise) else before.paise end as after_paise,
      case when mine.price_paise <= 0 then 'free' when mine.price_paise >= before.paise then 'kept' else 'reduced' end as outcome
    from (${coveredPrices(saleAsRow('previewed', draft), members)}) mine
    join products on products.id = mine.product_id
    left join (${bestPrices(others, members)}) other on other.product_id = mine.product_id
    cross join lateral (select least(mine.own_paise, other.price_paise) as paise) before`
}

/** The products that a draft brings into the gap between two rates of tax: how many, and the first of their names. */
export async function findInGap(db: Db, draft: SaleDraft, beside: Beside, gap: PriceGap): Promise<ProductsInGap> {
  const { rows } = await sql<ProductsInGap>`
    with in_gap as materialized (
      select id, name, sort_name from (${previewed(draft, beside)}) previewed
      where outcome = 'reduced' and after_paise > ${gap.abovePaise} and after_paise <= ${gap.upToPaise}
    )
    select count(*)::int as count, coalesce((
      select json_agg(name order by sort_name, id)
      from (select * from in_gap order by sort_name, id limit ${NAMED_PRODUCTS}) named
    ), '[]') as names
    from in_gap`.execute(db)
  return rows[0] ?? { count: 0, names: [] }
}

/** What a sale that is not saved does to each product. */
export async function previewPrices(db: Db, draft: SaleDraft, beside: Beside): Promise<PreviewedPrices> {
  const { rows } = await sql<PreviewedPrices>`
    with previewed as materialized (${previewed(draft, beside)})
    select count(*)::int as products,
      count(*) filter (where outcome = 'reduced')::int as reduced,
      count(*) filter (where outcome = 'kept')::int as kept,
      count(*) filter (where outcome = 'free')::int as free,
      coalesce((
        select json_agg(json_build_object(
          'id', id, 'name', name, 'beforePaise', before_paise, 'afterPaise', after_paise, 'outcome', outcome
        ) order by sort_name, id)
        from (select * from previewed order by sort_name, id limit ${PREVIEWED_PRODUCTS}) shown
      ), '[]') as rows
    from previewed`.execute(db)
  const [prices] = rows
  if (!prices) throw new Error('a preview returned no row')
  return prices
}

interface ConflictRow {
  id: string
  title: string
  startsAt: Date
  endsAt: Date
  products: number
  better: number
}

/**
 * The sales that share days and products with one that is not saved, and of how many products each is at least as good.
 */
export async function listConflicts(db: Db, draft: SaleDraft, { exceptId, members }: Beside): Promise<ConflictRow[]> {
  const others = sql`
    select ${TERMS} from sales
    where stopped_at is null and id <> ${exceptId} and ends_at > ${NOW}
      and starts_at < ${draft.endsAt}::timestamptz and ends_at > ${draft.startsAt}::timestamptz`
  const { rows } = await sql<ConflictRow>`
    select sales.id, sales.title, sales.starts_at, sales.ends_at, shared.products, shared.better
    from (
      select other.sale_id, count(*)::int as products,
        count(*) filter (where other.price_paise > 0 and (other.price_paise <= mine.price_paise or mine.price_paise <= 0))::int as better
      from (${coveredPrices(saleAsRow('previewed', draft), members)}) mine
      join (${coveredPrices(others, members)}) other on other.product_id = mine.product_id
      group by other.sale_id
    ) shared
    join sales on sales.id = shared.sale_id
    order by sales.starts_at, sales.id`.execute(db)
  return rows
}
