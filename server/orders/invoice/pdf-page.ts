import { breakLines, loadFonts, type Measure, type Run, type Weight } from '#server/orders/invoice/invoice-letters.ts'

export const INK = '#121419'
export const MUTED = '#53555c'
const LINE = '#d8d4cb'
const MARGIN = 48
const FOOT = 40
const LINE_HEIGHT = 1.35
/** Figures of one width stand below each other. */
const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ['kern', 'tnum']

export interface Style {
  size?: number
  weight?: Weight
  colour?: string
  align?: 'start' | 'end'
}

/** A cell of a row: text, its place from the left edge of the content, its width and its look. */
export interface Cell extends Style {
  text: string
  x: number
  width: number
}

/** Pages of A4 that are written from top to bottom. Lengths are in points. */
export interface PdfPage {
  readonly width: number
  /** Writes cells side by side and moves below the tallest. A row that does not fit begins a page, after `onNewPage`. */
  row(cells: readonly Cell[], onNewPage?: () => void): void
  /** Leaves so much free. */
  space(points: number): void
  line(): void
  /** The shop's tape measure, from edge to edge. */
  tickRule(): void
  /** Ends the document with `foot` and its number on each page, and answers its bytes. */
  finish(foot: string): Promise<Buffer>
}

type Doc = PDFKit.PDFDocument

function measureWith(doc: Doc): Measure {
  return {
    has(font, codePoint) {
      doc.font(font)
      // The typings know nothing of it, but only the font itself can tell what it holds.
      const { _font } = doc as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } }
      return _font.font.hasGlyphForCodePoint(codePoint)
    },
    width: ({ text, font }, size) => doc.font(font).fontSize(size).widthOfString(text, { features: FEATURES }),
  }
}

function bytesOf(doc: Doc): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
}

/** Opens an empty document with the shop's letters. `title` and `author` stand in its properties. */
export async function openPdfPage(about: { title: string; author: string; createdAt: Date }): Promise<PdfPage> {
  // With its tables of fonts it takes a tenth of the shop's memory, and most of the time nobody asks for an invoice.
  const { default: Pdf } = await import('pdfkit')
  const doc = new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: about.title, Author: about.author, CreationDate: about.createdAt },
  })
  const bytes = bytesOf(doc)
  for (const [name, font] of await loadFonts()) doc.registerFont(name, font)
  const measure = measureWith(doc)
  const width = doc.page.width - 2 * MARGIN
  const bottom = doc.page.height - MARGIN - FOOT
  let y = MARGIN

  function writeLine(runs: readonly Run[], top: number, cell: Cell): void {
    const { size = 9, colour = INK, align = 'start' } = cell
    const taken = runs.reduce((sum, run) => sum + measure.width(run, size), 0)
    let x = MARGIN + cell.x + (align === 'end' ? cell.width - taken : 0)
    for (const run of runs) {
      doc.font(run.font).fontSize(size).fillColor(colour)
      doc.text(run.text, x, top, { lineBreak: false, features: FEATURES })
      x += measure.width(run, size)
    }
  }

  function row(cells: readonly Cell[], onNewPage?: () => void): void {
    const laid = cells.map((cell) => {
      const { size = 9, weight = 'regular' } = cell
      return {
        cell,
        step: size * LINE_HEIGHT,
        lines: breakLines(cell.text, { width: cell.width, size, weight, measure }),
      }
    })
    const height = Math.max(...laid.map(({ lines, step }) => lines.length * step))
    if (y + height > bottom && y > MARGIN) {
      doc.addPage()
      y = MARGIN
      onNewPage?.()
    }
    for (const { cell, step, lines } of laid) {
      for (const [index, runs] of lines.entries()) writeLine(runs, y + index * step, cell)
    }
    y += height
  }

  return {
    width,
    row,
    space(points) {
      y += points
    },
    line() {
      doc
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + width, y)
        .lineWidth(0.75)
        .strokeColor(LINE)
        .stroke()
    },
    tickRule() {
      doc.lineWidth(0.6).strokeColor(MUTED)
      for (let x = 0, tick = 0; x <= width; x += 6, tick += 1) {
        doc.moveTo(MARGIN + x, y).lineTo(MARGIN + x, y + (tick % 10 === 0 ? 9 : 4.5))
      }
      doc.stroke()
      y += 9
    },
    finish(foot) {
      const { count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page)
        y = doc.page.height - MARGIN - 10
        const look = { size: 8, colour: MUTED }
        const cells: Cell[] = [
          { ...look, text: foot, x: 0, width: width - 80 },
          { ...look, text: `Page ${page + 1} of ${count}`, x: width - 80, width: 80, align: 'end' },
        ]
        for (const cell of cells) {
          const [runs = []] = breakLines(cell.text, { width: cell.width, size: 8, weight: 'regular', measure })
          writeLine(runs, y, cell)
        }
      }
      doc.end()
      return bytes
    },
  }
}
