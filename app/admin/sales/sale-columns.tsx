import { Link } from 'react-router'

import { actionColumn } from '#app/admin/list/action-column.tsx'
import { TwoLineText } from '#app/admin/list/two-line-text.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import type { SaleState } from '#contract/catalogue/sales/sale-states.ts'
import { ROUNDINGS } from '#contract/catalogue/sales/sale-roundings.ts'
import type { ListedSale } from '#contract/catalogue/sales/sales.ts'
import { formatRupees } from '#contract/units/money.ts'
import { counted } from '#contract/words/counted.ts'

export const STATE_LABELS: Record<SaleState, string> = {
  coming: 'Coming',
  running: 'Running',
  ended: 'Ended',
  stopped: 'Stopped',
}

function reductionOf({ percent, amount, rounding }: ListedSale): string {
  const off = percent === undefined ? `${formatRupees(amount ?? 0)} off` : `${percent}% off`
  return rounding === 'none' ? off : `${off}, rounded ${ROUNDINGS[rounding].label.replace(/^To/, 'to')}`
}

function coveredBy({ categories, collections = [], productCount }: ListedSale): string {
  const names = [...categories, ...collections].map(({ name }) => name)
  return [...names, ...(productCount > 0 ? [counted(productCount, 'product')] : [])].join(', ')
}

export const SALE_CARDS: Cards = {
  lines: ['sale sale status', 'days days days', 'reduced . actions'],
  columns: 'auto minmax(0, 1fr) auto',
}

/** The columns of the sales. */
export const SALE_COLUMNS: Column<ListedSale>[] = [
  {
    key: 'sale',
    header: 'Sale',
    className: 'sm:w-1/3',
    isRowHeader: true,
    card: { area: 'sale', look: 'wide' },
    cell: (sale) => (
      <Link className="link" to={`/admin/sales/${encodeURIComponent(sale._id)}`}>
        <TwoLineText
          text={`${sale.title}: ${reductionOf(sale)} · ${coveredBy(sale)}`}
          className="max-sm:line-clamp-3"
        />
      </Link>
    ),
  },
  {
    key: 'days',
    header: 'From – until',
    card: 'days',
    cell: ({ startsAt, endsAt }) => `${formatDateTime(startsAt)} – ${formatDateTime(endsAt)}`,
  },
  {
    key: 'reduced',
    header: 'Reduces now',
    align: 'end',
    card: { area: 'reduced', label: 'Reduces now', look: 'start' },
    cell: ({ reduced }) => reduced.toLocaleString('en-IN'),
  },
  {
    key: 'state',
    header: 'Status',
    className: 'sm:w-26',
    card: 'status',
    cell: ({ state }) => <Badge kind={state === 'running' ? 'marigold' : 'plain'}>{STATE_LABELS[state]}</Badge>,
  },
  actionColumn('sm:w-28', [
    {
      act: 'stop',
      label: () => 'Stop',
      name: ({ title }) => `Stop ${title}`,
      isFor: ({ state }) => state === 'running' || state === 'coming',
    },
    {
      act: 'resume',
      label: () => 'Resume',
      name: ({ title }) => `Resume ${title}`,
      isFor: ({ state }) => state === 'stopped',
    },
  ]),
]
