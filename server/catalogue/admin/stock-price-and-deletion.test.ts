import { afterAll, beforeAll, expect, test } from 'vitest'

import { MAX_STOCK } from '#contract/catalogue/product-limits.ts'
import { newId } from '#server/db/new-id.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
})
afterAll(async () => {
  await expectInvariants(shop.db)
  await shop.close()
})

async function patch(path: string, body?: unknown, type = 'application/json') {
  const answer = await admin.fetch(`/api/products/${path}`, {
    method: 'PATCH',
    ...(body !== undefined && {
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  })
  return { status: answer.status, ...((await answer.json()) as { message: string; error: string; code: string }) }
}

const stocks = async (id: string) => {
  const { stock, sizes } = await shop.visitor().api.getProduct(id)
  return { stock, sizes: sizes.map((each) => each.stock).join() }
}

test('stock goes up and down by one, and the answer carries the product as it is then', async () => {
  const { id } = await addProduct(shop.db, { stock: 5 })
  expect(await admin.api.addStock(id)).toMatchObject({ message: expect.any(String), product: { _id: id, stock: 6 } })
  expect((await admin.api.reduceStock(id)).product.stock).toBe(5)
  expect((await admin.api.setStock(id, 0)).product).toMatchObject({ stock: 0, revision: 4 })
  expect(await stocks(id)).toStrictEqual({ stock: 0, sizes: '' })
})

test('calls without payload take no body as well as an empty object', async () => {
  const { id } = await addProduct(shop.db, { stock: 5 })
  for (const body of [undefined, {}, '', 'null']) {
    expect((await patch(`add-stock/${id}`, body)).status).toBe(200)
    expect((await patch(`reduce-stock/${id}`, body)).status).toBe(200)
  }
  expect((await stocks(id)).stock).toBe(5)
})

test('stock goes neither below 0 nor above the most that a size may have', async () => {
  const { id } = await addProduct(shop.db, { stock: 1 })
  expect((await patch(`reduce-stock/${id}`)).status).toBe(200)
  expect(await patch(`reduce-stock/${id}`)).toMatchObject({ status: 409, code: 'conflict' })
  expect((await stocks(id)).stock).toBe(0)
  await admin.api.setStock(id, MAX_STOCK)
  expect(await patch(`add-stock/${id}`)).toMatchObject({ status: 409, code: 'conflict' })
  expect((await stocks(id)).stock).toBe(MAX_STOCK)
})

test('a named size is the one that changes, in the query or the body, whatever its case', async () => {
  const { id } = await addProduct(shop.db, { sizes: { S: 1, M: 2, L: 0 } })
  await admin.api.addStock(id, 'L')
  await admin.api.addStock(id, 'l')
  await patch(`reduce-stock/${id}?size=M`)
  await patch(`set-stock/${id}?size=S`, { stock: 9 })
  expect(await stocks(id)).toStrictEqual({ stock: 12, sizes: '9,1,2' })
  expect(await patch(`reduce-stock/${id}?size=XXL`)).toMatchObject({ status: 404, code: 'not_found' })
  expect(await patch(`set-stock/${id}`, { stock: 1, size: '\0' })).toMatchObject({ status: 404 })
  await admin.api.setStock(id, 0, 'M')
  expect(await patch(`reduce-stock/${id}`, { size: 'M' })).toMatchObject({ status: 409 })
  expect(await stocks(id)).toStrictEqual({ stock: 11, sizes: '9,0,2' })
})

test('without a size, add takes the first, reduce the fullest, and set makes the sum right', async () => {
  const { id } = await addProduct(shop.db, { sizes: { S: 1, M: 5, L: 5 } })
  await admin.api.addStock(id)
  expect((await stocks(id)).sizes).toBe('2,5,5')
  await admin.api.reduceStock(id)
  expect((await stocks(id)).sizes).toBe('2,4,5')
  await admin.api.setStock(id, 20)
  expect(await stocks(id)).toStrictEqual({ stock: 20, sizes: '11,4,5' })
  await admin.api.setStock(id, 6)
  expect(await stocks(id)).toStrictEqual({ stock: 6, sizes: '0,1,5' })
  await admin.api.setStock(id, 0)
  expect(await stocks(id)).toStrictEqual({ stock: 0, sizes: '0,0,0' })
  expect(await patch(`reduce-stock/${id}`)).toMatchObject({ status: 409 })
})

test('stock can be reduced to nothing while any size has some', async () => {
  const { id } = await addProduct(shop.db, { sizes: { S: 0, M: 0, L: 2 } })
  await admin.api.reduceStock(id)
  await admin.api.reduceStock(id)
  expect(await stocks(id)).toStrictEqual({ stock: 0, sizes: '0,0,0' })
})

const STOCK = 'Please enter a valid stock number.'

test.for([
  undefined,
  '',
  'null',
  '[]',
  '"5"',
  '5',
  '{}',
  '{"stock":null}',
  '{"stock":"5"}',
  '{"stock":""}',
  '{"stock":-1}',
  '{"stock":1.5}',
  '{"stock":1e309}',
  '{"stock":[5]}',
  '{"stock":{"a":1}}',
  '{"stock":true}',
  '{"stock":1000001}',
  '{"stock":"👕"}',
  '{"stocks":5}',
])('set-stock refuses %s', async (body) => {
  const { id } = await addProduct(shop.db, { stock: 3 })
  expect(await patch(`set-stock/${id}`, body)).toMatchObject({
    status: 400,
    code: 'invalid',
    message: STOCK,
    error: STOCK,
  })
  expect((await stocks(id)).stock).toBe(3)
})

test.for(['{"stock":5,"price":1}', '{"stock":5,"__proto__":{"x":1}}', '{"stock":5', 'stock=5'])(
  'set-stock takes no %s',
  async (body) => {
    const { id } = await addProduct(shop.db, { stock: 3 })
    expect(await patch(`set-stock/${id}`, body)).toMatchObject({ status: 400, code: 'invalid' })
    expect((await stocks(id)).stock).toBe(3)
  },
)

test('prices change, and the discounted price may be left out, removed or equal', async () => {
  const { id } = await addProduct(shop.db, { pricePaise: 100_000, discountedPricePaise: 80_000 })
  const price = async (body: object) => (await admin.api.updatePrice(id, body as { price: number })).product
  expect(await price({ price: 1200.5 })).toMatchObject({ price: 1200.5, discountedPrice: 800 })
  expect(await price({ price: 700, discountedPrice: 700 })).toMatchObject({ price: 700, discountedPrice: 700 })
  expect(await price({ price: 700, discountedPrice: 0 })).toMatchObject({ price: 700, discountedPrice: 0 })
  expect(await price({ price: 700, discountedPrice: null })).not.toHaveProperty('discountedPrice')
  expect(await price({ price: 0 })).toMatchObject({ price: 0, revision: 6 })
})

const PRICES = 'Please enter valid price values.'
const DISCOUNT = 'Discounted price must be between 0 and the original price.'

test.for<[string | undefined, string]>([
  [undefined, PRICES],
  ['null', PRICES],
  ['[]', PRICES],
  ['{}', PRICES],
  ['{"price":null}', PRICES],
  ['{"price":""}', PRICES],
  ['{"price":"100"}', PRICES],
  ['{"price":-1}', PRICES],
  ['{"price":-0.01}', PRICES],
  ['{"price":1e309}', PRICES],
  ['{"price":1.005}', PRICES],
  ['{"price":10000001}', PRICES],
  ['{"price":[1]}', PRICES],
  ['{"discountedPrice":5}', PRICES],
  ['{"price":100,"discountedPrice":-1}', PRICES],
  ['{"price":100,"discountedPrice":"5"}', PRICES],
  ['{"price":100,"discountedPrice":[]}', PRICES],
  ['{"price":100,"discountedPrice":100.01}', DISCOUNT],
  // The discounted price that stays would be above the new price.
  ['{"price":100}', DISCOUNT],
])('update-price refuses %s', async ([body, sentence]) => {
  const { id } = await addProduct(shop.db, { pricePaise: 100_000, discountedPricePaise: 80_000 })
  expect(await patch(`update-price/${id}`, body)).toMatchObject({ status: 400, code: 'invalid', message: sentence })
  expect(await shop.visitor().api.getProduct(id)).toMatchObject({ price: 1000, discountedPrice: 800, revision: 1 })
})

test('a form filled from an older revision is told so', async () => {
  const { id } = await addProduct(shop.db, { stock: 3 })
  const { revision } = await shop.visitor().api.getProduct(id)
  await admin.api.updatePrice(id, { price: 10, revision })
  expect(await patch(`update-price/${id}`, { price: 20, revision })).toMatchObject({ status: 409, code: 'conflict' })
  expect(await patch(`set-stock/${id}`, { stock: 9, revision })).toMatchObject({ status: 409 })
  expect(await shop.visitor().api.getProduct(id)).toMatchObject({ price: 10, stock: 3 })
})

test('of many changes at once none is lost', async () => {
  const { id } = await addProduct(shop.db, { sizes: { S: 0, M: 10 } })
  const other = await shop.admin()
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const { api } = index % 2 ? admin : other
      return index % 4 === 0 ? api.reduceStock(id, 'M') : api.addStock(id, 'S')
    }),
  )
  expect(await stocks(id)).toStrictEqual({ stock: 20, sizes: '15,5' })
  const few = await addProduct(shop.db, { stock: 3 })
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => admin.api.reduceStock(few.id)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect((await stocks(few.id)).stock).toBe(0)
})

