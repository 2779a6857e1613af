import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { CashDaysAnswer, CashDaysQuery, CashParcelsAnswer, CashParcelsQuery } from '#contract/orders/cash-parcels.ts'
import { route } from '#server/http/route.ts'
import { getCashDays, getCashParcels } from '#server/orders/cash/cash-parcels.ts'

/** What couriers collect at the door and pay out, as administrators see it. */
export function registerCashAdmin(api: ShopServer, shop: Shop): void {
  route(api, 'GET /admin/cash', {
    audience: 'admin',
    summary: 'What couriers owe, by courier and by the day on which the parcels left, the newest day first',
    query: CashDaysQuery,
    answer: CashDaysAnswer,
    handle: ({ query }) => getCashDays(shop, query),
  })
  route(api, 'GET /admin/cash/parcels', {
    audience: 'admin',
    summary: 'Parcels with cash to collect, the last to leave first',
    query: CashParcelsQuery,
    answer: CashParcelsAnswer,
    handle: ({ query }) => getCashParcels(shop, query),
  })
}
