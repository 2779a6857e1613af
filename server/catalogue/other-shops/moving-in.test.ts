import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { Pages } from '#server/pages/built-pages.ts'

import { paidPrice } from '#contract/units/money.ts'
import { saleInput } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { jpegPicture } from '#test/pictures.ts'
import { ADDRESS, pay, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

const EXPORT = join(import.meta.dirname, 'exports', 'shopify-products.csv')
const BUYERS = 3

/** The export, whose pictures lie on a server of this machine. */
async function exportWithPictures() {
  const picture = await jpegPicture()
  const server = createServer((_request, response) => response.end(picture)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const text = (await readFile(EXPORT, 'utf8')).replaceAll('https://images.example.com', `http://127.0.0.1:${port}`)
  return { file: new File([text], 'products.csv'), close: () => server.close() }
}

/** Pages of products, and none else. */
const pages: Pages = {
  render: async (request, { fetch }) => {
    const [, id] = /^\/product\/(\w+)$/.exec(new URL(request.url).pathname) ?? []
    if (id === undefined) return new Response('page', { status: 404 })
    return new Response('page', { status: (await fetch(`/api/products/product/${id}`, {})).status })
  },
  mailHtml: async () => '',
  close: async () => {},
}

type TestShop = Awaited<ReturnType<typeof startShop>>

interface Bought {
  shown: number
  paid: number
}

/** Somebody who buys one product after the other, each at the price that its page shows, until the signal aborts. */
async function buyOn(
  shop: TestShop,
  productIds: readonly string[],
  { bought, signal }: { bought: Bought[]; signal: AbortSignal },
): Promise<void> {
  const buyer = await signedIn(shop)
  for (let turn = 0; !signal.aborted; turn += 1) {
    const product = await buyer.api.getProduct(productIds[turn % productIds.length]!)
    const size = product.sizes.find(({ stock }) => stock > 1)?.size
    if (size === undefined) continue
    const { cart } = await buyer.api.addToCart(product._id, size)
    const shown = paidPrice(product)
    const started = await buyer.api.startPayment(ADDRESS, shown).catch((error: { status?: number }) => {
      // The price has turned since, others have bought the last piece, or the provider was not heard in time.
      if (error.status !== 409 && error.status !== 503) throw error
    })
    if (started) {
      const proof = await pay(shop, started.id)
      await buyer.api.verifyPayment(proof)
      bought.push({ shown, paid: (await buyer.api.getOrder(buyer.id, proof)).totalAmount })
    } else {
      for (const { _id } of cart) await buyer.api.removeCartLine(_id)
    }
  }
}

test('a shop moves in from Shopify, and sells by a collection and a sale that begins and ends while people buy', async () => {
  const shop = await startShop({ hasJobs: true, hasLocalPictures: true, pages })
  const { file, close } = await exportWithPictures()
  const leaving = new AbortController()
  try {
    const { api } = await shop.admin()
    const { token } = await api.importProducts(file)
    expect(await api.importProducts(file, token)).toMatchObject({ isApplied: true, counts: { new: 69, rejected: 0 } })
    await expect
      .poll(() => api.getImportedPictures(), { interval: 250, timeout: 60_000 })
      .toMatchObject({ waiting: 0, failed: 0 })

    const { collection } = await api.createCollection({
      title: 'Festive days',
      slug: 'festive-days',
      text: '',
      picture: '',
      pictureWords: '',
      rule: { tags: ['festive'] },
      products: [],
      order: 'newest',
      isHidden: false,
    })
    const { products } = await shop.visitor().api.listCollectionProducts('festive-days', { limit: 50 })
    const full = new Map(products.map((product) => [product._id, paidPrice(product)]))
    expect(full.size).toBeGreaterThan(5)

    const bought: Bought[] = []
    const buying = Array.from({ length: BUYERS }, (_, place) =>
      buyOn(shop, [...full.keys()].slice(place), { bought, signal: leaving.signal }),
    )
    const first = products.find(({ discountedPrice }) => discountedPrice === undefined)!._id
    const shown = async () => paidPrice(await shop.visitor().api.getProduct(first))
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
    // However slow the machine is: somebody buys before the sale, while it runs, and after it.
    const fullPrices = new Set(full.values())
    const boughtFrom = (place: number) => bought.slice(place).map(({ paid }) => fullPrices.has(paid))
    await expect.poll(() => boughtFrom(0)).toContain(true)
    const input = saleInput({ collections: [collection._id], startsAt: inMs(1000), rounding: 'rupee' })
    const { sale } = await api.createSale(input)
    await expect.poll(shown, { interval: 20, timeout: 20_000 }).toBe(Math.floor(full.get(first)! * 0.8))
    await expect.poll(() => boughtFrom(0)).toContain(false)
    await api.editSale(sale._id, { ...input, endsAt: inMs(2000), revision: sale.revision })
    await expect.poll(shown, { interval: 20, timeout: 20_000 }).toBe(full.get(first))
    const before = bought.length
    await expect.poll(() => boughtFrom(before)).toContain(true)
    leaving.abort()
    await Promise.all(buying)

    expect(bought.filter((one) => one.shown !== one.paid)).toEqual([])
    expect(await api.getSale(sale._id)).toMatchObject({ state: 'ended', reduced: 0 })

    const { items } = await api.listOldAddresses({ search: '/products/', limit: 100 })
    const moved = items.find(({ newPath }) => products.some(({ _id }) => newPath === `/product/${_id}`))!
    const old = await fetch(shop.origin + moved.path, { redirect: 'manual' })
    expect([old.status, old.headers.get('location')]).toEqual([301, moved.newPath])
    expect((await fetch(shop.origin + moved.newPath)).status).toBe(200)
    await expectInvariants(shop.db)
  } finally {
    leaving.abort()
    close()
    await shop.close()
  }
})
