import { formatDate } from '#app/ui/format-date.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import { formatTotal } from '#contract/units/money.ts'
import type { SalesChart as Chart } from '#contract/dashboard/dashboard.ts'

type Day = Chart['days'][number]

const COLUMNS: Column<Day>[] = [
  { key: 'day', header: 'Day', isRowHeader: true, cell: ({ day }) => formatDate(`${day}T12:00:00Z`) },
  { key: 'orders', header: 'Orders', align: 'end', cell: ({ orders }) => orders },
  { key: 'revenue', header: 'Revenue', align: 'end', cell: ({ revenue }) => formatTotal(revenue) },
]

/** So many days have a label each; of more every seventh has. */
const LABELLED_DAYS = 7

/** The revenue of the chosen days as a bar chart and as a table. The server computes the paths. */
export function SalesChart({ chart: { days, line, area, levels } }: { chart: Chart }) {
  const best = days.reduce<Day | undefined>((top, day) => (day.revenue > (top?.revenue ?? 0) ? day : top), undefined)
  const summary = best
    ? `Revenue of the last ${days.length} days. The best day was ${formatDate(`${best.day}T12:00:00Z`)} with ${formatTotal(best.revenue)}.`
    : `Revenue of the last ${days.length} days: nothing was sold.`
  return (
    <figure>
      <figcaption className="text-sm text-muted">{summary}</figcaption>
      <div className="chart" aria-hidden="true">
        {levels.map(({ at, label }) => (
          <span key={label} className="chart-level" style={{ top: `${at}%` }}>
            {label}
          </span>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className="chart-area" d={area} />
          <path className="chart-line" d={line} />
        </svg>
        {days.map(({ day }, index) =>
          days.length <= LABELLED_DAYS || (days.length - 1 - index) % LABELLED_DAYS === 0 ? (
            <span key={day} className="chart-day" style={{ left: `${((index + 0.5) / days.length) * 100}%` }}>
              {`${day.slice(8)}/${day.slice(5, 7)}`}
            </span>
          ) : null,
        )}
      </div>
      <details className="list-cards figure-cards mt-10 text-sm">
        <summary className="min-h-8">Show the days as a table</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard */}
        <div className="table-frame mt-2 max-h-96 overflow-y-auto" tabIndex={0} role="region" aria-label="Sales by day">
          <Table
            caption="Sales by day, oldest first"
            isCaptionHidden
            columns={COLUMNS}
            rows={days}
            rowKey={({ day }) => day}
          />
        </div>
      </details>
    </figure>
  )
}
