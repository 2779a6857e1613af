import { ExpandableText } from '#app/admin/list/expandable-text.tsx'
import { formatDate, formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import type { Reconciliation } from '#contract/orders/reconciliation.ts'

/** Whether a comparison waits or runs. */
export const isOpen = ({ status }: Reconciliation) => status === 'waiting' || status === 'running'

function Result({ reconciliation }: { reconciliation: Reconciliation }) {
  if (isOpen(reconciliation)) return <span className="text-muted">under way …</span>
  if (reconciliation.status === 'failed') {
    const text = `Not finished. ${reconciliation.failure}`
    return (
      <ExpandableText start={text} closeLabel="Close">
        <span className="font-semibold text-status-cancelled">{text}</span>
      </ExpandableText>
    )
  }
  return reconciliation.mismatches === 0 ? (
    <span className="font-semibold text-status-delivered">No differences</span>
  ) : (
    <span className="font-semibold text-status-placed">Differences, see above</span>
  )
}

const figure = (key: 'payments' | 'orders' | 'refunds' | 'mismatches', header: string): Column<Reconciliation> => ({
  key,
  header,
  align: 'end',
  className: 'sm:w-24',
  card: { area: key, label: header, look: 'quiet start' },
  cell: (row) => <span className="tabular-nums">{isOpen(row) ? '…' : row[key]}</span>,
})

export const COMPARISON_CARDS: Cards = {
  lines: ['at result', 'period period', 'payments orders', 'refunds mismatches'],
  columns: 'minmax(0, 1fr) minmax(0, 1fr)',
}

/** The columns of the comparisons. */
export const COMPARISON_COLUMNS: Column<Reconciliation>[] = [
  {
    key: 'at',
    header: 'Compared',
    className: 'sm:w-40',
    isRowHeader: true,
    card: 'at',
    cell: ({ createdAt, requestedBy }) => (
      <>
        <time dateTime={createdAt} className="tabular-nums">
          {formatDateTime(createdAt)}
        </time>
        <span className="block truncate text-xs font-normal text-muted">
          {requestedBy === null ? 'by the shop itself' : `by ${requestedBy}`}
        </span>
      </>
    ),
  },
  {
    key: 'period',
    header: 'Period',
    card: { area: 'period', look: 'quiet' },
    cell: ({ from, to }) => `${formatDate(from)} - ${formatDate(to)}`,
  },
  figure('payments', 'Payments'),
  figure('orders', 'Orders'),
  figure('refunds', 'Refunds'),
  figure('mismatches', 'Mismatches'),
  { key: 'result', header: 'Result', card: 'result', cell: (row) => <Result reconciliation={row} /> },
]
