import { createApi } from '#contract/api.ts'
import type { Category, Product } from '#contract/catalogue.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/shop.ts'

import { AnswerCache, finishAnswer, sendFinished, type FinishedAnswer } from '#server/web/answer-cache.ts'
import { inProcessFetch } from '#server/web/in-process-fetch.ts'

const CACHE_BYTES = 32 * 1024 * 1024
const LOCAL_ADDRESS = '127.0.0.1'
const PUBLIC = 'public, max-age=0, must-revalidate'
const FIXED_PAGES = ['/', '/about', '/contact', '/getproducts'] as const
/** Personal or of no use to a reader who came by a search. */
const KEPT_OUT = ['/api/', '/sandbox/', '/admin/', '/admin-signin', '/cart', '/order', '/user-profile'] as const

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** What crawlers may read; pictures are served under /api and stay open to them. */
export function robotsText(publicUrl: string): string {
  const rules = ['User-agent: *', 'Allow: /api/products/image/', ...KEPT_OUT.map((path) => `Disallow: ${path}`)]
  return `${rules.join('\n')}\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}

const entry = (address: string, pictures: readonly string[] = []) =>
  `<url><loc>${escaped(address)}</loc>${pictures
    .map((picture) => `<image:image><image:loc>${escaped(picture)}</image:loc></image:image>`)
    .join('')}</url>`

/** Every public page as sitemaps.org describes it, products with their pictures. */
export function sitemapXml(
  publicUrl: string,
  categories: readonly Pick<Category, 'slug'>[],
  products: readonly Pick<Product, '_id' | 'images'>[],
): string {
  const entries = [
    ...FIXED_PAGES.map((path) => entry(publicUrl + path)),
    ...categories.map(({ slug }) => entry(`${publicUrl}/categories/${encodeURIComponent(slug)}`)),
    ...products.map(({ _id, images }) =>
      entry(
        `${publicUrl}/product/${encodeURIComponent(_id)}`,
        images.map((src) => publicUrl + src),
      ),
    ),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${entries.join('\n')}
</urlset>
`
}

/** Serves /robots.txt and /sitemap.xml. The sitemap is made anew only after the catalogue has changed. */
export function registerSearchEngines(app: ShopServer, shop: Shop): void {
  const cache = new AnswerCache(CACHE_BYTES)

  async function makeSitemap(): Promise<FinishedAnswer> {
    const origin = shop.publicUrl()
    const api = createApi(inProcessFetch(app, { cookie: undefined, address: LOCAL_ADDRESS, origin }))
    const [{ categories }, { products }] = await Promise.all([api.getCategories(), api.listProducts()])
    return finishAnswer(sitemapXml(origin, categories, products), {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': PUBLIC,
    })
  }

  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', PUBLIC).send(robotsText(shop.publicUrl())),
  )
  app.get('/sitemap.xml', async (request, reply) => {
    const answer = await cache.get('sitemap', shop.revision.current, makeSitemap)
    return sendFinished(request, reply, answer ?? (await makeSitemap()))
  })
}
