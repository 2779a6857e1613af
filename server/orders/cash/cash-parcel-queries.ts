import { sql, type RawBuilder } from 'kysely'

import type { CashParcelView, CashState } from '#contract/states/cash-states.ts'
import type { Db } from '#server/db/database.ts'

import { hasWord, soughtWords } from '#server/db/text-contains.ts'
import { inIndia } from '#server/db/india-time.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'

/** Which parcels count: those of the sandbox only where the shop takes no real money. */
interface Counted {
  hasSandbox: boolean
  /** For how many days cash may be in one state until the owner misses it. */
  missedDays: number
}

export interface ParcelFilter extends Counted {
  courier?: string | undefined
  from?: string | undefined
  to?: string | undefined
  state?: CashParcelView | undefined
  search?: string | undefined
}

/** Of a parcel that left without anybody's naming the courier. */
export const NO_COURIER = 'none'

const isMissed = (since: RawBuilder<unknown>, { missedDays }: Counted) =>
  sql`${since} < now() - make_interval(days => ${missedDays})`

/** What is true of parcels in a view, beside their state. */
function isInView(view: CashParcelView, counted: Counted): RawBuilder<unknown> {
  switch (view) {
    case 'uncollected':
      return sql`cash.status = 'cash due' and ${isMissed(sql`step.at`, counted)}`
    case 'unremitted':
      return sql`cash.status = 'collected' and ${isMissed(sql`cash.collected_at`, counted)}`
    default:
      return sql`cash.status = ${view}`
  }
}

/** Cash of parcels that have left, without that of parcels which were called back: nobody owes it. */
const LEFT_PARCELS = sql`cash_payments cash join orders on orders.id = cash.order_id
  join order_steps step on step.order_id = orders.id and step.status = 'shipped'`
const isCounted = ({ hasSandbox }: Counted) =>
  hasSandbox ? sql`cash.status <> 'nothing due'` : sql`cash.status <> 'nothing due' and not orders.is_sandbox`

const COURIER = sql`coalesce(orders.shipment ->> 'courierName', orders.shipment ->> 'courier', ${sql.lit(NO_COURIER)})`

/** Days in India, one after the other. */
interface Run {
  first: string
  last: string
}

/** When the days are scattered over more runs, all that lies between them is read. */
const MAX_RUNS = 40

/** The days on which parcels left whose money has not come: far fewer than there ever were. */
async function listOwedRuns(db: Db, counted: Counted): Promise<Run[]> {
  const { rows } = await sql<Run>`
    with owed as (
      select distinct ${inIndia(sql`step.at`)}::date as day from ${LEFT_PARCELS}
      where ${isCounted(counted)} and cash.status in ('cash due', 'collected')
    ),
    placed as (select day, day - row_number() over (order by day)::int as run from owed)
    select min(day)::text as first, max(day)::text as last from placed group by run order by 1`.execute(db)
  const [first, last] = [rows[0], rows.at(-1)]
  return first && last && rows.length > MAX_RUNS ? [{ first: first.first, last: last.last }] : rows
}

// A day begins in India.
const leftSince = (day: string) => sql`step.at >= ${inIndia(sql`${day}::date::timestamp`)}`
const leftUntil = (day: string) => sql`step.at < ${inIndia(sql`(${day}::date + 1)::timestamp`)}`

/** The CTE `parcels`: those that a filter finds; with `runs`, of these days alone. */
function parcelsFrom(
  { courier, from, to, state, search, ...counted }: ParcelFilter,
  runs?: readonly Run[],
): RawBuilder<unknown> {
  const conditions = [isCounted(counted)]
  if (runs) {
    const inRuns = runs.map(({ first, last }) => sql`${leftSince(first)} and ${leftUntil(last)}`)
    conditions.push(sql`(${inRuns.length > 0 ? sql.join(inRuns, sql` or `) : sql`false`})`)
  }
  if (courier !== undefined) conditions.push(sql`${COURIER} = ${courier}`)
  if (state !== undefined) conditions.push(isInView(state, counted))
  conditions.push(...soughtWords(search).map((word) => hasWord(sql`orders.search_text`, word)))
  if (from !== undefined) conditions.push(leftSince(from))
  if (to !== undefined) conditions.push(leftUntil(to))
  return sql`
    parcels as (
      select orders.id, ${COURIER} as courier, to_char(${inIndia(sql`step.at`)}, 'YYYY-MM-DD') as day, step.at as left_at,
        orders.shipment ->> 'trackingNumber' as tracking_number, cash.amount_paise, cash.status, cash.collected_at, cash.remitted_at
      from ${LEFT_PARCELS} where ${sql.join(conditions, sql` and `)}
    )`
}

