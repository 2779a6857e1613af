import type { FieldsInput } from '#server/catalogue/admin/stored-product.ts'
import type { CsvLine } from '#server/catalogue/csv/csv-format.ts'

import { MAX_SIZES, MAX_STOCK } from '#contract/product-limits.ts'
import { FIELD_NAMES, fieldOf, type ProductFieldName } from '#contract/product-fields.ts'
import { ProductChange } from '#contract/product-input.ts'
import { PRODUCT_LEVEL_COLUMNS } from '#server/catalogue/csv/csv-format.ts'

export interface Reason {
  line: number
  reason: string
}

/** The size of one line. What is undefined stays as it is. */
export interface SizeInput {
  line: number
  size: string
  stock: number | undefined
  measurements: Record<string, number> | null | undefined
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
}

const NUMBER = /^\d{1,9}(?:\.\d{1,9})?$/

/** The most lines of a product: one for each size, and one for the product as a whole. */
const MAX_LINES = MAX_SIZES + 1
export const TOO_MANY_SIZES = `A product has at most ${MAX_SIZES} sizes.`

function contradictions([first, ...others]: readonly CsvLine[]): Reason[] {
  if (!first) return []
  return others.flatMap(({ line, cells }) =>
    PRODUCT_LEVEL_COLUMNS.filter((column) => cells[column] !== first.cells[column]).map((column) => ({
      line,
      reason: `Its ${column} is not that of line ${first.line}, though both are of one product.`,
    })),
  )
}

/** The value of a field in a cell. A price that is no number stays text, and the schema refuses it. */
function valueIn(name: ProductFieldName, cell: string): string | number | null {
  const { kind, isOptional } = fieldOf(name)
  const written = cell.trim()
  if (kind === 'detail') return written || null
  if (kind !== 'price') return cell
  if (isOptional && written === '') return null
  return NUMBER.test(written) ? Number(written) : cell
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

function measurementsIn(text: string): Record<string, number> | null | undefined {
  if (text.trim() === '') return null
  const parts = text.split(';').map((part) => /^\s*(\S.{0,39}?)\s+(\d{1,4}(?:\.\d{1,2})?)\s*$/.exec(part))
  if (parts.some((part) => part === null || Number(part[2]) > 1000)) return undefined
  return Object.fromEntries(parts.map((part) => [part?.[1] ?? '', Number(part?.[2])]))
}

function sizeIn({ line, cells }: CsvLine): SizeInput | Reason {
  const size = (cells.size ?? '').trim()
  if (size.length > 40) return { line, reason: 'size: At most 40 characters.' }
  const stock = cells.stock?.trim() || undefined
  if (stock !== undefined && (!/^\d{1,7}$/.test(stock) || Number(stock) > MAX_STOCK)) {
    return { line, reason: `stock: A whole number from 0 to ${MAX_STOCK}, not “${stock.slice(0, 40)}”.` }
  }
  const measurements = cells.measurements === undefined ? undefined : measurementsIn(cells.measurements)
  if (cells.measurements !== undefined && measurements === undefined) {
    return { line, reason: 'measurements: Names and centimetres, such as “chest 104; length 72”.' }
  }
  return { line, size, stock: stock === undefined ? undefined : Number(stock), measurements }
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
  return [...contradictions(lines), ...faults, ...read.filter((each) => 'reason' in each), ...repeated(sizes)]
}

function inputOf(lines: readonly [CsvLine, ...CsvLine[]]): ProductInput {
  const [first] = lines
  const parsed = ProductChange.safeParse({ revision: 0, ...fieldsIn(first) })
  const read = lines.slice(0, MAX_LINES).map(sizeIn)
  const { revision: _revision, ...fields } = parsed.data ?? { revision: 0 }
  const isDraft = isDraftIn(first)
  const fieldFaults = (parsed.error?.issues ?? []).map(({ path, message }) => {
    const name = FIELD_NAMES.find((each) => each === path[0])
    return { line: first.line, reason: `${name ? fieldOf(name).csv : ''}: ${message}` }
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
  return [...groups.values()].map(inputOf)
}
