import { nice, ticks } from 'd3-array'

import type { SalesChart } from '#contract/dashboard/dashboard.ts'
import type { DayRow } from '#server/dashboard/daily-sales-queries.ts'

import { rupeesFromPaise } from '#contract/units/money.ts'

const SIDE = 100
const LEVELS = 4
/** The least height of the scale, for a shop without sales. */
const MIN_TOP_PAISE = 100_000

const UNITS = [
  { rupees: 10_000_000, word: ' Cr' },
  { rupees: 100_000, word: ' L' },
  { rupees: 1000, word: 'k' },
]

/** A round sum in short form for an axis, such as '₹2.5 L'. */
function shortRupees(paise: number): string {
  const rupees = rupeesFromPaise(paise)
  const unit = UNITS.find((one) => rupees >= one.rupees)
  return unit ? `₹${Number((rupees / unit.rupees).toFixed(2))}${unit.word}` : `₹${rupees}`
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** How much of its day's width a bar takes. */
const BAR = 0.7

/**
 * The sales of these days as SVG paths, computed here so that the browser needs no chart library: a bar for each day,
 * and the line at its top. A day without sales has none.
 */
export function drawSalesChart(days: readonly DayRow[]): SalesChart {
  const [, top] = nice(0, Math.max(MIN_TOP_PAISE, ...days.map(({ revenuePaise }) => revenuePaise)), LEVELS)
  const height = (paise: number) => rounded(SIDE * (1 - paise / top))
  const width = SIDE / Math.max(1, days.length)
  const bars = days
    .map(({ revenuePaise }, index) => ({
      revenuePaise,
      from: rounded(width * (index + (1 - BAR) / 2)),
      to: rounded(width * (index + (1 + BAR) / 2)),
      at: height(revenuePaise),
    }))
    .filter(({ revenuePaise }) => revenuePaise > 0)
  return {
    days: days.map(({ day, orders, revenuePaise }) => ({ day, orders, revenue: rupeesFromPaise(revenuePaise) })),
    line: bars.map(({ from, to, at }) => `M${from},${at}H${to}`).join(''),
    area: bars.map(({ from, to, at }) => `M${from},${SIDE}V${at}H${to}V${SIDE}Z`).join(''),
    levels: ticks(0, top, LEVELS).map((paise) => ({ at: height(paise), label: shortRupees(paise) })),
  }
}
