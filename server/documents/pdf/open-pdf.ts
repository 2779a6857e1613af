import { buffer } from 'node:stream/consumers'

import { documentFont, fontFile, FONT_NAMES, type Weight } from '#server/documents/pdf/document-fonts.ts'
import { drawRun } from '#server/documents/pdf/draw-run.ts'
import type { Line } from '#server/documents/pdf/break-lines.ts'
import type { Measure } from '#server/documents/pdf/text-runs.ts'

export const INK = '#121419'
export const LINE_HEIGHT = 1.45
/** How far below the top of its line a letter stands, by its size. */
export const ASCENT = 1.13

export const MEASURE: Measure = {
  fonts: FONT_NAMES,
  has: (font, codePoint) => documentFont(font, 'regular').has(codePoint),
  width: ({ font, text }, weight, size) => documentFont(font, weight).width(text, size),
}

/** `title` and `author` are properties of the file. */
export interface AboutPdf {
  title: string
  author: string
  createdAt: Date
}

export type OpenPdf = Awaited<ReturnType<typeof openPdf>>

interface LineStyle {
  x: number
  top: number
  size: number
  weight: Weight
  colour?: string
}

/**
 * Opens a document with one empty page and the shop's fonts; a size is in points. The same calls make the same bytes:
 * pdfkit derives the file's id from its properties.
 */
export async function openPdf({ title, author, createdAt }: AboutPdf, size: 'A4' | [width: number, height: number]) {
  // Loaded late: its font tables take a tenth of the shop's memory.
  const { default: Pdf } = await import('pdfkit')
  const doc = new Pdf({
    size,
    margin: 0,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: createdAt },
  })
  const bytes = buffer(doc)
  for (const name of FONT_NAMES) {
    for (const weight of ['regular', 'bold'] as const) doc.registerFont(`${name} ${weight}`, fontFile(name, weight))
  }
  return {
    doc,
    /** All of the file, once the document has ended. */
    bytes,
    writeLine(line: Line, { x: left, top, size: letters, weight, colour = INK }: LineStyle): void {
      let x = left
      for (const run of line.runs) {
        drawRun(doc, run, { x, y: top + letters * ASCENT, size: letters, weight, colour })
        x += MEASURE.width(run, weight, letters)
      }
    },
  }
}
