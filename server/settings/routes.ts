import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { Seller, TextPage, TextPageParams } from '#contract/settings/policies.ts'
import { cachedRoute } from '#server/cache/cached-route.ts'
import { SETTINGS_TAG } from '#server/cache/tags.ts'
import { getTextPage, sellerOf } from '#server/settings/policies.ts'

/** The pages that are made from the shop's settings. */
export function registerSettings(api: ShopServer, shop: Shop): void {
  const { db, settings } = shop
  const shows = () => ({ answer: [SETTINGS_TAG], pricesOf: [] })
  cachedRoute(api, shop, '/pages/:page', {
    summary: 'Privacy, terms, returns, shipping or seller',
    params: TextPageParams,
    answer: TextPage,
    errors: ['not_found'],
    handle: ({ params: { page } }) => getTextPage(db, settings.current(), page),
    shows,
  })
  cachedRoute(api, shop, '/seller', {
    summary: 'Who sells, as the E-Commerce Rules 2020 ask',
    answer: Seller,
    handle: async () => sellerOf(settings.current()),
    shows,
  })
}
