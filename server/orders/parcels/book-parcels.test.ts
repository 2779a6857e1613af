import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { BY_HAND } from '#server/orders/couriers/by-hand.ts'
import { sendMails } from '#server/mails/service.ts'
import { workOnParcels } from '#server/orders/parcels/work-on-parcels.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buy, NEVER, signedIn, type SignedIn } from '#test/purchase.ts'
import { courierControls } from '#test/start-courier-sandbox.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
let courier: ReturnType<typeof courierControls>
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  courier = courierControls(shop.origin)
})
afterEach(async () => {
  await courier.setFaults({ delayMs: 0, failNext: 0, dropAnswerNext: 0, dropShare: 0, hang: false, noCourier: '' })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

const placed = async () => buy(shop, (await addProduct(shop.db, { sizes: { M: 9 } })).id, 2)
const book = async (...ids: string[]) => admin.api.bookParcels(ids.map((_id) => ({ _id })))
const detailOf = (orderId: string) => admin.api.getOrderDetail(orderId)
const atCourier = async (orderId: string) =>
  (await courier.listParcels()).filter(({ reference }) => reference.startsWith(orderId))
/** As if the pause after an unclear answer had passed. */
const makeDue = () =>
  sql`update parcels set next_attempt_at = now() - interval '1 second' where next_attempt_at is not null`.execute(
    shop.db,
  )
const work = async () => {
  await makeDue()
  await workOnParcels(shop.shop, NEVER)
}

test('a booked parcel ships its order with its number, is to be fetched, and costs something', async () => {
  const { buyer, order } = await placed()
  const { message, results } = await book(order._id)
  const [parcel] = await atCourier(order._id)
  expect(message).toBe('1 parcel booked.')
  expect(results).toEqual([
    { _id: order._id, outcome: 'booked', message: 'Booked and shipped.', trackingNumber: parcel?.awb },
  ])
  expect(parcel).toMatchObject({
    reference: order._id,
    isFetched: true,
    sent: { payment_method: 'Prepaid', weight: 0.8 },
  })
  const detail = await detailOf(order._id)
  expect(detail).toMatchObject({
    order: { status: 'shipped', shipment: { courier: 'shiprocket', trackingNumber: parcel?.awb } },
    parcels: [{ state: 'booked', step: 'booked', cost: 91, weightGrams: 800, problem: null, failure: null }],
  })
  const [mine] = await buyer.api.listMyOrders(buyer.id)
  expect(mine?.parcel).toMatchObject({ step: 'booked', steps: [{ step: 'booked' }] })
  expect(mine?.shipment?.trackingLink).toBe(`https://shiprocket.co/tracking/${parcel?.awb}`)
  await shop.db.updateTable('mails').set({ dueAt: new Date() }).where('key', '=', order._id).execute()
  await sendMails(shop.shop, NEVER)
  expect(shop.mails.find(({ id }) => id === `${order._id}.shipped`)?.text).toContain(parcel?.awb)
  const { entries } = await admin.api.listAudit({ search: order._id })
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['parcel.asked', 'order.shipped']))
})

test('while a courier is being booked, and once one is, a customer sends their order nowhere else', async () => {
  const { buyer, order } = await placed()
  const elsewhere = { ...ADDRESS, street: '1, New Lane' }
  await buyer.api.saveAddress(order._id, elsewhere)
  await courier.setFaults({ dropAnswerNext: 9 })
  expect((await book(order._id)).results).toMatchObject([{ outcome: 'waiting' }])
  const back = () => buyer.api.saveAddress(order._id, ADDRESS)
  await expect(back()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('A courier is booked for this order, with the address of before.'),
  })
  await expect(buyer.api.saveAddress(order._id, elsewhere)).resolves.toMatchObject({ order: { address: elsewhere } })
  await courier.setFaults({ dropAnswerNext: 0 })
  await work()
  const [parcel] = await atCourier(order._id)
  expect(parcel?.sent).toMatchObject({ billing_address: elsewhere.street })
  await expect(back()).rejects.toMatchObject({ message: expect.stringContaining('before the order is shipped') })
  const raced = await placed()
  const [changed] = await Promise.allSettled([
    raced.buyer.api.saveAddress(raced.order._id, elsewhere),
    book(raced.order._id),
  ])
  const [sent] = await atCourier(raced.order._id)
  const street = changed.status === 'fulfilled' ? elsewhere.street : ADDRESS.street
  expect(sent?.sent).toMatchObject({ billing_address: street })
})

test('several orders are booked at once, each by itself, with its own size where it has one', async () => {
  const [first, cancelled, second] = [await placed(), await placed(), await placed()]
  await admin.api.changeOrderStatus(cancelled.order._id, 'cancelled')
  const size = { weightGrams: 1500, lengthCm: 40, breadthCm: 30, heightCm: 10 }
  const { message, results } = await admin.api.bookParcels([
    { _id: first.order._id, size },
    { _id: cancelled.order._id },
    { _id: second.order._id },
  ])
  expect(message).toBe('2 parcels booked, 1 not.')
  expect(results.map(({ outcome }) => outcome)).toEqual(['booked', 'refused', 'booked'])
  expect(results[1]?.message).toBe('An order that is cancelled cannot become shipped.')
  expect(await atCourier(first.order._id)).toMatchObject([{ sent: { weight: 1.5, length: 40 } }])
  await expect(admin.api.bookParcels([{ _id: first.order._id }, { _id: first.order._id }])).rejects.toMatchObject({
    code: 'invalid',
  })
  await expect(
    admin.api.bookParcels([{ _id: first.order._id, size: { ...size, weightGrams: 0 } }]),
  ).rejects.toMatchObject({ code: 'invalid' })
})

