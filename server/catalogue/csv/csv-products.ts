import type { FieldsInput } from '#server/catalogue/admin/stored-product.ts'
import type { SourcePicture, SourceProduct } from '#server/catalogue/other-shops/source-product.ts'
import type { CsvLine } from '#server/catalogue/csv/csv-format.ts'

import { withLatinDigits } from '#contract/schemas/typed-text.ts'
import { MAX_SIZES, MAX_STOCK } from '#contract/catalogue/product-limits.ts'
import { FIELD_NAMES, fieldOf, type ProductFieldName } from '#contract/catalogue/product-fields.ts'
import { ProductChange } from '#contract/catalogue/product-input.ts'
import { SIZE_CODE_NAMES, type SizeCode } from '#contract/catalogue/labels/size-codes.ts'
import { PRODUCT_LEVEL_COLUMNS } from '#server/catalogue/csv/csv-format.ts'
import { plainNumber } from '#server/catalogue/csv/plain-number.ts'
import { codeInCell, storagePlaceInCell } from '#server/catalogue/csv/size-code-cells.ts'
import { isAsWritten, originOf } from '#server/catalogue/csv/line-signature.ts'
import { isShortened } from '#server/http/csv/csv-cells.ts'

export interface Reason {
  line: number
  reason: string
}

/** The size of one line. What is undefined stays as it is. */
export interface SizeInput {
  line: number
  size: string
  stock: number | undefined
  /** The stock that the export wrote, if it did and the sheet has another. */
  stockThen: number | undefined
  /** True if the export wrote a line of the product, and the line no longer says which stock it was made from. */
  isOriginLost?: boolean
  measurements: Record<string, number> | null | undefined
  sku: string | undefined
  barcode: string | undefined
  storagePlace: string | null | undefined
  /**
   * What the cells of a line say that was written for another size or product: a new size gets these codes where they
   * name no other one.
   */
  former?: Partial<Record<SizeCode, string | undefined>>
  /** True if the export wrote the line and nothing about its size was changed. */
  isAsExported: boolean
}

/** A product from its lines, or the reasons why they are refused. */
export interface ProductInput {
  id: string
  name: string
  lines: number[]
  categoryName: string | undefined
  fields: FieldsInput
  sizes: SizeInput[]
  reasons: Reason[]
  /** Where it comes from the export of another shop. */
  source?: SourceProduct & {
    /** It is on sale there, and was not at the last import. */
    becomesOnSale: boolean
    /** Pictures that no earlier import has named. */
    newPictures: SourcePicture[]
  }
}

const NUMBER = /^\d{1,9}(?:\.\d{1,9})?$/

/** The most lines of a product: one for each size, and one for the product as a whole. */
const MAX_LINES = MAX_SIZES + 1
export const TOO_MANY_SIZES = `A product has at most ${MAX_SIZES} sizes.`

const LOST_DIGITS =
  'is what a spreadsheet makes of a number, and its last digits may be lost. Format the column as a number and enter it again.'

/** Lines that differ from most lines of their product, each column once a line. */
function contradictions(lines: readonly CsvLine[]): Reason[] {
  return PRODUCT_LEVEL_COLUMNS.flatMap((column) => {
    const written = lines.map(({ line, cells }) => ({ line, cell: cells[column] && plainNumber(cells[column]) }))
    const counts = Map.groupBy(written, ({ cell }) => cell)
    if (counts.size < 2) return []
    const [usual] = [...counts.values()].toSorted((a, b) => b.length - a.length)
    return written
      .filter(({ cell }) => cell !== usual?.[0]?.cell)
      .map(({ line }) => ({
        line,
        reason: `Its ${column} is not that of line ${usual?.[0]?.line}, though both are of one product.`,
      }))
  }).toSorted((a, b) => a.line - b.line)
}

/** The value of a field in a cell. A price that is no number stays text, and the schema refuses it. */
function valueIn(name: ProductFieldName, cell: string): string | number | null {
  const { kind, isOptional } = fieldOf(name)
  const written = cell.trim()
  if (kind === 'detail') return written || null
  if (kind !== 'price') return cell
  if (isOptional && written === '') return null
  const digits = plainNumber(cell)
  return NUMBER.test(digits) ? Number(digits) : cell
}

