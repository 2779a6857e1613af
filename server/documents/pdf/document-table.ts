import type { PdfPage } from '#server/documents/pdf/pdf-page.ts'

import { formatPaise } from '#contract/money.ts'
import { MUTED, WIDTH } from '#server/documents/pdf/pdf-page.ts'
import { HALF, SMALL, UNNAMED } from '#server/documents/pdf/text-formats.ts'

/** A column of figures. */
export interface Column<Line> {
  title: string
  width: number
  of(line: Line): string
}

interface Items<Line> {
  title: string
  /** Between the items and the first column. */
  gap: number
  noteOf(line: Line): string
}

/** Writes a table: each line's name with a note below it, and its figures in columns at the right. Each page has its head. */
export function writeTable<Line extends { name: string }>(
  page: PdfPage,
  lines: readonly Line[],
  { title, gap, noteOf }: Items<Line>,
  columns: readonly Column<Line>[],
): void {
  let x = WIDTH - columns.reduce((sum, { width }) => sum + width, 0)
  const item = { x: 0, width: x - gap }
  const placed = columns.map((column) => {
    const place = { x, width: column.width, align: 'end' } as const
    x += column.width
    return { column, place }
  })
  const head = () => {
    const titles = placed.map(({ column, place }) => ({ ...SMALL, ...place, text: column.title }))
    page.row([{ ...SMALL, ...item, text: title }, ...titles])
    page.space(3)
    page.line()
    page.space(6)
  }
  head()
  for (const line of lines) {
    const name = { ...item, text: page.orElse(line.name, UNNAMED), weight: 'bold', note: noteOf(line) } as const
    const figures = placed.map(({ column, place }) => ({ ...place, text: column.of(line) }))
    page.row([name, ...figures], head)
    page.space(6)
  }
  page.line()
  page.space(8)
}

/** Writes sums at the right below a table, each beside what it is, and below them the total. */
export function writeSums(
  page: PdfPage,
  valueWidth: number,
  rows: readonly (readonly [text: string, value: string])[],
  [totalText, totalPaise]: readonly [text: string, paise: number],
): void {
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
  const bold = { size: 12, weight: 'bold' } as const
  page.row([
    { ...label, ...bold, text: totalText },
    { ...value, ...bold, text: formatPaise(totalPaise) },
  ])
}