test('a parcel whose answer gets lost is booked once, by looking it up', async () => {
  const { order } = await placed()
  // The first call of a process signs in, and its answer is not to be the one that gets lost.
  await shop.shop.courier.track('unknown').catch(() => undefined)
  await courier.setFaults({ dropAnswerNext: 1 })
  expect((await book(order._id)).results[0]).toMatchObject({ outcome: 'waiting', trackingNumber: null })
  expect(await atCourier(order._id)).toMatchObject([{ awb: null }])
  // The list of orders is answered, and the number is not.
  await makeDue()
  await sql`update sandbox_parcels set awb = '19047777', courier = 'Delhivery Surface' where reference = ${order._id}`.execute(
    shop.db,
  )
  await work()
  expect(await detailOf(order._id)).toMatchObject({
    order: { status: 'shipped', shipment: { trackingNumber: '19047777' } },
    parcels: [{ state: 'booked' }],
  })
  expect(await atCourier(order._id)).toMatchObject([{ awb: '19047777', isCancelled: false }])
})

test('while the courier service hangs or fails nothing is booked twice, and the order waits', async () => {
  const { order } = await placed()
  await courier.setFaults({ failNext: 3, failStatus: 502 })
  expect(await book(order._id)).toMatchObject({ message: '0 parcels booked, 1 waiting for the courier service.' })
  expect(await book(order._id)).toMatchObject({ results: [{ outcome: 'waiting' }] })
  expect((await detailOf(order._id)).order.status).toBe('order placed')
  await work()
  await work()
  await work()
  expect((await detailOf(order._id)).order.status).toBe('shipped')
  expect(await atCourier(order._id)).toHaveLength(1)
})

test('of ten calls for one parcel one books it', async () => {
  const { order } = await placed()
  const answers = await Promise.all(Array.from({ length: 10 }, () => book(order._id)))
  expect(answers.flatMap(({ results }) => results).some(({ outcome }) => outcome === 'booked')).toBe(true)
  await work()
  expect(await atCourier(order._id)).toHaveLength(1)
  const { order: shipped } = await detailOf(order._id)
  expect(shipped.timeline.map(({ status }) => status)).toEqual(['order placed', 'shipped'])
})

test('what no courier takes is refused with the service’s words, and is booked anew as the order is by then', async () => {
  const { buyer, order } = await placed()
  await courier.setFaults({ noCourier: 'This PIN code is not served.' })
  expect(await book(order._id)).toMatchObject({
    results: [{ outcome: 'refused', message: 'This PIN code is not served.' }],
  })
  expect(await detailOf(order._id)).toMatchObject({
    order: { status: 'order placed' },
    parcels: [{ state: 'refused', failure: 'This PIN code is not served.' }],
  })
  await courier.setFaults({ noCourier: '' })
  const elsewhere = { ...ADDRESS, street: '1, New Lane' }
  await buyer.api.saveAddress(order._id, elsewhere)
  const size = { weightGrams: 1500, lengthCm: 40, breadthCm: 30, heightCm: 10 }
  const twice = await Promise.all([1, 2].map(() => admin.api.bookParcels([{ _id: order._id, size }])))
  expect(twice.flatMap(({ results }) => results).map(({ outcome }) => outcome)).toContain('booked')
  await work()
  const { order: shipped, parcels } = await detailOf(order._id)
  expect(parcels).toMatchObject([
    { state: 'booked', reference: `${order._id}-2`, weightGrams: 1500 },
    { state: 'cancelled', reference: order._id },
  ])
  const [sent, refused, ...others] = await atCourier(order._id)
  expect(others).toEqual([])
  expect(sent).toMatchObject({
    awb: shipped.shipment?.trackingNumber,
    isCancelled: false,
    sent: { billing_address: elsewhere.street, weight: 1.5 },
  })
  expect(refused).toMatchObject({ awb: null, isCancelled: true, sent: { billing_address: ADDRESS.street } })
})

test('a parcel that was refused before the courier service knew it is forgotten and booked anew', async () => {
  const { order } = await placed()
  await courier.setFaults({ failNext: 1, failStatus: 422 })
  expect(await book(order._id)).toMatchObject({ results: [{ outcome: 'refused' }] })
  expect(await atCourier(order._id)).toEqual([])
  expect(await book(order._id)).toMatchObject({ results: [{ outcome: 'booked' }] })
  await work()
  expect(await atCourier(order._id)).toMatchObject([{ reference: `${order._id}-2`, isCancelled: false }])
  expect((await detailOf(order._id)).parcels).toMatchObject([{ state: 'booked' }, { state: 'cancelled' }])
})

