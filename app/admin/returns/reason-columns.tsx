import { Link } from 'react-router'

import type { Cards, Column } from '#app/ui/table.tsx'
import type { ReturnedSize } from '#contract/returns/returned-sizes.ts'

const shareOf = ({ returned, delivered }: ReturnedSize) =>
  delivered > 0 ? `${Math.round((returned / delivered) * 100)} %` : '–'

export const REASON_CARDS: Cards = { lines: ['product share', 'reasons returned'], columns: 'minmax(0, 1fr) auto' }

export const REASON_COLUMNS: readonly Column<ReturnedSize>[] = [
  {
    key: 'product',
    header: 'Product',
    isRowHeader: true,
    card: 'product',
    cell: ({ product, size }) => (
      <span className="wrap-anywhere">
        <Link className="link" to={`/admin/products/${product._id}`}>
          {product.name}
        </Link>
        {size !== undefined && <span className="block text-sm font-normal text-muted">{`Size ${size}`}</span>}
      </span>
    ),
  },
  {
    key: 'returned',
    header: 'Came back',
    align: 'end',
    card: { area: 'returned', look: 'quiet end' },
    cell: ({ returned, delivered }) => `${returned} of ${delivered}`,
  },
  { key: 'share', header: 'Share', align: 'end', card: { area: 'share', look: 'end' }, cell: shareOf },
  {
    key: 'reasons',
    header: 'Why',
    className: 'sm:w-1/3',
    card: 'reasons',
    cell: ({ reasons }) => reasons.map(({ reason, pieces }) => `${pieces} ${reason}`).join(', '),
  },
]
