import { Link } from 'react-router'

import { movementsAddress } from '#app/admin/stock/stock-view.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { Cards, Column } from '#app/ui/table.tsx'
import { formatTotal } from '#contract/units/money.ts'
import type { StockRow } from '#contract/stock/stock.ts'
import { STOCK_COUNTS, type StockCountName } from '#contract/stock/stock-places.ts'

export const STOCK_CARDS: Cards = {
  lines: [
    'product product product',
    'sku sku value',
    'shelf held packed',
    'parcel customer back',
    'inspection writtenOff takenIn',
  ],
  columns: 'repeat(2, minmax(0, 1fr)) minmax(0, 1.25fr)',
  wide: {
    lines: [
      'product product product sku value',
      'shelf held packed parcel customer',
      'back inspection writtenOff takenIn takenIn',
    ],
    columns: 'repeat(5, minmax(0, 1fr))',
  },
}

/** The pieces in a place, with their movements behind the number. `isCurrent` says whose movements are shown. */
export const placeColumn = (
  name: StockCountName,
  on: string | undefined,
  isCurrent?: (row: StockRow) => boolean,
): Column<StockRow> => {
  const { place, label } = STOCK_COUNTS[name]
  return {
    key: name,
    header: label,
    align: 'end',
    card: { area: name, label },
    cell: (row) => (
      <Link
        className={`link inline-block min-w-6 leading-6 tabular-nums ${row[name] === 0 ? 'text-muted' : ''} aria-[current]:font-bold`}
        aria-current={isCurrent?.(row) ? 'true' : undefined}
        to={movementsAddress(row.product._id, { size: row.size, place, on })}
      >
        {row[name].toLocaleString('en-IN')}
      </Link>
    ),
  }
}

/** The columns of the sizes with their places, now or at the end of a day. */
export const stockColumns = (on: string | undefined): Column<StockRow>[] => [
  {
    key: 'product',
    header: 'Product',
    isRowHeader: true,
    className: 'sm:w-44',
    card: { area: 'product', look: 'wide' },
    cell: ({ product, size }) => (
      <>
        <Link className="link wrap-anywhere" to={movementsAddress(product._id, { size, on })}>
          {size === '' ? product.name : `${product.name}, ${size}`}
        </Link>
        {product.isDeleted && <Badge kind="stitched">Deleted</Badge>}
      </>
    ),
  },
  {
    key: 'sku',
    header: 'SKU',
    card: { area: 'sku', look: 'quiet start' },
    cell: ({ sku, storagePlace }) => (
      <>
        <code className="wrap-anywhere text-xs">{sku}</code>
        {storagePlace !== null && <span className="block wrap-anywhere text-xs">{`At ${storagePlace}`}</span>}
      </>
    ),
  },
  ...(Object.keys(STOCK_COUNTS) as StockCountName[]).map((name) => placeColumn(name, on)),
  {
    key: 'value',
    header: 'Value',
    align: 'end',
    className: 'sm:w-26',
    card: { area: 'value', look: 'end' },
    cell: ({ value }) =>
      value === null ? (
        <span className="text-[0.8125rem] text-muted">No cost</span>
      ) : (
        <span className="price whitespace-nowrap">{formatTotal(value)}</span>
      ),
  },
]
