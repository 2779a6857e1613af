import cors from '@fastify/cors'
import { join } from 'node:path'

import type { Origins } from '#server/http/fetch-metadata.ts'
import type { Shop } from '#server/start/shop.ts'

import { registerAccounts } from '#server/accounts/routes.ts'
import { getSecret } from '#server/db/secret-queries.ts'
import { registerCustomerImport } from '#server/accounts/customer-import/customer-import-routes.ts'
import { registerErasure } from '#server/accounts/erasure/erasure-routes.ts'
import { registerAgents } from '#server/programs/agents/routes.ts'
import { registerChosen } from '#server/programs/agents/chosen-routes.ts'
import { registerAccountsAdmin } from '#server/accounts/admin-routes.ts'
import { countKeyCall, createProgramFinder, createSessionFinder, isAdminSessionLive } from '#server/accounts/service.ts'
import { registerCartRoutes } from '#server/cart/routes.ts'
import { listNewestCarts } from '#server/cart/service.ts'
import { registerCatalogueAdmin } from '#server/catalogue/admin-routes.ts'
import { registerCatalogue } from '#server/catalogue/routes.ts'
import { countProducts, listCategories, listProductPictures } from '#server/catalogue/service.ts'
import { registerFeed } from '#server/catalogue/google-feed/feed-routes.ts'
import { createProductIndex } from '#server/catalogue/lists/product-index.ts'
import { registerContactsAdmin } from '#server/contacts/admin-routes.ts'
import { registerContacts } from '#server/contacts/routes.ts'
import { moveSender } from '#server/contacts/service.ts'
import { registerDeliveryAdmin } from '#server/delivery/admin-routes.ts'
import { registerDelivery } from '#server/delivery/routes.ts'
import { askedDelivery } from '#server/delivery/service.ts'
import { registerDocumentsAdmin } from '#server/documents/admin-routes.ts'
import { registerDocuments } from '#server/documents/routes.ts'
import { createPdfDrawer } from '#server/documents/service.ts'
import { notFound } from '#server/errors.ts'
import { isInProcess } from '#server/http/caller.ts'
import { installGuards } from '#server/http/guards.ts'
import { registerHealth } from '#server/http/health/health.ts'
import { registerOpenapi } from '#server/http/openapi/openapi.ts'
import { createServer, type ShopServer } from '#server/http/server.ts'
import { createOutdateLater } from '#server/cache/outdate-later.ts'
import { collectionTag } from '#server/cache/tags.ts'
import { personalDataExport } from '#server/start/personal-data-export.ts'
import { currentTracer } from '#server/start/tracer.ts'
import { countCall } from '#server/http/rate-limits/service.ts'
import { registerMetrics } from '#server/http/metrics/routes.ts'
import { registerAdminEvents } from '#server/http/events/routes.ts'
import { registerOldAddressesAdmin } from '#server/catalogue/old-addresses/admin-routes.ts'
import {
  listAllOldAddresses,
  OLD_ADDRESSES_TAG,
  pathsToTry,
  stampOfOldAddresses,
} from '#server/catalogue/old-addresses/service.ts'
import { registerOffersAdmin } from '#server/offers/admin-routes.ts'
import { registerOrdersAdmin } from '#server/orders/admin-routes.ts'
import { registerOrders } from '#server/orders/routes.ts'
import { registerMailsAdmin } from '#server/mails/admin-routes.ts'
import { keepImportedAddresses, listBestSold, listLatestOrders, resumeMails } from '#server/orders/service.ts'
import { registerVitals } from '#server/dashboard/web-vitals/routes.ts'
import { registerVitalsAdmin } from '#server/dashboard/web-vitals/admin-routes.ts'
import { registerDashboard } from '#server/dashboard/admin-routes.ts'
import { registerPagesOfBlocksAdmin } from '#server/pages-of-blocks/admin-routes.ts'
import { registerPagesOfBlocks } from '#server/pages-of-blocks/routes.ts'
import { listPublicPages } from '#server/pages-of-blocks/service.ts'
import { registerReturnsAdmin } from '#server/returns/admin-routes.ts'
import { registerReturns } from '#server/returns/routes.ts'
import { countWaitingReturns, listSizeFindings } from '#server/returns/service.ts'
import { registerReviewsAdmin } from '#server/reviews/admin-routes.ts'
import { listPraise } from '#server/reviews/service.ts'
import { registerReviews } from '#server/reviews/routes.ts'
import { registerDemoAdmin } from '#demo/admin-routes.ts'
import { registerSettingsAdmin } from '#server/settings/admin-routes.ts'
import { registerSettings } from '#server/settings/routes.ts'
import { registerStockAdmin } from '#server/stock/admin-routes.ts'
import { registerStoreCreditAdmin } from '#server/accounts/store-credit/admin-routes.ts'
import { registerStoreCredit } from '#server/accounts/store-credit/routes.ts'
import { registerWebhooksAdmin } from '#server/programs/webhooks/admin-routes.ts'
import { registerWishlist } from '#server/cart/wishlist/routes.ts'
import { registerCourierSandbox } from '#sandbox/courier/register-courier.ts'
import { openCourierSandboxSettings } from '#sandbox/courier/courier-keys.ts'
import { registerSandbox } from '#sandbox/routes.ts'
import { createMovedAddresses } from '#server/pages/moved-addresses.ts'
import { earlyPageAnswers } from '#server/pages/early-answers.ts'
import { registerPages } from '#server/pages/page-routes.ts'
import { registerSearchEngines } from '#server/pages/sitemap-and-robots.ts'
import { registerManifest, registerStaticFiles } from '#server/pages/static-files.ts'
import type { Pages } from '#server/pages/built-pages.ts'

