import { barCode } from '#contract/orders/code-128.ts'
import { breakLines, cutLines, type Line } from '#server/documents/pdf/break-lines.ts'
import type { Weight } from '#server/documents/pdf/document-fonts.ts'
import { INK, MEASURE, openPdf, type AboutPdf, type OpenPdf } from '#server/documents/pdf/open-pdf.ts'
import { isPrintable } from '#server/documents/pdf/text-runs.ts'

const POINTS_PER_MM = 72 / 25.4
export const mm = (length: number): number => length * POINTS_PER_MM

/** Closer than on letters, because a label has little room. */
const LINE_HEIGHT = 1.25
/** Light on both sides of a bar code, in modules (ISO/IEC 15417). */
const QUIET = 10

interface Box {
  x: number
  y: number
  width: number
}

export interface LabelText extends Box {
  text: string
  /** The first of these at which the text fits; at the last one it is cut, with a sign of it. */
  sizes: readonly [number, ...number[]]
  /** So many at the first size; smaller ones have as many as fit into the same height. */
  lines?: number
  weight?: Weight
  align?: 'start' | 'end'
  /** A cut leaves out the middle, because texts that begin alike differ in their ends. */
  keepsEnd?: boolean
}

interface Laid {
  letters: number
  lines: Line[]
  isCut: boolean
}

/** The lines of a text in the largest letters in which it fits. */
function lay({
  text,
  width,
  sizes,
  lines: most = 1,
  weight = 'regular',
  keepsEnd = false,
}: Omit<LabelText, 'y'>): Laid {
  const [largest] = sizes
  let laid: Laid = { letters: largest, lines: [], isCut: false }
  for (const letters of sizes) {
    const place = { width, size: letters, weight, measure: MEASURE }
    const lines = breakLines(text, place)
    const room = Math.floor((most * largest) / letters)
    laid = { letters, lines: cutLines(lines, room, place, keepsEnd), isCut: lines.length > room }
    if (!laid.isCut) break
  }
  return laid
}

/** Pages on which labels are written at fixed places. Lengths are in points, from the upper left corner. */
export type LabelPages = ReturnType<typeof labelPagesIn>

type Size = [width: number, height: number]

/** Opens an empty document of pages of this size: see `openPdf`. */
export const openLabelPages = async (about: AboutPdf, size: Size) => labelPagesIn(await openPdf(about, size), size)

/** Labels in a document, from its newest page on; `addPage` begins one of this size. */
export function labelPagesIn({ doc, bytes, writeLine }: OpenPdf, size: Size) {
  return {
    orElse: (text: string, other: string): string => (isPrintable(text, MEASURE) ? text : other),
    addPage(): void {
      doc.addPage({ size, margin: 0 })
    },
    /** Writes a text, and returns where the next one below it begins. */
    text(text: LabelText): number {
      const { x, y, width, weight = 'regular', align = 'start' } = text
      const { letters, lines } = lay(text)
      const step = letters * LINE_HEIGHT
      for (const [index, line] of lines.entries()) {
        const left = x + (align === 'end' ? width - line.width : 0)
        writeLine(line, { x: left, top: y + index * step, size: letters, weight })
      }
      return y + lines.length * step
    },
    /** Whether a text does not fit, even in its smallest letters. */
    isCut: (text: Omit<LabelText, 'y'>): boolean => lay(text).isCut,
    line({ x, y, width }: Box): void {
      doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(1)
        .strokeColor(INK)
        .stroke()
    },
    frame({ x, y, width, height }: Box & { height: number }): void {
      doc.rect(x, y, width, height).lineWidth(2).strokeColor(INK).stroke()
    },
    /** Draws a bar code in the middle of its box, with light beside it. Nothing for a text without one. */
    barCode(text: string, { x, y, width, height, widest }: Box & { height: number; widest: number }): void {
      const code = barCode(text)
      if (!code) return
      const step = Math.min(widest, width / (code.width + 2 * QUIET))
      const left = x + (width - code.width * step) / 2
      for (const bar of code.bars) doc.rect(left + bar.at * step, y, bar.width * step, height)
      doc.fill('#000')
    },
    /** Returns the bytes of the document. */
    finish(): Promise<Buffer> {
      doc.end()
      return bytes
    },
  }
}
