import { z } from 'zod'

import type { PdfDrawer } from '#server/documents/service.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { GarmentLabelsQuery } from '#contract/catalogue/labels/garment-labels.ts'
import { getGarmentLabels } from '#server/catalogue/admin/garment-labels.ts'
import { route } from '#server/http/route.ts'
import { PDF, sendFile } from '#server/http/responses/send-file.ts'

/** Many labels take the drawing thread some seconds. */
const CALLS_PER_MINUTE = 60

/** Labels of garments, which are never cached. */
export function registerLabels(api: ShopServer, shop: Shop, drawer: PdfDrawer): void {
  route(api, 'GET /admin/products/labels', {
    audience: 'admin',
    summary: 'Labels of the sizes of products with price and bar code as a PDF, for sheets of A4 or a roll',
    query: GarmentLabelsQuery,
    answer: z.string(),
    answerType: PDF,
    makesFile: true,
    callsPerMinute: CALLS_PER_MINUTE,
    errors: ['not_found', 'unavailable'],
    handle: async ({ query, user, reply }) =>
      sendFile(reply, await getGarmentLabels(shop, drawer.sharedBy(user.id), query)),
  })
}
