import type { Db } from '#server/db/database.ts'
import type { DocumentSeller } from '#server/documents/document-content.ts'
import type { DrawsPdfs } from '#server/documents/pdf/pdf-drawer.ts'

import { documentTitle } from '#contract/tax/document-kinds.ts'
import { documentNumber } from '#contract/tax/document-number.ts'
import { notFound } from '#server/errors.ts'
import { issueLateReceipt } from '#server/documents/issue-documents.ts'
import { findDocument, findOrderOfReceipt, type IssuedDocument } from '#server/documents/queries.ts'
import { PDF, type SavedFile } from '#server/http/responses/send-file.ts'

export type { DocumentSeller } from '#server/documents/document-content.ts'
export {
  cancelInvoice,
  issueCashCreditNote,
  issueCashReceipt,
  issueCreditNotes,
  issueInvoice,
  issueReceipt,
  issueRefundDocuments,
  prepareReceipt,
} from '#server/documents/issue-documents.ts'
export { receiptIdOf } from '#server/documents/queries.ts'
export { createPdfDrawer, type DrawsPdfs, type PdfDrawer } from '#server/documents/pdf/pdf-drawer.ts'
export { checkBusiness, checkDeliveryState, documentSeller } from '#server/documents/seller.ts'

/**
 * A document; with `userId` only one of that customer's own orders. The receipt of an order from before there were
 * receipts is issued when somebody first asks for it. Throws not-found.
 */
export async function getDocument(
  db: Db,
  seller: DocumentSeller,
  key: { documentId: string; userId?: string },
): Promise<IssuedDocument> {
  let document = await findDocument(db, key)
  if (!document) {
    const orderId = await findOrderOfReceipt(db, key)
    if (orderId !== undefined) await issueLateReceipt(db, orderId, seller)
    document = await findDocument(db, key)
  }
  if (!document) throw notFound('Document')
  return document
}

/** The same as a PDF. */
export async function getDocumentFile(
  db: Db,
  drawer: DrawsPdfs,
  seller: DocumentSeller,
  key: { documentId: string; userId?: string },
): Promise<SavedFile> {
  const document = await getDocument(db, seller, key)
  const name = `${documentTitle(document.kind)} ${documentNumber(document)}`
  const fileName = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.pdf`
  const isOriginal = key.userId !== undefined && (document.kind === 'tax invoice' || document.kind === 'bill of supply')
  return { type: PDF, fileName, content: await drawer.draw({ ...document, isOriginal }) }
}
