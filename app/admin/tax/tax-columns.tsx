import { Link } from 'react-router'

import { amount } from '#app/admin/tax/tax-files.tsx'
import { formatDate } from '#app/ui/format-date.ts'
import type { Column } from '#app/ui/table.tsx'
import { documentTitle, isOverMoney } from '#contract/tax/document-kinds.ts'
import type { TaxMonth } from '#contract/tax/tax-month.ts'

type Sums = TaxMonth['sums']
type RateRow = TaxMonth['rates'][number]
type KindRow = TaxMonth['kinds'][number]
type DocumentRow = TaxMonth['documents'][number]

const sum = (key: keyof Sums, header: string): Column<Sums> => ({
  key,
  header,
  align: 'end',
  // A tax that does not apply is not read as a number.
  cell: (row) => <span className="tabular-nums">{row[key] === 0 && key !== 'total' ? '–' : amount(row[key])}</span>,
})
const SUMS = [
  sum('taxable', 'Taxable'),
  sum('central', 'Central'),
  sum('state', 'State/UT'),
  sum('integrated', 'Integrated'),
  sum('total', 'Total'),
]

/** The sums by state and rate. */
export const RATES: Column<RateRow>[] = [
  { key: 'place', header: 'Place of supply', isRowHeader: true, cell: (row) => `${row.stateName} (${row.stateCode})` },
  { key: 'rate', header: 'Rate', align: 'end', cell: ({ percent }) => (percent === null ? 'No tax' : `${percent} %`) },
  ...SUMS,
]
/** The tax of a supply stands on its invoice, and not on what is over its money. */
const WITHOUT_MONEY = SUMS.map((column): Column<Sums & Pick<DocumentRow, 'kind'>> =>
  column.key === 'total' ? column : { ...column, cell: (row) => (isOverMoney(row.kind) ? '–' : column.cell(row)) },
)
/** The sums by kind of document. */
export const KINDS: Column<KindRow>[] = [
  { key: 'kind', header: 'Document', isRowHeader: true, cell: ({ kind }) => documentTitle(kind) },
  { key: 'count', header: 'Number', align: 'end', cell: ({ count }) => count.toLocaleString('en-IN') },
  ...WITHOUT_MONEY,
]
/** The kinds of documents over the money of sales. */
export const MONEY_KINDS: Column<KindRow>[] = KINDS.filter(({ key }) => ['kind', 'count', 'total'].includes(key))
/** The documents one by one. */
export const REGISTER: Column<DocumentRow>[] = [
  {
    key: 'number',
    header: 'Document',
    isRowHeader: true,
    cell: ({ _id, kind, number, isCancelled }) => (
      <>
        <a className="link tabular-nums" href={`/api/admin/documents/${_id}`} download>
          {number}
        </a>
        <span className="block text-xs font-normal text-muted">
          {isCancelled ? `${documentTitle(kind)} (cancelled)` : documentTitle(kind)}
        </span>
      </>
    ),
  },
  { key: 'day', header: 'Date', cell: ({ issuedAt }) => formatDate(issuedAt) },
  {
    key: 'buyer',
    header: 'Buyer',
    cell: ({ buyer, gstin, orderId }) => (
      <>
        <Link className="link" to={`/admin/orders/${orderId}`}>
          {buyer}
        </Link>
        {gstin !== null && <span className="block text-xs text-muted">{gstin}</span>}
      </>
    ),
  },
  { key: 'place', header: 'Place of supply', cell: ({ stateName }) => stateName ?? '–' },
  ...WITHOUT_MONEY.filter(({ key }) => key === 'taxable' || key === 'total'),
]
