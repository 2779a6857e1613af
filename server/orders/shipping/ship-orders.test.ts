import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { ShipmentInput } from '#contract/orders/shipments.ts'

import { packedOf } from '#contract/orders/cancelled-items.ts'
import { newId } from '#server/db/new-id.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buy, fillCart, NEVER, pay, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'
import { sendMails } from '#server/mails/service.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

const CONFLICT = { status: 409, code: 'conflict' }
const INVALID = { status: 400, code: 'invalid' }
const SENT: ShipmentInput = { courier: 'delhivery', trackingNumber: '14908126' }

const placed = async () => buy(shop, (await addProduct(shop.db)).id)
async function several(count: number) {
  const bought: Awaited<ReturnType<typeof placed>>[] = []
  while (bought.length < count) bought.push(await placed())
  return bought
}

/** An order that was paid without an address. */
async function withoutAddress() {
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db)).id)
  const { id } = await buyer.api.startPayment()
  return buyer.api.getOrder(buyer.id, await pay(shop, id))
}

const statusOf = async (orderId: string) => (await admin.api.getOrderDetail(orderId)).order.status
const auditOf = async (orderId: string) =>
  (await admin.api.listAudit({ search: orderId })).entries.map(({ action, changes }) => ({ action, changes }))

test('an order of which a piece was cancelled meanwhile is not shipped with it', async () => {
  const { id } = await addProduct(shop.db)
  const [{ order: first }, { order: second }] = [await buy(shop, id, 2), await buy(shop, id, 2)]
  const parcels = [first, second].map((order) => ({ _id: order._id, packed: packedOf(order) }))
  await admin.api.cancelItems(first._id, { lines: [{ _id: first.products[0]!._id, quantity: 1 }] })
  expect((await admin.api.shipOrders(parcels)).results).toEqual([
    {
      _id: first._id,
      isShipped: false,
      message: 'Pieces of this order were cancelled meanwhile. Look at its list again.',
    },
    { _id: second._id, isShipped: true, message: 'Shipped.' },
  ])
  const { order } = await admin.api.getOrderDetail(first._id)
  const { results } = await admin.api.shipOrders([{ _id: first._id, packed: packedOf(order) }])
  expect(results).toMatchObject([{ isShipped: true }])
})

test('the orders that carry a tracking number are listed, however its letters and first zeros are written', async () => {
  const [first, second, other] = await several(3)
  const ship = (order: typeof first, trackingNumber: string) =>
    admin.api.changeOrderStatus(order!.order._id, 'shipped', { courier: 'dtdc', trackingNumber })
  await ship(first, '00x7701')
  await ship(second, 'X7702')
  await ship(other, 'X77021')
  const { items, total } = await admin.api.listAllOrders({ trackingNumbers: 'X7701,0x7702,,X7700', limit: 10 })
  expect(new Set(items.map(({ _id }) => _id))).toEqual(new Set([first!.order._id, second!.order._id]))
  expect(total).toBe(2)
  const tooMany = Array.from({ length: 101 }, (_, index) => `N${index}`).join(',')
  await expect(admin.api.listAllOrders({ trackingNumbers: tooMany })).rejects.toMatchObject(INVALID)
  await expect(admin.api.listAllOrders({ trackingNumbers: ',' })).rejects.toMatchObject(INVALID)
})

