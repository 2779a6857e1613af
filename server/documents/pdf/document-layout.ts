import type { IssuedDocument, IssuedInvoice } from '#server/documents/queries.ts'

import { documentTitle, isOverMoney } from '#contract/tax/document-kinds.ts'
import { documentNumber } from '#contract/tax/document-number.ts'
import { drawInvoiceBody } from '#server/documents/pdf/invoice-body.ts'
import { formatDay, HALF, SMALL } from '#server/documents/pdf/text-formats.ts'
import { COMPOSITION_STATEMENT, ORIGINAL } from '#server/documents/pdf/legal-statements.ts'
import { drawReceiptBody } from '#server/documents/pdf/receipt-body.ts'
import { writeEInvoice } from '#server/documents/pdf/e-invoice-part.ts'
import { drawDocumentHead } from '#server/documents/pdf/document-head.ts'
import { openPdfPage, WIDTH, type PdfPage } from '#server/documents/pdf/pdf-page.ts'

const isInvoice = (document: IssuedDocument): document is IssuedInvoice => !isOverMoney(document.kind)

/** A document to draw; `isOriginal` is the copy of whom an invoice or a bill was made out to. */
type DocumentDraft = IssuedDocument & { isOriginal?: boolean }

const titleOf = (document: DocumentDraft) => `${documentTitle(document.kind)} ${documentNumber(document)}`

export const footOfDocument = (document: DocumentDraft): string => {
  const { shopName, web } = document.data.seller
  return `${shopName} · ${web} · ${titleOf(document)}`
}

/** Draws a document as a PDF. */
export async function drawDocument(document: DocumentDraft): Promise<Buffer> {
  const { seller } = document.data
  const about = { title: titleOf(document), author: seller.shopName, createdAt: document.issuedAt }
  const page = await openPdfPage(about)
  writeDocument(page, document)
  return page.finish(footOfDocument(document))
}

/** Writes a document from the top of a page on. */
export function writeDocument(page: PdfPage, document: DocumentDraft): void {
  const { kind, data, issuedAt, cancelledAt, isSandbox, isOriginal, irn, qrText } = document
  const { seller } = data
  const title = documentTitle(kind)
  const number = documentNumber(document)
  // A receipt without a series has no number beside that of its order, which stands below.
  const numberAndDay = [document.number !== null && number, formatDay(issuedAt)].filter(Boolean).join(' · ')
  page.row([
    { text: seller.shopName, x: 0, width: HALF, size: 22, weight: 'bold' },
    { text: title, x: HALF, width: HALF, size: 18, weight: 'bold', align: 'end' },
  ])
  page.row([{ ...SMALL, text: numberAndDay, x: HALF, width: HALF, align: 'end', size: 10 }])
  if (cancelledAt) {
    const text = `Cancelled on ${formatDay(cancelledAt)}`
    page.row([{ text, x: HALF, width: HALF, align: 'end', size: 10, weight: 'bold' }])
  }
  if (isOriginal) page.row([{ ...SMALL, text: ORIGINAL, x: HALF, width: HALF, align: 'end' }])
  const of = [`${title} ${number}, continued`, seller.legalName, seller.gstin && `GSTIN ${seller.gstin}`]
  page.continueWith(of.filter(Boolean).join(' · '))
  page.space(8)
  page.tickRule()
  page.space(14)
  if (kind === 'bill of supply') {
    page.row([{ text: COMPOSITION_STATEMENT, x: 0, width: WIDTH, weight: 'bold' }])
    page.space(8)
  }
  drawDocumentHead(page, data)
  if (irn && qrText) writeEInvoice(page, { irn, qrText })
  if (isInvoice(document)) drawInvoiceBody(page, document.data, document.kind)
  else drawReceiptBody(page, document.data, kind !== 'receipt')
  if (isSandbox) {
    page.space(10)
    page.row([{ text: 'Sandbox: the payment was emulated, and no money moved.', x: 0, width: WIDTH, weight: 'bold' }])
  }
}
