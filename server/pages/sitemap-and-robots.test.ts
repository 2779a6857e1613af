import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'

import { countProducts, listCategories, listProductPictures } from '#server/catalogue/service.ts'
import { createServer } from '#server/http/server.ts'
import { registerSearchEngines, robotsText, sitemapXml } from '#server/pages/sitemap-and-robots.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

const ORIGIN = 'https://shop.example'

test('robots are kept out of personal pages and told where the sitemap is', () => {
  const rules = robotsText(ORIGIN).split('\n')
  for (const path of ['/cart', '/order', '/user-profile', '/admin/', '/api/']) {
    expect(rules).toContain(`Disallow: ${path}`)
  }
  expect(rules).toContain('Allow: /api/products/image/')
  expect(rules).toContain('Sitemap: https://shop.example/sitemap.xml')
})

test('the sitemap lists pages, categories and products with their pictures', () => {
  const xml = sitemapXml(ORIGIN, [{ slug: 't-shirts' }], [{ _id: 'abc', images: ['/api/products/image/abc/0'] }])
  expect(xml).toContain('<loc>https://shop.example/</loc>')
  expect(xml).toContain('<loc>https://shop.example/categories/t-shirts</loc>')
  expect(xml).toContain(
    '<loc>https://shop.example/product/abc</loc><image:image><image:loc>https://shop.example/api/products/image/abc/0</image:loc>',
  )
})

test('the sitemap lists the shop’s own pages with the fixed ones', () => {
  const own = { ownPages: ['our-cloth'], collections: ['under-1500'] }
  expect(sitemapXml(ORIGIN, [], [], own)).toContain('<loc>https://shop.example/pages/our-cloth</loc>')
  expect(sitemapXml(ORIGIN, [], [], own)).toContain('<loc>https://shop.example/collections/under-1500</loc>')
  expect(sitemapXml(ORIGIN, [], [])).not.toContain('/pages/')
})

test('an address in the sitemap cannot end its element', () => {
  expect(sitemapXml(ORIGIN, [], [{ _id: 'a', images: ['/x?a=1&b=<2>'] }])).toContain('/x?a=1&amp;b=&lt;2&gt;')
})

const pictureOf = (productId: string) => ({
  productId,
  position: 0,
  pictureHash: '0'.repeat(64),
  width: 1200,
  height: 1500,
})

const addressesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)

test('more products than one file takes are spread over numbered files, each product in one of them', async () => {
  const started = await startShop({ publicUrl: ORIGIN })
  onTestFinished(() => started.close())
  const { shop, db } = started
  const app = createServer(shop.config, pino({ level: 'silent' }), shop.publicUrl)
  const catalogue = {
    listCategories: () => listCategories(db),
    countProducts: () => countProducts(db),
    listProductPictures: (window: { limit: number; offset: number }) => listProductPictures(db, window),
    listPages: async () => ['our-cloth'],
    listCollections: async () => [],
  }
  registerSearchEngines(app, shop, catalogue, 2)
  const { id: categoryId, slug } = await addCategory(db)
  const first = await addProduct(db, { categoryId })
  await db.insertInto('productImages').values(pictureOf(first.id)).execute()
  const sitemap = async (path = '/sitemap.xml') => (await app.inject(path)).body
  expect(addressesIn(await sitemap())).toContain(`${ORIGIN}/product/${first.id}`)

  const others = [await addProduct(db, { categoryId }), await addProduct(db, { categoryId })]
  await db
    .insertInto('productImages')
    .values(pictureOf(others[0]?.id ?? ''))
    .execute()
  shop.tags.outdate(CATALOGUE)
  expect(addressesIn(await sitemap())).toEqual([`${ORIGIN}/sitemap-1.xml`, `${ORIGIN}/sitemap-2.xml`])
  const files = [await sitemap('/sitemap-1.xml'), await sitemap('/sitemap-2.xml')]
  expect(files[0]).toContain(`${ORIGIN}/categories/${slug}</loc>`)
  expect(files[1]).not.toContain('/categories/')
  const products = files.flatMap((xml) => addressesIn(xml).filter((address) => address?.includes('/product/')))
  expect(products).toHaveLength(3)
  expect(new Set(products)).toEqual(new Set([first, ...others].map(({ id }) => `${ORIGIN}/product/${id}`)))
  expect(files.join('')).toContain(`<image:loc>${ORIGIN}/api/products/image/${first.id}/0</image:loc>`)
  for (const path of ['/sitemap-0.xml', '/sitemap-3.xml']) expect((await app.inject(path)).statusCode).toBe(404)
})