test('of many orders each is shipped by itself, and each that is not says why', async () => {
  const [first, cancelled, shipped, last] = await several(4)
  await admin.api.changeOrderStatus(cancelled!.order._id, 'cancelled')
  await admin.api.changeOrderStatus(shipped!.order._id, 'shipped')
  const bare = await withoutAddress()
  const nothing = newId()
  const ids = [first!.order._id, cancelled!.order._id, bare._id, nothing, shipped!.order._id, last!.order._id]
  const answer = await admin.api.shipOrders(ids.map((_id) => ({ _id })))
  expect(answer).toEqual({
    message: '2 orders shipped, 4 not.',
    results: [
      { _id: ids[0], isShipped: true, message: 'Shipped.' },
      { _id: ids[1], isShipped: false, message: 'An order that is cancelled cannot become shipped.' },
      { _id: ids[2], isShipped: false, message: 'This order has no address yet, so it cannot be shipped.' },
      { _id: nothing, isShipped: false, message: 'Order not found' },
      { _id: ids[4], isShipped: false, message: 'This order is already shipped.' },
      { _id: ids[5], isShipped: true, message: 'Shipped.' },
    ],
  })
  expect(await Promise.all([ids[0]!, ids[1]!, ids[2]!, ids[4]!, ids[5]!].map(statusOf))).toEqual([
    'shipped',
    'cancelled',
    'order placed',
    'shipped',
    'shipped',
  ])
  const { actors } = await admin.api.getOrderDetail(ids[5]!)
  expect(actors).toContainEqual({ status: 'shipped', name: 'Asha Rao' })
})

test('of two people who ship the same orders at once each order is shipped once', async () => {
  const ids = (await several(6)).map(({ order }) => order._id)
  const other = await signedIn(shop, 'admin')
  const [one, two] = await Promise.all([
    admin.api.shipOrders(ids.map((_id) => ({ _id }))),
    other.api.shipOrders(ids.toReversed().map((_id) => ({ _id }))),
  ])
  for (const id of ids) {
    const ofBoth = [one, two].map(({ results }) => results.find(({ _id }) => _id === id)!)
    expect(ofBoth.filter(({ isShipped }) => isShipped)).toHaveLength(1)
    expect(ofBoth.find(({ isShipped }) => !isShipped)?.message).toBe('This order is already shipped.')
    const { order } = await admin.api.getOrderDetail(id)
    expect(order.timeline.map(({ status }) => status)).toEqual(['order placed', 'shipped'])
    expect((await auditOf(id)).filter(({ action }) => action === 'order.shipped')).toHaveLength(1)
  }
})

test('while many are shipped a customer may still cancel one, and one of both wins', async () => {
  const bought = await several(4)
  const ids = bought.map(({ order }) => order._id)
  const { buyer, order } = bought[3]!
  const [shipping, cancelling] = await Promise.allSettled([
    admin.api.shipOrders(ids.map((_id) => ({ _id }))),
    buyer.api.cancelMyOrder(order._id),
  ])
  expect(shipping).toMatchObject({ status: 'fulfilled' })
  const results = shipping.status === 'fulfilled' ? shipping.value.results : []
  expect(results.slice(0, 3).every(({ isShipped }) => isShipped)).toBe(true)
  const isShipped = results[3]!.isShipped
  expect(isShipped).toBe(cancelling.status === 'rejected')
  expect(await statusOf(order._id)).toBe(isShipped ? 'shipped' : 'cancelled')
})

test('no order, an order twice, and more than a hundred are refused, and nothing is shipped', async () => {
  const { order } = await placed()
  const mine = { _id: order._id }
  const tooMany = [mine, ...Array.from({ length: 100 }, () => ({ _id: newId() }))]
  await expect(admin.api.shipOrders([])).rejects.toMatchObject({ ...INVALID, message: 'Please choose an order.' })
  await expect(admin.api.shipOrders([mine, mine])).rejects.toMatchObject(INVALID)
  await expect(admin.api.shipOrders(tooMany)).rejects.toMatchObject({
    ...INVALID,
    message: 'At most 100 orders at a time.',
  })
  for (const orders of [null, 'all', [order._id], [{ _id: 3 }], [{ ...mine, status: 'delivered' }]]) {
    await expect(admin.api.shipOrders(orders as never)).rejects.toMatchObject(INVALID)
  }
  expect(await statusOf(order._id)).toBe('order placed')
  expect((await admin.api.shipOrders(tooMany.slice(0, 100))).message).toBe('1 order shipped, 99 not.')
})

