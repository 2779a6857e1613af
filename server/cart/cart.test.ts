import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { MAX_ADDITION_KEYS } from '#contract/cart/cart-limits.ts'
import { newId } from '#server/db/new-id.ts'
import { setStocks } from '#server/inventory/queries.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

const PLEASE_LOGIN = { message: 'Please Login to Continue', error: 'Please Login to Continue', code: 'unauthenticated' }

test.for([
  ['GET', '/api/cart'],
  ['GET', '/api/cart/add/unknown?size=none'],
  ['PATCH', '/api/cart/update/unknown'],
  ['GET', '/api/cart/remove/unknown'],
])('%s %s asks a visitor to log in before any other fault is named', async ([method, path]) => {
  const answer = await shop.visitor().fetch(path!, { method: method! })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toEqual(PLEASE_LOGIN)
})

test('a new cart is empty', async () => {
  const { api } = await signedIn(shop)
  expect(await api.getCart()).toEqual({ cart: [], finalprice: 0 })
})

test('a product without sizes is one line, without a size, at its live price', async () => {
  const { api } = await signedIn(shop)
  const product = await addProduct(shop.db, { name: 'Oxford shirt', pricePaise: 149_950, stock: 4 })
  expect(await api.addToCart(product.id)).toMatchObject({ message: 'Product added to cart!' })
  const { cart, finalprice } = await api.addToCart(product.id)
  expect(cart).toEqual([
    {
      _id: expect.any(String),
      productId: product.id,
      name: 'Oxford shirt',
      description: 'A plain product.',
      price: 1499.5,
      quantity: 2,
      stock: 4,
      image: null,
    },
  ])
  expect(finalprice).toBe(2999)

  await shop.db
    .updateTable('products')
    .set({ pricePaise: 100_010, discountedPricePaise: 99_999 })
    .where('id', '=', product.id)
    .execute()
  const later = await api.getCart()
  expect(later.cart[0]).toMatchObject({ price: 1000.1, discountedPrice: 999.99 })
  expect(later.finalprice).toBe(1999.98)
})

test('each size is a line of its own, in the order in which they came', async () => {
  const { api } = await signedIn(shop)
  const product = await addProduct(shop.db, { sizes: { S: 3, M: 3, L: 3 } })
  await api.addToCart(product.id, 'L')
  await api.addToCart(product.id, 'S')
  await api.addToCart(product.id, 'L')
  const { cart } = await api.getCart()
  expect(cart.map(({ size, quantity }) => [size, quantity])).toEqual([
    ['L', 2],
    ['S', 1],
  ])
})

test('without a size the first one in stock is taken', async () => {
  const { api } = await signedIn(shop)
  const product = await addProduct(shop.db, { sizes: { S: 0, M: 2, L: 9 } })
  const { cart } = await api.addToCart(product.id)
  expect(cart).toMatchObject([{ size: 'M', quantity: 1, stock: 2 }])
})

test('an unknown product is 404, a size that it does not have is 400', async () => {
  const { api } = await signedIn(shop)
  const plain = await addProduct(shop.db)
  const sized = await addProduct(shop.db, { sizes: { M: 1 } })
  const gone = await addProduct(shop.db)
  await shop.db.updateTable('products').set({ deletedAt: new Date() }).where('id', '=', gone.id).execute()
  const missing = { status: 404, code: 'not_found', message: 'Product not found' }
  await expect(api.addToCart(newId(), 'XXL')).rejects.toMatchObject(missing)
  await expect(api.addToCart(gone.id)).rejects.toMatchObject(missing)
  await expect(api.addToCart(sized.id, 'XXL')).rejects.toMatchObject({ status: 400, code: 'invalid' })
  await expect(api.addToCart(plain.id, 'M')).rejects.toMatchObject({ status: 400, code: 'invalid' })
  await expect(api.addToCart(sized.id, '\0')).rejects.toMatchObject({ message: 'This product has no such size.' })
  expect((await api.getCart()).cart).toEqual([])
})

