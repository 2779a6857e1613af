import { stringify } from 'csv-stringify/sync'

import { rupeesFromPaise } from '#contract/units/money.ts'

/**
 * A CSV, batch by batch: UTF-8 with a mark that says so, commas, CRLF; safe to open as a spreadsheet where texts went
 * through `escapeCell`.
 */
export async function* writeCsv<Row>(
  columns: readonly string[],
  batches: AsyncIterable<readonly Row[]>,
  linesOf: (row: Row) => string[][],
): AsyncGenerator<string> {
  const form = { record_delimiter: '\r\n' }
  yield `\uFEFF${stringify([columns], form)}`
  for await (const rows of batches) yield stringify(rows.flatMap(linesOf), form)
}

/** The columns of a table: for each heading, what it shows of a row. */
export type CsvCells<Row> = Record<string, (row: Row) => string | number>

/** Rows of a table as CSV with LF, without its headings. */
export const rowsCsv = <Row>(cells: CsvCells<Row>, rows: readonly Row[]): string =>
  stringify(rows.map((row) => Object.values(cells).map((cell) => cell(row))))

/** Rows of a table as CSV with LF, with its headings. */
export const tableCsv = <Row>(cells: CsvCells<Row>, rows: readonly Row[]): string =>
  stringify([Object.keys(cells)]) + rowsCsv(cells, rows)

/** An amount in a column of a CSV: rupees with two decimals. */
export const amountCell = (paise: number) => rupeesFromPaise(paise).toFixed(2)

// A spreadsheet takes text that begins like this for a formula, and would run it.
const FORMULA = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r])/u

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'

// A spreadsheet makes a date of 2-3, 10/12 and Mar 5, a number of 1E5, and takes the first zero from 042.
const CHANGED = new RegExp(
  `^'*(?:\\d{1,4}([-/.])\\d{1,4}(?:\\1\\d{1,4})?|(?:\\d{1,2}[-/ ]?)?${MONTH}(?:[-/ ,]*\\d{1,4}){0,2}|\\d+e\\d+|0\\d+|\\d{12,}|\\d+:\\d+(?::\\d+)?)$`,
  'i',
)

/** A text that a spreadsheet may have made of a size such as 2-3: 03-Feb, Mar-26, 02/03/2026. */
export const looksLikeDate = (text: string): boolean =>
  new RegExp(`^(?:\\d{1,2}[-/ ])?${MONTH}(?:[-/ ,]*\\d{1,4})?$|^\\d{1,4}([-/.])\\d{1,2}\\1\\d{1,4}$`, 'i').test(
    text.trim(),
  )

/**
 * Text that comes back as it was from a spreadsheet too, which neither runs it nor makes a date or a number of it: an
 * apostrophe stands before what it would change. Every text of every CSV goes through it, a phone too unless it is a
 * number; amounts and dates are what a spreadsheet may read.
 */
export const escapeCell = (text: string) => (FORMULA.test(text) || CHANGED.test(text) ? `'${text}` : text)

/** The text that `escapeCell` was given. */
export const unescapeCell = (text: string) =>
  text.startsWith("'") && (FORMULA.test(text) || CHANGED.test(text)) ? text.slice(1) : text