function fieldsIn({ cells }: CsvLine): Record<string, unknown> {
  const entries = FIELD_NAMES.flatMap((name) => {
    const cell = name === 'category' ? undefined : cells[fieldOf(name).csv]
    return cell === undefined ? [] : [[name, valueIn(name, cell)] as const]
  })
  return Object.fromEntries(entries)
}

/** Whether a line makes its product a draft; undefined where it leaves the state as it is. */
function isDraftIn({ line, cells }: CsvLine): boolean | undefined | Reason {
  const state = cells.state?.trim().toLowerCase()
  if (!state) return undefined
  if (state === 'draft' || state === 'on sale') return state === 'draft'
  return { line, reason: 'state: “draft”, “on sale”, or nothing.' }
}

/** A measure and its centimetres, as people write them: chest 104, Chest: 104 cm, छाती १०४. */
const MEASUREMENT = /^\s*(\S.{0,39}?)(?:\s*:\s*|\s+)(\p{Nd}{1,4}(?:\.\p{Nd}{1,2})?)\s*(?:cms?\.?)?\s*$/iu

function measurementsIn(text: string): Record<string, number> | null | undefined {
  if (text.trim() === '') return null
  const parts = text.split(';').map((part) => {
    const [, name = '', number = ''] = MEASUREMENT.exec(part) ?? []
    return [name, Number(withLatinDigits(number) || NaN)] as const
  })
  return parts.every(([, number]) => number <= 1000) ? Object.fromEntries(parts) : undefined
}

const ABOUT_SIZE = ['size', 'stock', 'storage_place', 'measurements']

function sizeIn({ line, cells }: CsvLine): SizeInput | Reason {
  const size = (cells.size ?? '').trim()
  if (size.length > 40) return { line, reason: 'size: At most 40 characters.' }
  const origin = originOf(cells)
  const isSame = (column: string) => cells[column] === undefined || origin?.isUnchanged(column) === true
  const stock = isSame('stock') ? undefined : plainNumber(cells.stock ?? '') || undefined
  if (stock !== undefined && isShortened(stock)) {
    return { line, reason: `stock: “${stock.slice(0, 40)}” ${LOST_DIGITS}` }
  }
  if (stock !== undefined && (!/^\d{1,7}$/.test(stock) || Number(stock) > MAX_STOCK)) {
    return { line, reason: `stock: A whole number from 0 to ${MAX_STOCK}, not “${stock.slice(0, 40)}”.` }
  }
  const measurements = isSame('measurements') ? undefined : measurementsIn(cells.measurements ?? '')
  if (!isSame('measurements') && measurements === undefined) {
    return { line, reason: 'measurements: Names and centimetres, such as “chest 104; length 72”.' }
  }
  const storagePlace = isSame('storage_place') ? undefined : storagePlaceInCell({ line, cells })
  if (typeof storagePlace === 'object' && storagePlace !== null) return storagePlace
  // The codes of a line that was copied for another size stay with the first one.
  const isWritten = (name: SizeCode) => cells[name] === undefined || isAsWritten(cells, name)
  const [sku, barcode] = SIZE_CODE_NAMES.map((name) =>
    isWritten(name) ? undefined : codeInCell(name, { line, cells }),
  )
  if (typeof sku === 'object') return sku
  if (typeof barcode === 'object') return barcode
  const isAsExported = origin !== undefined && ABOUT_SIZE.every(isSame) && SIZE_CODE_NAMES.every(isWritten)
  const isOfThisSize = origin !== undefined && isSame('size')
  const former = isOfThisSize ? {} : { sku: cells.sku?.trim(), barcode: cells.barcode?.trim() }
  const known = { line, size, measurements, sku, barcode, storagePlace, former, isAsExported }
  return {
    ...known,
    stock: stock === undefined ? undefined : Number(stock),
    stockThen: origin?.stock,
    isOriginLost: cells.made_from !== undefined && origin?.stock === undefined,
  }
}