test('a deleted product answers as it last was and is gone from everywhere', async () => {
  const { id, name } = await addProduct(shop.db, { name: `Gone ${newId()}`, stock: 4 })
  const answer = await admin.api.deleteProduct(id)
  expect(answer).toMatchObject({ message: expect.any(String), product: { _id: id, name, stock: 4 } })
  const visitor = shop.visitor()
  await expect(visitor.api.getProduct(id)).rejects.toMatchObject({ status: 404, message: 'Product not found' })
  expect((await visitor.api.listProducts({ search: name })).totalProducts).toBe(0)
  expect((await visitor.api.suggest(name)).products).toStrictEqual([])
  expect(JSON.stringify(await admin.api.getAdminProducts())).not.toContain(id)
  await expect(admin.api.deleteProduct(id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await expect(admin.api.addStock(id)).rejects.toMatchObject({ status: 404, message: 'Product not found' })
  await expect(admin.api.setStock(id, 4)).rejects.toMatchObject({ status: 404 })
  await expect(admin.api.updatePrice(id, { price: 4 })).rejects.toMatchObject({ status: 404 })
})

test.for([newId(), 'x', '__proto__', '👕', '1', "' or 1=1", 'a'.repeat(199), '..'])(
  'the id %s belongs to no product',
  async (id) => {
    const path = encodeURIComponent(id)
    const statuses = await Promise.all([
      shop.visitor().fetch(`/api/products/product/${path}`),
      admin.fetch(`/api/products/product/${path}`, { method: 'DELETE' }),
      admin.fetch(`/api/products/add-stock/${path}`, { method: 'PATCH' }),
      admin.fetch(`/api/products/reduce-stock/${path}`, { method: 'PATCH' }),
    ])
    expect(statuses.map(({ status }) => status)).toStrictEqual([404, 404, 404, 404])
  },
)

test('an id with a NUL or without end is no fault of the shop', async () => {
  for (const id of ['%00', 'a'.repeat(450), 'a'.repeat(9000)]) {
    expect((await shop.visitor().fetch(`/api/products/product/${id}`)).status).toBeOneOf([400, 404, 414])
  }
})

test('every change has its audit entry, from what to what', async () => {
  const { id } = await addProduct(shop.db, { sizes: { S: 1 }, pricePaise: 5000 })
  await admin.api.addStock(id, 'S')
  await admin.api.updatePrice(id, { price: 60, discountedPrice: 55 })
  await admin.api.deleteProduct(id)
  const entries = await shop.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'before', 'after'])
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute()
  const actorId = admin.user._id
  expect(entries).toMatchObject([
    {
      actorId,
      action: 'change stock',
      before: { sizes: [{ size: 'S', stock: 1 }] },
      after: { sizes: [{ size: 'S', stock: 2 }] },
    },
    {
      actorId,
      action: 'change price',
      before: { price: 50, discountedPrice: null },
      after: { price: 60, discountedPrice: 55 },
    },
    { actorId, action: 'delete product', before: { price: 60, discountedPrice: 55, stock: 2 }, after: null },
  ])
})

