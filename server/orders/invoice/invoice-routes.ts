import type { FastifyReply } from 'fastify'

import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/shop.ts'

import { id } from '#contract/shapes.ts'
import { route } from '#server/http/route.ts'
import { PackingSlipsQuery } from '#contract/shipments.ts'
import { getInvoice } from '#server/orders/invoice/get-invoice.ts'
import { getPackingSlips } from '#server/orders/invoice/get-packing-slips.ts'
import { createPdfDrawer, type PdfFile } from '#server/orders/invoice/pdf-drawer.ts'

const PDF = 'application/pdf'
/** An invoice takes some milliseconds of the drawing thread, and a long one most of a second. */
const CALLS_PER_MINUTE = 60

function sendPdf(reply: FastifyReply, { fileName, bytes }: PdfFile): never {
  return reply.type(PDF).header('content-disposition', `attachment; filename="${fileName}"`).send(bytes) as never
}

/**
 * Invoices: of a customer's own orders, and for administrators of any order; and packing slips. Like everything personal they
 * are never cached.
 */
export function registerInvoices(api: ShopServer, shop: Shop): void {
  const drawer = createPdfDrawer()
  api.addHook('onClose', () => drawer.close())
  const common = {
    params: z.object({ orderId: id }),
    answer: z.string(),
    answerType: PDF,
    callsPerMinute: CALLS_PER_MINUTE,
    errors: ['not_found', 'unavailable'],
  } as const
  route(api, 'GET /order/invoice/:orderId', {
    ...common,
    audience: 'customer',
    summary: "The invoice of one's own order as a PDF",
    handle: async ({ user, params: { orderId }, reply }) =>
      sendPdf(reply, await getInvoice(shop, drawer, { orderId, userId: user.id })),
  })
  route(api, 'GET /admin/orders/:orderId/invoice', {
    ...common,
    audience: 'admin',
    summary: 'The invoice of any order as a PDF',
    handle: async ({ params: { orderId }, reply }) => sendPdf(reply, await getInvoice(shop, drawer, { orderId })),
  })
  route(api, 'GET /admin/orders/slips', {
    audience: 'admin',
    summary: 'The packing slips of up to 100 orders as one PDF, in the sequence of their ids',
    query: PackingSlipsQuery,
    answer: z.string(),
    answerType: PDF,
    callsPerMinute: CALLS_PER_MINUTE,
    errors: ['not_found', 'unavailable'],
    handle: async ({ query: { ids }, reply }) => sendPdf(reply, await getPackingSlips(shop, drawer, ids)),
  })
}
