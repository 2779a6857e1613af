import { Link } from 'react-router'

import { actionColumn } from '#app/admin/list/action-column.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import type { CashFinding } from '#contract/orders/remittances.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { formatTotal } from '#contract/units/money.ts'

/** As money where a sheet names a plain number, else as the sheet has it. */
const amountText = (amount: string) => (/^\d{1,9}(\.\d+)?$/.test(amount) ? formatTotal(Number(amount)) : amount || '–')

export const FINDING_CARDS: Cards = {
  lines: ['number amount', 'reason reason', 'order actions'],
  columns: 'minmax(0, 1fr) auto',
}

/** The columns of what couriers paid that matches no parcel. */
export const FINDING_COLUMNS: Column<CashFinding>[] = [
  {
    key: 'number',
    header: 'Tracking number',
    className: 'sm:w-44',
    isRowHeader: true,
    card: { area: 'number', look: 'start' },
    cell: ({ trackingNumber, reference, foundAt }) => (
      <>
        <code className="wrap-anywhere">{trackingNumber || 'No number'}</code>
        <span className="block text-xs font-normal text-muted wrap-anywhere">
          {`found ${formatDateTime(foundAt)}${reference ? `, ${reference}` : ''}`}
        </span>
      </>
    ),
  },
  {
    key: 'order',
    header: 'Order',
    className: 'sm:w-24',
    card: { area: 'order', look: 'start' },
    cell: ({ orderId }) =>
      orderId === null ? (
        <span className="text-muted">No order</span>
      ) : (
        <Link className="link whitespace-nowrap" to={`/admin/orders/${orderId}`}>
          {`#${shortIdOf(orderId)}`}
        </Link>
      ),
  },
  {
    key: 'reason',
    header: 'What differs, and what to do',
    card: 'reason',
    cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span>,
  },
  {
    key: 'amount',
    header: 'Paid out',
    align: 'end',
    className: 'sm:w-28',
    card: { area: 'amount', look: 'end' },
    cell: ({ amount }) => <span className="price wrap-anywhere">{amountText(amount)}</span>,
  },
  actionColumn('sm:w-32', [
    {
      act: 'deal',
      label: () => 'Dealt with',
      name: ({ trackingNumber }) => `The difference of ${trackingNumber} is dealt with`,
      isFor: ({ dealtAt }) => dealtAt === null,
    },
    {
      act: 'reopen',
      label: () => 'Open again',
      name: ({ trackingNumber }) => `Open the difference of ${trackingNumber} again`,
      isFor: ({ dealtAt }) => dealtAt !== null,
    },
  ]),
]
