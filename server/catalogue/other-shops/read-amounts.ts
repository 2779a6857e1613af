import { MAX_PRICE_RUPEES, rupeesFromPaise } from '#contract/units/money.ts'
import { MAX_STOCK } from '#contract/catalogue/product-limits.ts'
import { paiseIn, writtenOut } from '#server/http/csv/csv-cells.ts'

/** An amount in rupees as shops write it into their exports; undefined for anything else. */
export function rupeesIn(cell: string): number | undefined {
  const paise = paiseIn(cell)
  if (paise === undefined || paise < 0 || !Number.isSafeInteger(paise)) return undefined
  const rupees = rupeesFromPaise(paise)
  return rupees <= MAX_PRICE_RUPEES ? rupees : undefined
}

/** A stock, what is to be said of it, or neither where it is not counted. */
export function stockIn(cell: string): { stock: number; reason?: string } | undefined {
  if (cell === '') return undefined
  const number = writtenOut(cell)
  const written = /^-?\d{1,12}(?:\.\d+)?$/.test(number) ? Math.trunc(Number(number)) : undefined
  if (written === undefined) return { stock: 0, reason: `Its stock “${cell.slice(0, 40)}” is no number and becomes 0.` }
  if (written < 0) return { stock: 0, reason: `Its stock of ${written} becomes 0.` }
  if (written > MAX_STOCK) {
    return { stock: MAX_STOCK, reason: `Its stock of ${written} becomes ${MAX_STOCK}, the most that a size can have.` }
  }
  return { stock: written }
}
