import { sql } from 'kysely'

import type { Device, PageKind, VitalName } from '#contract/dashboard/vital-limits.ts'
import type { Db } from '#server/db/database.ts'
import type { Counts } from '#server/dashboard/web-vitals/vital-histogram.ts'
import type { VitalSum } from '#server/dashboard/web-vitals/vital-sums.ts'

import { PAGE_KINDS } from '#contract/dashboard/vital-limits.ts'
import { NOW_IN_INDIA } from '#server/db/india-time.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'

/**
 * Adds to the sums of today in India. In one order, so that two processes that add at once do not wait for each other
 * for ever.
 */
export async function addVitals(db: Db, sums: readonly VitalSum[]): Promise<void> {
  await sql`
    insert into web_vitals as kept (day, page, device, vital, counts)
    select (${NOW_IN_INDIA})::date, page, device, vital, counts
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as added (page text, device text, vital text, counts integer[])
    order by page, device, vital
    on conflict (day, page, device, vital) do update set counts = (
      select array_agg(coalesce(before, 0) + coalesce(added, 0) order by place)
      from unnest(kept.counts, excluded.counts) with ordinality as both_counts (before, added, place)
    )`.execute(db)
}

/** The sums of a day for one kind of pages; those of phones and desktops apart. */
export interface DayOfPages {
  id: string
  day: string
  kind: PageKind
  sums: { vital: VitalName; counts: Counts }[]
}

/** The newest day first, and in a day the kinds of pages in their order. */
export async function listDays(
  db: Db,
  { kind, device, limit, offset }: Window & { kind?: PageKind | undefined; device?: Device | undefined },
): Promise<ListPage<DayOfPages>> {
  const isWanted = sql.join(
    [sql`true`, ...(kind ? [sql`page = ${kind}`] : []), ...(device ? [sql`device = ${device}`] : [])],
    sql` and `,
  )
  const inOrder = sql`day desc, array_position(${PAGE_KINDS}::text[], kind)`
  const { rows } = await sql<DayOfPages & { total: number }>`
    with days as (
      select to_char(day, 'YYYY-MM-DD') as day, page as kind, to_char(day, 'YYYY-MM-DD ') || page as id,
        json_agg(json_build_object('vital', vital, 'counts', counts)) as sums
      from web_vitals where ${isWanted} group by web_vitals.day, page
    ),
    page as (select * from days order by ${inOrder} limit ${limit} offset ${offset})
    select page.*, total from (select count(*)::int as total from days) counted left join page on true
    order by ${inOrder}`.execute(db)
  return pageOf(rows)
}