test('no more goes into the cart than is in stock', async () => {
  const buyer = await signedIn(shop)
  const { api } = buyer
  const few = await addProduct(shop.db, { name: 'Linen trousers', stock: 2 })
  const none = await addProduct(shop.db, { name: 'Wool scarf', stock: 0 })
  await fillCart(buyer, few.id, 2)
  const short = { status: 409, code: 'out_of_stock' }
  await expect(api.addToCart(few.id)).rejects.toMatchObject({ ...short, message: 'Only 2 left of Linen trousers.' })
  await expect(api.addToCart(none.id)).rejects.toMatchObject({ ...short, message: 'Wool scarf is out of stock.' })
  const { cart } = await api.getCart()
  await expect(api.updateCartLine(cart[0]!._id, 3)).rejects.toMatchObject(short)
  await expect(api.updateCartLine(cart[0]!._id, 1_000_000)).rejects.toMatchObject(short)
  expect((await api.getCart()).cart).toMatchObject([{ quantity: 2 }])
})

test('a line holds at most 10 pieces', async () => {
  const { api } = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 30 })
  const { cart } = await api.addToCart(product.id)
  await api.updateCartLine(cart[0]!._id, 10)
  await expect(api.addToCart(product.id)).rejects.toMatchObject({ status: 400, code: 'invalid' })
  await expect(api.updateCartLine(cart[0]!._id, 11)).rejects.toMatchObject({ status: 400, code: 'invalid' })
  expect((await api.getCart()).cart).toMatchObject([{ quantity: 10 }])
})

/** A product with so many sizes, of which the first ones are in the cart. */
async function fillLines({ api }: SignedIn, lines: number, sizes = lines + 2) {
  const names = Array.from({ length: sizes }, (_, index) => `size ${index}`)
  const product = await addProduct(shop.db, { sizes: Object.fromEntries(names.map((name) => [name, 12])) })
  for (const name of names.slice(0, lines)) await api.addToCart(product.id, name)
  return product
}

const FULL = { status: 409, code: 'conflict', message: 'A cart holds at most 30 lines.' }

test('a cart holds at most 30 lines, and each of them still takes another piece', async () => {
  const buyer = await signedIn(shop)
  const product = await fillLines(buyer, 30)
  await expect(buyer.api.addToCart(product.id, 'size 30')).rejects.toMatchObject(FULL)
  const { cart } = await buyer.api.addToCart(product.id, 'size 29')
  expect(cart).toHaveLength(30)
  expect(cart[29]).toMatchObject({ size: 'size 29', quantity: 2 })
  expect(await buyer.api.startPayment()).toMatchObject({ currency: 'INR' })
  await buyer.api.removeCartLine(cart[0]!._id)
  expect((await buyer.api.addToCart(product.id, 'size 30')).cart).toHaveLength(30)
})

test('a cart that was filled before there was a limit is read and reduced, and paid once it is small enough', async () => {
  const buyer = await signedIn(shop)
  const product = await fillLines(buyer, 29, 40)
  await sql`alter table cart_lines disable trigger cart_lines_limit`.execute(shop.db)
  for (const { id } of product.sizes.slice(29, 32)) {
    await shop.db
      .insertInto('cartLines')
      .values({ id: newId(), userId: buyer.id, productId: product.id, productSizeId: id, quantity: 1 })
      .execute()
  }
  await sql`alter table cart_lines enable trigger cart_lines_limit`.execute(shop.db)
  const { cart } = await buyer.api.getCart()
  expect(cart).toHaveLength(32)
  await expect(buyer.api.startPayment()).rejects.toMatchObject(FULL)
  await expect(buyer.api.addToCart(product.id, 'size 35')).rejects.toMatchObject(FULL)
  expect(await buyer.api.updateCartLine(cart[31]!._id, 3)).toMatchObject({ message: 'Quantity updated!' })
  for (const { _id } of cart.slice(0, 2)) await buyer.api.removeCartLine(_id)
  expect(await buyer.api.startPayment()).toMatchObject({ currency: 'INR' })
})

test('adds at the same moment never pass the stock', async () => {
  const { api } = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 3 })
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => api.addToCart(product.id)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect((await api.getCart()).cart).toMatchObject([{ quantity: 3 }])
})

const BAD_QUANTITIES = [0, -1, 1.5, null, [2], [], {}, 'many', '', '1.5', '-1', true, 1e21]