export interface CashSums {
  duePaise: number
  collectedPaise: number
  remittedPaise: number
  refusedPaise: number
}

const sumOf = (status: CashState) =>
  sql`coalesce(sum(amount_paise) filter (where status = ${sql.lit(status)}), 0)::bigint`
const SUMS = sql`${sumOf('cash due')} as due_paise, ${sumOf('collected')} as collected_paise,
  ${sumOf('remitted')} as remitted_paise, ${sumOf('refused')} as refused_paise`

export type CashDayRow = CashSums & { id: string; day: string; courier: string; parcels: number }

/** What has become of the parcels that each courier took on each day, the newest day first. */
export async function listCashDays(
  db: Db,
  filter: ParcelFilter & { isOwedOnly: boolean },
  { limit, offset }: Window,
): Promise<ListPage<CashDayRow> & { sums: CashSums }> {
  // Asked first, so that the database knows how few days are read.
  const runs = filter.isOwedOnly ? await listOwedRuns(db, filter) : undefined
  const owed = filter.isOwedOnly ? sql`having bool_or(status in ('cash due', 'collected'))` : sql``
  const { rows } = await sql<CashDayRow & { total: number; sums: CashSums }>`
    with ${parcelsFrom(filter, runs)},
    days as materialized (
      select day || ' ' || courier as id, day, courier, count(*)::int as parcels, ${SUMS} from parcels group by day, courier ${owed}
    ),
    counted as (
      select count(*) as total, json_build_object(
        'duePaise', coalesce(sum(due_paise), 0), 'collectedPaise', coalesce(sum(collected_paise), 0),
        'remittedPaise', coalesce(sum(remitted_paise), 0), 'refusedPaise', coalesce(sum(refused_paise), 0)
      ) as sums
      from days
    ),
    page as (select * from days order by day desc, lower(courier), courier limit ${limit} offset ${offset})
    select page.*, counted.total, counted.sums from counted left join page on true
    order by day desc, lower(courier), courier`.execute(db)
  const [first] = rows
  if (!first) throw new Error('an aggregate query returned no row')
  return { ...pageOf(rows), sums: first.sums }
}

export interface CashParcelRow {
  id: string
  day: string
  courier: string
  trackingNumber: string | null
  amountPaise: number
  status: CashState
  collectedAt: Date | null
  remittedAt: Date | null
}

/** Parcels with cash to collect, the last to leave first. */
export async function listCashParcels(
  db: Db,
  filter: ParcelFilter,
  { limit, offset }: Window,
): Promise<ListPage<CashParcelRow>> {
  const { rows } = await sql<CashParcelRow & { total: number }>`
    with ${parcelsFrom(filter)},
    counted as (select count(*) as total from parcels),
    page as (select * from parcels order by left_at desc, id limit ${limit} offset ${offset})
    select page.*, counted.total from counted left join page on true
    order by left_at desc, id`.execute(db)
  return pageOf(rows)
}

/** The couriers that have, or had, parcels with cash to collect. Each is one look into an index. */
export async function listCashCouriers(db: Db, counted: Counted): Promise<string[]> {
  const { rows } = await sql<{ courier: string }>`
    with recursive named as (
      (select ${COURIER} as courier from orders where is_cash order by 1 limit 1)
      union all
      select (select ${COURIER} from orders where is_cash and ${COURIER} > named.courier order by 1 limit 1)
      from named where named.courier is not null
    )
    select courier from named
    where courier is not null and (
      select true from ${LEFT_PARCELS}
      where orders.is_cash and ${COURIER} = named.courier and ${isCounted(counted)} limit 1
    )
    order by lower(courier), courier`.execute(db)
  return rows.map(({ courier }) => courier)
}

/** Whether anybody has ever ordered for cash. */
export async function hasCashOrders(db: Db): Promise<boolean> {
  const { rows } = await sql`select from cash_payments limit 1`.execute(db)
  return rows.length > 0
}

/**
 * How many parcels have been with a courier for longer than the owner waits, without a word and with money that has not
 * come, and how many differences of remittances nobody has dealt with.
 */
export async function countMissedCash(db: Db, counted: Counted) {
  const countOf = (view: CashParcelView) => sql`
    (select count(*)::int from ${LEFT_PARCELS} where ${isCounted(counted)} and ${isInView(view, counted)})`
  const { rows } = await sql<{ uncollected: number; unremitted: number; differences: number }>`
    select ${countOf('uncollected')} as uncollected, ${countOf('unremitted')} as unremitted,
      (select count(*)::int from cash_findings where dealt_at is null) as differences`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a query of counts returned no row')
  return row
}