test('a courier and a number are shown to the customer, in the mail, in the list and in the audit log', async () => {
  const { buyer, order } = await placed()
  await admin.api.shipOrders([{ _id: order._id, shipment: SENT }])
  const [mine] = await buyer.api.listMyOrders(buyer.id)
  const shipment = {
    courier: 'delhivery',
    name: 'Delhivery',
    trackingNumber: '14908126',
    trackingLink: 'https://www.delhivery.com/track-v2/package/14908126',
  }
  expect(mine).toMatchObject({ status: 'shipped', shipment })
  const found = await admin.api.listAllOrders({ search: '14908126' })
  expect(found).toMatchObject({ total: 1, items: [{ _id: order._id, shipment }] })
  expect(await auditOf(order._id)).toContainEqual({
    action: 'order.shipped',
    changes: [
      { what: 'Status', from: 'order placed', to: 'shipped' },
      { what: 'Courier', from: null, to: 'delhivery' },
      { what: 'Tracking number', from: null, to: '14908126' },
    ],
  })
  await shop.db.updateTable('mails').set({ dueAt: new Date() }).where('key', '=', order._id).execute()
  await sendMails(shop.shop, NEVER)
  const mail = shop.mails.find(({ id }) => id === `${order._id}.shipped`)
  expect(mail?.text).toContain('Delhivery carries it. Tracking number: 14908126\n')
  expect(mail?.text).toContain(shipment.trackingLink)
})

test('a courier that is not listed is named, and its link is the shop’s own', async () => {
  const { order } = await placed()
  const own = { courier: 'other', courierName: 'Ramesh & Sons', trackingLink: 'https://ramesh.example/p?x=1' } as const
  const { order: shipped } = await admin.api.changeOrderStatus(order._id, 'shipped', own)
  expect(shipped.shipment).toEqual({
    courier: 'other',
    name: 'Ramesh & Sons',
    trackingNumber: null,
    trackingLink: 'https://ramesh.example/p?x=1',
  })
})

test.for([
  [{ courier: 'fedex' }, 'courier'],
  [{ courier: 'other' }, 'courierName'],
  [{ courier: 'other', courierName: '  ' }, 'courierName'],
  [{ courier: 'dtdc', courierName: 'Somebody' }, 'courierName'],
  [{ courier: 'other', courierName: 'x'.repeat(61) }, 'courierName'],
  [{ courier: 'dtdc', trackingNumber: '<script>alert(1)</script>' }, 'trackingNumber'],
  [{ courier: 'dtdc', trackingNumber: '12"onclick=' }, 'trackingNumber'],
  [{ courier: 'dtdc', trackingNumber: '1'.repeat(41) }, 'trackingNumber'],
  [{ courier: 'dtdc', trackingNumber: '=1+1' }, 'trackingNumber'],
  [{ courier: 'dtdc', trackingNumber: 12 }, 'trackingNumber'],
  [{ courier: 'dtdc', trackingLink: 'javascript:alert(1)' }, 'trackingLink'],
  [{ courier: 'dtdc', trackingLink: 'http://www.dtdc.com/' }, 'trackingLink'],
  [{ courier: 'dtdc', trackingLink: 'data:text/html,x' }, 'trackingLink'],
  [{ courier: 'dtdc', trackingLink: 'https://shop@evil.example/' }, 'trackingLink'],
  [{ courier: 'dtdc', trackingLink: `https://a.example/${'x'.repeat(500)}` }, 'trackingLink'],
  [{ courier: 'dtdc', trackingLink: 'www.dtdc.com' }, 'trackingLink'],
] as const)('the shipment %o is refused for its %s, and nothing is shipped', async ([shipment, field]) => {
  const { order } = await placed()
  const sent = shipment as unknown as ShipmentInput
  await expect(admin.api.changeOrderStatus(order._id, 'shipped', sent)).rejects.toMatchObject({
    ...INVALID,
    fields: { [`shipment.${field}`]: expect.any(String) },
  })
  await expect(admin.api.shipOrders([{ _id: order._id, shipment: sent }])).rejects.toMatchObject({
    ...INVALID,
    fields: { [`orders.0.shipment.${field}`]: expect.any(String) },
  })
  expect(await statusOf(order._id)).toBe('order placed')
})

