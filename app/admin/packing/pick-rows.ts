import { compareStoragePlaces } from '#contract/catalogue/labels/storage-place.ts'
import type { PackingOrder } from '#contract/orders/packing.ts'

/** Pieces of one size to fetch. */
export interface PickRow {
  key: string
  product: string
  size: string | undefined
  sku: string | null
  storagePlace: string | null
  pieces: number
}

const WORDS = new Intl.Collator('en', { numeric: true })

const compareRows = (one: PickRow, other: PickRow) =>
  compareStoragePlaces(one.storagePlace, other.storagePlace) ||
  WORDS.compare(one.product, other.product) ||
  WORDS.compare(one.size ?? '', other.size ?? '')

/**
 * What is to be fetched for these orders and is not packed yet: along the shelf where places are known, then by product
 * and size.
 */
export function pickRows(orders: readonly PackingOrder[]): PickRow[] {
  const rows = new Map<string, PickRow>()
  for (const { product, size, sku, storagePlace, quantity, packed } of orders.flatMap(({ lines }) => lines)) {
    if (packed === quantity) continue
    const key = JSON.stringify([product, size, sku])
    const row = rows.get(key) ?? { key, product, size, sku, storagePlace, pieces: 0 }
    rows.set(key, { ...row, pieces: row.pieces + quantity - packed })
  }
  return [...rows.values()].toSorted(compareRows)
}
