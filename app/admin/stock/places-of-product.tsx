import { placeColumn } from '#app/admin/stock/stock-columns.tsx'
import { Table, type Cards, type Column } from '#app/ui/table.tsx'
import type { StockRow } from '#contract/stock/stock.ts'
import { STOCK_COUNTS, type StockCountName, type StockPlace } from '#contract/stock/stock-places.ts'

interface PlacesOfProductProps {
  sizes: readonly StockRow[]
  size: string | undefined
  place: StockPlace | undefined
  on: string | undefined
}

const CARDS: Cards = {
  lines: ['size size size', 'shelf held packed', 'parcel customer back', 'inspection writtenOff takenIn'],
  columns: 'repeat(2, minmax(0, 1fr)) minmax(0, 1.25fr)',
}

const SIZE_COLUMN: Column<StockRow> = {
  key: 'size',
  header: 'Size',
  isRowHeader: true,
  card: 'size',
  cell: ({ size, storagePlace }) => (
    <>
      <span className="wrap-anywhere">{size === '' ? 'All pieces' : size}</span>
      {storagePlace !== null && (
        <span className="block text-xs font-normal wrap-anywhere">{`On the shelf at ${storagePlace}`}</span>
      )}
    </>
  ),
}

/** The pieces of each size by place; each number leads to its movements. */
export function PlacesOfProduct({ sizes, size: chosenSize, place: chosenPlace, on }: PlacesOfProductProps) {
  const places = (Object.keys(STOCK_COUNTS) as StockCountName[]).map((name) =>
    placeColumn(name, on, ({ size }) => STOCK_COUNTS[name].place === chosenPlace && (chosenSize ?? '') === size),
  )
  return (
    <div className="table-frame list-cards mt-6">
      <Table
        caption="Where the pieces are"
        isCaptionHidden
        columns={[SIZE_COLUMN, ...places]}
        rows={sizes}
        rowKey={({ _id }) => _id}
        cards={CARDS}
      />
    </div>
  )
}