test.for(BAD_QUANTITIES.map((quantity) => ({ quantity })))('%j is refused', async ({ quantity }) => {
  const { api, fetch } = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 9 })
  const { cart } = await api.addToCart(product.id)
  const answer = await fetch(`/api/cart/update/${cart[0]!._id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ quantity }),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'invalid', fields: { quantity: expect.any(String) } })
  expect((await api.getCart()).cart).toMatchObject([{ quantity: 1 }])
})

test('a missing quantity is refused, its digits as text are not', async () => {
  const { api, fetch } = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 9 })
  const { cart } = await api.addToCart(product.id)
  const change = (body: object) =>
    fetch(`/api/cart/update/${cart[0]!._id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await change({})).status).toBe(400)
  expect((await change({ quantity: 2, price: 1 })).status).toBe(400)
  expect((await change({ quantity: '4' })).status).toBe(200)
  expect((await api.getCart()).cart).toMatchObject([{ quantity: 4 }])
})

test('update and remove may be repeated', async () => {
  const { api } = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 9 })
  const { cart } = await api.addToCart(product.id)
  const lineId = cart[0]!._id
  expect(await api.updateCartLine(lineId, 4)).toMatchObject({ message: 'Quantity updated!', cart: [{ quantity: 4 }] })
  expect(await api.updateCartLine(lineId, 4)).toMatchObject({ cart: [{ quantity: 4 }] })
  const removed = { message: 'Item removed from cart!', cart: [], finalprice: 0 }
  expect(await api.removeCartLine(lineId)).toEqual(removed)
  expect(await api.removeCartLine(lineId)).toEqual(removed)
  await expect(api.updateCartLine(lineId, 1)).rejects.toMatchObject({ status: 404 })
})

test("another customer's line is as missing as one that never was", async () => {
  const owner = await signedIn(shop)
  const other = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 9 })
  const { cart } = await owner.api.addToCart(product.id)
  const lineId = cart[0]!._id
  for (const id of [lineId, newId(), 'x', `${newId()}0000000000`]) {
    await expect(other.api.updateCartLine(id, 2)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    await expect(other.api.removeCartLine(id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  }
  expect((await owner.api.getCart()).cart).toMatchObject([{ _id: lineId, quantity: 1 }])
  expect((await other.api.getCart()).cart).toEqual([])
})

test('the same Idempotency-Key adds once, another one adds again', async () => {
  const { api } = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 2 })
  await api.addToCart(product.id, undefined, 'key-1')
  await api.addToCart(product.id, undefined, 'key-1')
  expect(await api.addToCart(product.id, undefined, 'key-2')).toMatchObject({ cart: [{ quantity: 2 }] })
  expect(await api.addToCart(product.id, undefined, 'key-2')).toMatchObject({ cart: [{ quantity: 2 }] })
})

test('the same Idempotency-Key at the same moment adds once', async () => {
  const { api } = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 9 })
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.addToCart(product.id, undefined, 'key')))
  expect(answers).toHaveLength(8)
  expect((await api.getCart()).cart).toMatchObject([{ quantity: 1 }])
})

test('an Idempotency-Key stands for one call of one customer', async () => {
  const [one, other] = [await signedIn(shop), await signedIn(shop)]
  const product = await addProduct(shop.db, { sizes: { S: 3, M: 3 } })
  await one.api.addToCart(product.id, 'S', 'key')
  await expect(one.api.addToCart(product.id, 'M', 'key')).rejects.toMatchObject({ status: 409, code: 'conflict' })
  expect(await other.api.addToCart(product.id, 'M', 'key')).toMatchObject({ cart: [{ size: 'M', quantity: 1 }] })
  await expect(one.api.addToCart(product.id, 'S', 'k'.repeat(201))).rejects.toMatchObject({ status: 400 })
})

test('of a customer’s Idempotency-Keys the newest stay known, however many are sent', async () => {
  const [buyer, other] = [await signedIn(shop), await signedIn(shop)]
  const product = await addProduct(shop.db, { stock: 20 })
  for (const { id } of [buyer, other]) {
    await sql`
      insert into idempotency_keys (user_id, key, request, created_at)
      select ${id}, 'key ' || n, ${`${product.id} `}, now() - interval '1 second' * n
      from generate_series(1, ${MAX_ADDITION_KEYS}::integer) n`.execute(shop.db)
  }
  const keysOf = async ({ id }: SignedIn) =>
    (
      await sql<{ key: string }>`select key from idempotency_keys where user_id = ${id} order by created_at`.execute(
        shop.db,
      )
    ).rows.map(({ key }) => key)
  await buyer.api.addToCart(product.id)
  await buyer.api.addToCart(product.id, undefined, `key ${MAX_ADDITION_KEYS}`)
  expect((await buyer.api.getCart()).cart).toMatchObject([{ quantity: 1 }])
  expect(await keysOf(buyer)).toHaveLength(MAX_ADDITION_KEYS)
  for (const key of ['new', 'newer']) await buyer.api.addToCart(product.id, undefined, key)
  const known = await keysOf(buyer)
  expect(known).toHaveLength(MAX_ADDITION_KEYS)
  expect([known[0], ...known.slice(-2)]).toEqual([`key ${MAX_ADDITION_KEYS - 2}`, 'new', 'newer'])
  expect(await keysOf(other)).toHaveLength(MAX_ADDITION_KEYS)
})