test('a parcel is forgotten at the courier service when its order is cancelled before it left', async () => {
  const { order } = await placed()
  await book(order._id)
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await work()
  expect(await atCourier(order._id)).toMatchObject([{ isCancelled: true }])
  expect((await detailOf(order._id)).parcels).toMatchObject([{ state: 'cancelled' }])
})

test('an order that is cancelled while its parcel is being booked keeps no parcel', async () => {
  const { order } = await placed()
  const { courier: service } = shop.shop
  const cancelled = Promise.withResolvers<void>()
  shop.shop.courier = {
    ...service,
    // Its answer comes after the order was cancelled, however long that takes.
    async book(parcel, options) {
      const booked = await service.book(parcel, options)
      await cancelled.promise
      return booked
    },
  }
  const booking = book(order._id)
  await expect
    .poll(() => courier.listParcels().then((all) => all.some(({ reference }) => reference === order._id)))
    .toBe(true)
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  cancelled.resolve()
  expect((await booking).results[0]).toMatchObject({ outcome: 'refused', message: 'The order is cancelled.' })
  shop.shop.courier = service
  await work()
  expect(await atCourier(order._id)).toMatchObject([{ isCancelled: true }])
  expect((await detailOf(order._id)).order.status).toBe('cancelled')
})

test('a parcel is cancelled by hand and booked anew under a reference of its own', async () => {
  const { order } = await placed()
  await book(order._id)
  const { parcels: [parcel] = [] } = await detailOf(order._id)
  await admin.api.cancelParcel(parcel!._id)
  const { order: shipped } = await admin.api.cancelParcel(parcel!._id)
  expect(shipped).toMatchObject({ status: 'shipped', shipment: null })
  await work()
  expect(await book(order._id)).toMatchObject({ results: [{ outcome: 'booked' }] })
  const both = await atCourier(order._id)
  expect(Object.fromEntries(both.map(({ reference, isCancelled }) => [reference, isCancelled]))).toEqual({
    [order._id]: true,
    [`${order._id}-2`]: false,
  })
  const { order: again, parcels = [] } = await detailOf(order._id)
  expect(again.shipment?.trackingNumber).toBe(parcels[0]?.trackingNumber)
  await courier.scan(parcels[0]!.trackingNumber!, 'PICKED UP')
  await expect.poll(async () => (await detailOf(order._id)).parcels?.[0]?.step).toBe('picked up')
  await expect(admin.api.cancelParcel(parcels[0]!._id)).rejects.toMatchObject({ code: 'conflict' })
})

test('shipping that is taken back keeps the booking for a while, and ships again with it', async () => {
  const { order } = await placed()
  await book(order._id)
  await admin.api.undoShipping(order._id)
  await work()
  expect(await book(order._id)).toMatchObject({ results: [{ outcome: 'booked' }] })
  expect(await atCourier(order._id)).toMatchObject([{ isCancelled: false }])
  await admin.api.undoShipping(order._id)
  await sql`update parcels set booked_at = now() - interval '3 minutes' where order_id = ${order._id}`.execute(shop.db)
  await work()
  expect(await atCourier(order._id)).toMatchObject([{ isCancelled: true }])
})

test('an order that was sent with a courier by hand gets no parcel', async () => {
  const { order } = await placed()
  await admin.api.changeOrderStatus(order._id, 'shipped', { courier: 'dtdc', trackingNumber: 'D123' })
  expect(await book(order._id)).toMatchObject({
    results: [{ outcome: 'refused', message: 'This order was sent with a courier already.' }],
  })
  expect(await atCourier(order._id)).toEqual([])
})

test('a shop without a courier service goes on by hand', async () => {
  const { order } = await placed()
  const { courier: service } = shop.shop
  shop.shop.courier = BY_HAND
  const answer = await book(order._id)
  shop.shop.courier = service
  expect(answer.results[0]).toMatchObject({
    outcome: 'refused',
    message: expect.stringContaining('No courier service'),
  })
})

test('a courier’s label is fetched by its link, and only the cost is hidden from who only ships', async () => {
  const { order } = await placed()
  await book(order._id)
  const packer = await signedIn(shop, 'admin', 'packer')
  const { parcels: [parcel] = [] } = await packer.api.getOrderDetail(order._id)
  expect(parcel).toMatchObject({ cost: null, trackingNumber: expect.any(String) })
  expect(await packer.api.getParcelLabel(parcel!._id)).toEqual({
    link: `https://labels.example/${parcel!.trackingNumber}.pdf`,
  })
  await expect((await signedIn(shop, 'admin', 'accountant')).api.getParcelLabel(parcel!._id)).rejects.toMatchObject({
    status: 403,
  })
  await expect(admin.api.getParcelLabel('unknown')).rejects.toMatchObject({ status: 404 })
  await courier.setFaults({ failNext: 1, failStatus: 503 })
  await expect(admin.api.getParcelLabel(parcel!._id)).rejects.toMatchObject({ status: 503 })
})
