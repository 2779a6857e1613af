import { pickRows, type PickRow } from '#app/admin/packing/pick-rows.ts'
import { Table, type Cards, type Column } from '#app/ui/table.tsx'
import type { PackingOrder } from '#contract/orders/packing.ts'

const CARDS: Cards = {
  lines: ['place place place', 'product product pieces', 'size sku sku'],
  columns: '5rem minmax(0, 1fr) auto',
}

const PLACE: Column<PickRow> = {
  key: 'place',
  header: 'Place',
  card: { area: 'place', label: 'Place' },
  cell: ({ storagePlace }) => <span className="whitespace-nowrap">{storagePlace ?? '–'}</span>,
}
const COLUMNS: Column<PickRow>[] = [
  { key: 'product', header: 'Product', isRowHeader: true, card: 'product', cell: ({ product }) => product },
  { key: 'size', header: 'Size', card: { area: 'size', label: 'Size' }, cell: ({ size }) => size ?? '–' },
  { key: 'sku', header: 'SKU', card: { area: 'sku', look: 'quiet' }, cell: ({ sku }) => <code>{sku ?? '–'}</code> },
  {
    key: 'pieces',
    header: 'Pieces',
    align: 'end',
    card: { area: 'pieces', label: 'Pieces' },
    cell: ({ pieces }) => pieces,
  },
]

/** What to bring to the table for all orders that are not put aside. */
export function PickList({ orders }: { orders: readonly PackingOrder[] }) {
  const rows = pickRows(orders.filter(({ aside }) => aside === null))
  if (rows.length === 0) return null
  const hasPlaces = rows.some(({ storagePlace }) => storagePlace !== null)
  const columns = hasPlaces ? [PLACE, ...COLUMNS] : COLUMNS
  return (
    <section aria-label="Pick list" className="table-frame list-cards">
      <Table caption="Pick list" columns={columns} rows={rows} rowKey={({ key }) => key} cards={CARDS} />
    </section>
  )
}
