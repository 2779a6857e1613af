import type { Cards, Column } from '#app/ui/table.tsx'
import type { VitalsOfDay } from '#contract/dashboard/vitals.ts'

import { formatDate } from '#app/ui/format-date.ts'
import { VITAL_NAMES, VITALS, type PageKind, type VitalName } from '#contract/dashboard/vital-limits.ts'

/** A day of one kind of pages, with what names it in the list. */
export type VitalsRow = VitalsOfDay & { _id: string }

export const KIND_LABELS: Record<PageKind, string> = {
  home: 'Home',
  list: 'Lists',
  product: 'Product',
  cart: 'Cart',
  checkout: 'Checkout',
  other: 'Other pages',
}

const TONES = {
  good: 'text-status-delivered',
  'needs work': 'text-status-placed',
  poor: 'text-status-cancelled',
} as const

/** A value as people read it: a share for the layout shift, else seconds or milliseconds. */
function formatVital(vital: VitalName, value: number): string {
  if (vital === 'CLS') return value.toFixed(2)
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`
}

const vitalColumn = (vital: VitalName): Column<VitalsRow> => ({
  key: vital,
  header: vital,
  align: 'end',
  card: { area: vital, label: vital },
  cell: (row) => {
    const measured = row[vital]
    if (!measured) return '–'
    return (
      <>
        <strong className="block whitespace-nowrap tabular-nums">{formatVital(vital, measured.p75)}</strong>
        <span className={`block text-xs ${TONES[measured.rating]}`}>{measured.rating}</span>
      </>
    )
  },
})

export const VITAL_CARDS: Cards = {
  lines: ['day kind', 'LCP INP', 'FCP TTFB', 'CLS visits'],
  columns: 'repeat(2, minmax(0, 1fr))',
}

export const VITAL_COLUMNS: readonly Column<VitalsRow>[] = [
  { key: 'day', header: 'Day', isRowHeader: true, card: 'day', cell: ({ day }) => formatDate(day) },
  { key: 'kind', header: 'Page', card: 'kind', cell: ({ kind }) => KIND_LABELS[kind] },
  {
    key: 'visits',
    header: 'Visits',
    align: 'end',
    card: { area: 'visits', label: 'Visits' },
    cell: ({ visits }) => visits.toLocaleString('en-IN'),
  },
  ...VITAL_NAMES.map(vitalColumn),
]

/** What the columns mean, and from where on a value is good or poor. */
export function VitalsKey() {
  return (
    <dl className="mt-4 mb-2 grid gap-x-6 gap-y-1 text-sm text-muted sm:grid-cols-2">
      {VITAL_NAMES.map((vital) => (
        <div key={vital}>
          <dt className="inline font-semibold text-ink">{vital}</dt>
          <dd className="inline">
            {` ${VITALS[vital].label}: good up to ${formatVital(vital, VITALS[vital].good)}, poor past ${formatVital(vital, VITALS[vital].poor)}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}
