import { formatDate, formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import { formatTotal } from '#contract/units/money.ts'
import type { ListedBill } from '#contract/stock/stock.ts'
import { counted } from '#contract/words/counted.ts'

export const BILL_CARDS: Cards = {
  lines: ['supplier cost', 'number pieces', 'person at'],
  columns: 'minmax(0, 1fr) auto',
}

export const BILL_COLUMNS: Column<ListedBill>[] = [
  {
    key: 'supplier',
    header: 'Supplier',
    isRowHeader: true,
    card: 'supplier',
    cell: ({ supplier }) => <span className="wrap-anywhere">{supplier}</span>,
  },
  {
    key: 'number',
    header: 'Bill',
    card: { area: 'number', look: 'start' },
    cell: ({ number, date }) => (
      <>
        <span className="wrap-anywhere">{number}</span>
        <span className="text-muted">{` of ${formatDate(date)}`}</span>
      </>
    ),
  },
  {
    key: 'pieces',
    header: 'Pieces',
    align: 'end',
    className: 'sm:w-28',
    card: { area: 'pieces', look: 'end' },
    cell: ({ pieces }) => <span className="whitespace-nowrap">{counted(pieces, 'piece')}</span>,
  },
  {
    key: 'cost',
    header: 'Cost',
    align: 'end',
    className: 'sm:w-36',
    card: { area: 'cost', look: 'end' },
    cell: ({ cost }) => <span className="price">{formatTotal(cost)}</span>,
  },
  {
    key: 'person',
    header: 'Taken in by',
    card: { area: 'person', look: 'quiet start' },
    cell: ({ person }) => person ?? 'The shop',
  },
  {
    key: 'at',
    header: 'Date and time',
    className: 'sm:w-44',
    card: { area: 'at', look: 'quiet end' },
    cell: ({ at }) => formatDateTime(at),
  },
]
