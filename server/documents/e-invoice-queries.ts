import { sql } from 'kysely'

import type { DocumentKind } from '#contract/tax/document-kinds.ts'
import type { EInvoiceInput } from '#contract/tax/documents.ts'
import type { Db } from '#server/db/database.ts'

import { printedNumber } from '#server/documents/document-number-queries.ts'

interface EInvoiceState {
  orderId: string
  number: string
  kind: DocumentKind
  isBusiness: boolean
  hsnDigits: number
  irn: string | null
}

export async function findEInvoiceState(db: Db, documentId: string): Promise<EInvoiceState | undefined> {
  const { rows } = await sql<EInvoiceState>`
    select order_id, ${printedNumber('document')} as number, kind, irn, buyer_gstin is not null as is_business,
      (data #>> '{seller,hsnDigits}')::integer as hsn_digits
    from documents document left join e_invoices on document_id = document.id
    where document.id = ${documentId}`.execute(db)
  return rows[0]
}

/** False if the document has an IRN already, or the IRN is another document's. */
export async function insertEInvoice(db: Db, documentId: string, { irn, qrText }: EInvoiceInput): Promise<boolean> {
  const inserted = await db
    .insertInto('eInvoices')
    .values({ documentId, irn, qrText })
    .onConflict((conflict) => conflict.doNothing())
    .returning('documentId')
    .executeTakeFirst()
  return inserted !== undefined
}
