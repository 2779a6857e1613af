import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  ADDRESS,
  buy,
  fillCart,
  pay,
  paymentSignature,
  signedIn,
  stockOf,
  setSandboxFaults,
  type SignedIn,
} from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'
import { startStopwatch } from '#test/stopwatch.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterEach(async () => {
  await setSandboxFaults(shop, { hang: false, failNext: 0, delayMs: 0, wrongAmount: 0 })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

const REFUSED = { status: 400, code: 'payment_failed', message: 'Payment verification failed.' }

/** A buyer who has paid and has not come back to the shop yet. */
async function payer(quantity = 1, stock = 5) {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { name: 'Polo', pricePaise: 50_000, stock })
  await fillCart(buyer, product.id, quantity)
  const start = await buyer.api.startPayment(ADDRESS)
  return { buyer, product, start, proof: await pay(shop, start.id) }
}

const ordersOf = ({ api, id }: SignedIn) => api.listMyOrders(id)

test('a proven payment makes the order, as it was when the payment began', async () => {
  const { buyer, product, start, proof } = await payer(2)
  await shop.db
    .updateTable('products')
    .set({ name: 'Renamed', pricePaise: 1, deletedAt: new Date() })
    .where('id', '=', product.id)
    .execute()
  expect(await buyer.api.verifyPayment(proof)).toEqual({ success: true, message: expect.any(String) })
  const order = await buyer.api.getOrder(buyer.id, proof)
  expect(order).toEqual({
    _id: expect.any(String),
    orderId: start.id,
    isSandbox: true,
    createdAt: expect.stringMatching(/Z$/),
    status: 'order placed',
    products: [
      {
        _id: expect.any(String),
        product: { _id: product.id, name: 'Polo', price: 500, image: null },
        quantity: 2,
      },
    ],
    totalAmount: 1000,
    totalPrice: 1000,
    address: ADDRESS,
    user: { _id: buyer.id, name: 'Asha Rao', email: expect.stringContaining('@') },
    payment: 'paid',
    refund: null,
    refunds: [],
    refundedAmount: 0,
    shipment: null,
    documents: [{ _id: expect.any(String), kind: 'receipt', number: expect.stringMatching(/^#[0-9A-Z]{6}$/) }],
    timeline: [{ status: 'order placed', at: expect.any(String) }],
  })
  expect(await ordersOf(buyer)).toEqual([order])
  expect(await stockOf(shop, product.id)).toEqual([3])
})

test('verifying twice, also at the same moment, makes one order', async () => {
  const { buyer, proof } = await payer()
  const answers = await Promise.all(Array.from({ length: 6 }, () => buyer.api.verifyPayment(proof)))
  expect(answers.every(({ success }) => success)).toBe(true)
  await buyer.api.verifyPayment(proof)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('the order call makes the order without verify, and is the same however often it is called', async () => {
  const { buyer, proof } = await payer()
  const calls = await Promise.all(Array.from({ length: 5 }, () => buyer.api.getOrder(buyer.id, proof)))
  const order = await buyer.api.getOrder(buyer.id, proof)
  for (const one of calls) expect(one).toEqual(order)
  await buyer.api.verifyPayment(proof)
  expect(await buyer.api.getOrder(buyer.id, proof)).toEqual(order)
  expect(await ordersOf(buyer)).toEqual([order])
})

test('the order call is never cached, and a page elsewhere cannot make it', async () => {
  const { buyer, proof } = await payer()
  const path = `/api/order/${buyer.id}/${proof.razorpayOrderId}/${proof.razorpayPaymentId}/${proof.signature}`
  const foreign = await buyer.fetch(path, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(foreign.status).toBe(403)
  expect(await ordersOf(buyer)).toEqual([])
  const own = await buyer.fetch(path)
  expect(own.status).toBe(200)
  expect(own.headers.get('cache-control')).toBe('no-store')
})

test('a wrong signature makes no order', async () => {
  const { buyer, proof } = await payer()
  const flipped = proof.signature.replace(/^./, (first) => (first === '0' ? '1' : '0'))
  const wrong = [
    flipped,
    `${proof.signature.slice(0, -1)}x`,
    proof.signature.slice(0, 32),
    proof.signature.toUpperCase(),
    paymentSignature(proof.razorpayOrderId, proof.razorpayPaymentId, 'another secret'),
    paymentSignature(proof.razorpayPaymentId, proof.razorpayOrderId, shop.shop.payment.keySecret),
  ]
  for (const signature of wrong) {
    await expect(buyer.api.verifyPayment({ ...proof, signature })).rejects.toMatchObject(REFUSED)
    await expect(buyer.api.getOrder(buyer.id, { ...proof, signature })).rejects.toMatchObject(REFUSED)
  }
  expect(await ordersOf(buyer)).toEqual([])
  await buyer.api.verifyPayment(proof)
  await expect(buyer.api.getOrder(buyer.id, { ...proof, signature: flipped })).rejects.toMatchObject(REFUSED)
})

test('an incomplete proof is invalid', async () => {
  const { buyer, proof } = await payer()
  for (const missing of ['razorpayOrderId', 'razorpayPaymentId', 'signature']) {
    const broken = { ...proof, [missing]: undefined }
    await expect(buyer.api.verifyPayment(broken)).rejects.toMatchObject({ status: 400, code: 'invalid' })
  }
})

test('a payment of another order does not pay for this one', async () => {
  const cheap = await payer()
  const dear = await payer(5)
  const { keySecret } = shop.shop.payment
  const { razorpayPaymentId } = cheap.proof
  const { razorpayOrderId } = dear.proof
  const mixed = { razorpayOrderId, razorpayPaymentId, signature: cheap.proof.signature }
  await expect(dear.buyer.api.verifyPayment(mixed)).rejects.toMatchObject(REFUSED)
  // Even a right signature does not help where the provider says that the payment is for something else.
  const signed = { ...mixed, signature: paymentSignature(razorpayOrderId, razorpayPaymentId, keySecret) }
  await expect(dear.buyer.api.verifyPayment(signed)).rejects.toMatchObject(REFUSED)
  const unknown = { razorpayOrderId, razorpayPaymentId: 'pay_unknown0000000' }
  const signature = paymentSignature(razorpayOrderId, unknown.razorpayPaymentId, keySecret)
  await expect(dear.buyer.api.verifyPayment({ ...unknown, signature })).rejects.toMatchObject(REFUSED)
  expect(await ordersOf(dear.buyer)).toEqual([])
})

test("somebody else's payment is refused like a wrong one, and their order is missing", async () => {
  const { buyer, proof } = await payer()
  const other = await signedIn(shop)
  await expect(other.api.verifyPayment(proof)).rejects.toMatchObject(REFUSED)
  const missing = { status: 404, code: 'not_found', message: 'Order not found' }
  await expect(other.api.getOrder(other.id, proof)).rejects.toMatchObject(missing)
  await expect(other.api.getOrder(buyer.id, proof)).rejects.toMatchObject(missing)
  await expect(buyer.api.getOrder(other.id, proof)).rejects.toMatchObject(missing)
  await expect(buyer.api.getOrder(buyer.id, { ...proof, razorpayOrderId: 'order_x' })).rejects.toMatchObject(missing)
  await buyer.api.verifyPayment(proof)
  await expect(other.api.getOrder(other.id, proof)).rejects.toMatchObject(missing)
  await expect(shop.visitor().api.getOrder(buyer.id, proof)).rejects.toMatchObject({ status: 401 })
})

test('a failed payment makes no order and can be tried again (ORD-02, ORD-03)', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 2 })
  await fillCart(buyer, product.id)
  const { id } = await buyer.api.startPayment()
  await expect(pay(shop, id, { outcome: 'failure' })).rejects.toThrow('declined')
  expect((await buyer.api.getCart()).cart).toHaveLength(1)
  const { id: again } = await buyer.api.startPayment()
  expect(again).toBe(id)
  await buyer.api.verifyPayment(await pay(shop, again))
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('what was bought leaves the cart, what was added meanwhile stays', async () => {
  const buyer = await signedIn(shop)
  const one = await addProduct(shop.db, { stock: 9 })
  const two = await addProduct(shop.db, { sizes: { S: 9, M: 9 } })
  await fillCart(buyer, one.id, 2)
  await fillCart(buyer, two.id, 1, 'S')
  const { id } = await buyer.api.startPayment()
  await fillCart(buyer, one.id, 5)
  await fillCart(buyer, two.id, 1, 'M')
  await buyer.api.verifyPayment(await pay(shop, id))
  const { cart } = await buyer.api.getCart()
  expect(cart.map(({ productId, size, quantity }) => [productId, size, quantity])).toEqual([
    [one.id, undefined, 3],
    [two.id, 'M', 1],
  ])
})

test('a payment of another amount makes no order and is paid back', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 50_000, stock: 5 })
  await fillCart(buyer, product.id)
  const { id } = await buyer.api.startPayment()
  const proof = await pay(shop, id, { payment_amount: 100 })
  await expect(buyer.api.verifyPayment(proof)).rejects.toMatchObject(REFUSED)
  await expect(buyer.api.getOrder(buyer.id, proof)).rejects.toMatchObject(REFUSED)
  expect(await ordersOf(buyer)).toEqual([])
  const refunds = await shop.db
    .selectFrom('refunds')
    .select(['amountPaise', 'reason', 'status'])
    .where('paymentId', '=', proof.razorpayPaymentId)
    .execute()
  expect(refunds).toEqual([{ amountPaise: 100, reason: 'amount differs', status: 'pending' }])
})

test('while the provider is silent the signature has to do, and nothing is shipped yet', async () => {
  const { buyer, proof } = await payer()
  const admin = await signedIn(shop, 'admin')
  await setSandboxFaults(shop, { hang: true })
  const stop = startStopwatch()
  await buyer.api.verifyPayment(proof)
  expect(stop()).toBeLessThan(3600)
  const order = await buyer.api.getOrder(buyer.id, proof)
  expect(order).toMatchObject({ status: 'order placed', payment: 'awaiting capture' })
  await expect(admin.api.changeOrderStatus(order._id, 'shipped')).rejects.toMatchObject({ status: 409 })
})

test('a provider that is down does not lose a proven payment', async () => {
  const { buyer, proof } = await payer()
  await setSandboxFaults(shop, { failNext: 1 })
  await buyer.api.verifyPayment(proof)
  expect(await ordersOf(buyer)).toMatchObject([{ payment: 'awaiting capture' }])
})

test('a second purchase is a second order', async () => {
  const product = await addProduct(shop.db, { stock: 9 })
  const { buyer, order } = await buy(shop, product.id)
  await fillCart(buyer, product.id)
  const { id } = await buyer.api.startPayment()
  const proof = await pay(shop, id)
  const second = await buyer.api.getOrder(buyer.id, proof)
  expect(second._id).not.toBe(order._id)
  expect((await ordersOf(buyer)).map(({ _id }) => _id)).toEqual([second._id, order._id])
})
