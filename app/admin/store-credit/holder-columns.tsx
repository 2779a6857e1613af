import { Link } from 'react-router'

import { PersonCell } from '#app/admin/list/person-cell.tsx'
import { formatDate } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import { formatTotal } from '#contract/units/money.ts'
import type { CreditHolder } from '#contract/accounts/store-credit.ts'

export const HOLDER_CARDS: Cards = {
  lines: ['customer balance', 'ends ends'],
  columns: 'minmax(0, 1fr) auto',
}

/** The columns of the customers with store credit. */
export const HOLDER_COLUMNS: Column<CreditHolder>[] = [
  {
    key: 'customer',
    header: 'Customer',
    isRowHeader: true,
    card: { area: 'customer', look: 'wide' },
    cell: ({ _id, name, email }) => (
      <Link className="link" to={`/admin/customers/${encodeURIComponent(_id)}/store-credit`}>
        <PersonCell name={name} email={email} />
      </Link>
    ),
  },
  {
    key: 'ends',
    header: 'Next to end',
    className: 'sm:w-44',
    card: { area: 'ends', label: 'Next to end', look: 'start' },
    cell: ({ endsOn }) => (endsOn === undefined ? 'Never' : formatDate(endsOn)),
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'end',
    className: 'sm:w-40',
    card: 'balance',
    cell: ({ balance }) => <span className="price">{formatTotal(balance)}</span>,
  },
]
