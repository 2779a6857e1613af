import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/shop.ts'

import { id } from '#contract/shapes.ts'
import { PDF, sendPdf } from '#server/http/send-pdf.ts'
import { getDocumentFile, sellerOf, type PdfDrawer } from '#server/documents/service.ts'
import { route } from '#server/http/route.ts'

/** A document takes some milliseconds of the drawing thread, and a long one most of a second. */
const CALLS_PER_MINUTE = 60

/** Receipts, invoices and credit notes: a customer's own, and for administrators all. Like everything personal they are never cached. */
export function registerDocuments(api: ShopServer, shop: Shop, drawer: PdfDrawer): void {
  const common = {
    params: z.object({ documentId: id }),
    answer: z.string(),
    answerType: PDF,
    callsPerMinute: CALLS_PER_MINUTE,
    errors: ['not_found', 'unavailable'],
  } as const
  route(api, 'GET /order/documents/:documentId', {
    ...common,
    audience: 'customer',
    summary: "A receipt, an invoice or a credit note of one's own order as a PDF",
    handle: async ({ user, params: { documentId }, reply }) =>
      sendPdf(reply, await getDocumentFile(shop.db, drawer, sellerOf(shop), { documentId, userId: user.id })),
  })
  route(api, 'GET /admin/documents/:documentId', {
    ...common,
    audience: 'admin',
    summary: 'Any document of an order as a PDF',
    handle: async ({ params: { documentId }, reply }) =>
      sendPdf(reply, await getDocumentFile(shop.db, drawer, sellerOf(shop), { documentId })),
  })
}
