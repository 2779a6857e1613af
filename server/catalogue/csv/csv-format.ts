import { parse, type CsvError } from 'csv-parse/sync'

import type { StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'

import { FIELD_NAMES, PRODUCT_FIELDS } from '#contract/catalogue/product-fields.ts'
import { MAX_CSV_LINES } from '#contract/catalogue/upload-limits.ts'
import { stateOf, writtenFields } from '#server/catalogue/admin/stored-product.ts'
import { madeFrom } from '#server/catalogue/csv/made-from.ts'
import { escapeCell, unescapeCell, writeCsv } from '#server/http/csv-encoding.ts'
import { invalidField } from '#server/errors.ts'

/** Columns of the whole product, which must be equal on all of its lines. */
export const PRODUCT_LEVEL_COLUMNS: readonly string[] = [
  ...FIELD_NAMES.map((name) => PRODUCT_FIELDS[name].csv),
  'state',
]

/** The columns of a CSV of products, one line for each size. The last one says what the line was made from. */
const COLUMNS = ['id', ...PRODUCT_LEVEL_COLUMNS, 'size', 'stock', 'measurements', 'made_from']

/** A line of a CSV. A column that the file lacks has no cell. */
export interface CsvLine {
  line: number
  cells: Partial<Record<string, string>>
  /** Why it cannot be read at all. */
  fault?: string
}

/** A price or a stock is a number, which a spreadsheet leaves as it is. */
const cellOf = (value: string | number | null) => (typeof value === 'number' ? String(value) : escapeCell(value ?? ''))

function linesOf(product: StoredProduct): string[][] {
  const written = writtenFields(product)
  const common = [product.id, ...FIELD_NAMES.map((name) => written[name]), stateOf(product)]
  return product.sizes.map(({ size, stock, measurements }) => {
    const measured = Object.entries(measurements ?? {}).map(([measure, value]) => `${measure} ${value}`)
    const values = [...common, size, stock, measured.join('; ')]
    const cells: Record<string, string> = Object.fromEntries(
      values.map((value, index) => [COLUMNS[index] ?? '', String(value ?? '')] as const),
    )
    return [...values.map(cellOf), madeFrom(cells)]
  })
}

/** A CSV of products in parts, one line for each size. */
export const writeProductsCsv = (batches: AsyncIterable<readonly StoredProduct[]>): AsyncGenerator<string> =>
  writeCsv(COLUMNS, batches, linesOf)

const refuse = (sentence: string) => invalidField('sheet', sentence)

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte)

/**
 * The text of a file in UTF-8, in UTF-16 with its mark, or in Windows-1252, which Excel writes as “CSV”. Throws invalid (400) for
 * what is no text.
 */
function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, 0x50, 0x4b) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw refuse('That is the file of a spreadsheet. Save it as “CSV UTF-8” and choose that file.')
  }
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) throw refuse('The file is no text. Save the sheet as “CSV UTF-8”.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
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

/** A first line such as `sep=;` tells Excel the delimiter. */
const SEPARATOR = /^"?sep=(.)"?(?:\r\n|\n|\r)/i

/** The records that are not empty, and how many lines stood before the first. */
function parseRecords(text: string): { records: Parsed[]; linesBefore: number } {
  const [line = '', separator] = SEPARATOR.exec(text) ?? []
  const rest = text.slice(line.length)
  try {
    const records: unknown = parse(rest, {
      delimiter: separator ?? delimiterOf(rest),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: MAX_CSV_LINES + 2,
    })
    return { records: records as Parsed[], linesBefore: line === '' ? 0 : 1 }
  } catch (error) {
    const { lines } = error as CsvError & { lines?: number }
    throw refuse(
      `The file cannot be read as CSV${lines === undefined ? '' : `, at line ${lines}`}. Is a quotation mark missing?`,
    )
  }
}

/** Marks that nobody sees, such as those that stay before a first heading. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/g

/** The columns; '' for one without a heading, which must stay empty. */
function headOf(names: readonly string[]): string[] {
  const head = names.map((name) => name.replaceAll(UNSEEN, '').trim().toLowerCase().replaceAll(/\s+/g, '_'))
  const unknown = head.find((name) => name !== '' && !COLUMNS.includes(name))
  if (unknown !== undefined) throw refuse(`The column “${unknown}” is not one of ${COLUMNS.join(', ')}.`)
  const twice = head.find((name, index) => name !== '' && head.indexOf(name) !== index)
  if (twice !== undefined) throw refuse(`The column “${twice}” stands there twice.`)
  if (!head.includes('id') && !head.includes('name')) {
    throw refuse('The first line names the columns; it needs id or name.')
  }
  return head
}

const isBlank = (cell: string) => cell.replaceAll(UNSEEN, '').trim() === ''

/** A line that ends early leaves the rest of its columns as they are. */
function lineOf(head: readonly string[], record: readonly string[], line: number): CsvLine {
  const cells = Object.fromEntries(
    record.flatMap((cell, index) => (head[index] ? [[head[index], unescapeCell(cell)]] : [])),
  )
  const stray = record.findIndex((cell, index) => !head[index] && !isBlank(cell))
  return { line, cells, ...(stray !== -1 && { fault: `Its cell ${stray + 1} stands under no heading.` }) }
}

/**
 * Reads a CSV with commas, semicolons or tabs, any line ends, with or without a byte order mark, with the empty columns and rows
 * that spreadsheets leave. Throws invalid (400) for other files. A faulty line is returned with its fault.
 */
export function readCsv(bytes: Uint8Array): CsvLine[] {
  const { records, linesBefore } = parseRecords(decode(bytes))
  const [first, ...rest] = records
  if (!first) throw refuse('The file is empty.')
  if (rest.length > MAX_CSV_LINES) throw refuse(`At most ${MAX_CSV_LINES} lines at a time.`)
  const head = headOf(first.record)
  let before = first.info.lines
  return rest.flatMap(({ record, info: { lines } }) => {
    const line = linesBefore + before + 1
    before = lines
    return record.every(isBlank) ? [] : [lineOf(head, record, line)]
  })
}