test('visitors and customers change nothing', async () => {
  const { id } = await addProduct(shop.db, { stock: 3 })
  const customer = await shop.customer()
  const calls = ['add-stock', 'reduce-stock', 'set-stock', 'update-price'].map((call) => ['PATCH', `${call}/${id}`])
  for (const [method = '', path = ''] of [...calls, ['DELETE', `product/${id}`]]) {
    for (const visitor of [shop.visitor(), customer]) {
      const answer = await visitor.fetch(`/api/products/${path}`, { method, body: 'no json' })
      expect([path, answer.status]).toStrictEqual([path, 401])
    }
  }
  expect((await stocks(id)).stock).toBe(3)
})

test('who says what the stock or the price was is told when it is not', async () => {
  const { id } = await addProduct(shop.db, { sizes: { S: 1, M: 2 }, pricePaise: 900_00 })
  await expect(admin.api.setStock(id, 9, undefined, 4)).rejects.toMatchObject({
    status: 409,
    message: 'The stock is 3 by now. Save again to set it to 9.',
  })
  await expect(admin.api.setStock(id, 9, 'M', 3)).rejects.toMatchObject({ status: 409 })
  expect((await admin.api.setStock(id, 9, 'M', 2)).product.stock).toBe(10)
  const was = { price: 900, discountedPrice: null }
  expect((await admin.api.updatePrice(id, { price: 800, discountedPrice: 700, was })).product.price).toBe(800)
  await expect(admin.api.updatePrice(id, { price: 750, was })).rejects.toMatchObject({
    status: 409,
    message: 'The price is ₹800, discounted to ₹700 by now. Save again to set yours.',
  })
})
