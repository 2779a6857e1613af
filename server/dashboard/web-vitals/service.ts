import type { z } from 'zod'

import type { VitalsOfDay, VitalsQuery } from '#contract/dashboard/vitals.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { VITAL_NAMES } from '#contract/dashboard/vital-limits.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'
import { addVitals, listDays, type DayOfPages } from '#server/dashboard/web-vitals/vital-queries.ts'
import { addCounts, noCounts, quantileOf, ratingOf, totalOf } from '#server/dashboard/web-vitals/vital-histogram.ts'

export { VitalSums } from '#server/dashboard/web-vitals/vital-sums.ts'

/** The share of visits that the public thresholds are about. */
const SHARE = 0.75

/** Writes down what visitors of this process measured. What cannot be written down is kept for the next time. */
export async function keepVitals({ db, vitals }: Pick<Shop, 'db' | 'vitals'>): Promise<void> {
  const taken = vitals.take()
  if (taken.length === 0) return
  try {
    await addVitals(db, taken)
  } catch (error) {
    vitals.putBack(taken)
    throw error
  }
}

function presentDay({ day, kind, sums }: DayOfPages): VitalsOfDay {
  const countsOf = VITAL_NAMES.map((vital) => {
    const counts = sums.filter((sum) => sum.vital === vital).map((sum) => sum.counts)
    return { vital, counts: counts.reduce(addCounts, noCounts(vital)) }
  })
  const measured = countsOf.flatMap(({ vital, counts }) => {
    const p75 = quantileOf(vital, counts, SHARE)
    return p75 === undefined ? [] : [[vital, { p75, rating: ratingOf(vital, p75) }] as const]
  })
  return {
    day,
    kind,
    visits: Math.max(...countsOf.map(({ counts }) => totalOf(counts))),
    ...Object.fromEntries(measured),
  }
}

/** How fast the pages were for visitors, by day in India and kind of page, the newest first. */
export async function listVitals(
  db: Db,
  { page = 1, limit = ROWS_PER_PAGE.vitals, kind, device }: z.output<typeof VitalsQuery>,
): Promise<ListPage<VitalsOfDay>> {
  return mapPage(await listDays(db, { kind, device, ...windowOf({ page, limit }) }), presentDay)
}
