import { Link } from 'react-router'

import { formatDateTime } from '#app/ui/format-date.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import type { SalePreview } from '#contract/catalogue/sales/sales.ts'
import { formatRupees } from '#contract/units/money.ts'
import { counted } from '#contract/words/counted.ts'

const COLUMNS: readonly Column<SalePreview['rows'][number]>[] = [
  {
    key: 'product',
    header: 'Product',
    isRowHeader: true,
    cell: ({ name, note }) => (
      <>
        <span>{name}</span>
        {note !== undefined && <span className="block text-sm font-normal text-muted">{note}</span>}
      </>
    ),
  },
  { key: 'before', header: 'Without it', align: 'end', cell: ({ before }) => formatRupees(before) },
  {
    key: 'after',
    header: 'With it',
    align: 'end',
    cell: ({ before, after }) => (after === before ? formatRupees(after) : <strong>{formatRupees(after)}</strong>),
  },
]

function summaryOf({ products, reduced, kept, free }: SalePreview): string {
  const parts = [
    `It lowers the price of ${reduced} of ${counted(products, 'product')}.`,
    kept > 0 && `${counted(kept, 'product')} ${kept === 1 ? 'costs' : 'cost'} no more already.`,
    free > 0 && `Of ${counted(free, 'product')} nothing would be left to pay: the price stays.`,
  ]
  return parts.filter(Boolean).join(' ')
}

/** What the other sale is to the products of both. */
function shareOf({ products, better }: SalePreview['conflicts'][number]): string {
  if (better === products) return 'It is as good or better for all of them and counts.'
  if (better === 0) return 'This one is better for all of them and counts.'
  return `It is as good or better for ${better} of them and counts there.`
}

/** What a sale will do to prices, to the tax, and beside other sales. */
export function SalePreviewPanel({ preview }: { preview: SalePreview }) {
  const { rows, conflicts, warning } = preview
  return (
    <>
      {warning !== undefined && <p className="mb-3 font-semibold text-status-placed">{warning}</p>}
      <p className="mb-3" role="status">
        {summaryOf(preview)}
      </p>
      {conflicts.length > 0 && (
        <ul className="mb-3 grid gap-2">
          {conflicts.map((sale) => (
            <li key={sale._id}>
              <Link className="link" to={`/admin/sales/${encodeURIComponent(sale._id)}`}>
                {sale.title}
              </Link>
              <span>{`, ${formatDateTime(sale.startsAt)} – ${formatDateTime(sale.endsAt)}, has ${counted(sale.products, 'product')} of these too. ${shareOf(sale)}`}</span>
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <div className="table-frame list-cards figure-cards">
          <Table
            caption={rows.length < preview.products ? `The first ${rows.length}` : 'Its products'}
            columns={COLUMNS}
            rows={rows}
            rowKey={({ _id }) => _id}
          />
        </div>
      )}
    </>
  )
}
