import { Table, type Column } from '#app/ui/table.tsx'
import type { PackingOrder } from '#contract/orders/packing.ts'

interface PickRow {
  key: string
  product: string
  size: string | undefined
  sku: string | null
  pieces: number
}

/** What is to be fetched for these orders and is not packed yet, by product and size. */
function rowsOf(orders: readonly PackingOrder[]): PickRow[] {
  const rows = new Map<string, PickRow>()
  for (const { product, size, sku, quantity, packed } of orders.flatMap(({ lines }) => lines)) {
    if (packed === quantity) continue
    const key = JSON.stringify([product, size, sku])
    const row = rows.get(key) ?? { key, product, size, sku, pieces: 0 }
    rows.set(key, { ...row, pieces: row.pieces + quantity - packed })
  }
  return [...rows.values()].toSorted((a, b) => a.product.localeCompare(b.product, 'en'))
}

const COLUMNS: Column<PickRow>[] = [
  { key: 'product', header: 'Product', isRowHeader: true, cell: ({ product }) => product },
  { key: 'size', header: 'Size', cell: ({ size }) => size ?? '–' },
  { key: 'sku', header: 'SKU', cell: ({ sku }) => <code>{sku ?? '–'}</code> },
  { key: 'pieces', header: 'Pieces', align: 'end', cell: ({ pieces }) => pieces },
]

/** What to bring to the table for all orders that are not put aside. */
export function PickList({ orders }: { orders: readonly PackingOrder[] }) {
  const rows = rowsOf(orders.filter(({ aside }) => aside === null))
  if (rows.length === 0) return null
  return (
    <section aria-label="Pick list" className="table-frame">
      <Table caption="Pick list" columns={COLUMNS} rows={rows} rowKey={({ key }) => key} />
    </section>
  )
}
