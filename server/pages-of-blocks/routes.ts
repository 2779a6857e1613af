import type { ShownPage as Page } from '#contract/pages-of-blocks/pages.ts'
import type { ProductIndex } from '#server/catalogue/service.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { PageFacts } from '#server/pages-of-blocks/resolve-blocks.ts'
import type { Shop } from '#server/start/shop.ts'

import { PageSlug, PreviewToken, ShownPage, SitePages } from '#contract/pages-of-blocks/pages.ts'
import { cachedRoute } from '#server/cache/cached-route.ts'
import { AVAILABILITY, collectionTag, PAGES_TAG, reviewsTag, SETTINGS_TAG } from '#server/cache/tags.ts'
import { route } from '#server/http/route.ts'
import { getPreview, getShownPage, listSitePages } from '#server/pages-of-blocks/show-pages.ts'

/**
 * Sources of rows that depend on what is in stock: what is sold most is counted anew when something sells out, and a
 * rule may ask for it.
 */
const STOCK_SOURCES = new Set(['best sold', 'of a collection'])

/** Cards show no stock, so a sale outdates nothing. */
const tagsOf = ({ blocks }: Page) => [
  PAGES_TAG,
  SETTINGS_TAG,
  ...(blocks.some((block) => block.kind === 'productRow' && STOCK_SOURCES.has(block.fields.source))
    ? [AVAILABILITY]
    : []),
  ...blocks.flatMap((block) =>
    block.kind === 'productRow' && block.fields.source === 'of a collection'
      ? collectionTag(block.fields.collection)
      : [],
  ),
  ...new Set(blocks.flatMap(({ quotations = [] }) => quotations.map(({ productId }) => reviewsTag(productId)))),
]

/** The pages made of blocks, for visitors. */
export function registerPagesOfBlocks(api: ShopServer, shop: Shop, index: ProductIndex, facts: PageFacts): void {
  const sources = { db: shop.db, settings: shop.settings, index, facts }
  cachedRoute(api, shop, '/block-pages', {
    summary:
      'Which of the specified pages, home and about, the owner has replaced, and what the menus and the footer link',
    answer: SitePages,
    handle: () => listSitePages(sources),
    shows: () => ({ answer: [PAGES_TAG, SETTINGS_TAG], pricesOf: [] }),
  })
  cachedRoute(api, shop, '/block-pages/:slug', {
    summary:
      'A published page: its blocks with everything that they show. A specified page has none until the owner replaces it',
    params: PageSlug,
    answer: ShownPage,
    errors: ['not_found'],
    handle: ({ params: { slug } }) => getShownPage(sources, slug),
    shows: (page) => ({ answer: tagsOf(page), ...(page.isSpecified && { pricesOf: [] }) }),
  })
  route(api, 'GET /page-previews/:token', {
    audience: 'public',
    summary: 'The draft of a page, for whoever has the link to its preview',
    params: PreviewToken,
    answer: ShownPage,
    errors: ['not_found'],
    handle: async ({ params: { token }, reply }) => {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
      return getPreview(sources, token)
    },
  })
}
