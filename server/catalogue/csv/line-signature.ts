import { hash } from 'node:crypto'

import { plainNumber } from '#server/catalogue/csv/plain-number.ts'

type Cells = Readonly<Partial<Record<string, string>>>

const STOCK = /^stock=(\d+)(?: |$)/

const NUMBERS = new Set(['price', 'discounted_price', 'stock'])

/**
 * What a cell says, whatever a spreadsheet does to it: blanks around it, line ends, and how a number or an amount is
 * written.
 */
function saidBy(column: string, cell: string): string {
  if (NUMBERS.has(column)) return plainNumber(cell)
  const text = cell.replaceAll(/\r\n?/g, '\n').trim()
  return /^\d+(?:\.\d+)?$/.test(text) ? String(Number(text)) : text
}

/** Six characters for a column and what its cell says. */
const signatureOf = (column: string, cell: string) =>
  hash('sha256', `${column}=${saidBy(column, cell)}`, 'base64url').slice(0, 6)

/**
 * The cell that says what a line was made from: its stock, and a signature of each other cell. It stays with the line
 * in a spreadsheet, so an import knows which cells were changed there, and leaves alone what was not.
 */
export function madeFrom(cells: Cells): string {
  const signatures = Object.entries(cells).map(([column, cell = '']) => signatureOf(column, cell))
  return [`stock=${cells.stock ?? ''}`, ...signatures].join(' ')
}

/** Whether the cell can be what `madeFrom` wrote: not cut off, and not replaced by something else. */
export const isMadeFrom = (cell: string): boolean => /^stock=\d*(?: [\w-]{6})+$/.test(cell.trim())

/** Whether a cell says what the export wrote into its line, of whatever product and size the line is now. */
export const isAsWritten = (cells: Cells, column: string): boolean =>
  (cells.made_from?.trim() ?? '').split(' ').includes(signatureOf(column, cells[column] ?? ''))

/** What the export wrote into a line. */
interface Origin {
  /**
   * Whether the cell of a column says what it said then. Of a line that now is about another size, no cell about a size
   * does.
   */
  isUnchanged(column: string): boolean
  /** The stock of its size then; undefined if the line now is about another size. */
  stock: number | undefined
}

const ABOUT_SIZE = new Set(['stock', 'storage_place', 'measurements'])

/**
 * Reads the cell that `madeFrom` wrote; undefined if the export did not write this line, or wrote it for another
 * product.
 */
export function originOf(cells: Cells): Origin | undefined {
  const written = cells.made_from?.trim() ?? ''
  const signatures = new Set(written.split(' '))
  const says = (column: string) => signatures.has(signatureOf(column, cells[column] ?? ''))
  if (!says('id')) return undefined
  const isSameSize = says('size')
  const stock = isSameSize ? STOCK.exec(written)?.[1] : undefined
  return {
    isUnchanged: (column) => says(column) && (isSameSize || !ABOUT_SIZE.has(column)),
    stock: stock === undefined ? undefined : Number(stock),
  }
}
