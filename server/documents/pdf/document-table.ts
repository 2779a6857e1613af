import type { Cell, PdfPage } from '#server/documents/pdf/pdf-page.ts'

import { formatPaise } from '#contract/units/money.ts'
import { MUTED, WIDTH } from '#server/documents/pdf/pdf-page.ts'
import { HALF, SMALL, UNNAMED } from '#server/documents/pdf/text-formats.ts'

/** A column of figures. It is as wide as its widest figure, and as the widest word of its title. */
export interface Column<Line> {
  title: string
  /** It is at least so wide. */
  width?: number
  of(line: Line): string
}

interface Items<Line> {
  title: string
  noteOf(line: Line): string
}

interface PlacedColumn<Line> {
  column: Column<Line>
  x: number
  width: number
  align: 'end'
}

/** Between two columns. */
const GAP = 9
/** So that what was measured fits whatever its sums are rounded to. */
const ROOM = 0.1
/** Names do not share their row with figures that leave them less than this. */
const LEAST_ITEM = 104
/** The sizes of letters that are tried, so that figures and names stand side by side. */
const SIZES = [9, 8, 7.5]

function placeColumns<Line>(page: PdfPage, lines: readonly Line[], columns: readonly Column<Line>[], size: number) {
  const widths = columns.map(({ title, width = 0, of }) => {
    const figures = lines.map((line) => page.widthOf(of(line), size))
    const words = title.split(' ').map((word) => page.widthOf(word, SMALL.size))
    return Math.max(width, GAP + ROOM + Math.max(...words, ...figures))
  })
  let x = WIDTH - widths.reduce((sum, width) => sum + width, 0)
  const itemWidth = x - GAP
  const placed = columns.map((column, index): PlacedColumn<Line> => {
    const width = widths[index] ?? 0
    const place = { column, x: x + GAP, width: width - GAP, align: 'end' } as const
    x += width
    return place
  })
  return { itemWidth, placed, size }
}

/**
 * Writes a table: each line's name with a note below it, and its figures in columns at the right. Each page has its
 * head. What `writeBelow` writes stands on the page of the last line.
 */
export function writeTable<Line extends { name: string }>(
  page: PdfPage,
  lines: readonly Line[],
  { title, noteOf }: Items<Line>,
  columns: readonly Column<Line>[],
  writeBelow: () => void,
): void {
  const tries = SIZES.map((size) => placeColumns(page, lines, columns, size))
  const fitting = tries.find(({ itemWidth }) => itemWidth >= LEAST_ITEM) ?? placeColumns(page, lines, columns, 7.5)
  const { placed, size, itemWidth } = fitting
  const isShared = itemWidth >= LEAST_ITEM
  const item = { x: 0, width: isShared ? itemWidth : WIDTH }
  const head = () => {
    const titles = placed.map(({ column, ...place }) => ({ ...SMALL, ...place, text: column.title }))
    page.row([{ ...SMALL, x: 0, width: Math.max(itemWidth, 0), text: title }, ...titles])
    page.space(3)
    page.line()
    page.space(6)
  }
  const writeLine = (line: Line) => {
    const name: Cell = { ...item, text: page.orElse(line.name, UNNAMED), weight: 'bold', note: noteOf(line) }
    const figures = placed.map(({ column, ...place }): Cell => ({ ...place, size, text: column.of(line) }))
    if (isShared) page.row([name, ...figures], head)
    else {
      page.row([name], head)
      page.row(figures, head)
    }
    page.space(6)
  }
  const writeEnd = () => {
    for (const line of lines.slice(-1)) writeLine(line)
    page.line()
    page.space(8)
    writeBelow()
  }
  head()
  for (const line of lines.slice(0, -1)) writeLine(line)
  page.together(writeEnd, head)
}

/** Writes sums at the right below a table, each beside what it is, and below them the total. */
export function writeSums(
  page: PdfPage,
  rows: readonly (readonly [text: string, value: string])[],
  [totalText, totalPaise]: readonly [text: string, paise: number],
): void {
  const bold = { size: 12, weight: 'bold' } as const
  const total = formatPaise(totalPaise)
  const valueWidth = Math.max(80, page.widthOf(total, bold.size, bold.weight) + ROOM)
  const label = { x: HALF, width: HALF - valueWidth }
  const value = { x: WIDTH - valueWidth, width: valueWidth, align: 'end' } as const
  for (const [text, amount] of rows) {
    page.row([
      { ...label, text, colour: MUTED },
      { ...value, text: amount },
    ])
    page.space(2)
  }
  page.space(3)
  page.row([
    { ...label, ...bold, text: totalText },
    { ...value, ...bold, text: total },
  ])
}
