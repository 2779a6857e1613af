import type { Order } from '#contract/orders/orders.ts'
import type { IssuedDocument } from '#server/documents/queries.ts'

import { footOfDocument, writeDocument } from '#server/documents/pdf/document-layout.ts'
import { openPdf } from '#server/documents/pdf/open-pdf.ts'
import { footOfSlips, writePackingSlips, type PackingSlipsDraft } from '#server/documents/pdf/packing-slips-layout.ts'
import { addParcelLabels, type ParcelLabelsDraft } from '#server/documents/pdf/parcel-labels-layout.ts'
import { nextPdfPage, pdfPageOf } from '#server/documents/pdf/pdf-page.ts'

export interface ParcelPapersDraft
  extends Omit<PackingSlipsDraft, 'orders' | 'lines'>, Pick<ParcelLabelsDraft, 'grams'> {
  parcels: readonly {
    order: Order
    /** The owner's words on its slip; empty for none. */
    line: string
    /** What goes into the parcel beside its slip. */
    documents: readonly IssuedDocument[]
  }[]
}

/** Draws all that parcels need as one PDF: of each its slip, its document and its label. */
export async function drawParcelPapers({ parcels, ...about }: ParcelPapersDraft): Promise<Buffer> {
  const title = parcels.length === 1 ? 'Papers of a parcel' : 'Papers of parcels'
  const pdf = await openPdf({ title, author: about.shopName, createdAt: new Date() }, 'A4')
  for (const [index, { order, line, documents }] of parcels.entries()) {
    const draft = { ...about, orders: [order], lines: [line] }
    const slip = index === 0 ? pdfPageOf(pdf) : nextPdfPage(pdf)
    writePackingSlips(slip, draft)
    slip.writeFeet(footOfSlips(draft))
    for (const document of documents) {
      const page = nextPdfPage(pdf)
      writeDocument(page, document)
      page.writeFeet(footOfDocument(document))
    }
    addParcelLabels(pdf, draft)
  }
  pdf.doc.end()
  return pdf.bytes
}
