import type { StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'

import { FIELD_NAMES, PRODUCT_FIELDS } from '#contract/catalogue/product-fields.ts'
import { stateOf, writtenFields } from '#server/catalogue/admin/stored-product.ts'
import { isMadeFrom, madeFrom } from '#server/catalogue/csv/line-signature.ts'
import { escapeCell, unescapeCell, writeCsv } from '#server/http/csv/csv-encoding.ts'
import { isBlankCell, seenText, type CsvFile } from '#server/http/csv/csv-file.ts'
import { invalidField } from '#server/errors.ts'

/** Columns of the whole product, which must be equal on all of its lines. */
export const PRODUCT_LEVEL_COLUMNS: readonly string[] = [
  ...FIELD_NAMES.map((name) => PRODUCT_FIELDS[name].csv),
  'state',
]

/** The columns of a CSV of products, one line for each size. The last one says what the line was made from. */
const COLUMNS = [
  'id',
  ...PRODUCT_LEVEL_COLUMNS,
  'size',
  'stock',
  'storage_place',
  'measurements',
  'sku',
  'barcode',
  'made_from',
]

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
  return product.sizes.map(({ size, stock, storagePlace, measurements, sku, barcode }) => {
    const measured = Object.entries(measurements ?? {}).map(([measure, value]) => `${measure} ${value}`)
    const values = [...common, size, stock, storagePlace, measured.join('; '), sku, barcode]
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

/** The columns; '' for one without a heading, which must stay empty. */
function headOf(names: readonly string[]): string[] {
  const head = names.map((name) => seenText(name).toLowerCase().replaceAll(/\s+/g, '_'))
  const unknown = head.find((name) => name !== '' && !COLUMNS.includes(name))
  if (unknown !== undefined) throw refuse(`The column “${unknown}” is not one of ${COLUMNS.join(', ')}.`)
  const twice = head.find((name, index) => name !== '' && head.indexOf(name) !== index)
  if (twice !== undefined) throw refuse(`The column “${twice}” stands there twice.`)
  if (!head.includes('id') && !head.includes('name')) {
    throw refuse('The first line names the columns; it needs id or name.')
  }
  return head
}

const ORIGIN_LOST =
  'made_from: This is not what the export wrote, so nobody can tell what the sheet changed. Export again, or empty the cell.'

/** True for the columns of an export, also if the one that says what the lines were made from was deleted. */
const isExport = (head: readonly string[]) =>
  head.includes('made_from') || COLUMNS.every((name) => name === 'made_from' || head.includes(name))

/** A line that ends early leaves the rest of its columns as they are. */
function lineOf(head: readonly string[], record: readonly string[], line: number): CsvLine {
  const cells: CsvLine['cells'] = Object.fromEntries(
    record.flatMap((cell, index) => (head[index] ? [[head[index], unescapeCell(cell)]] : [])),
  )
  const stray = record.findIndex((cell, index) => !head[index] && !isBlankCell(cell))
  if (stray !== -1) return { line, cells, fault: `Its cell ${stray + 1} stands under no heading.` }
  const origin = cells.made_from ?? ''
  return isBlankCell(origin) || isMadeFrom(origin) ? { line, cells } : { line, cells, fault: ORIGIN_LOST }
}

/**
 * Reads a sheet of products in the shop's own form. Throws invalid (400) for other columns. A faulty line is returned
 * with its fault.
 */
export function readCsv({ headings, lines }: CsvFile): CsvLine[] {
  const head = headOf(headings)
  const read = lines.map(({ line, cells }) => lineOf(head, cells, line))
  if (isExport(head)) for (const { cells } of read) cells.made_from ??= ''
  return read
}
