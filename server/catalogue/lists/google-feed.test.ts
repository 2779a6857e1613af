import { afterAll, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { pngPicture } from '#test/pictures.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

/** The items of the feed that are about a product, each as its elements by name. */
async function itemsOf(productId: string) {
  const answer = await fetch(`${shop.origin}/feeds/google.xml`)
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  // Shipping has a price of its own.
  const xml = (await answer.text()).replaceAll(
    '<g:shipping><g:country>IN</g:country><g:price>0.00 INR</g:price></g:shipping>',
    '',
  )
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<rss version="2.0" xmlns:g=[^]*<\/channel><\/rss>\n$/)
  const items = [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = '']) =>
    Object.fromEntries([...item.matchAll(/<([\w:]+)>([^<]*)<\/\1>/g)].map(([, name, value]) => [name, value])),
  )
  return items.filter((item) => item.link?.endsWith(`/product/${productId}`))
}

test('the feed equals the page in price, stock and picture right after each change', async () => {
  const { api } = await shop.admin()
  const product = await addProduct(shop.db, { name: 'Fed', pricePaise: 100_000, sizes: { M: 1, L: 0, 'X/L': 3 } })
  const isSame = async () => {
    const page = await shop.visitor().api.getProduct(product.id)
    const items = await itemsOf(product.id)
    expect(
      items.map((item) => [item['g:size'], item['g:availability'], item['g:price'], item['g:sale_price']]),
    ).toEqual(
      page.sizes.map(({ size, stock }) => [
        size,
        stock > 0 ? 'in_stock' : 'out_of_stock',
        `${page.price.toFixed(2)} INR`,
        page.discountedPrice === undefined ? undefined : `${page.discountedPrice.toFixed(2)} INR`,
      ]),
    )
    const cover = page.images[0] && `${page.images[0]}?w=1200&amp;v=${page.pictures[0]?.version}`
    for (const item of items) expect(item['g:image_link']?.replace(/^https?:\/\/[^/]+/, '')).toBe(cover)
    expect(new Set(items.map((item) => item['g:id'])).size).toBe(page.sizes.length)
    expect(new Set(items.map((item) => item['g:item_group_id']))).toEqual(new Set([product.id]))
    return page
  }
  await isSame()
  await api.updatePrice(product.id, { price: 1200, discountedPrice: 999.5 })
  await isSame()
  await api.setStock(product.id, 0, 'M')
  await isSame()
  await api.addStock(product.id, 'L')
  const { revision } = await isSame()
  const picture = new File([new Uint8Array(await pngPicture())], 'a.png')
  await api.editProduct(product.id, { revision, pictures: [{ upload: 0, alt: 'Front' }] }, [picture])
  await isSame()
  await api.changeProducts({ action: 'make drafts', ids: [product.id] })
  expect(await itemsOf(product.id)).toEqual([])
})

test.each([
  ['gzip', 'gzip'],
  ['br, gzip;q=0.5', 'gzip'],
  ['gzip;q=0', null],
  ['identity', null],
])('a reader that accepts %s gets the feed in the encoding %s', async (accepted, encoding) => {
  const answer = await fetch(`${shop.origin}/feeds/google.xml`, { headers: { 'accept-encoding': accepted } })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(await answer.text()).toContain('</channel></rss>')
})

test('no text of a product ends an element, and no character is there that XML does not know', async () => {
  const product = await addProduct(shop.db, { name: '<b>&\u0001 "x" \u{1F9F5}', description: '\u000B]]></item>' })
  const [item] = await itemsOf(product.id)
  expect(item?.title).toBe('&lt;b&gt;&amp; &quot;x&quot; \u{1F9F5}')
  expect(item?.description).toBe(']]&gt;&lt;/item&gt;')
})
