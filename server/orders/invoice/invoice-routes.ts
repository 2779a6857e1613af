import type { FastifyReply } from 'fastify'

import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/shop.ts'

import { id } from '#contract/shapes.ts'
import { route } from '#server/http/route.ts'
import { createInvoiceDrawer } from '#server/orders/invoice/invoice-drawer.ts'
import { getInvoice, getOwnInvoice, type Invoice } from '#server/orders/invoice/get-invoice.ts'

const PDF = 'application/pdf'
/** Drawing costs some milliseconds of another thread each, and a long one most of a second. */
const CALLS_PER_MINUTE = 60

const params = z.object({ orderId: id })

function sendInvoice(reply: FastifyReply, { fileName, bytes }: Invoice): FastifyReply {
  return reply.type(PDF).header('content-disposition', `attachment; filename="${fileName}"`).send(bytes)
}

/** Invoices: a customer's own, and for administrators any order's. Like everything personal they are never kept. */
export function registerInvoices(api: ShopServer, shop: Shop): void {
  const drawer = createInvoiceDrawer()
  api.addHook('onClose', () => drawer.close())
  const source = { shop, drawer }
  const common = {
    method: 'GET',
    params,
    answer: z.string(),
    answerType: PDF,
    callsPerMinute: CALLS_PER_MINUTE,
    errors: ['not_found', 'unavailable'],
  } as const
  route(
    api,
    {
      ...common,
      path: '/order/invoice/:orderId',
      audience: 'customer',
      summary: "The invoice of one's own order as a PDF",
    },
    async ({ user, params: { orderId }, reply }) => {
      sendInvoice(reply, await getOwnInvoice(source, { userId: user.id, orderId }))
      return reply as never
    },
  )
  route(
    api,
    {
      ...common,
      path: '/admin/orders/:orderId/invoice',
      audience: 'admin',
      summary: 'The invoice of any order as a PDF',
    },
    async ({ params: { orderId }, reply }) => {
      sendInvoice(reply, await getInvoice(source, orderId))
      return reply as never
    },
  )
}