test('an add that was refused does not use its Idempotency-Key up', async () => {
  const { api } = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 0 })
  await expect(api.addToCart(product.id, undefined, 'key')).rejects.toMatchObject({ status: 409 })
  const sizeId = product.sizes[0]!.id
  await setStocks(shop.db, [{ productSizeId: sizeId, to: 1 }], null)
  expect(await api.addToCart(product.id, undefined, 'key')).toMatchObject({ cart: [{ quantity: 1 }] })
})

test('a line that cannot be bought any more stays, says so, and is not counted', async () => {
  const buyer = await signedIn(shop)
  const { api } = buyer
  const gone = await addProduct(shop.db, { name: 'Old belt', pricePaise: 50_000 })
  const short = await addProduct(shop.db, { name: 'Last socks', pricePaise: 20_000, stock: 3 })
  const fine = await addProduct(shop.db, { name: 'Blue cap', pricePaise: 70_050 })
  await fillCart(buyer, gone.id)
  await fillCart(buyer, short.id, 3)
  await fillCart(buyer, fine.id, 2)
  await shop.db.updateTable('products').set({ deletedAt: new Date() }).where('id', '=', gone.id).execute()
  await setStocks(shop.db, [{ productSizeId: short.sizes[0]!.id, to: 1 }], null)
  const { cart, finalprice } = await api.getCart()
  expect(cart).toMatchObject([
    { name: 'Old belt', stock: 0, notice: 'Old belt is no longer available.' },
    { name: 'Last socks', stock: 1, quantity: 3, notice: 'Only 1 left of Last socks.' },
    { name: 'Blue cap', quantity: 2 },
  ])
  expect(cart[2]).not.toHaveProperty('notice')
  expect(finalprice).toBe(1401)
  await expect(api.updateCartLine(cart[0]!._id, 1)).rejects.toMatchObject({ status: 409, code: 'out_of_stock' })
  expect(await api.updateCartLine(cart[1]!._id, 1)).toMatchObject({ finalprice: 1601 })
})

test('what a customer holds for a payment still counts as available to that customer', async () => {
  const owner = await signedIn(shop)
  const other = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 2 })
  await fillCart(owner, product.id)
  await owner.api.startPayment()
  const [line] = (await owner.api.getCart()).cart
  expect(line).toMatchObject({ stock: 2 })
  expect(line).not.toHaveProperty('notice')
  expect(await owner.api.updateCartLine(line!._id, 2)).toMatchObject({ cart: [{ quantity: 2 }] })
  const { cart } = await other.api.addToCart(product.id)
  expect(cart).toMatchObject([{ stock: 1 }])
  await expectInvariants(shop.db)
})

test('a cart is seen by its owner alone and is never cached', async () => {
  const owner = await signedIn(shop)
  const admin = await signedIn(shop, 'admin')
  const product = await addProduct(shop.db)
  await owner.api.addToCart(product.id)
  const answer = await owner.fetch('/api/cart')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  await expect(admin.api.getCart()).rejects.toMatchObject({ status: 401 })
})

test('a page of another site cannot change a cart', async () => {
  const owner = await signedIn(shop)
  const product = await addProduct(shop.db)
  const foreign = [
    { origin: 'https://elsewhere.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-purpose': 'prefetch' },
  ]
  for (const headers of foreign) {
    const answer = await owner.fetch(`/api/cart/add/${product.id}`, { headers })
    expect(answer.status).toBe(403)
  }
  const head = await owner.fetch(`/api/cart/add/${product.id}`, { method: 'HEAD' })
  expect(head.status).toBe(404)
  expect((await owner.api.getCart()).cart).toEqual([])
})
