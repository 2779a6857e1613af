import { Link } from 'react-router'

import { cashAddress } from '#app/admin/cash/cash-view.ts'
import { Badge } from '#app/ui/badge.tsx'
import { formatDate, formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import { formatTotal } from '#contract/units/money.ts'
import type { CashDay, CashParcel } from '#contract/orders/cash-parcels.ts'
import { CASH_FACTS, type CashState } from '#contract/states/cash-states.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { counted } from '#contract/words/counted.ts'

type Sum = 'due' | 'collected' | 'remitted' | 'refused'
type Summed = Exclude<CashState, 'nothing due'>

/** A sum of a day, with its parcels behind it. */
const sumColumn = (sum: Sum, header: string, state: Summed): Column<CashDay> => ({
  key: sum,
  header,
  align: 'end',
  card: { area: sum, label: header },
  cell: ({ day, courier, ...row }) =>
    row[sum] === 0 ? (
      <span className="text-muted">–</span>
    ) : (
      <Link className="link price" to={cashAddress({ show: 'parcels', courier, day, state })}>
        {formatTotal(row[sum])}
      </Link>
    ),
})

export const DAY_CARDS: Cards = {
  lines: ['day parcels', 'courier courier', 'due collected', 'remitted refused'],
  columns: 'minmax(0, 1fr) minmax(0, 1fr)',
}

/** The columns of what couriers owe. */
export const DAY_COLUMNS: Column<CashDay>[] = [
  {
    key: 'day',
    header: 'Sent',
    className: 'sm:w-32',
    isRowHeader: true,
    card: 'day',
    cell: ({ day }) => <span className="whitespace-nowrap">{formatDate(day)}</span>,
  },
  {
    key: 'courier',
    header: 'Courier',
    card: 'courier',
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  {
    key: 'parcels',
    header: 'Parcels',
    align: 'end',
    className: 'sm:w-28',
    card: { area: 'parcels', look: 'end' },
    cell: ({ day, courier, parcels }) => (
      <Link className="link whitespace-nowrap" to={cashAddress({ show: 'parcels', courier, day })}>
        {counted(parcels, 'parcel')}
      </Link>
    ),
  },
  sumColumn('due', 'Due', 'cash due'),
  sumColumn('collected', 'Collected', 'collected'),
  sumColumn('remitted', 'Remitted', 'remitted'),
  sumColumn('refused', 'Refused', 'refused'),
]

/** When the cash of a parcel came to its state. */
const since = ({ status, collectedAt, remittedAt }: CashParcel) =>
  (status === 'remitted' ? remittedAt : collectedAt) ?? undefined

export const PARCEL_CARDS: Cards = {
  lines: ['order amount', 'courier state', 'number day'],
  columns: 'minmax(0, 1fr) auto',
}

/** The columns of parcels with cash to collect. */
export const PARCEL_COLUMNS: Column<CashParcel>[] = [
  {
    key: 'order',
    header: 'Order',
    className: 'sm:w-28',
    isRowHeader: true,
    card: 'order',
    cell: ({ _id }) => (
      <Link className="link whitespace-nowrap" to={`/admin/orders/${_id}`}>
        {`#${shortIdOf(_id)}`}
      </Link>
    ),
  },
  {
    key: 'number',
    header: 'Tracking number',
    card: { area: 'number', look: 'quiet start' },
    cell: ({ trackingNumber }) => <code className="wrap-anywhere">{trackingNumber ?? 'No number'}</code>,
  },
  {
    key: 'courier',
    header: 'Courier',
    card: 'courier',
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  {
    key: 'day',
    header: 'Sent',
    className: 'sm:w-32',
    card: { area: 'day', look: 'quiet end' },
    cell: ({ day }) => <span className="whitespace-nowrap">{formatDate(day)}</span>,
  },
  {
    key: 'state',
    header: 'Cash',
    className: 'sm:w-44',
    card: { area: 'state', look: 'end' },
    cell: (parcel) => (
      <>
        <Badge kind={parcel.status === 'collected' ? 'marigold' : 'plain'}>{CASH_FACTS[parcel.status].label}</Badge>
        {since(parcel) !== undefined && (
          <span className="block text-xs text-muted max-sm:hidden">{formatDateTime(since(parcel) ?? '')}</span>
        )}
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    className: 'sm:w-32',
    card: { area: 'amount', look: 'end' },
    cell: ({ amount }) => <span className="price">{formatTotal(amount)}</span>,
  },
]
