import type { DocumentSeller } from '#server/documents/document-content.ts'
import type { PdfPage } from '#server/documents/pdf/pdf-page.ts'

import { SIGNATURE_STATEMENT } from '#server/documents/pdf/legal-statements.ts'
import { HALF, SMALL } from '#server/documents/pdf/text-formats.ts'

/** Writes where the seller signs, or does not need to. */
export function writeSignature(page: PdfPage, { legalName }: Pick<DocumentSeller, 'legalName'>): void {
  const place = { x: HALF, width: HALF, align: 'end' } as const
  page.space(14)
  page.row([{ ...place, text: `For ${legalName}` }])
  page.space(34)
  page.line(place)
  page.space(4)
  page.row([{ ...SMALL, ...place, text: 'Authorised signatory' }])
  page.row([{ ...SMALL, ...place, text: SIGNATURE_STATEMENT }])
}
