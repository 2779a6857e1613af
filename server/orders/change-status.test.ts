import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { OrderStatus } from '#contract/states/order-states.ts'

import { newId } from '#server/db/new-id.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buy, fillCart, pay, signedIn, stockOf, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'
import { returnOf, takeIn } from '#test/take-in.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

const CONFLICT = { status: 409, code: 'conflict' }

async function placed(path: readonly OrderStatus[] = [], quantity = 1) {
  const product = await addProduct(shop.db, { pricePaise: 60_000, stock: 5 })
  const bought = await buy(shop, product.id, quantity)
  for (const status of path) await admin.api.changeOrderStatus(bought.order._id, status)
  return { ...bought, product }
}

const refundsOf = (orderId: string) =>
  shop.db.selectFrom('refunds').select(['amountPaise', 'reason', 'paymentId']).where('orderId', '=', orderId).execute()

test('an order is shipped and delivered, and tells when', async () => {
  const { buyer, order } = await placed()
  const shipped = await admin.api.changeOrderStatus(order._id, 'shipped')
  expect(shipped).toMatchObject({ message: expect.any(String), order: { _id: order._id, status: 'shipped' } })
  const delivered = await admin.api.changeOrderStatus(order._id, 'delivered')
  expect(delivered.order.timeline.map(({ status }) => status)).toEqual(['order placed', 'shipped', 'delivered'])
  expect(await buyer.api.listMyOrders(buyer.id)).toEqual([delivered.order])
})

test.for([
  { path: [], to: ['order placed', 'delivered'] },
  { path: ['shipped'], to: ['order placed', 'shipped'] },
  { path: ['shipped', 'delivered'], to: ['order placed', 'shipped', 'delivered', 'cancelled'] },
  { path: ['cancelled'], to: ['order placed', 'shipped', 'delivered', 'cancelled'] },
  { path: ['shipped', 'cancelled'], to: ['order placed', 'shipped', 'delivered', 'cancelled'] },
] as const)('after $path no step leads to $to', async ({ path, to }) => {
  const { order } = await placed(path)
  for (const status of to) {
    await expect(admin.api.changeOrderStatus(order._id, status)).rejects.toMatchObject(CONFLICT)
  }
})

test('an unknown status is 400, an unknown order 404', async () => {
  const { order } = await placed()
  for (const status of ['lost', '', 'Shipped', null, 3]) {
    const answer = await admin.fetch(`/api/admin/orders/${order._id}/status`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status }),
    })
    expect(answer.status).toBe(400)
  }
  await expect(admin.api.changeOrderStatus(newId(), 'shipped')).rejects.toMatchObject({ status: 404 })
  await expect(admin.api.changeOrderStatus(order.orderId, 'shipped')).rejects.toMatchObject({ status: 404 })
})

test('only an administrator moves orders and sees all of them', async () => {
  const { buyer, order } = await placed()
  for (const { api } of [buyer, shop.visitor()]) {
    await expect(api.changeOrderStatus(order._id, 'cancelled')).rejects.toMatchObject({ status: 401 })
    await expect(api.listAllOrders()).rejects.toMatchObject({ status: 401 })
  }
})

test('shipping needs an address', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db)
  await fillCart(buyer, product.id)
  const { id } = await buyer.api.startPayment()
  const order = await buyer.api.getOrder(buyer.id, await pay(shop, id))
  await expect(admin.api.changeOrderStatus(order._id, 'shipped')).rejects.toMatchObject({
    ...CONFLICT,
    message: expect.stringContaining('address'),
  })
  await buyer.api.saveAddress(order._id, ADDRESS)
  expect(await admin.api.changeOrderStatus(order._id, 'shipped')).toMatchObject({ order: { status: 'shipped' } })
})

test('cancelling gives stock and money back', async () => {
  const { buyer, order, product, proof } = await placed([], 3)
  expect(await stockOf(shop, product.id)).toEqual([2])
  const { order: cancelled } = await admin.api.changeOrderStatus(order._id, 'cancelled')
  expect(cancelled).toMatchObject({ status: 'cancelled', payment: 'refund pending' })
  expect(await stockOf(shop, product.id)).toEqual([5])
  expect(await refundsOf(order._id)).toEqual([
    { amountPaise: 180_000, reason: 'order cancelled', paymentId: proof.razorpayPaymentId },
  ])
  expect(await buyer.api.getOrder(buyer.id, proof)).toEqual(cancelled)
})

