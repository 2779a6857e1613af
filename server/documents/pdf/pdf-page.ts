import { encode } from 'uqr'

import { barCode } from '#contract/orders/code-128.ts'
import { breakLines, type Line } from '#server/documents/pdf/break-lines.ts'
import type { Weight } from '#server/documents/pdf/document-fonts.ts'
import {
  ASCENT,
  INK,
  LINE_HEIGHT,
  MEASURE,
  openPdf,
  type AboutPdf,
  type OpenPdf,
} from '#server/documents/pdf/open-pdf.ts'
import { isPrintable, isWhole } from '#server/documents/pdf/text-runs.ts'

export const MUTED = '#53555c'
const LINE = '#d8d4cb'
const A4 = { size: 'A4', margin: 0 } as const
const MARGIN = 48
const FOOT = 40
/** The width of the content of an A4 page, in points. */
export const WIDTH = 595.28 - 2 * MARGIN
const BOX = 12
const NOTE_SIZE = 8
const NOTE = { size: NOTE_SIZE, colour: MUTED }
/** A cell of a row. `x` counts from the left edge of the content. */
export interface Cell {
  text: string
  x: number
  width: number
  size?: number
  weight?: Weight
  colour?: string
  align?: 'start' | 'end'
  /** Small text below it, never on another page. */
  note?: string
  /** A square to tick by hand. */
  hasBox?: boolean
}

/** Pages of A4 that are written from top to bottom. Lengths are in points. */
export type PdfPage = ReturnType<typeof nextPdfPage>

/** Opens an empty document of A4 pages: see `openPdf`. */
export const openPdfPage = async (about: AboutPdf) => pdfPageOf(await openPdf(about, 'A4'))

/** The first page of a document of A4. */
export const pdfPageOf = (pdf: OpenPdf) => pagesIn(pdf, 0)

/** Begins a page of A4 in a document that has other pages before it. */
export function nextPdfPage(pdf: OpenPdf) {
  pdf.doc.addPage(A4)
  return pagesIn(pdf, pdf.doc.bufferedPageRange().count - 1)
}

