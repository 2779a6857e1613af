import { z } from 'zod'

import type { Shop } from '#server/start/shop.ts'

import { VitalsOfDay, VitalsQuery } from '#contract/dashboard/vitals.ts'
import { route, withTotalCount } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { listVitals } from '#server/dashboard/web-vitals/service.ts'

/** How fast pages were, for who runs the shop. */
export function registerVitalsAdmin(api: ShopServer, { database }: Shop): void {
  route(api, 'GET /admin/web-vitals', {
    audience: 'admin',
    summary: 'How fast pages were for visitors, by day and kind of page: what three of four visits did not exceed',
    query: VitalsQuery,
    answer: z.array(VitalsOfDay),
    handle: async ({ query, reply }) => withTotalCount(reply, await database.read((db) => listVitals(db, query))),
  })
}