test('cancelling after shipping calls the parcel back: money goes when it is in, and stock comes when it was inspected', async () => {
  const { buyer, order, product, proof } = await placed(['shipped'], 3)
  const { order: cancelled } = await admin.api.changeOrderStatus(order._id, 'cancelled')
  expect(cancelled).toMatchObject({ status: 'cancelled', payment: 'paid', refund: null })
  expect(await stockOf(shop, product.id)).toEqual([2])
  const back = await returnOf(admin, order._id)
  expect(back).toMatchObject({ status: 'on its way', origin: 'called back', wayBack: null, refund: { due: 1800 } })
  const packer = await signedIn(shop, 'admin', 'packer')
  await packer.api.changeReturn(back._id, { to: 'received' })
  expect(await refundsOf(order._id)).toEqual([
    { amountPaise: 180_000, reason: 'pieces returned', paymentId: proof.razorpayPaymentId },
  ])
  expect(await buyer.api.getOrder(buyer.id, proof)).toMatchObject({ status: 'cancelled', payment: 'refund pending' })
  expect(await stockOf(shop, product.id)).toEqual([2])
  const pieces = back.lines.map(({ _id, quantity }) => ({ _id, quantity, condition: 'as new' as const }))
  await packer.api.changeReturn(back._id, { to: 'inspected', pieces })
  expect(await stockOf(shop, product.id)).toEqual([5])
})

test('the money of a parcel that was called back may go before it is in, once', async () => {
  const { order } = await placed(['shipped', 'cancelled'])
  const { _id } = await returnOf(admin, order._id)
  await admin.api.changeReturn(_id, { refund: true })
  await takeIn(admin, order._id)
  expect(await refundsOf(order._id)).toHaveLength(1)
})

test('of two administrators at once one cancels, and the other hears of it', async () => {
  const { order, product } = await placed([], 2)
  const other = await signedIn(shop, 'admin')
  const outcomes = await Promise.allSettled(
    [admin, other, admin, other].map(({ api }) => api.changeOrderStatus(order._id, 'cancelled')),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  expect(refusals).toEqual([1, 2, 3].map(() => expect.objectContaining(CONFLICT)))
  expect(await stockOf(shop, product.id)).toEqual([5])
  expect(await refundsOf(order._id)).toHaveLength(1)
})

test('of shipping and cancelling at once both may win only in this order', async () => {
  const { order } = await placed()
  await Promise.allSettled([
    admin.api.changeOrderStatus(order._id, 'shipped'),
    admin.api.changeOrderStatus(order._id, 'cancelled'),
    admin.api.changeOrderStatus(order._id, 'delivered'),
  ])
  const { items } = await admin.api.listAllOrders({ search: order._id })
  const path = items[0]!.timeline.map(({ status }) => status).join(' > ')
  expect([
    'order placed > cancelled',
    'order placed > shipped',
    'order placed > shipped > cancelled',
    'order placed > shipped > delivered',
  ]).toContain(path)
})

test('each step is in the audit log, with who took it', async () => {
  const { order } = await placed(['shipped', 'cancelled'])
  const entries = await shop.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'before', 'after'])
    .where('subjectId', '=', order._id)
    .orderBy('id')
    .execute()
  expect(entries).toMatchObject([
    { action: 'order.placed', actorId: order.user._id },
    { action: 'order.shipped', actorId: admin.id, before: { status: 'order placed' }, after: { status: 'shipped' } },
    { action: 'order.cancelled', actorId: admin.id, before: { status: 'shipped' }, after: { status: 'cancelled' } },
  ])
})

test('all orders come newest first, by page, by status and by what is searched for', async () => {
  const first = await placed()
  const second = await placed(['shipped'])
  const third = await placed(['cancelled'])
  const newest = [third, second, first].map(({ order }) => order._id)
  const { items, total } = await admin.api.listAllOrders()
  expect(items.slice(0, 3).map(({ _id }) => _id)).toEqual(newest)
  expect(total).toBe(items.length)

  const page = await admin.api.listAllOrders({ page: 2, limit: 1 })
  expect(page).toMatchObject({ total, items: [{ _id: newest[1] }] })
  expect(await admin.api.listAllOrders({ page: 10_000, limit: 100 })).toEqual({ items: [], total })
  const shipped = await admin.api.listAllOrders({ status: 'shipped' })
  expect(shipped.items.every(({ status }) => status === 'shipped')).toBe(true)
  expect(shipped.items.map(({ _id }) => _id)).toContain(newest[1])

  const { order } = second
  for (const search of [
    order._id,
    order._id.slice(-6).toUpperCase(),
    order.orderId,
    order.user.email,
    ` ${order._id} `,
  ]) {
    expect((await admin.api.listAllOrders({ search })).items.map(({ _id }) => _id)).toContain(order._id)
  }
  expect(await admin.api.listAllOrders({ search: order._id })).toMatchObject({ total: 1 })
  for (const search of ['%', 'order%', '\\', "'", 'nobody']) {
    expect(await admin.api.listAllOrders({ search })).toEqual({ items: [], total: 0 })
  }
  // The address and the customer both have it: each order counts once.
  for (const search of ['asha RAO', 'as', 'á']) {
    expect((await admin.api.listAllOrders({ search })).total).toBe(total)
    expect((await admin.api.countOrders({ search })).all).toBe(total)
  }
})

