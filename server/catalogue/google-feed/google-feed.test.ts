import { connect } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { pngPicture } from '#test/pictures.ts'
import { startShop } from '#test/start-shop.ts'

type Shop = Awaited<ReturnType<typeof startShop>>

let shop: Shop
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

/** Readers of one network that take nothing of what they are sent. */
async function slowReaders({ origin }: Shop, network: string, count: number) {
  const sockets = Array.from({ length: count }, () => connect(Number(new URL(origin).port), '127.0.0.1').pause())
  for (const socket of sockets) {
    socket.on('error', () => {})
    socket.write(`GET /feeds/google.xml HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${network}\r\n\r\n`)
  }
  return {
    leave: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

test('slow readers of two networks give way to one of a third within seconds', async () => {
  const busy = await startShop({ trustedProxies: ['127.0.0.1'] })
  const { feed } = busy.app.limiters
  // More than the buffers between the shop and a reader hold: each size repeats the description.
  const sizes = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index + 28}`, 1]))
  for (let count = 0; count < 16; count += 1) await addProduct(busy.db, { description: 'Woven. '.repeat(3000), sizes })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const [first, second] = [await slowReaders(busy, '203.0.113.1', 3), await slowReaders(busy, '198.51.100.1', 3)]
  await expect.poll(() => feed.calls).toEqual({ running: 4, waiting: 2 })
  const served = fetch(`${busy.origin}/feeds/google.xml`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
  await expect.poll(() => feed.calls.waiting).toBe(3)
  let seconds = 0
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(500)
      seconds += 0.5
      return feed.calls.waiting
    })
    .toBe(0)
  expect(seconds).toBeLessThan(20)
  const answer = await served
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('</channel></rss>')
  for (const { leave } of [first, second]) leave()
  await busy.close()
})
