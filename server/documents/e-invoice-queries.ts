import { sql, type RawBuilder } from 'kysely'

import type { EInvoiceInput } from '#contract/documents.ts'
import type { Db } from '#server/db/open.ts'

import { HSN_DIGITS } from '#contract/gst-rules.ts'
import { printedNumber } from '#server/documents/document-number-queries.ts'

/**
 * SQL for whether the law wants `document` at the e-invoice portal: the supply of a seller whose turnover was above the limit, to a
 * business (rule 48(4) of the CGST rules).
 */
export const wantsIrn = (document: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${document}.${name}`)
  return sql`(
    ${column('kind')} in ('tax invoice', 'credit note') and ${column('buyer_gstin')} is not null
    and ${column('data')} #>> '{seller,hsnDigits}' = ${sql.lit(String(HSN_DIGITS['above ₹5 crore']))}
  )`
}

interface EInvoiceState {
  orderId: string
  number: string
  wantsIrn: boolean
  irn: string | null
}

export async function findEInvoiceState(db: Db, documentId: string): Promise<EInvoiceState | undefined> {
  const { rows } = await sql<EInvoiceState>`
    select order_id, ${printedNumber('document')} as number, ${wantsIrn('document')} as wants_irn, irn
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