test('a courier is changed and taken away after shipping, each with its entry in the audit log', async () => {
  const { buyer, order } = await placed()
  await expect(admin.api.changeShipment(order._id, SENT)).rejects.toMatchObject(CONFLICT)
  await admin.api.changeOrderStatus(order._id, 'shipped', SENT)
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const changed = await admin.api.changeShipment(order._id, { courier: 'india-post', trackingNumber: 'EM123456789IN' })
  expect(changed.order.shipment).toMatchObject({ name: 'India Post', trackingNumber: 'EM123456789IN' })
  await admin.api.changeShipment(order._id, { courier: 'india-post', trackingNumber: 'EM123456789IN' })
  expect((await admin.api.changeShipment(order._id, null)).order.shipment).toBeNull()
  const changes = (await auditOf(order._id)).filter(({ action }) => action === 'change courier')
  expect(changes).toEqual([
    {
      action: 'change courier',
      changes: [
        { what: 'Courier', from: 'india-post', to: null },
        { what: 'Tracking number', from: 'EM123456789IN', to: null },
      ],
    },
    {
      action: 'change courier',
      changes: [
        { what: 'Courier', from: 'delhivery', to: 'india-post' },
        { what: 'Tracking number', from: '14908126', to: 'EM123456789IN' },
      ],
    },
  ])
  await expect(buyer.api.changeShipment(order._id, SENT)).rejects.toMatchObject({ status: 401 })
  await expect(admin.api.changeShipment(newId(), SENT)).rejects.toMatchObject({ status: 404 })
})

test('who got the mail about the parcel without a courier gets another once the courier is named', async () => {
  const { order } = await placed()
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const send = async () => {
    await shop.db
      .updateTable('mails')
      .set({ dueAt: new Date(0) })
      .where('key', '=', order._id)
      .where('dueAt', 'is not', null)
      .execute()
    await sendMails(shop.shop, NEVER)
    return shop.mails.filter(({ id }) => id.startsWith(`${order._id}.shipped`))
  }
  expect(await send()).toHaveLength(1)
  await admin.api.changeShipment(order._id, SENT)
  const [first, second, ...more] = await send()
  expect(more).toEqual([])
  expect(first?.text).not.toContain('Delhivery')
  expect(second).toMatchObject({
    subject: expect.stringMatching(/^Shipped: your order #\w+ with Delhivery$/),
    text: expect.stringContaining('Tracking number: 14908126'),
  })
  expect(second?.id).not.toBe(first?.id)
  await admin.api.changeShipment(order._id, SENT)
  await admin.api.changeOrderStatus(order._id, 'delivered')
  await send()
  await admin.api.changeShipment(order._id, { courier: 'dtdc', trackingNumber: 'D999' })
  expect(await send()).toHaveLength(2)
})

test('only an order that is shipped takes a courier with its step, and a cancelled one keeps its own', async () => {
  const { order } = await placed()
  await expect(admin.api.changeOrderStatus(order._id, 'cancelled', SENT)).rejects.toMatchObject({
    ...INVALID,
    message: 'Only an order that is shipped has a courier.',
  })
  await admin.api.changeOrderStatus(order._id, 'shipped', SENT)
  const { order: cancelled } = await admin.api.changeOrderStatus(order._id, 'cancelled')
  expect(cancelled.shipment).toMatchObject({ trackingNumber: '14908126' })
  await expect(admin.api.changeShipment(order._id, null)).rejects.toMatchObject(CONFLICT)
})
