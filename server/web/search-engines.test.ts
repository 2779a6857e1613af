import { expect, test } from 'vitest'

import { robotsText, sitemapXml } from '#server/web/search-engines.ts'

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

test('an address in the sitemap cannot end its element', () => {
  expect(sitemapXml(ORIGIN, [], [{ _id: 'a', images: ['/x?a=1&b=<2>'] }])).toContain('/x?a=1&amp;b=&lt;2&gt;')
})
