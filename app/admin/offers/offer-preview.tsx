import { EmptyState } from '#app/ui/empty-state.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { formatTotal } from '#contract/units/money.ts'
import type { OfferPreview } from '#contract/offers/offers.ts'

type PreviewedCart = OfferPreview['carts'][number] & { key: string }

const COLUMNS: readonly Column<PreviewedCart>[] = [
  {
    key: 'cart',
    header: 'Cart',
    isRowHeader: true,
    cell: ({ lines, reason }) => (
      <>
        <span>{lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}</span>
        <span className="block text-sm font-normal text-muted">{reason ?? 'No offer'}</span>
      </>
    ),
  },
  { key: 'before', header: 'Today', align: 'end', cell: ({ before }) => formatTotal(before) },
  {
    key: 'after',
    header: 'With it',
    align: 'end',
    cell: ({ before, after }) => (after === before ? formatTotal(after) : <strong>{formatTotal(after)}</strong>),
  },
]

/** What an offer does to the carts that were changed last, and to the tax. */
export function OfferPreviewPanel({ preview: { carts, warning } }: { preview: OfferPreview }) {
  return (
    <>
      {warning !== undefined && <p className="mb-3 font-semibold text-status-placed">{warning}</p>}
      <PreviewedCarts carts={carts} />
    </>
  )
}

function PreviewedCarts({ carts }: Pick<OfferPreview, 'carts'>) {
  if (carts.length === 0) return <EmptyState message="There are no carts to show it with." />
  const rows = carts.map((cart, index) => ({ ...cart, key: String(index) }))
  const changed = carts.filter(({ before, after }) => before !== after).length
  return (
    <>
      <p className="mb-3" role="status">
        {changed === 0
          ? 'It changes none of these carts.'
          : `It changes ${changed} of ${carts.length} ${carts.length === 1 ? 'cart' : 'carts'}.`}
      </p>
      <div className="table-frame list-cards figure-cards">
        <Table
          caption="What the offer does to the carts that were changed last"
          isCaptionHidden
          columns={COLUMNS}
          rows={rows}
          rowKey={({ key }) => key}
        />
      </div>
    </>
  )
}
