import { nice, ticks } from 'd3-array'
import { area, curveMonotoneX, line } from 'd3-shape'

import type { SalesChart } from '#contract/reports/reports.ts'
import type { DayRow } from '#server/reports/sales-queries.ts'

import { rupeesFromPaise } from '#contract/money.ts'

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

/** The sales of these days as SVG paths, computed here so that the browser needs no chart library. */
export function drawSalesChart(days: readonly DayRow[]): SalesChart {
  const [, top] = nice(0, Math.max(MIN_TOP_PAISE, ...days.map(({ revenuePaise }) => revenuePaise)), LEVELS)
  const height = (paise: number) => rounded(SIDE * (1 - paise / top))
  const x = (_day: DayRow, index: number) => rounded((SIDE * index) / Math.max(1, days.length - 1))
  const y = ({ revenuePaise }: DayRow) => height(revenuePaise)
  return {
    days: days.map(({ day, orders, revenuePaise }) => ({ day, orders, revenue: rupeesFromPaise(revenuePaise) })),
    line: line<DayRow>(x, y).curve(curveMonotoneX)(days) ?? '',
    area: area<DayRow>(x, SIDE, y).curve(curveMonotoneX)(days) ?? '',
    levels: ticks(0, top, LEVELS).map((paise) => ({ at: height(paise), label: shortRupees(paise) })),
  }
}
