import { Link } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import type { RemittanceAnswer, RemittanceLine } from '#contract/orders/remittances.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'

const WORDS = { matched: 'Remitted', noted: 'Noted before', finding: 'Difference' } as const

const COLUMNS: Column<RemittanceLine>[] = [
  {
    key: 'status',
    header: 'What happens',
    cell: ({ status }) => (
      <Badge
        kind={status === 'matched' ? 'marigold' : 'plain'}
        className={status === 'finding' ? 'text-status-cancelled' : ''}
      >
        {WORDS[status]}
      </Badge>
    ),
  },
  { key: 'line', header: 'Line', cell: ({ line }) => line },
  {
    key: 'number',
    header: 'Tracking number',
    isRowHeader: true,
    cell: ({ trackingNumber }) => <span className="wrap-anywhere">{trackingNumber || 'No number'}</span>,
  },
  {
    key: 'order',
    header: 'Order',
    cell: ({ orderId }) =>
      orderId === null ? (
        '–'
      ) : (
        <Link className="link whitespace-nowrap" to={`/admin/orders/${orderId}`}>
          {`#${shortIdOf(orderId)}`}
        </Link>
      ),
  },
  { key: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => amount || '–' },
  { key: 'reason', header: 'What differs, and what to do', cell: ({ reason }) => reason ?? '–' },
]

/** What becomes of the lines of a courier's sheet, the differences first. */
export function RemittanceLines({ rows, moreRows }: Pick<RemittanceAnswer, 'rows' | 'moreRows'>) {
  if (rows.length === 0) return null
  return (
    <>
      <div className="table-frame mt-4">
        <Table
          caption="Lines of the sheet"
          isCaptionHidden
          columns={COLUMNS}
          rows={rows}
          rowKey={({ line }) => String(line)}
        />
      </div>
      {moreRows > 0 && <p className="mt-3 text-muted">{`And ${moreRows.toLocaleString('en-IN')} more like these.`}</p>}
    </>
  )
}
