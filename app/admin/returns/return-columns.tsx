import { Link } from 'react-router'

import { RETURNS } from '#app/admin/returns/return-list-view.ts'
import { ReturnStatusBadge } from '#app/admin/returns/return-status-badge.tsx'
import { reasonLabel, WAIT_LABELS } from '#app/admin/returns/return-words.ts'
import { Badge } from '#app/ui/badge.tsx'
import { formatDate, formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import { formatTotal } from '#contract/units/money.ts'
import type { StaffReturn } from '#contract/returns/returns.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'

/** The pieces of a return in a line each, with why they come back. */
export function ReturnedPieces({ lines }: Pick<StaffReturn, 'lines'>) {
  return (
    <ul className="grid gap-1">
      {lines.map(({ _id, product, size, quantity, reason }) => (
        <li key={_id} className="wrap-anywhere">
          <span>{`${quantity} × ${product.name}${size === undefined ? '' : ` · ${size}`}`}</span>
          <span className="block text-xs text-muted">{reasonLabel(reason)}</span>
        </li>
      ))}
    </ul>
  )
}

function Money({ refund }: Pick<StaffReturn, 'refund'>) {
  if (!refund || refund.status === 'nothing due') return <span className="text-muted">–</span>
  const { due, dueBy, refunded } = refund
  return (
    <>
      <span className="price">{formatTotal(due > 0 ? due : refunded)}</span>
      <span className="block text-xs text-muted">
        {due === 0 ? 'given back' : dueBy === null ? 'due' : `due by ${formatDate(dueBy)}`}
      </span>
    </>
  )
}

export const RETURN_CARDS: Cards = {
  lines: ['return status', 'customer order', 'pieces money', 'waits when'],
  columns: 'minmax(0, 1fr) auto',
}

const RETURN_COLUMNS: readonly Column<StaffReturn>[] = [
  {
    key: 'return',
    header: 'Return',
    isRowHeader: true,
    className: 'sm:w-22',
    card: 'return',
    cell: ({ _id, isSandbox }) => (
      <>
        <Link className="link whitespace-nowrap" to={`${RETURNS}/${_id}`}>
          {`#${shortIdOf(_id)}`}
        </Link>
        {isSandbox && <span className="block text-xs text-muted">Sandbox</span>}
      </>
    ),
  },
  {
    key: 'order',
    header: 'Order',
    className: 'sm:w-22',
    card: { area: 'order', look: 'end' },
    cell: ({ orderId }) => (
      <Link className="link whitespace-nowrap" to={`/admin/orders/${orderId}`}>
        {`#${shortIdOf(orderId)}`}
      </Link>
    ),
  },
  {
    key: 'customer',
    header: 'Customer',
    className: 'sm:w-28',
    card: 'customer',
    cell: ({ customer }) => (
      <span className="line-clamp-2 wrap-anywhere" title={customer.name}>
        {customer.name}
      </span>
    ),
  },
  { key: 'pieces', header: 'Pieces', card: 'pieces', cell: ReturnedPieces },
  {
    key: 'when',
    header: 'Asked',
    className: 'sm:w-24',
    isWideOnly: true,
    card: { area: 'when', look: 'quiet end' },
    cell: ({ createdAt }) => formatDateTime(createdAt),
  },
  {
    key: 'status',
    header: 'Status',
    className: 'sm:w-30',
    card: { area: 'status', look: 'end' },
    cell: ({ status }) => <ReturnStatusBadge status={status} />,
  },
  {
    key: 'waits',
    header: 'What waits',
    className: 'sm:w-28',
    card: 'waits',
    cell: ({ waits }) => (
      <span className="flex flex-wrap gap-1">
        {waits.length === 0 && <span className="text-muted">–</span>}
        {waits.map((wait) => (
          <Badge key={wait} kind="marigold">
            {WAIT_LABELS[wait]}
          </Badge>
        ))}
      </span>
    ),
  },
  {
    key: 'money',
    header: 'Money',
    align: 'end',
    className: 'sm:w-30',
    card: { area: 'money', look: 'end' },
    cell: Money,
  },
]

/** The columns of the returns. Who only packs sees no money. */
export const returnColumns = (seesMoney: boolean): Column<StaffReturn>[] =>
  RETURN_COLUMNS.filter(({ key }) => seesMoney || key !== 'money')
