import { withLatinDigits } from '#contract/schemas/typed-text.ts'
import { writtenOut } from '#server/http/csv/csv-cells.ts'

/**
 * What people and spreadsheets write around a number: ₹4,999.00, Rs. 1,49,999, 1499/-. Commas count in India's groups
 * and others'.
 */
const MONEY = /^(?:₹|rs\.?|inr)?\s*(\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(\.\d+)?\s*(?:\/-|inr|rs\.?)?$/i

/** A number as people write it, with the digits of any script, in digits alone; any other text as it is. */
export function plainNumber(cell: string): string {
  const [, whole, part = ''] = MONEY.exec(writtenOut(withLatinDigits(cell.trim()))) ?? []
  return whole === undefined ? cell.trim() : String(Number(whole.replaceAll(',', '') + part))
}