function originsOf(shop: Shop): Origins {
  const own = new Set([shop.publicUrl()])
  if (shop.config.publicUrl === undefined) {
    // Without PUBLIC_URL the shop runs on a developer's machine, which has several names.
    const { port } = new URL(shop.publicUrl())
    for (const name of ['localhost', '127.0.0.1', '[::1]']) own.add(`http://${name}:${port}`)
  }
  return { own: [...own], allowed: shop.config.allowedOrigins }
}

function serveModules(app: ShopServer, serveModule: NonNullable<Pages['serveModule']>): void {
  app.addHook('onRequest', async (request, reply) => {
    const isModule = !request.routeOptions.config.definition && (await serveModule(request, reply))
    if (isModule) reply.hijack()
  })
}

/** Builds the whole server: every part is registered here. Without `pages` it serves the API only. */
export async function buildApp(shop: Shop, pages?: Pages): Promise<ShopServer> {
  const moved = createMovedAddresses(shop.tags, {
    tag: OLD_ADDRESSES_TAG,
    stamp: () => stampOfOldAddresses(shop.db),
    list: () => listAllOldAddresses(shop.db),
    pathsToTry,
  })
  const answerWithoutWork = earlyPageAnswers(() => app, shop, moved)
  const app: ShopServer = createServer(shop.config, shop.log, shop.publicUrl, {
    fromMemory: (request, response) => shop.responses.serve(request, response),
    // The development server's own modules have addresses of pages.
    withoutWork: (request, response) => pages?.serveModule === undefined && answerWithoutWork(request, response),
  })
  app.decorate('outdate', shop.tags.outdate)
  app.securityEvents.useKey(await getSecret(shop.db, 'log'))
  const origins = () => originsOf(shop)

  await app.register(cors, {
    origin: shop.config.allowedOrigins,
    credentials: true,
    strictPreflight: false,
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'x-total-count',
      'x-request-id',
      'retry-after',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
    ],
  })
  currentTracer()?.watchRequests(app, isInProcess)
  const metrics = registerMetrics(app, shop)
  registerHealth(app, shop)
  const outdateLater = createOutdateLater(shop.tags)
  const index = createProductIndex(shop.db, shop.database.read, (collection, at) =>
    outdateLater(collectionTag(collection), at),
  )
  registerFeed(app, shop, index)
  registerAgents(app, shop, index)

  await app.register(
    async (api) => {
      installGuards(api, {
        origins,
        findSession: createSessionFinder(shop.db),
        findProgram: createProgramFinder(shop.db, shop.config),
        countKeyCall: async (programId) => (shop.config.hasRateLimits ? countKeyCall(shop.db, programId) : undefined),
        demandsSecondFactor: () => shop.settings.current().demandsSecondFactor,
        countCall: async (key, limit) => (shop.config.hasRateLimits ? countCall(shop.db, key, limit, 60) : undefined),
      })
      const openapi = registerOpenapi(api, shop)
      registerAccounts(api, shop, { onConfirmed: resumeMails, onMoved: moveSender })
      registerErasure(api, shop, { ownData: (userId) => personalDataExport(shop, userId) })
      registerCustomerImport(api, shop, { keepAddresses: keepImportedAddresses })
      registerAccountsAdmin(api, shop)
      registerCatalogue(api, shop, index)
      const drawer = createPdfDrawer()
      api.addHook('onClose', () => drawer.close())
      registerCatalogueAdmin(api, shop, index, drawer)
      registerCartRoutes(api, shop)
      registerChosen(api, shop)
      registerDelivery(api, shop)
      registerDeliveryAdmin(api, shop)
      registerOrders(api, shop)
      registerOrdersAdmin(api, shop, drawer)
      registerReturns(api, shop)
      registerReturnsAdmin(api, shop)
      registerStoreCredit(api, shop)
      registerStoreCreditAdmin(api, shop)
      registerMailsAdmin(api, shop)
      registerDocuments(api, shop, drawer)
      registerDocumentsAdmin(api, shop, drawer)
      registerContacts(api, shop)
      registerContactsAdmin(api, shop, listLatestOrders)
      registerReviews(api, shop, { listSizeFindings })
      registerOffersAdmin(api, shop, { listNewestCarts })
      registerReviewsAdmin(api, shop)
      registerWishlist(api, shop)
      registerStockAdmin(api, shop)
      registerVitals(api, shop, { onVisit: metrics.addVisit })
      registerDashboard(api, shop, countWaitingReturns)
      registerVitalsAdmin(api, shop)
      registerSettings(api, shop)
      registerSettingsAdmin(api, shop)
      registerPagesOfBlocks(api, shop, index, { listBestSold, listPraise })
      registerPagesOfBlocksAdmin(api, shop, index, { listBestSold, listPraise })
      registerOldAddressesAdmin(api, shop)
      registerDemoAdmin(api, shop)
      registerWebhooksAdmin(api, shop)
      registerAdminEvents(api, shop, { isSessionLive: (token) => isAdminSessionLive(shop.db, token) })
      openapi.registerDescription()
    },
    { prefix: '/api' },
  )
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/api/*',
    onRequest: async () => {
      throw notFound('Address')
    },
    handler: () => undefined,
  })

  if (shop.config.hasSandbox) registerSandbox(app, shop, { origins })
  if (shop.config.hasCourierSandbox) registerCourierSandbox(app, shop, await openCourierSandboxSettings(shop.db))
  if (!pages) return app
  if (pages.serveModule) serveModules(app, pages.serveModule)
  else await registerStaticFiles(app, shop, join(shop.config.buildDir, 'client'))
  registerSearchEngines(app, shop, {
    listCategories: () => listCategories(shop.db),
    countProducts: () => countProducts(shop.db),
    listProductPictures: (window) => listProductPictures(shop.db, window),
    listPages: () => listPublicPages(shop.db),
    listCollections: async () => (await index.read()).collections.all().map(({ slug }) => slug),
  })
  registerManifest(app, shop)
  registerPages(app, shop, pages, { origins, moved, askedDelivery: () => askedDelivery(shop) })
  return app
}
