import { afterAll, beforeAll, expect, test } from 'vitest'

import { newId } from '#server/db/new-id.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buy, buyCart, fillCart, pay, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let product: Awaited<ReturnType<typeof addProduct>>
beforeAll(async () => {
  shop = await startShop()
  product = await addProduct(shop.db, { name: 'Henley', pricePaise: 79_900, stock: 500 })
})
afterAll(async () => {
  await expectInvariants(shop.db)
  await shop.close()
})

const OTHER_ADDRESS = { ...ADDRESS, street: '7, Temple Street', city: 'Hubballi' }

async function orderWithoutAddress() {
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id)
  const { id } = await buyer.api.startPayment()
  const proof = await pay(shop, id)
  return { buyer, order: await buyer.api.getOrder(buyer.id, proof) }
}

const post = (visitor: SignedIn, path: string, body?: unknown) =>
  visitor.fetch(path, {
    method: 'POST',
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })

test('an address is null until it is given, by the own id or by that of the provider', async () => {
  const { buyer, order } = await orderWithoutAddress()
  expect(order.address).toBeNull()
  const first = await buyer.api.saveAddress(order._id, ADDRESS)
  expect(first).toEqual({ message: expect.any(String), order: { ...order, address: ADDRESS } })
  expect(await buyer.api.saveAddress(order._id, ADDRESS)).toEqual(first)
  const second = await buyer.api.saveAddress(order.orderId, OTHER_ADDRESS)
  expect(second.order).toEqual({ ...order, address: OTHER_ADDRESS })
  expect(await buyer.api.listMyOrders(buyer.id)).toEqual([second.order])
})

test('the six fields are taken without a wrapper too', async () => {
  const { buyer, order } = await orderWithoutAddress()
  const answer = await post(buyer, `/api/order/address/${order._id}`, ADDRESS)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ order: { address: ADDRESS } })
})

test('an address with a missing, empty or additional field is refused', async () => {
  const { buyer, order } = await orderWithoutAddress()
  const { pincode: _, ...five } = ADDRESS
  const broken = [
    five,
    { ...ADDRESS, state: '' },
    { ...ADDRESS, phone: '   ' },
    { ...ADDRESS, city: null },
    {},
    null,
    [],
  ]
  for (const address of broken) {
    for (const body of [{ address }, address]) {
      const answer = await post(buyer, `/api/order/address/${order._id}`, body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ code: 'invalid' })
    }
  }
  const missing = await post(buyer, `/api/order/address/${order._id}`, { address: five })
  expect(await missing.json()).toMatchObject({
    message: 'Please fill in all address fields.',
    fields: { pincode: 'Please fill in all address fields.' },
  })
  const more = await post(buyer, `/api/order/address/${order._id}`, { address: { ...ADDRESS, userId: 'x' } })
  expect(more.status).toBe(400)
  expect(await buyer.api.listMyOrders(buyer.id)).toMatchObject([{ address: null }])
})

test('an address cannot change once the order is shipped or cancelled', async () => {
  const admin = await signedIn(shop, 'admin')
  for (const status of ['shipped', 'cancelled'] as const) {
    const { buyer, order } = await buy(shop, product.id)
    await admin.api.changeOrderStatus(order._id, status)
    await expect(buyer.api.saveAddress(order._id, OTHER_ADDRESS)).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
    })
    expect(await buyer.api.listMyOrders(buyer.id)).toMatchObject([{ address: ADDRESS }])
  }
})

test("another customer's order is as missing as one that never was", async () => {
  const { buyer, order } = await buy(shop, product.id)
  const other = await signedIn(shop)
  const missing = { status: 404, code: 'not_found', message: 'Order not found' }
  for (const id of [order._id, order.orderId, newId(), 'x'.repeat(150)]) {
    await expect(other.api.saveAddress(id, OTHER_ADDRESS)).rejects.toMatchObject(missing)
  }
  await expect(other.api.listMyOrders(buyer.id)).rejects.toMatchObject({ status: 404 })
  await expect(other.api.listMyOrders(newId())).rejects.toMatchObject({ status: 404 })
  expect(await other.api.listMyOrders(other.id)).toEqual([])
  expect(await buyer.api.listMyOrders(buyer.id)).toMatchObject([{ address: ADDRESS }])
})

test('a signed-out caller and an administrator without a customer session are 401', async () => {
  const { buyer, order } = await buy(shop, product.id)
  const admin = await signedIn(shop, 'admin')
  for (const { api } of [shop.visitor(), admin]) {
    await expect(api.saveAddress(order._id, ADDRESS)).rejects.toMatchObject({ status: 401 })
    await expect(api.listMyOrders(buyer.id)).rejects.toMatchObject({ status: 401 })
    await expect(api.startPayment()).rejects.toMatchObject({ status: 401 })
    const proof = { razorpayOrderId: 'a', razorpayPaymentId: 'b', signature: 'c' }
    await expect(api.verifyPayment(proof)).rejects.toMatchObject({ status: 401 })
  }
})

test("one's own orders come newest first, also to a call without a body", async () => {
  const { buyer, order } = await buy(shop, product.id)
  await fillCart(buyer, product.id, 2)
  const { order: second } = await buyCart(shop, buyer)
  const answer = await post(buyer, `/api/order/getuserorders/${buyer.id}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual([second, order])
})

test('sizes and discounted prices are stored with the order', async () => {
  const sized = await addProduct(shop.db, {
    name: 'Chinos',
    pricePaise: 249_900,
    discountedPricePaise: 199_950,
    sizes: { M: 5, L: 5 },
  })
  const buyer = await signedIn(shop)
  await fillCart(buyer, sized.id, 2, 'L')
  const { order } = await buyCart(shop, buyer)
  expect(order).toMatchObject({ totalAmount: 3999, totalPrice: 3999 })
  expect(order.products).toEqual([
    {
      _id: expect.any(String),
      product: { _id: sized.id, name: 'Chinos', price: 2499, discountedPrice: 1999.5, image: null },
      quantity: 2,
      size: 'L',
    },
  ])
})
