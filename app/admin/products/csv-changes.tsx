import { editAddress } from '#app/admin/products/product-cells.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import type { CsvProduct } from '#contract/catalogue/admin-catalogue.ts'
import { formatRupees } from '#contract/units/money.ts'
import { Link } from 'react-router'

const WORDS = { new: 'New', changed: 'Changed', rejected: 'Rejected' } as const
const KINDS = { new: 'marigold', changed: 'plain', rejected: 'plain' } as const

type Change = CsvProduct['changes'][number]

const PRICES: Readonly<Record<string, string>> = { price: 'Price', discountedPrice: 'Discounted price' }

const labelOf = ({ what }: Change) => PRICES[what] ?? `${what.slice(0, 1).toUpperCase()}${what.slice(1)}`
/** A price is written in rupees; other values, and words in place of a price, stay as they are. */
const valueOf = ({ what }: Change, text: string) =>
  what in PRICES && !Number.isNaN(Number(text)) ? formatRupees(Number(text)) : text

/** How a new product goes on. `pictures` is how many are fetched for it, if it comes from another shop. */
function newsOf(pictures: number | undefined): string {
  if (!pictures) return 'It begins as a draft: add a picture, then put it on sale.'
  return `Its ${pictures === 1 ? 'picture is' : `${pictures} pictures are`} fetched after the import.`
}

const COLUMNS: Column<CsvProduct>[] = [
  {
    key: 'status',
    header: 'What happens',
    cell: ({ status }) => (
      <Badge kind={KINDS[status]} className={status === 'rejected' ? 'text-status-cancelled' : ''}>
        {WORDS[status]}
      </Badge>
    ),
  },
  { key: 'lines', header: 'Lines', cell: ({ lines }) => lines.join(', ') },
  {
    key: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: ({ _id, name, status }) =>
      _id !== undefined && status === 'changed' ? (
        <Link to={editAddress(_id)} className="link">
          {name}
        </Link>
      ) : (
        name || _id || 'Without a name'
      ),
  },
  {
    key: 'changes',
    header: 'From → to',
    cell: ({ status, changes, reasons, warning, notes = [], pictures }) => (
      <ul className="grid gap-1 text-sm">
        {changes.map((change) => (
          <li key={change.what}>
            <span className="text-muted">{`${labelOf(change)}: `}</span>
            <s>{valueOf(change, change.from)}</s> → <strong>{valueOf(change, change.to)}</strong>
            {change.promised !== undefined && <span>{` (free; ${change.promised} promised beside them)`}</span>}
          </li>
        ))}
        {reasons.map(({ line, reason }) => (
          <li key={`${line} ${reason}`}>{`Line ${line}: ${reason}`}</li>
        ))}
        {notes.map(({ line, reason }) => (
          <li key={`${line} ${reason}`} className="text-muted">{`Line ${line}: ${reason}`}</li>
        ))}
        {warning !== undefined && <li>{warning}</li>}
        {status === 'new' && <li>{newsOf(pictures)}</li>}
      </ul>
    ),
  },
]

/** The products that a file creates, changes or is refused for, with the changes or the reasons. */
export function CsvChanges({ products }: { products: readonly CsvProduct[] }) {
  return (
    <div className="table-frame mt-4">
      <Table
        caption="Changes of the file"
        isCaptionHidden
        columns={COLUMNS}
        rows={products}
        rowKey={({ status, lines }) => `${status} ${lines[0]}`}
      />
    </div>
  )
}