/** Pages of a document from this one on. */
function pagesIn({ doc, bytes, writeLine: writeRuns }: OpenPdf, first: number) {
  const bottom = doc.page.height - MARGIN - FOOT
  let y = MARGIN
  let continued = ''
  let isMeasuring = false

  function writeLine(line: Line, top: number, cell: Omit<Cell, 'text'>): void {
    const { size = 9, weight = 'regular', colour = INK, align = 'start' } = cell
    const x = MARGIN + cell.x + (align === 'end' ? cell.width - line.width : 0)
    writeRuns(line, { x, top, size, weight, colour })
  }

  /** Begins another page, unless nothing stands on this one. */
  function nextPage(): void {
    if (y === MARGIN) return
    doc.addPage(A4)
    y = MARGIN
  }

  /** Begins another page of the same document, which says at its top of what it is. */
  function continuePage(): void {
    if (y === MARGIN) return
    nextPage()
    if (continued === '') return
    row([{ text: continued, x: 0, width: WIDTH, ...NOTE }])
    y += 8
  }

  /**
   * Writes cells side by side and moves below the tallest. A row that does not fit begins a page, after `onNewPage`.
   */
  function row(cells: readonly Cell[], onNewPage?: () => void): void {
    const tallest = Math.max(...cells.map(({ size = 9 }) => size))
    const laid = cells.map((cell) => {
      const { text, width, size = 9, weight = 'regular', note = '' } = cell
      // All cells stand on one base line.
      const drop = (tallest - size) * ASCENT
      const step = size * LINE_HEIGHT
      const lines = breakLines(text, { width, size, weight, measure: MEASURE })
      const notes = breakLines(note, { width, size: NOTE_SIZE, weight: 'regular', measure: MEASURE })
      const notesAt = drop + lines.length * step
      return { cell, drop, step, lines, notes, notesAt, height: notesAt + notes.length * NOTE_SIZE * LINE_HEIGHT }
    })
    const height = Math.max(...laid.map((each) => each.height))
    if (isMeasuring) {
      y += height
      return
    }
    if (y + height > bottom && y > MARGIN) {
      continuePage()
      onNewPage?.()
    }
    for (const { cell, drop, step, lines, notes, notesAt } of laid) {
      if (cell.hasBox) {
        doc
          .rect(MARGIN + cell.x, y + 1, BOX, BOX)
          .lineWidth(0.9)
          .strokeColor(INK)
          .stroke()
      }
      for (const [index, line] of lines.entries()) writeLine(line, y + drop + index * step, cell)
      const { x, width } = cell
      for (const [index, line] of notes.entries()) {
        writeLine(line, y + notesAt + index * NOTE_SIZE * LINE_HEIGHT, { x, width, ...NOTE })
      }
    }
    y += height
  }

  /**
   * Writes columns side by side, the cells of each one below the other with spaces between, and moves below the
   * longest.
   */
  function columns(all: readonly (readonly (Cell | number)[])[]): void {
    const top = y
    const ends = all.map((column) => {
      y = top
      for (const cell of column) {
        if (typeof cell === 'number') y += cell
        else row([cell])
      }
      return y
    })
    y = Math.max(top, ...ends)
  }

  return {
    /** A text, or what stands for one of which nothing can be printed. */
    orElse: (text: string, other: string): string => (isPrintable(text, MEASURE) ? text : other),
    /** Whether the fonts have every letter of a text. */
    isWhole: (text: string): boolean => isWhole(text, MEASURE),
    widthOf: (text: string, size: number, weight: Weight = 'regular'): number =>
      breakLines(text, { width: Infinity, size, weight, measure: MEASURE })[0]?.width ?? 0,
    /** What stands at the top of the pages that follow. */
    continueWith(text: string): void {
      continued = text
    },
    row,
    columns,
    nextPage,
    space(points: number): void {
      y += points
    },
    line({ x, width } = { x: 0, width: WIDTH }): void {
      if (isMeasuring) return
      doc
        .moveTo(MARGIN + x, y)
        .lineTo(MARGIN + x + width, y)
        .lineWidth(0.75)
        .strokeColor(LINE)
        .stroke()
    },
    /** Begins a new page, unless this many points are left. */
    keepTogether(points: number): void {
      if (y + points > bottom) continuePage()
    },
    /** Writes rows, lines and spaces on one page: on a new one, after `onNewPage`, unless they all fit on this one. */
    together(write: () => void, onNewPage: () => void): void {
      const top = y
      isMeasuring = true
      write()
      isMeasuring = false
      const isFitting = y <= bottom
      y = top
      if (!isFitting) {
        continuePage()
        onNewPage()
      }
      write()
    },
    /** Writes beside something of this height, and moves below it. */
    beside(height: number, write: () => void): void {
      const top = y
      write()
      y = Math.max(y, top + height)
    },
    /** Draws a QR code at the height where the next row begins. */
    qrCode(text: string, { x, size }: { x: number; size: number }): void {
      const { data, size: modules } = encode(text, { ecc: 'L', border: 0 })
      const step = size / modules
      for (const [line, cells] of data.entries()) {
        for (const [column, isDark] of cells.entries()) {
          // A hair wider, so that no light shows between two dark squares.
          if (isDark) doc.rect(MARGIN + x + column * step, y + line * step, step + 0.02, step + 0.02)
        }
      }
      doc.fill('#000')
    },
    /**
     * Draws a bar code, as wide as it may be and at most a point a module, and moves below it. Nothing for a text
     * without one.
     */
    barCode(text: string, { x, width, height }: { x: number; width: number; height: number }): void {
      const code = barCode(text)
      if (!code) return
      if (y + height > bottom) continuePage()
      const step = Math.min(1, width / code.width)
      for (const bar of code.bars) doc.rect(MARGIN + x + bar.at * step, y, bar.width * step, height)
      doc.fill('#000')
      y += height
    },
    /** The shop's tape measure, from edge to edge. */
    tickRule(): void {
      doc.lineWidth(0.6).strokeColor(MUTED)
      for (let x = 0, tick = 0; x <= WIDTH; x += 6, tick += 1) {
        doc.moveTo(MARGIN + x, y).lineTo(MARGIN + x, y + (tick % 10 === 0 ? 9 : 4.5))
      }
      doc.stroke()
      y += 9
    },
    writeFeet,
    /** Writes the feet of all pages, and returns the bytes of the document. */
    finish(foot: string): Promise<Buffer> {
      writeFeet(foot)
      doc.end()
      return bytes
    },
  }

  /** Writes `foot` and the page number on each page. */
  function writeFeet(foot: string): void {
    const count = doc.bufferedPageRange().count - first
    for (let page = 0; page < count; page += 1) {
      doc.switchToPage(first + page)
      y = doc.page.height - MARGIN - 10
      const small = { size: 8, colour: MUTED }
      const number = `Page ${page + 1} of ${count}`
      const cells: Cell[] = [
        { ...small, text: foot, x: 0, width: WIDTH - 80 },
        { ...small, text: number, x: WIDTH - 80, width: 80, align: 'end' },
      ]
      for (const cell of cells) {
        const [line] = breakLines(cell.text, { width: cell.width, size: 8, weight: 'regular', measure: MEASURE })
        if (line) writeLine(line, y, cell)
      }
    }
  }
}
