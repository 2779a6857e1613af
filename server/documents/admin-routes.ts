import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { EInvoiceInput } from '#contract/tax/documents.ts'
import { Gstr1 } from '#contract/tax/gstr1.ts'
import { Gstr1SectionParams, MonthQuery, ReturnQuery, TaxMonth, TaxQuery } from '#contract/tax/tax-month.ts'
import { CSV, sendFile } from '#server/http/responses/send-file.ts'
import { paced } from '#server/documents/yield-to-event-loop.ts'
import { CALLS_PER_MINUTE, DOCUMENT_FILE } from '#server/documents/document-file.ts'
import { getDocumentFile } from '#server/documents/service.ts'
import { getTaxMonth, periodOf } from '#server/documents/tax-month.ts'
import { archiveName, openMonthArchive } from '#server/documents/month-archive.ts'
import { chooseReturn } from '#server/documents/gst-returns.ts'
import { openRegisterCsv } from '#server/documents/document-register-csv.ts'
import { documentSeller } from '#server/documents/seller.ts'
import { enterEInvoice } from '#server/documents/e-invoices.ts'
import { writeGstr1Csv, writeGstr1Json } from '#server/documents/gstr1.ts'
import type { PdfDrawer } from '#server/documents/pdf/pdf-drawer.ts'
import { JSON_TYPE, route } from '#server/http/route.ts'

const ZIP = 'application/zip'

/** Every document, and the taxes of a month. Like everything personal they are never cached. */
export function registerDocumentsAdmin(api: ShopServer, shop: Shop, drawer: PdfDrawer): void {
  route(api, 'GET /admin/documents/:documentId', {
    ...DOCUMENT_FILE,
    audience: 'admin',
    summary: 'Any document of an order as a PDF',
    handle: async ({ user, params: { documentId }, reply }) =>
      sendFile(reply, await getDocumentFile(shop.db, drawer.sharedBy(user.id), documentSeller(shop), { documentId })),
  })
  route(api, 'POST /admin/documents/:documentId/e-invoice', {
    audience: 'admin',
    summary: 'Keeps the IRN and the QR code of the e-invoice portal beside an invoice or a credit note',
    params: DOCUMENT_FILE.params,
    body: EInvoiceInput,
    answer: messageAnswer,
    callsPerMinute: CALLS_PER_MINUTE,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { documentId }, body }) => {
      await enterEInvoice(shop.db, { ...body, documentId, actorId: user.id })
      return { message: 'The IRN is on the document.' }
    },
  })
  route(api, 'GET /admin/tax', {
    audience: 'admin',
    summary:
      'The tax of a month in India by state, rate and document, beside the money, with a page of its documents; how many in X-Total-Count',
    query: TaxQuery,
    answer: TaxMonth,
    handle: async ({ query, reply }) => {
      const { items, total } = await getTaxMonth(shop, query)
      reply.header('x-total-count', String(total))
      return items
    },
  })
  const ofMonth = {
    audience: 'admin',
    query: MonthQuery,
    answer: z.string(),
    makesFile: true,
    callsPerMinute: CALLS_PER_MINUTE,
  } as const
  route(api, 'GET /admin/tax/gstr1', {
    ...ofMonth,
    summary:
      'GSTR-1 of a month as the JSON of the GST network’s offline tool: of the GSTIN that is named, or the month’s only one, or today’s',
    query: ReturnQuery,
    answer: Gstr1,
    answerType: 'application/json',
    handle: async ({ query, reply }) => {
      const period = await chooseReturn(shop, periodOf(shop, query.month), query.gstin)
      const content = paced(writeGstr1Json(shop.db, period))
      return sendFile(reply, { type: JSON_TYPE, fileName: `gstr1-${period.month}.json`, content })
    },
  })
  route(api, 'GET /admin/tax/gstr1/:section', {
    ...ofMonth,
    summary: 'A table of GSTR-1 of a month as CSV, under the headings of the offline tool',
    params: Gstr1SectionParams,
    query: ReturnQuery,
    answerType: 'text/csv',
    handle: async ({ params: { section }, query, reply }) => {
      const period = await chooseReturn(shop, periodOf(shop, query.month), query.gstin)
      const content = paced(writeGstr1Csv(shop.db, period, section))
      return sendFile(reply, { type: CSV, fileName: `${section}-${period.month}.csv`, content })
    },
  })
  route(api, 'GET /admin/tax/register', {
    ...ofMonth,
    summary: 'The register of a month’s documents as CSV, each beside the money that belongs to it',
    answerType: 'text/csv',
    handle: async ({ query, reply }) => {
      const period = periodOf(shop, query.month)
      const content = paced(await openRegisterCsv(shop.db, period))
      return sendFile(reply, { type: CSV, fileName: `register-${period.month}.csv`, content })
    },
  })
  route(api, 'GET /admin/tax/archive', {
    ...ofMonth,
    summary: 'Everything of a month as one ZIP: each document as a PDF, the register and GSTR-1; one at a time',
    answerType: ZIP,
    errors: ['conflict'],
    handle: async ({ user, query, request, reply }) => {
      const period = periodOf(shop, query.month)
      // Nothing would be read of it, so it would never end.
      if (request.method === 'HEAD') return reply.type(ZIP).send('') as never
      const content = await openMonthArchive(shop, { period, actorId: user.id })
      return sendFile(reply, { type: ZIP, fileName: archiveName(period), content })
    },
  })
}
