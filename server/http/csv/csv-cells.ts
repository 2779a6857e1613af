import { codeTyped, lineTyped } from '#contract/schemas/typed-text.ts'
import { startOf } from '#contract/words/start-of-text.ts'
import { unescapeCell } from '#server/http/csv/csv-encoding.ts'

/** A cell as a sentence quotes it. */
export const quoted = (cell: string, max = 40): string => `“${startOf(lineTyped(cell), max)}”`

/** The text of a cell without the apostrophe that makes a spreadsheet take it for text. */
export const textIn = (cell: string): string => lineTyped(unescapeCell(cell.trim())).replace(/^['’]/, '')

/**
 * What nothing has to be understood of, as in most cells of most sheets: what follows is slow beside twenty thousand
 * lines.
 */
const isPlain = (cell: string) => /^[\w+.*%-]*$/.test(cell)

/** The code of a cell: its text without blanks, its digits those of English. */
export function codeIn(cell: string): string {
  const trimmed = cell.trim()
  return isPlain(trimmed) ? trimmed : codeTyped(unescapeCell(trimmed)).replace(/^['’]/, '')
}

/** A number that a spreadsheet has shortened, so that its last digits are lost: 1.49081E+11. */
export const isShortened = (code: string): boolean => /^\d+(?:\.\d+)?e\+?\d+$/i.test(code)

/** A long number as a spreadsheet shows it: 8.9E+12, 8,9E+12, 8901234567890.00. */
const ROUNDED = /^\d(?:[.,]\d+)?e\+\d{1,3}$|^\d[.,]\d+e\d{1,3}$|^\d{6,}[.,]0+$/i

/** What somebody does whose spreadsheet has changed a code. */
export const AS_TEXT = 'Format the column as text and enter it again.'

/** Why a code names nothing any more: a spreadsheet has shortened it. Undefined for any other. */
export const lostDigitsOf = (code: string): string | undefined =>
  ROUNDED.test(code)
    ? `“${code.slice(0, 40)}” is what a spreadsheet makes of a long number, and its digits are lost. ${AS_TEXT}`
    : undefined

/**
 * The number that a spreadsheet has written in its short form, where that lost no whole number: 9.99E+02 is 999, and
 * 1.50E+03 may have been
 * 1499. Any other text as it is.
 */
export function writtenOut(number: string): string {
  const [, first = '', rest = '', power] = /^(\d)(?:\.(\d+))?e\+?(\d{1,2})$/i.exec(number) ?? []
  const places = Number(power)
  if (power === undefined || rest.length < places) return number
  const decimals = rest.slice(places)
  return `${Number(first + rest.slice(0, places))}${decimals && `.${decimals}`}`
}

/** Digits alone or in groups of thousands or of lakhs, and decimals; a sign of the currency before or after. */
const AMOUNT = /^(?:₹|rs\.?|inr)?\s*([-−]?)(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d*))?\s*(?:\/-|rs\.?|inr|₹)?$/i

/**
 * The amount of a cell in paise, such as `1,539.00`, `₹1,539/-` or `Rs. 1539`. Below 0 where it says so, and no whole
 * number where it has parts of a paisa. Undefined for what is no amount in rupees.
 */
export function paiseIn(cell: string): number | undefined {
  const [, sign = '', whole, decimals = ''] = AMOUNT.exec(writtenOut(codeIn(cell))) ?? []
  if (whole === undefined) return undefined
  const paise = Number(`${whole.replaceAll(',', '')}${decimals.slice(0, 2).padEnd(2, '0')}`)
  const parts = Number(`0.${decimals.slice(2) || '0'}`)
  return sign === '' ? paise + parts : -(paise + parts)
}
