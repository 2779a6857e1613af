import { Link } from 'react-router'

import { movementsAddress } from '#app/admin/stock/stock-view.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import { formatTotal } from '#contract/units/money.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import type { StockReportRow } from '#contract/stock/stock.ts'
import type { ReportGroup } from '#contract/stock/stock-report-groups.ts'

export const GROUP_LABELS: Record<ReportGroup, string> = {
  product: 'Product',
  size: 'Size',
  category: 'Category',
  month: 'Month',
  order: 'Order',
}

export const REPORT_CARDS: Cards = {
  lines: [
    'name name',
    'sold revenue',
    'cost parcels',
    'margin margin',
    'takenIn takenInCost',
    'writtenOff stock',
    'value value',
  ],
  columns: 'minmax(0, 1fr) minmax(0, 1fr)',
}

const Amount = ({ rupees }: { rupees: number | null }) =>
  rupees === null ? (
    <span className="text-muted">–</span>
  ) : (
    <span className="price whitespace-nowrap">{`${rupees < 0 ? '−' : ''}${formatTotal(Math.abs(rupees))}`}</span>
  )

const pieces = (key: 'takenIn' | 'sold' | 'writtenOff' | 'stock', header: string): Column<StockReportRow> => ({
  key,
  header,
  align: 'end',
  card: { area: key, label: header },
  cell: (row) => <span className="tabular-nums">{row[key]?.toLocaleString('en-IN') ?? '–'}</span>,
})

const amount = (
  key: 'takenInCost' | 'revenue' | 'cost' | 'parcels' | 'margin' | 'value',
  header: string,
): Column<StockReportRow> => ({
  key,
  header,
  align: 'end',
  card: { area: key, label: header },
  cell: (row) => <Amount rupees={row[key]} />,
})

function Name({ by, row: { key, name } }: { by: ReportGroup; row: StockReportRow }) {
  if (by === 'product') {
    return (
      <Link className="link wrap-anywhere" to={movementsAddress(key)}>
        {name}
      </Link>
    )
  }
  if (by !== 'order') return <span className="wrap-anywhere">{name}</span>
  return (
    <Link className="link whitespace-nowrap" to={`/admin/orders/${key}`}>
      {`#${shortIdOf(key)}`}
    </Link>
  )
}

/** The columns of the report: by month and by order those of the parcels, else those of what is there now. */
export const reportColumns = (by: ReportGroup): Column<StockReportRow>[] => [
  {
    key: 'name',
    header: GROUP_LABELS[by],
    isRowHeader: true,
    className: 'sm:w-40',
    card: { area: 'name', look: 'wide' },
    cell: (row) => <Name by={by} row={row} />,
  },
  pieces('sold', 'Sold'),
  amount('revenue', 'Revenue'),
  amount('cost', 'Cost'),
  ...(by === 'month' || by === 'order' ? [amount('parcels', 'Parcels')] : []),
  amount('margin', 'Margin'),
  pieces('takenIn', 'Taken in'),
  amount('takenInCost', 'Bought for'),
  pieces('writtenOff', 'Written off'),
  ...(by === 'month' || by === 'order' ? [] : [pieces('stock', 'In stock'), amount('value', 'Value')]),
]
