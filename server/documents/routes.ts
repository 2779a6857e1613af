import type { PdfDrawer } from '#server/documents/pdf/pdf-drawer.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { DOCUMENT_FILE } from '#server/documents/document-file.ts'
import { documentSeller } from '#server/documents/seller.ts'
import { getDocumentFile } from '#server/documents/service.ts'
import { route } from '#server/http/route.ts'
import { sendFile } from '#server/http/responses/send-file.ts'

/** A customer's own receipts, invoices and credit notes. Like everything personal they are never cached. */
export function registerDocuments(api: ShopServer, shop: Shop, drawer: PdfDrawer): void {
  route(api, 'GET /order/documents/:documentId', {
    ...DOCUMENT_FILE,
    audience: 'customer',
    summary: "A receipt, an invoice or a credit note of one's own order as a PDF",
    handle: async ({ user, params: { documentId }, reply }) => {
      const own = { documentId, userId: user.id }
      return sendFile(reply, await getDocumentFile(shop.db, drawer.sharedBy(user.id), documentSeller(shop), own))
    },
  })
}
