import type { EInvoiceInput } from '#contract/tax/documents.ts'
import type { Db } from '#server/db/database.ts'

import { wantsIrn } from '#contract/tax/document-kinds.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { findEInvoiceState, insertEInvoice } from '#server/documents/e-invoice-queries.ts'
import { conflict, notFound } from '#server/errors.ts'

/**
 * Keeps what the e-invoice portal answered for an invoice or a credit note, with a row in the audit log; its PDF then
 * has both. Throws not-found, and a conflict for a document that needs none, that has one, or for the IRN of another
 * one.
 */
export async function enterEInvoice(
  db: Db,
  { documentId, actorId, ...eInvoice }: EInvoiceInput & { documentId: string; actorId: string },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const document = await findEInvoiceState(db, documentId)
    if (!document) throw notFound('Document')
    if (document.irn !== null) throw conflict('This document has its IRN already.')
    if (!wantsIrn(document)) {
      throw conflict('Only invoices and credit notes to a business need an IRN, from a turnover above ₹5 crore on.')
    }
    if (!(await insertEInvoice(db, documentId, eInvoice))) throw conflict('Another document has this IRN.')
    await recordChange(db, actorId, 'enter IRN', ['order', document.orderId], {
      after: { document: document.number, irn: eInvoice.irn },
    })
  })
}