/** The lines of a product without the cells about it that the sheet left as the export wrote them. */
function withoutUnchanged(lines: readonly [CsvLine, ...CsvLine[]]): [CsvLine, ...CsvLine[]] {
  const origins = lines.map(({ cells }) => originOf(cells))
  const unchanged = new Set(PRODUCT_LEVEL_COLUMNS.filter((column) => origins.every((one) => one?.isUnchanged(column))))
  const changedIn = ({ cells, ...line }: CsvLine): CsvLine => ({
    ...line,
    cells: Object.fromEntries(Object.entries(cells).filter(([column]) => !unchanged.has(column))),
  })
  const [first, ...others] = lines
  return [changedIn(first), ...others.map(changedIn)]
}

function repeated(sizes: readonly SizeInput[]): Reason[] {
  const seen = new Map<string, number>()
  return sizes.flatMap(({ line, size }) => {
    const key = size.toLowerCase()
    const earlier = seen.get(key)
    if (earlier === undefined) seen.set(key, line)
    return earlier === undefined ? [] : [{ line, reason: `It repeats line ${earlier}: the same product and size.` }]
  })
}

/** The faults of each line, and of all lines together. */
function faultsOf(lines: readonly [CsvLine, ...CsvLine[]], faults: readonly Reason[], read: (SizeInput | Reason)[]) {
  const unreadable = lines.flatMap(({ line, fault }) => (fault === undefined ? [] : [{ line, reason: fault }]))
  if (unreadable.length > 0) return unreadable
  // Thousands of lines get one reason, and are not compared with each other.
  if (lines.length > MAX_LINES) return [{ line: lines[0].line, reason: TOO_MANY_SIZES }, ...faults]
  const sizes = read.filter((each) => 'size' in each)
  const said = new Set(faults.map(({ reason }) => reason.split(':', 1)[0]))
  const differing = contradictions(lines).filter(
    ({ reason }) => ![...said].some((column) => reason.startsWith(`Its ${column} `)),
  )
  return [...differing, ...faults, ...read.filter((each) => 'reason' in each), ...repeated(sizes)]
}

function inputOf(lines: readonly [CsvLine, ...CsvLine[]]): ProductInput {
  const [first] = lines
  const parsed = ProductChange.safeParse({ revision: 0, ...fieldsIn(first) })
  const read = lines.slice(0, MAX_LINES).map(sizeIn)
  const { revision: _revision, ...fields } = parsed.data ?? { revision: 0 }
  const isDraft = isDraftIn(first)
  const fieldFaults = (parsed.error?.issues ?? []).map(({ path, message }) => {
    const name = FIELD_NAMES.find((each) => each === path[0])
    const cell = name && fieldOf(name).kind === 'price' ? first.cells[fieldOf(name).csv]?.trim() : undefined
    const says = cell && isShortened(cell) ? `“${cell.slice(0, 40)}” ${LOST_DIGITS}` : undefined
    return {
      line: first.line,
      reason: `${name ? fieldOf(name).csv : ''}: ${says ?? `${message}${cell ? ` It says “${cell.slice(0, 40)}”.` : ''}`}`,
    }
  })
  const faults = typeof isDraft === 'object' ? [...fieldFaults, isDraft] : fieldFaults
  return {
    id: first.cells.id?.trim() ?? '',
    name: first.cells.name ?? '',
    lines: lines.map(({ line }) => line),
    categoryName: first.cells.category?.trim(),
    fields: { ...fields, ...(typeof isDraft === 'boolean' && { isDraft }) },
    sizes: read.filter((each) => 'size' in each),
    reasons: faultsOf(lines, faults, read),
  }
}

/** Groups the lines by product: by id, or without an id by name and category. */
export function productsIn(lines: readonly CsvLine[]): ProductInput[] {
  const groups = new Map<string, [CsvLine, ...CsvLine[]]>()
  for (const line of lines) {
    const { id = '', name = '', category = '' } = line.cells
    const key = id.trim()
      ? `id ${id.trim()}`
      : `new ${JSON.stringify([name, category].map((text) => text.trim().toLowerCase()))}`
    const group = groups.get(key)
    if (group) group.push(line)
    else groups.set(key, [line])
  }
  return [...groups.values()].map((group) => inputOf(group.length > MAX_LINES ? group : withoutUnchanged(group)))
}
