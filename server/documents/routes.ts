import type { FastifyReply } from 'fastify'

import { Readable } from 'node:stream'
import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/shop.ts'

import { id } from '#contract/basic-schemas.ts'
import { Gstr1SectionParams, MonthQuery, TaxMonth, TaxQuery } from '#contract/tax.ts'
import { PDF, sendPdf } from '#server/http/send-pdf.ts'
import { paced } from '#server/documents/paced.ts'
import {
  getDocumentFile,
  getTaxMonth,
  openMonthArchive,
  openRegisterCsv,
  periodOf,
  sellerOf,
  writeGstr1Csv,
  writeGstr1Json,
  type PdfDrawer,
} from '#server/documents/service.ts'
import { JSON_TYPE, route } from '#server/http/route.ts'

/** A document takes some milliseconds of the drawing thread, and a long one most of a second. */
const CALLS_PER_MINUTE = 60

const ZIP = 'application/zip'
const CSV = 'text/csv; charset=utf-8'

/** Sends a file as the answer of a call, piece by piece, for the browser to save. */
function sendPieces(
  reply: FastifyReply,
  { type, fileName, pieces }: { type: string; fileName: string; pieces: AsyncIterable<string | Uint8Array> },
): never {
  reply.type(type).header('content-disposition', `attachment; filename="${fileName}"`)
  return reply.send(Readable.from(pieces)) as never
}

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
  route(api, 'GET /admin/tax/gstr1', {
    audience: 'admin',
    summary: 'GSTR-1 of a month as the JSON of the GST network’s offline tool',
    query: MonthQuery,
    answer: z.string(),
    answerType: 'application/json',
    callsPerMinute: CALLS_PER_MINUTE,
    handle: async ({ query, reply }) => {
      const period = periodOf(shop, query.month)
      const pieces = paced(writeGstr1Json(shop.db, period, shop.settings.current().gstin))
      return sendPieces(reply, { type: JSON_TYPE, fileName: `gstr1-${period.month}.json`, pieces })
    },
  })
  route(api, 'GET /admin/tax/gstr1/:section', {
    audience: 'admin',
    summary: 'A table of GSTR-1 of a month as CSV, under the headings of the offline tool',
    params: Gstr1SectionParams,
    query: MonthQuery,
    answer: z.string(),
    answerType: 'text/csv',
    callsPerMinute: CALLS_PER_MINUTE,
    handle: async ({ params: { section }, query, reply }) => {
      const period = periodOf(shop, query.month)
      const pieces = paced(writeGstr1Csv(shop.db, period, section))
      return sendPieces(reply, { type: CSV, fileName: `${section}-${period.month}.csv`, pieces })
    },
  })
  route(api, 'GET /admin/tax/register', {
    audience: 'admin',
    summary: 'The register of a month’s documents as CSV, each beside the money that belongs to it',
    query: MonthQuery,
    answer: z.string(),
    answerType: 'text/csv',
    callsPerMinute: CALLS_PER_MINUTE,
    handle: async ({ query, reply }) => {
      const period = periodOf(shop, query.month)
      const pieces = paced(await openRegisterCsv(shop.db, period))
      return sendPieces(reply, { type: CSV, fileName: `register-${period.month}.csv`, pieces })
    },
  })
  route(api, 'GET /admin/tax/archive', {
    audience: 'admin',
    summary: 'Everything of a month as one ZIP: each document as a PDF, the register and GSTR-1; one at a time',
    query: MonthQuery,
    answer: z.string(),
    answerType: ZIP,
    callsPerMinute: CALLS_PER_MINUTE,
    errors: ['conflict'],
    handle: async ({ user, query, request, reply }) => {
      const period = periodOf(shop, query.month)
      // Nothing would be read of it, so it would never end.
      if (request.method === 'HEAD') return reply.type(ZIP).send('') as never
      const pieces = await openMonthArchive(shop, { period, actorId: user.id })
      return sendPieces(reply, { type: ZIP, fileName: `documents-${period.month}.zip`, pieces })
    },
  })
}
