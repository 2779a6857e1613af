import type { Run } from '#server/documents/pdf/text-runs.ts'

import { documentFont, type DocumentFont, type FontName, type Weight } from '#server/documents/pdf/document-fonts.ts'

/** What the typings of pdfkit lack. */
interface Inside {
  _font: { font: { layout: DocumentFont['shape'] } }
  addContent(content: string): unknown
}
type Doc = PDFKit.PDFDocument

/** Scripts whose letters stand in another order than they are read. */
const REORDERED = /[\u0900-\u0DFF]/u

/** Chooses a font of the document, whose letters are joined as it says: pdfkit joins those of some scripts wrongly. */
function chooseFont(doc: Doc, name: FontName, weight: Weight): void {
  doc.font(`${name} ${weight}`)
  const { _font } = doc as unknown as Inside
  _font.font.layout = documentFont(name, weight).shape
}

/**
 * Says beside the glyphs which text they are, for whoever searches or copies it. The mark stands within the text's own
 * commands: readers place the text by the matrix that holds there, and pdfkit marks what is around them.
 */
function marked(doc: Doc, text: string, write: () => void): void {
  const inside = doc as unknown as Inside
  const add = inside.addContent
  const letters = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex').toUpperCase()
  inside.addContent = (content) => {
    if (content === 'ET') add.call(doc, 'EMC')
    add.call(doc, content)
    return content === 'BT' ? add.call(doc, `/Span <</ActualText <${letters}>>> BDC`) : doc
  }
  write()
  inside.addContent = add
}

/** Draws a run of text from `x` on, with its base line at `y`. */
export function drawRun(
  doc: Doc,
  { font, text }: Run,
  { x, y, size, weight, colour }: { x: number; y: number; size: number; weight: Weight; colour: string },
): void {
  chooseFont(doc, font, weight)
  doc.fontSize(size).fillColor(colour)
  const write = () => doc.text(text, x, y, { lineBreak: false, baseline: 'alphabetic', features: [] })
  if (REORDERED.test(text)) marked(doc, text, write)
  else write()
}
