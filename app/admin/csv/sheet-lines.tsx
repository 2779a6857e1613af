import { Badge } from '#app/ui/badge.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import type { PinTableAnswer, PinTableLine } from '#contract/delivery/pin-table.ts'

const WORDS = { new: 'New', changed: 'Changed', removed: 'Leaves', repeated: 'Repeated', rejected: 'Rejected' } as const

const COLUMNS: Column<PinTableLine>[] = [
  {
    key: 'status',
    header: 'What happens',
    cell: ({ status }) => (
      <Badge
        kind={status === 'new' ? 'marigold' : 'plain'}
        className={status === 'rejected' ? 'text-status-cancelled' : ''}
      >
        {WORDS[status]}
      </Badge>
    ),
  },
  { key: 'line', header: 'Line', cell: ({ line }) => line ?? '–' },
  { key: 'pin', header: 'PIN code', isRowHeader: true, cell: ({ pin }) => pin || 'Without a PIN code' },
  {
    key: 'changes',
    header: 'What it says',
    cell: ({ status, changes, reasons }) => (
      <ul className="grid gap-1 text-sm">
        {changes.map(({ what, from, to }) => (
          <li key={what}>
            <span className="text-muted">{`${what}: `}</span>
            {status === 'changed' && <s>{from}</s>}
            {status === 'changed' && <span>{' → '}</span>}
            <strong>{to}</strong>
          </li>
        ))}
        {reasons.map(({ reason }) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    ),
  },
]

/** What becomes of the lines of a sheet, the rejected ones first. */
export function PinLines({ rows, moreRows }: Pick<PinTableAnswer, 'rows' | 'moreRows'>) {
  if (rows.length === 0) return null
  return (
    <>
      <div className="table-frame mt-4">
        <Table
          caption="Changes of the sheet"
          isCaptionHidden
          columns={COLUMNS}
          rows={rows}
          rowKey={({ status, line, pin }) => `${status} ${line} ${pin}`}
        />
      </div>
      {moreRows > 0 && <p className="mt-3 text-muted">{`And ${moreRows.toLocaleString('en-IN')} more like these.`}</p>}
    </>
  )
}
