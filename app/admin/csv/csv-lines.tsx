import { Badge } from '#app/ui/badge.tsx'
import { Table, type Column } from '#app/ui/table.tsx'

const WORDS = { new: 'New', changed: 'Changed', removed: 'Leaves', repeated: 'Repeated', rejected: 'Rejected' } as const

/** What becomes of one line of a sheet, or of something that no line names. */
interface CsvLine {
  status: keyof typeof WORDS
  line: number | null
  changes: readonly { what: string; from: string; to: string }[]
  reasons: readonly { reason: string }[]
}

interface CsvLinesProps<Line extends CsvLine> {
  rows: readonly Line[]
  moreRows: number
  /** What a line is about: the heading of its column, and its name. */
  header: string
  nameOf(line: Line): string
}

const columnsFor = <Line extends CsvLine>(header: string, nameOf: (line: Line) => string): Column<Line>[] => [
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
  { key: 'name', header, isRowHeader: true, cell: nameOf },
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
export function CsvLines<Line extends CsvLine>({ rows, moreRows, header, nameOf }: CsvLinesProps<Line>) {
  if (rows.length === 0) return null
  return (
    <>
      <div className="table-frame mt-4">
        <Table
          caption="Changes of the sheet"
          isCaptionHidden
          columns={columnsFor(header, nameOf)}
          rows={rows}
          rowKey={(line) => `${line.status} ${line.line} ${nameOf(line)}`}
        />
      </div>
      {moreRows > 0 && <p className="mt-3 text-muted">{`And ${moreRows.toLocaleString('en-IN')} more like these.`}</p>}
    </>
  )
}
