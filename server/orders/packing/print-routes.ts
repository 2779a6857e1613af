import { z } from 'zod'

import type { PdfDrawer } from '#server/documents/service.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { PackingSlipsQuery } from '#contract/orders/shipments.ts'
import { route } from '#server/http/route.ts'
import { PDF, sendFile } from '#server/http/responses/send-file.ts'
import { getPackingSlips } from '#server/orders/packing/get-packing-slips.ts'
import { getParcelLabels } from '#server/orders/packing/get-parcel-labels.ts'

/** Many slips take the drawing thread most of a second. */
const CALLS_PER_MINUTE = 60

/** Packing slips and labels of parcels. Like everything personal they are never cached. */
export function registerPrinting(api: ShopServer, shop: Shop, drawer: PdfDrawer): void {
  route(api, 'GET /admin/orders/slips', {
    audience: 'admin',
    summary: 'The packing slips of up to 100 orders as one PDF, in the sequence of their ids',
    query: PackingSlipsQuery,
    answer: z.string(),
    answerType: PDF,
    makesFile: true,
    callsPerMinute: CALLS_PER_MINUTE,
    errors: ['not_found', 'unavailable'],
    handle: async ({ query: { ids }, user, reply }) =>
      sendFile(reply, await getPackingSlips(shop, drawer.sharedBy(user.id), ids)),
  })
  route(api, 'GET /admin/orders/labels', {
    audience: 'admin',
    summary: 'Labels of 100 × 150 mm for the parcels of up to 100 orders as one PDF, in the sequence of their ids',
    query: PackingSlipsQuery,
    answer: z.string(),
    answerType: PDF,
    makesFile: true,
    callsPerMinute: CALLS_PER_MINUTE,
    errors: ['not_found', 'unavailable'],
    handle: async ({ query: { ids }, user, reply }) =>
      sendFile(reply, await getParcelLabels(shop, drawer.sharedBy(user.id), ids)),
  })
}
