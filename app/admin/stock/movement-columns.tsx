import { Link } from 'react-router'

import { formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import { formatTotal } from '#contract/units/money.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import type { StockMovement } from '#contract/stock/stock.ts'
import type { StockPlace } from '#contract/stock/stock-places.ts'

export const MOVEMENT_CARDS: Cards = {
  lines: ['way quantity', 'why why', 'person at'],
  columns: 'minmax(0, 1fr) auto',
}

/** What stands behind a movement: its order, its bill, or the words of whoever counted. */
function Cause({ orderId, bill, note }: StockMovement) {
  return (
    <>
      {orderId !== null && (
        <Link className="link whitespace-nowrap" to={`/admin/orders/${orderId}`}>
          {`#${shortIdOf(orderId)}`}
        </Link>
      )}
      {bill && <span>{`${bill.supplier}, bill ${bill.number}, ${formatTotal(bill.cost)} each`}</span>}
      {note !== null && <span>{note}</span>}
    </>
  )
}

/** Movements, at a place with what they add to it or take from it. */
export const movementColumns = (place: StockPlace | undefined): Column<StockMovement>[] => [
  {
    key: 'at',
    header: 'Date and time',
    className: 'sm:w-44',
    card: { area: 'at', look: 'quiet end' },
    cell: ({ at }) => formatDateTime(at),
  },
  {
    key: 'way',
    header: 'From and to',
    isRowHeader: true,
    card: 'way',
    cell: ({ from, to, size }) => (
      <>
        <span>{`${from} → ${to}`}</span>
        {size !== '' && <span className="text-muted">{` · ${size}`}</span>}
      </>
    ),
  },
  {
    key: 'quantity',
    header: 'Pieces',
    align: 'end',
    className: 'sm:w-24',
    card: { area: 'quantity', look: 'end' },
    cell: ({ from, quantity }) => (
      <span className="tabular-nums">
        {place === undefined ? quantity : `${from === place && place !== 'supplier' ? '−' : '+'}${quantity}`}
      </span>
    ),
  },
  {
    key: 'why',
    header: 'Why',
    card: 'why',
    cell: (movement) => (
      <>
        <span className="mr-2">{movement.reason}</span>
        <Cause {...movement} />
      </>
    ),
  },
  {
    key: 'person',
    header: 'Who',
    card: { area: 'person', look: 'quiet start' },
    cell: ({ person }) => person ?? 'The shop',
  },
]
