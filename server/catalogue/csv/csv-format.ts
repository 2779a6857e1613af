import { parse, type CsvError } from 'csv-parse/sync'

import type { StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'

import { FIELD_NAMES, PRODUCT_FIELDS } from '#contract/product-fields.ts'
import { MAX_CSV_LINES } from '#contract/upload-limits.ts'
import { stateOf, writtenFields } from '#server/catalogue/admin/stored-product.ts'
import { escapeFormula, unescapeFormula, writeCsv } from '#server/csv-encoding.ts'
import { invalidField } from '#server/errors.ts'

/** Columns of the whole product, which must be equal on all of its lines. */
export const PRODUCT_LEVEL_COLUMNS: readonly string[] = [
  ...FIELD_NAMES.map((name) => PRODUCT_FIELDS[name].csv),
  'state',
]

/** The columns of a CSV of products, one line for each size. */
const COLUMNS = ['id', ...PRODUCT_LEVEL_COLUMNS, 'size', 'stock', 'measurements']

/** A line of a CSV. A column that the file lacks has no cell. */
export interface CsvLine {
  line: number
  cells: Partial<Record<string, string>>
  /** Why it cannot be read at all. */
  fault?: string
}

/** A price is a number, which no spreadsheet takes for a formula. */
const cellOf = (value: string | number | null) =>
  typeof value === 'number' ? String(value) : escapeFormula(value ?? '')

function linesOf(product: StoredProduct): string[][] {
  const written = writtenFields(product)
  const common = [product.id, ...FIELD_NAMES.map((name) => written[name]), stateOf(product)].map(cellOf)
  return product.sizes.map(({ size, stock, measurements }) => {
    const measured = Object.entries(measurements ?? {}).map(([measure, value]) => `${measure} ${value}`)
    return [...common, ...[size, stock, measured.join('; ')].map(cellOf)]
  })
}

/** A CSV of products in parts, one line for each size. */
export const writeProductsCsv = (batches: AsyncIterable<readonly StoredProduct[]>): AsyncGenerator<string> =>
  writeCsv(COLUMNS, batches, linesOf)

const refuse = (sentence: string) => invalidField('sheet', sentence)

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refuse('The file is not UTF-8 text. Save it as “CSV UTF-8”.')
  }
}

/** The delimiter: comma, semicolon or tab, whichever the first line has most of. Spreadsheets of some countries write semicolons. */
function delimiterOf(text: string): string {
  const [head = ''] = text.split(/\r\n|\n|\r/, 1)
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: head.split(mark).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).mark
}

interface Parsed {
  record: string[]
  info: { lines: number }
}

function parseRecords(text: string): Parsed[] {
  try {
    const records: unknown = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: MAX_CSV_LINES + 2,
    })
    return records as Parsed[]
  } catch (error) {
    const { lines } = error as CsvError & { lines?: number }
    throw refuse(
      `The file cannot be read as CSV${lines === undefined ? '' : `, at line ${lines}`}. Is a quotation mark missing?`,
    )
  }
}

function headOf(names: readonly string[]): string[] {
  const head = names.map((name) => name.trim().toLowerCase().replaceAll(' ', '_'))
  const unknown = head.find((name) => !COLUMNS.includes(name))
  if (unknown !== undefined) throw refuse(`The column “${unknown}” is not one of ${COLUMNS.join(', ')}.`)
  const twice = head.find((name, index) => head.indexOf(name) !== index)
  if (twice !== undefined) throw refuse(`The column “${twice}” stands there twice.`)
  if (!head.includes('id') && !head.includes('name')) {
    throw refuse('The first line names the columns; it needs id or name.')
  }
  return head
}

/**
 * Reads a CSV with commas, semicolons or tabs, any line ends, with or without a byte order mark. Throws invalid (400) for other files. A
 * faulty line is returned with its fault.
 */
export function readCsv(bytes: Uint8Array): CsvLine[] {
  const [first, ...records] = parseRecords(decode(bytes))
  if (!first) throw refuse('The file is empty.')
  if (records.length > MAX_CSV_LINES) throw refuse(`At most ${MAX_CSV_LINES} lines at a time.`)
  const head = headOf(first.record)
  let before = first.info.lines
  return records.map(({ record, info: { lines } }) => {
    const line = before + 1
    before = lines
    const cells = Object.fromEntries(head.map((column, index) => [column, unescapeFormula(record[index] ?? '')]))
    const fault = `It has ${record.length} cells instead of ${head.length}.`
    return { line, cells, ...(record.length !== head.length && { fault }) }
  })
}
