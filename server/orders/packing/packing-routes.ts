import { z } from 'zod'

import type { PdfDrawer } from '#server/documents/service.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { AsideChange, PackedAnswer, PackedItems, PackingAnswer, PackingOrder } from '#contract/orders/packing.ts'
import { PackingSlipsQuery } from '#contract/orders/shipments.ts'
import { id } from '#contract/schemas/basic-schemas.ts'
import { mayDo } from '#contract/accounts/staff-areas.ts'
import { PDF, sendFile } from '#server/http/responses/send-file.ts'
import { route } from '#server/http/route.ts'
import { getParcelPapers } from '#server/orders/packing/get-parcel-papers.ts'
import { changeAside, listPackingOrders, packItems } from '#server/orders/packing/pack-orders.ts'

const PAPERS_PER_MINUTE = 120
const MANY_PAPERS_PER_MINUTE = 20

/** The packing table. Like everything personal it is never cached. */
export function registerPacking(api: ShopServer, shop: Shop, drawer: PdfDrawer): void {
  route(api, 'GET /admin/packing', {
    audience: 'admin',
    summary:
      'The orders that are ready to be packed, the oldest first, with what is packed of them and what was put aside',
    answer: PackingAnswer,
    handle: () => listPackingOrders(shop),
  })
  route(api, 'POST /admin/packing/:orderId/items', {
    audience: 'admin',
    summary: 'Notes scanned pieces as packed, each key once; a wrong piece and one too many are refused with why',
    params: z.object({ orderId: id }),
    body: PackedItems,
    maxEntries: 2000,
    answer: PackedAnswer,
    errors: ['not_found', 'conflict'],
    handle: ({ user, params: { orderId }, body }) => packItems(shop.db, { ...body, orderId, actorId: user.id }),
  })
  route(api, 'PUT /admin/packing/:orderId/aside', {
    audience: 'admin',
    summary: 'Puts an order aside because something is missing, or takes it up again; may be repeated',
    params: z.object({ orderId: id }),
    body: AsideChange,
    answer: PackingOrder,
    errors: ['not_found', 'conflict'],
    handle: ({ user, params: { orderId }, body }) => changeAside(shop.db, { ...body, orderId, actorId: user.id }),
  })
  route(api, 'GET /admin/packing/papers', {
    audience: 'admin',
    summary:
      'Slip, document and label of up to 100 parcels, one after the other, as one PDF in the sequence of their ids',
    query: PackingSlipsQuery,
    answer: z.string(),
    answerType: PDF,
    makesFile: true,
    callsPerMinute: MANY_PAPERS_PER_MINUTE,
    errors: ['not_found', 'unavailable'],
    handle: async ({ user, query: { ids }, reply }) => {
      const papers = { orderIds: ids, hasDocument: mayDo(user.rights, 'documents') }
      return sendFile(reply, await getParcelPapers(shop, drawer.sharedBy(user.id), papers))
    },
  })
  route(api, 'GET /admin/packing/:orderId/papers', {
    audience: 'admin',
    summary: 'Slip, document and label of a parcel as one PDF; without the document for who only ships',
    params: z.object({ orderId: id }),
    answer: z.string(),
    answerType: PDF,
    makesFile: true,
    callsPerMinute: PAPERS_PER_MINUTE,
    errors: ['not_found', 'unavailable'],
    handle: async ({ user, params: { orderId }, reply }) => {
      const papers = { orderIds: [orderId], hasDocument: mayDo(user.rights, 'documents') }
      return sendFile(reply, await getParcelPapers(shop, drawer.sharedBy(user.id), papers))
    },
  })
}
