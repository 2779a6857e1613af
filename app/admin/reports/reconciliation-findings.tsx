import { formatDateTime } from '#app/ui/format-date.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import type { Finding, Reconciliation } from '#contract/reconciliation.ts'

const MOST_SHOWN = 50

const COLUMNS: Column<Finding>[] = [
  { key: 'kind', header: 'Difference', isRowHeader: true, cell: ({ kind }) => kind },
  { key: 'subject', header: 'Payment or refund', cell: ({ subject }) => <code className="text-xs">{subject}</code> },
  { key: 'detail', header: 'What the books say', cell: ({ detail }) => detail },
  { key: 'action', header: 'What was done', cell: ({ action }) => <strong className="font-semibold">{action}</strong> },
]

/** What differed in one comparison, and what was done about it. */
export function FindingsTable({ reconciliation: { createdAt, findings } }: { reconciliation: Reconciliation }) {
  const shown = findings.slice(0, MOST_SHOWN)
  const more = findings.length - shown.length
  return (
    <>
      <div className="table-frame">
        <Table
          caption={`What differed on ${formatDateTime(createdAt)}`}
          columns={COLUMNS}
          rows={shown}
          rowKey={({ kind, subject }) => `${kind} ${subject}`}
        />
      </div>
      {more > 0 && <p className="mt-2 text-sm text-muted">… and {more} more.</p>}
    </>
  )
}
