import { Button } from '#app/ui/button.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { compareStoragePlaces } from '#contract/catalogue/storage-place.ts'
import type { PackingOrder } from '#contract/orders/packing.ts'

interface PickRow {
  key: string
  product: string
  size: string | undefined
  sku: string | null
  storagePlace: string | null
  pieces: number
}

/** M comes before XL as in the alphabet, and 9 before 10. */
const WORDS = new Intl.Collator('en', { numeric: true })

const compareRows = (one: PickRow, other: PickRow) =>
  compareStoragePlaces(one.storagePlace, other.storagePlace) ||
  WORDS.compare(one.product, other.product) ||
  WORDS.compare(one.size ?? '', other.size ?? '')

/** What is to be fetched for these orders and is not packed yet: along the shelf where places are known, then by product and size. */
function rowsOf(orders: readonly PackingOrder[]): PickRow[] {
  const rows = new Map<string, PickRow>()
  for (const { product, size, sku, storagePlace, quantity, packed } of orders.flatMap(({ lines }) => lines)) {
    if (packed === quantity) continue
    const key = JSON.stringify([product, size, sku])
    const row = rows.get(key) ?? { key, product, size, sku, storagePlace, pieces: 0 }
    rows.set(key, { ...row, pieces: row.pieces + quantity - packed })
  }
  return [...rows.values()].toSorted(compareRows)
}

const PLACE: Column<PickRow> = { key: 'place', header: 'Place', cell: ({ storagePlace }) => storagePlace ?? '–' }
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
  const hasPlaces = rows.some(({ storagePlace }) => storagePlace !== null)
  const columns = hasPlaces ? [PLACE, ...COLUMNS] : COLUMNS
  return (
    <section aria-label="Pick list" className="grid content-start gap-3">
      <Button variant="outline" isSmall className="justify-self-start" onClick={() => window.print()}>
        Print the pick list
      </Button>
      <div className="table-frame">
        <Table caption="Pick list" columns={columns} rows={rows} rowKey={({ key }) => key} />
      </div>
    </section>
  )
}
