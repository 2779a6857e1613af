import { sum } from 'd3-array'

import type { VitalsOfDay } from '#contract/dashboard/vitals.ts'

import { VITALS, type VitalName } from '#contract/dashboard/vital-limits.ts'

/**
 * The steps that times are counted in, by the milliseconds at which each ends. Every threshold is one of them. Tables
 * hold counts by place, so no step may move.
 */
const TIMES = [
  25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1200, 1500, 1800, 2100, 2500, 3000, 3500, 4000, 5000,
  6000, 8000, 10_000, 15_000, 30_000,
]
const SHIFTS = [0, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5, 1]

const stepsOf = (vital: VitalName) => (vital === 'CLS' ? SHIFTS : TIMES)

/** How many values fell into each step, those past the last one after them. */
export type Counts = number[]

/** No values. */
export const noCounts = (vital: VitalName): Counts => Array.from({ length: stepsOf(vital).length + 1 }, () => 0)

/** The place of a value among the counts. */
export function stepOf(vital: VitalName, value: number): number {
  const steps = stepsOf(vital)
  const place = steps.findIndex((end) => value <= end)
  return place < 0 ? steps.length : place
}

/** The counts of both. */
export const addCounts = (some: Counts, others: Counts): Counts =>
  Array.from({ length: Math.max(some.length, others.length) }, (_, place) => (some[place] ?? 0) + (others[place] ?? 0))

/** How many values were counted. */
export const totalOf = (counts: Counts): number => sum(counts)

/**
 * What `share` of the values did not exceed, as if those of a step lay evenly in it; past the last step its end. It is
 * on the same side of each threshold as the value itself. Undefined for no values.
 */
export function quantileOf(vital: VitalName, counts: Counts, share: number): number | undefined {
  const wanted = share * totalOf(counts)
  if (wanted === 0) return undefined
  let [before, start] = [0, 0]
  for (const [place, end] of stepsOf(vital).entries()) {
    const count = counts[place] ?? 0
    if (before + count >= wanted) return start + (end - start) * ((wanted - before) / count)
    before += count
    start = end
  }
  return start
}

/** How good a value is, by the public thresholds. */
export function ratingOf(vital: VitalName, value: number): NonNullable<VitalsOfDay['LCP']>['rating'] {
  const { good, poor } = VITALS[vital]
  if (value <= good) return 'good'
  return value <= poor ? 'needs work' : 'poor'
}
