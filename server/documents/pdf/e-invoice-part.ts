import type { PdfPage } from '#server/documents/pdf/pdf-page.ts'

import { SMALL } from '#server/documents/pdf/text-formats.ts'
import { WIDTH } from '#server/documents/pdf/pdf-page.ts'

/** Cameras read the longest code of the portal at this size. */
const CODE_SIZE = 124

/** Writes the IRN of the e-invoice portal beside its QR code (rule 48(4)). */
export function writeEInvoice(page: PdfPage, { irn, qrText }: { irn: string; qrText: string }): void {
  const width = WIDTH - CODE_SIZE - 24
  page.keepTogether(CODE_SIZE + 14)
  page.beside(CODE_SIZE, () => {
    page.qrCode(qrText, { x: WIDTH - CODE_SIZE, size: CODE_SIZE })
    page.row([{ ...SMALL, text: 'IRN of the e-invoice portal', x: 0, width }])
    page.row([{ text: irn, x: 0, width }])
  })
  page.space(14)
}
