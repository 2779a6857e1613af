import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Category, Product } from '#contract/catalogue/catalogue.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { collectionPath } from '#contract/catalogue/collections/collection-path.ts'
import { pagePath } from '#contract/pages-of-blocks/page-limits.ts'
import { notFound } from '#server/errors.ts'
import { xmlText } from '#server/http/responses/xml-text.ts'
import { CATALOGUE, PAGES_TAG } from '#server/cache/tags.ts'
import { CompressedResponse } from '#server/http/responses/compressed-response.ts'
import { sharedHeaders } from '#server/cache/cache-headers.ts'

/** A file may hold 50,000 addresses and 50 MB; with five pictures each this stays far below both. */
const PRODUCTS_PER_FILE = 5000
const FIXED_PAGES = [
  '/',
  '/about',
  '/contact',
  '/getproducts',
  '/privacy',
  '/terms',
  '/returns',
  '/shipping',
  '/seller',
] as const
/** Personal, or of no use to somebody who comes from a search engine. */
const DISALLOWED = ['/api/', '/sandbox/', '/admin/', '/admin-signin', '/cart', '/order', '/user-profile'] as const

/** What crawlers may read; pictures are served under /api and stay open to them. */
export function robotsText(publicUrl: string): string {
  const rules = ['User-agent: *', 'Allow: /api/products/image/', ...DISALLOWED.map((path) => `Disallow: ${path}`)]
  return `${rules.join('\n')}\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}

const entry = (address: string, pictures: readonly string[] = []) =>
  `<url><loc>${xmlText(address)}</loc>${pictures
    .map((picture) => `<image:image><image:loc>${xmlText(picture)}</image:loc></image:image>`)
    .join('')}</url>`

const inFile = (root: string, entries: readonly string[], namespaces = '') => `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>
${entries.join('\n')}
</${root}>
`

const NONE = { ownPages: [], collections: [] }

/**
 * Public pages as sitemaps.org describes them, products with their pictures. The fixed ones come with categories only.
 */
export function sitemapXml(
  publicUrl: string,
  categories: readonly Pick<Category, 'slug'>[] | undefined,
  products: readonly Pick<Product, '_id' | 'images'>[],
  { ownPages, collections }: { ownPages: readonly string[]; collections: readonly string[] } = NONE,
): string {
  const entries = [
    ...(categories ? FIXED_PAGES : []).map((path) => entry(publicUrl + path)),
    ...ownPages.map((slug) => entry(publicUrl + pagePath(slug))),
    ...(categories ?? []).map(({ slug }) => entry(`${publicUrl}/categories/${encodeURIComponent(slug)}`)),
    ...collections.map((slug) => entry(publicUrl + collectionPath(slug))),
    ...products.map(({ _id, images }) =>
      entry(
        `${publicUrl}/product/${encodeURIComponent(_id)}`,
        images.map((src) => publicUrl + src),
      ),
    ),
  ]
  return inFile('urlset', entries, ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"')
}

const indexXml = (publicUrl: string, files: number) =>
  inFile(
    'sitemapindex',
    Array.from({ length: files }, (_, index) => `<sitemap><loc>${publicUrl}/sitemap-${index + 1}.xml</loc></sitemap>`),
  )

/** What a sitemap lists, as `server/start/app.ts` passes it. The order of the products does not change. */
interface PublicCatalogue {
  listCategories(): Promise<Pick<Category, 'slug'>[]>
  countProducts(): Promise<number>
  /** The slugs of the shop's own published pages, and of the collections that shoppers see. */
  listPages(): Promise<string[]>
  listCollections(): Promise<string[]>
  listProductPictures(window: { limit: number; offset: number }): Promise<Pick<Product, '_id' | 'images'>[]>
}

const HEADERS = { 'content-type': 'application/xml; charset=utf-8', ...sharedHeaders('/sitemap.xml') }

/**
 * Serves /robots.txt and /sitemap.xml, which lists every public page, or is an index of files if there are more
 * products than fit into one. Each is made again only after the catalogue has changed.
 */
export function registerSearchEngines(
  app: ShopServer,
  { publicUrl, responses }: Pick<Shop, 'publicUrl' | 'responses'>,
  catalogue: PublicCatalogue,
  productsPerFile = PRODUCTS_PER_FILE,
): void {
  async function makeFile(number: number): Promise<string> {
    const offset = (number - 1) * productsPerFile
    const products = await catalogue.listProductPictures({ limit: productsPerFile, offset })
    if (number > 1) return sitemapXml(publicUrl(), undefined, products)
    const [ownPages, collections] = await Promise.all([catalogue.listPages(), catalogue.listCollections()])
    return sitemapXml(publicUrl(), await catalogue.listCategories(), products, { ownPages, collections })
  }
  const countFiles = async () => Math.max(1, Math.ceil((await catalogue.countProducts()) / productsPerFile))
  async function makeSitemap(): Promise<string> {
    const files = await countFiles()
    return files > 1 ? indexXml(publicUrl(), files) : makeFile(1)
  }
  async function makeNumbered(number: number): Promise<string> {
    if (number < 1 || number > (await countFiles())) throw notFound('Sitemap')
    return makeFile(number)
  }

  const serve = (request: FastifyRequest, reply: FastifyReply, address: string, file: () => Promise<string>) =>
    responses.sendCached(request, reply, {
      address,
      tags: [CATALOGUE, PAGES_TAG],
      make: async () => new CompressedResponse(await file(), HEADERS),
    })

  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').headers(sharedHeaders('/robots.txt')).send(robotsText(publicUrl())),
  )
  app.get('/sitemap.xml', (request, reply) => serve(request, reply, '/sitemap.xml', makeSitemap))
  app.get<{ Params: { number: string } }>('/sitemap-:number(^\\d{1,6}).xml', (request, reply) => {
    const number = Number(request.params.number)
    return serve(request, reply, `/sitemap-${number}.xml`, () => makeNumbered(number))
  })
}