test('an order is found by its short number, its town, PIN and products, and by an address that came later', async () => {
  const product = await addProduct(shop.db, { name: 'Gabardine Überhemd' })
  const buyer = await shop.customer()
  await fillCart(buyer, product.id)
  const { id } = await buyer.api.startPayment()
  const { _id } = await buyer.api.getOrder(buyer.user._id, await pay(shop, id))
  const found = async (search: string) => {
    const { items, total } = await admin.api.listAllOrders({ search })
    expect(items).toHaveLength(total)
    expect((await admin.api.countOrders({ search })).all).toBe(total)
    return items.map((order) => order._id)
  }
  expect(await found('Thiruvananthapuram')).toEqual([])
  await buyer.api.saveAddress(_id, {
    ...ADDRESS,
    city: 'Thiruvananthapuram',
    state: 'Kerala',
    pincode: '695001',
    phone: '9000012345',
  })
  const short = _id.slice(-6)
  for (const search of [
    `#${short.toUpperCase()}`,
    `# ${short}`,
    // A part of it that no other id has by chance.
    _id.slice(-10, -1),
    'thiruvananthapuram',
    'KERALA',
    '695001',
    '9000012345',
    'gabardine uberhemd',
  ]) {
    expect({ search, ids: await found(search) }).toEqual({ search, ids: [_id] })
  }
  expect(await found('#nothing like it')).toEqual([])
  expect(await found('#')).toEqual([])
  // Two letters, for which there is no index.
  expect(await found('üb')).toContain(_id)
})

test('the list of all orders refuses what no page can be', async () => {
  for (const query of ['page=0', 'limit=0', 'limit=101', 'page=x', 'status=lost', 'sort=name']) {
    const answer = await admin.fetch(`/api/admin/getallorders?${query}`)
    expect(answer.status).toBe(400)
  }
  const answer = await admin.fetch('/api/admin/getallorders')
  expect(answer.headers.get('x-total-count')).toMatch(/^\d+$/)
  expect(Array.isArray(await answer.json())).toBe(true)
})

test('orders are sorted by day and by total, and counted by status', async () => {
  const marked = await shop.customer({ firstname: 'Sortable', lastname: 'Counted' })
  const bought = []
  for (const pricePaise of [30_000, 90_000, 60_000]) {
    const product = await addProduct(shop.db, { pricePaise })
    await fillCart(marked, product.id)
    const { id } = await marked.api.startPayment(ADDRESS)
    const proof = await pay(shop, id)
    bought.push(await marked.api.getOrder(marked.user._id, proof))
  }
  const [cheap, dear, middle] = bought.map(({ _id }) => _id)
  await admin.api.changeOrderStatus(cheap!, 'shipped')
  const search = 'sortable counted'
  const sorted = async (sort: 'newest' | 'oldest' | 'total-desc' | 'total-asc') =>
    (await admin.api.listAllOrders({ search, sort })).items.map(({ _id }) => _id)
  expect(await sorted('newest')).toEqual([middle, dear, cheap])
  expect(await sorted('oldest')).toEqual([cheap, dear, middle])
  expect(await sorted('total-desc')).toEqual([dear, middle, cheap])
  expect(await sorted('total-asc')).toEqual([cheap, middle, dear])
  expect(await admin.api.countOrders({ search })).toEqual({
    all: 3,
    'order placed': 2,
    shipped: 1,
    delivered: 0,
    cancelled: 0,
  })
  const { all, ...byStatus } = await admin.api.countOrders()
  expect(all).toBe((await admin.api.listAllOrders({ limit: 1 })).total)
  expect(Object.values(byStatus).reduce((sum, count) => sum + count, 0)).toBe(all)
})

test('an order is seen whole: its customer, its money, who took which step', async () => {
  const { buyer, order } = await placed()
  const waiting = await admin.api.getOrderDetail(order._id)
  expect(waiting).toMatchObject({
    order: { _id: order._id, status: 'order placed' },
    customer: { phone: '9876543210', orders: 1 },
    charge: { status: 'captured', amount: 600 },
    refund: null,
  })
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  const cancelled = await admin.api.getOrderDetail(order._id)
  expect(cancelled.refund).toMatchObject({ status: 'pending', amount: 600, reason: 'order cancelled', _id: null })
  expect(cancelled.actors).toEqual(
    expect.arrayContaining([
      { status: 'order placed', name: 'Asha Rao' },
      { status: 'cancelled', name: 'Asha Rao' },
    ]),
  )
  await expect(admin.api.getOrderDetail('nothing-like-it')).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await expect(buyer.api.getOrderDetail(order._id)).rejects.toMatchObject({ status: 401 })
})
