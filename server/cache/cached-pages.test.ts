import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Pages } from '#server/pages/built-pages.ts'

import { buildApp } from '#server/start/app.ts'
import { newId } from '#server/db/new-id.ts'
import { holdStock } from '#server/inventory/queries.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

const asksFor = (pathname: string) => {
  if (pathname === '/') return '/api/products/featured?place=home'
  return pathname.startsWith('/product/')
    ? `/api/products${pathname}`
    : '/api/products/getallproductsindb?page=1&limit=12'
}

/** Pages that are made from featured rows, from a list or from a product, and count how often. */
let rendered = 0
const pages: Pages = {
  render: async (request, { fetch }) => {
    rendered += 1
    const answer = await fetch(asksFor(new URL(request.url).pathname), {})
    return new Response(await answer.text(), { status: answer.status })
  },
  mailHtml: async () => '',
  close: async () => {},
}

let shop: Awaited<ReturnType<typeof startShop>>
let app: Awaited<ReturnType<typeof buildApp>>
beforeAll(async () => {
  shop = await startShop()
  app = await buildApp(shop.shop, pages)
})
afterAll(async () => {
  await app.close()
  await shop.close()
})
beforeEach(() => {
  rendered = 0
})

async function hold(productSizeId = '', quantity: number) {
  await holdStock(shop.db, { checkoutId: newId(), lines: [{ productSizeId, quantity }] })
}

async function expectStock(path: string, stock: number) {
  const { body } = await app.inject(path)
  expect(body).toContain(`"stock":${stock},`)
}

test('a page of a list stays when one of many pieces is sold, and is made again for the last one', async () => {
  const { sizes } = await addProduct(shop.db, { stock: 700 })
  await app.inject('/getproducts')
  await hold(sizes[0]?.id, 1)
  await app.inject('/getproducts')
  expect(rendered).toBe(1)
  await hold(sizes[0]?.id, 699)
  await expect.poll(async () => (await app.inject('/getproducts')).body).toContain('"stock":0,')
})

test('the home page, which tells nothing of the stock, stays when the last piece is sold', async () => {
  const { id, sizes } = await addProduct(shop.db, { stock: 3 })
  await app.inject(`/product/${id}`)
  await app.inject('/')
  await hold(sizes[0]?.id, 3)
  await expect.poll(async () => (await app.inject(`/product/${id}`)).body).toContain('"stock":0,')
  rendered = 0
  await app.inject('/')
  expect(rendered).toBe(0)
})

test('a product’s own page is made again for every piece', async () => {
  const { id, sizes } = await addProduct(shop.db, { stock: 800 })
  await app.inject(`/product/${id}`)
  await app.inject(`/product/${id}`)
  expect(rendered).toBe(1)
  await hold(sizes[0]?.id, 1)
  await expect.poll(async () => (await app.inject(`/product/${id}`)).body).toContain('"stock":799,')
})

test('a page with the swatch of another colour is made again when that one is sold out, and no sooner', async () => {
  const colourGroup = `Group ${newId()}`
  const navy = await addProduct(shop.db, { colour: 'Navy', colourGroup, stock: 40 })
  const bone = await addProduct(shop.db, { colour: 'Bone', colourGroup, stock: 60 })
  const path = `/product/${navy.id}`
  expect((await app.inject(path)).body).toContain('"inStock":true')
  await hold(bone.sizes[0]?.id, 1)
  // Announcements arrive in order, so all earlier ones have arrived.
  await expect.poll(async () => (await app.inject(`/product/${bone.id}`)).body).toContain('"stock":59,')
  rendered = 0
  await app.inject(path)
  expect(rendered).toBe(0)
  await hold(bone.sizes[0]?.id, 59)
  await expect.poll(async () => (await app.inject(path)).body).toContain('"inStock":false')
})

test('a customer who starts to pay sees the stock go down with the next answer', async () => {
  const { id } = await addProduct(shop.db, { stock: 900 })
  await expectStock(`/product/${id}`, 900)
  const buyer = await shop.customer()
  await buyer.api.addToCart(id)
  await buyer.api.startPayment()
  await expectStock(`/product/${id}`, 899)
})

/** Runs `work` while every query of categories fails with the error of a PostgreSQL that stops. */
async function whileCutOff(work: () => Promise<void>) {
  const run = (text: string) => sql.raw(text).execute(shop.db)
  await run(`create function cut_off() returns text language plpgsql as $$ begin raise sqlstate '57P01'; end $$`)
  await run('alter table categories rename to categories_away')
  await run('create view categories as select away.* from categories_away away, lateral (select cut_off()) as cut')
  try {
    await work()
  } finally {
    await run('drop view categories')
    await run('alter table categories_away rename to categories')
    await run('drop function cut_off')
  }
}

test('a page that is made of an outdated answer is shown, but not kept', async () => {
  const { id } = await addProduct(shop.db, { pricePaise: 10_000 })
  await app.inject(`/product/${id}`)
  await shop.db.updateTable('products').set({ pricePaise: 20_000 }).where('id', '=', id).execute()
  shop.shop.tags.outdate(CATALOGUE)
  await whileCutOff(async () => {
    const { body, headers, statusCode } = await app.inject(`/product/${id}`)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toContain('"price":100,')
  })
  expect((await app.inject(`/product/${id}`)).body).toContain('"price":200,')
})
