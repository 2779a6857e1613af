import type { IssuedDocument } from '#server/documents/queries.ts'

import { footOfDocument, writeDocument } from '#server/documents/pdf/document-layout.ts'
import { openPdf } from '#server/documents/pdf/open-pdf.ts'
import { footOfSlips, writePackingSlips, type PackingSlipsDraft } from '#server/documents/pdf/packing-slips-layout.ts'
import { addParcelLabels } from '#server/documents/pdf/parcel-labels-layout.ts'
import { nextPdfPage, pdfPageOf } from '#server/documents/pdf/pdf-page.ts'

export interface ParcelPapersDraft extends PackingSlipsDraft {
  /** What goes into the parcel beside its slip. */
  documents: readonly IssuedDocument[]
}

/** Draws all that a parcel needs as one PDF: its slip, its document and its label. */
export async function drawParcelPapers({ documents, ...draft }: ParcelPapersDraft): Promise<Buffer> {
  const pdf = await openPdf({ title: 'Papers of a parcel', author: draft.shopName, createdAt: new Date() }, 'A4')
  const slip = pdfPageOf(pdf)
  writePackingSlips(slip, draft)
  slip.writeFeet(footOfSlips(draft))
  for (const document of documents) {
    const page = nextPdfPage(pdf)
    writeDocument(page, document)
    page.writeFeet(footOfDocument(document))
  }
  addParcelLabels(pdf, draft)
  pdf.doc.end()
  return pdf.bytes
}
