import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { insertAnonymousAccount } from '#server/accounts/erasure/erasure-queries.ts'
import { numberChanges } from '#server/db/change-feed/service.ts'
import { newId } from '#server/db/new-id.ts'
import { sendMails } from '#server/mails/service.ts'
import { BY_HAND } from '#server/orders/couriers/by-hand.ts'
import { checkParcels, processCourierEvents, unlinkOrders, workOnParcels } from '#server/orders/service.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buyCart, fillCart, NEVER, signedIn, stockOf, type SignedIn } from '#test/purchase.ts'
import { SELLER_ADDRESS, setSettings } from '#test/set-settings.ts'
import { courierControls } from '#test/start-courier-sandbox.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
let courier: ReturnType<typeof courierControls>
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  courier = courierControls(shop.origin)
  await setSettings(shop, SELLER_ADDRESS)
})
afterEach(async () => {
  await courier.setFaults({ delayMs: 0, failNext: 0, dropAnswerNext: 0, noCourier: '' })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

const refusal = (message: string, status = 409) =>
  expect.objectContaining({ status, message: expect.stringContaining(message) })

/** An approved return of two pieces in L that is to be fetched; with `size` they are exchanged. */
async function approved({
  size,
  wayBack = 'pick-up' as const,
}: { size?: string; wayBack?: 'pick-up' | 'own parcel' } = {}) {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 50_000, sizes: { M: 4, L: 6 } })
  await fillCart(buyer, product.id, 3, 'L')
  const { order } = await buyCart(shop, buyer)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const line = { _id: order.products[0]!._id, quantity: 2, reason: 'too large' as const }
  const lines = [{ ...line, ...(size !== undefined && { exchangeSize: size }) }]
  const asked = await buyer.api.askForReturn(order._id, { lines, wayBack })
  await admin.api.changeReturn(asked._id, { to: 'approved' })
  return { buyer, product, order, returnId: asked._id }
}

async function booked(more: { size?: string } = {}) {
  const made = await approved(more)
  const { return: row } = await admin.api.bookPickUp(made.returnId)
  return { ...made, number: row.parcel!.trackingNumber }
}

const detailOf = (returnId: string) => admin.api.getReturn(returnId)
const statusOf = async (returnId: string) => (await detailOf(returnId)).return.status
const stepOf = async (returnId: string) => (await detailOf(returnId)).return.parcel?.step
const atCourier = async (returnId: string) =>
  (await courier.listParcels()).filter(({ reference }) => reference.startsWith(returnId))
const ownReturn = async (buyer: SignedIn, orderId: string) => (await buyer.api.listMyReturns(orderId)).returns[0]

async function work(): Promise<void> {
  await sql`update parcels set next_attempt_at = now() - interval '1 second' where next_attempt_at is not null`.execute(
    shop.db,
  )
  await workOnParcels(shop.shop, NEVER)
}

const inMinutes = (count: number) => new Date(Date.now() + count * 60_000)

/** A courier says something, a minute after the booking. */
async function scan(returnId: string, number: string, label: string, activity = '') {
  await courier.scan(number, label, { activity, at: inMinutes(1) })
  await expect
    .poll(async () => (await detailOf(returnId)).parcels.flatMap(({ scans }) => scans.map(({ word }) => word)))
    .toContain(label)
}

test('a courier is booked once to fetch an approved return, and its customer hears who comes', async () => {
  const { buyer, order, returnId } = await approved()
  expect((await ownReturn(buyer, order._id))?.parcel).toBeUndefined()
  const { message, return: row } = await admin.api.bookPickUp(returnId)
  const [parcel, ...others] = await atCourier(returnId)
  expect({ message, others }).toEqual({ message: 'The pick-up is booked.', others: [] })
  expect(parcel).toMatchObject({
    reference: `${returnId}-R`,
    isReturn: true,
    sent: {
      pickup_customer_name: ADDRESS.fullName,
      pickup_pincode: ADDRESS.pincode,
      pickup_phone: ADDRESS.phone,
      shipping_customer_name: 'Asha Garments',
      shipping_pincode: '560001',
      shipping_phone: '8041234567',
      sub_total: 1000,
      weight: 0.8,
      order_items: [{ units: 2, selling_price: 500 }],
    },
  })
  expect(row).toMatchObject({
    status: 'approved',
    waits: ['receive'],
    parcel: { step: 'booked', trackingNumber: parcel?.awb },
  })
  expect(await detailOf(returnId)).toMatchObject({
    parcels: [{ direction: 'back', state: 'booked', cost: 91, problem: null, failure: null }],
  })
  expect((await ownReturn(buyer, order._id))?.parcel).toMatchObject({
    trackingNumber: parcel?.awb,
    trackingLink: `https://shiprocket.co/tracking/${parcel?.awb}`,
    steps: [{ step: 'booked' }],
  })
  await shop.db.updateTable('mails').set({ dueAt: new Date() }).where('key', '=', returnId).execute()
  await sendMails(shop.shop, NEVER)
  const mail = shop.mails.find(({ id }) => id === `${returnId}.return-pick-up`)
  expect(mail?.text).toContain(parcel?.awb)
  const { entries } = await admin.api.listAudit({ search: returnId })
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['parcel.asked', 'parcel.booked']))
  await admin.api.bookPickUp(returnId)
  expect(await atCourier(returnId)).toHaveLength(1)
})

test('the first scan brings a return on its way, and what arrives waits until somebody receives it', async () => {
  const { buyer, product, order, returnId, number } = await booked()
  await scan(returnId, number, 'RETURN OUT FOR PICKUP')
  expect(await statusOf(returnId)).toBe('approved')
  await scan(returnId, number, 'RETURN PICKED UP')
  const { return: row, actors } = await detailOf(returnId)
  expect(row).toMatchObject({ status: 'on its way', parcel: { step: 'picked up' } })
  expect(actors.map(({ status }) => status)).not.toContain('on its way')
  await expect(buyer.api.withdrawReturn(order._id, returnId)).rejects.toEqual(refusal('cannot become withdrawn'))
  await scan(returnId, number, 'RETURN IN TRANSIT')
  await scan(returnId, number, 'RETURN DELIVERED')
  expect((await detailOf(returnId)).return).toMatchObject({ status: 'on its way', waits: ['receive', 'arrived'] })
  expect((await admin.api.getWaiting()).returns).toMatchObject({ arrived: 1, parcel: 0 })
  expect((await admin.api.listReturns({ waits: 'arrived' })).items.map(({ _id }) => _id)).toEqual([returnId])
  expect(await stockOf(shop, product.id)).toEqual([4, 3])
  await admin.api.changeReturn(returnId, { to: 'received' })
  expect((await admin.api.getWaiting()).returns).toMatchObject({ arrived: 0, inspect: 1 })
  expect(await atCourier(returnId)).toMatchObject([{ isCancelled: false }])
  await admin.api.changeReturn(returnId, {
    to: 'inspected',
    pieces: [{ _id: order.products[0]!._id, quantity: 2, condition: 'as new' }],
  })
  expect(await stockOf(shop, product.id)).toEqual([4, 5])
})

test('scans that are doubled, late and out of order move a return once, and its order never', async () => {
  const { order, returnId, number } = await booked()
  await courier.setFaults({ repeats: 2, shuffle: true })
  for (const label of ['DELIVERED', 'PICKED UP', 'RTO INITIATED', 'OUT FOR DELIVERY']) {
    await scan(returnId, number, label)
  }
  await courier.setFaults({ repeats: 0, shuffle: false })
  const { return: row } = await detailOf(returnId)
  expect(row.timeline.map(({ status }) => status)).toEqual(['asked', 'approved', 'on its way'])
  const detail = await admin.api.getOrderDetail(order._id)
  expect(detail.order).toMatchObject({ status: 'delivered', refund: null, shipment: null })
  expect(detail.order.parcel).toBeUndefined()
  expect(detail.parcels).toBeUndefined()
  const { entries } = await admin.api.listAudit({ search: returnId })
  expect(entries.filter(({ action }) => action === 'return.on its way')).toHaveLength(1)
})

test('what no status call tells is asked for, by the job and by whoever asks now', async () => {
  const { returnId, number } = await booked()
  await courier.setFaults({ loseShare: 1 })
  await courier.scan(number, 'RETURN PICKED UP')
  await sql`update parcels set next_check_at = now() - interval '1 second' where next_check_at is not null`.execute(
    shop.db,
  )
  await checkParcels(shop.shop, NEVER)
  expect(await statusOf(returnId)).toBe('on its way')
  await courier.scan(number, 'RETURN DELIVERED')
  const { parcels } = await detailOf(returnId)
  await admin.api.checkParcel(parcels[0]!._id)
  expect(await stepOf(returnId)).toBe('delivered')
  await courier.setFaults({ loseShare: 0 })
})

test('an exchange leaves when the courier has fetched what it stands in for', async () => {
  const { returnId, number } = await booked({ size: 'M' })
  expect((await detailOf(returnId)).return.exchange?.status).toBe('held')
  await scan(returnId, number, 'RETURN PICKED UP')
  expect((await detailOf(returnId)).return.exchange).toMatchObject({ status: 'sent', orderId: expect.any(String) })
})

test('nobody at home is told to staff and customer, until the courier has fetched it', async () => {
  const { buyer, order, returnId, number } = await booked()
  await scan(returnId, number, 'RETURN PICKUP EXCEPTION', 'Customer not available, door locked')
  expect((await detailOf(returnId)).parcels[0]).toMatchObject({
    step: 'booked',
    reason: 'nobody at home',
    problem: 'unfetched',
  })
  expect((await detailOf(returnId)).return).toMatchObject({ status: 'approved', waits: ['receive', 'parcel'] })
  expect((await ownReturn(buyer, order._id))?.parcel).toMatchObject({ step: 'booked', reason: 'nobody at home' })
  const waiting = await admin.api.getWaiting()
  const listed = async () => (await admin.api.listReturns({ waits: 'parcel' })).items.map(({ _id }) => _id)
  expect(await listed()).toContain(returnId)
  expect(await listed()).toHaveLength(waiting.returns?.parcel ?? 0)
  expect(waiting.parcels).toBeUndefined()
  await courier.scan(number, 'RETURN OUT FOR PICKUP', { at: inMinutes(2) })
  await courier.scan(number, 'RETURN PICKED UP', { at: inMinutes(3) })
  await expect.poll(() => statusOf(returnId)).toBe('on its way')
  expect(await listed()).not.toContain(returnId)
})

test('a return’s parcel that does not move waits with the returns, and not with the orders', async () => {
  const { returnId, number } = await booked()
  await sql`update parcels set booked_at = now() - interval '9 days' where return_id = ${returnId}`.execute(shop.db)
  const listed = async () => (await admin.api.listReturns({ waits: 'parcel' })).items.map(({ _id }) => _id)
  expect(await listed()).toContain(returnId)
  expect((await admin.api.listAllOrders({ waits: 'unscanned' })).items).toEqual([])
  await scan(returnId, number, 'RETURN PICKED UP')
  await sql`
    update parcel_scans set at = at - interval '9 days' from parcels where parcels.id = parcel_id and return_id = ${returnId}`.execute(
    shop.db,
  )
  expect((await detailOf(returnId)).parcels[0]?.problem).toBe('stuck')
  expect((await admin.api.getWaiting()).parcels).toBeUndefined()
  await admin.api.changeReturn(returnId, { to: 'received' })
  expect(await listed()).not.toContain(returnId)
})

test('of ten presses one books, also where the answer gets lost', async () => {
  const { returnId } = await approved()
  await courier.setFaults({ dropAnswerNext: 1 })
  await Promise.all(Array.from({ length: 10 }, () => admin.api.bookPickUp(returnId)))
  await work()
  await work()
  expect(await atCourier(returnId)).toHaveLength(1)
  expect(await stepOf(returnId)).toBe('booked')
  const { rows } = await sql`select from mails where name = 'return-pick-up' and key = ${returnId}`.execute(shop.db)
  expect(rows).toHaveLength(1)
})

test('what was booked before the shop died is looked up, and booked no second time', async () => {
  const { returnId } = await approved()
  await shop.shop.courier.track('unknown').catch(() => undefined)
  await courier.setFaults({ dropAnswerNext: 1 })
  expect((await admin.api.bookPickUp(returnId)).message).toContain('has not answered clearly')
  await sql`update sandbox_parcels set awb = '19048888', courier = 'Delhivery Surface' where reference = ${`${returnId}-R`}`.execute(
    shop.db,
  )
  await work()
  expect((await detailOf(returnId)).return.parcel).toMatchObject({ trackingNumber: '19048888', step: 'booked' })
  expect(await atCourier(returnId)).toHaveLength(1)
})

test('what no courier takes says why, is asked for again, and goes on by hand', async () => {
  const { returnId } = await approved()
  await courier.setFaults({ noCourier: 'This PIN code is not served.' })
  await expect(admin.api.bookPickUp(returnId)).rejects.toEqual(refusal('This PIN code is not served.'))
  expect((await detailOf(returnId)).parcels).toMatchObject([
    { state: 'refused', failure: 'This PIN code is not served.' },
  ])
  await courier.setFaults({ noCourier: '' })
  await setSettings(shop, { addressPin: '560002' })
  await admin.api.bookPickUp(returnId)
  await setSettings(shop, SELLER_ADDRESS)
  await work()
  expect(await atCourier(returnId)).toMatchObject([
    { reference: `${returnId}-R-2`, isCancelled: false, sent: { shipping_pincode: '560002' } },
    { reference: `${returnId}-R`, isCancelled: true, awb: null },
  ])
  const other = await approved()
  await courier.setFaults({ noCourier: 'This PIN code is not served.' })
  await expect(admin.api.bookPickUp(other.returnId)).rejects.toEqual(refusal('not served'))
  await admin.api.changeReturn(other.returnId, { to: 'on its way' })
  await work()
  expect((await detailOf(other.returnId)).parcels).toMatchObject([{ state: 'cancelled' }])
  await admin.api.changeReturn(other.returnId, { to: 'received' })
})

test.each(['withdrawn', 'refused', 'received'] as const)(
  'a return that is %s before it is fetched is fetched no more',
  async (to) => {
    const { buyer, order, returnId, number } = await booked()
    if (to === 'withdrawn') await buyer.api.withdrawReturn(order._id, returnId)
    else await admin.api.changeReturn(returnId, to === 'refused' ? { to, reason: 'It was worn.' } : { to })
    await work()
    expect(await atCourier(returnId)).toMatchObject([{ isCancelled: true }])
    expect((await detailOf(returnId)).parcels).toMatchObject([{ state: 'cancelled' }])
    // The courier comes all the same: it is kept, and moves nothing.
    await scan(returnId, number, 'RETURN PICKED UP')
    expect((await detailOf(returnId)).return).toMatchObject({ status: to })
    await expect(admin.api.bookPickUp(returnId)).rejects.toEqual(refusal('is not fetched'))
  },
)

test('a return that is withdrawn while a courier is being booked keeps no booking', async () => {
  const { buyer, order, returnId } = await approved()
  await courier.setFaults({ delayMs: 1000 })
  const booking = admin.api.bookPickUp(returnId)
  await expect.poll(async () => (await atCourier(returnId)).length).toBe(1)
  await buyer.api.withdrawReturn(order._id, returnId)
  await expect(booking).rejects.toMatchObject({ status: 409 })
  await courier.setFaults({ delayMs: 0 })
  await work()
  expect(await atCourier(returnId)).toMatchObject([{ isCancelled: true }])
  expect(await statusOf(returnId)).toBe('withdrawn')
})

test('what is being asked for when a return ends is forgotten once it can be found', async () => {
  const { buyer, order, returnId } = await approved()
  await courier.setFaults({ dropAnswerNext: 1 })
  await admin.api.bookPickUp(returnId)
  await buyer.api.withdrawReturn(order._id, returnId)
  await workOnParcels(shop.shop, NEVER)
  expect((await detailOf(returnId)).parcels).toMatchObject([{ state: 'cancelling' }])
  await work()
  expect(await atCourier(returnId)).toMatchObject([{ isCancelled: true }])
})

test('a pick-up that the staff cancel is booked anew under a reference of its own', async () => {
  const { returnId } = await booked()
  const { parcels } = await detailOf(returnId)
  await admin.api.cancelParcel(parcels[0]!._id)
  await work()
  const { return: row } = await admin.api.bookPickUp(returnId)
  expect(row.parcel?.step).toBe('booked')
  const both = await atCourier(returnId)
  expect(Object.fromEntries(both.map(({ reference, isCancelled }) => [reference, isCancelled]))).toEqual({
    [`${returnId}-R`]: true,
    [`${returnId}-R-2`]: false,
  })
})

test('only an approved return with a pick-up is fetched, from an address that is known, to one that is', async () => {
  const own = await approved({ wayBack: 'own parcel' })
  await expect(admin.api.bookPickUp(own.returnId)).rejects.toEqual(refusal('the customer sends it'))
  const erased = await approved()
  const nobodyId = newId()
  await insertAnonymousAccount(shop.db, nobodyId)
  await unlinkOrders(shop.db, erased.buyer.id, nobodyId)
  await expect(admin.api.bookPickUp(erased.returnId)).rejects.toEqual(refusal('no address any more'))
  const nowhere = await approved()
  await setSettings(shop, { addressPin: '' })
  await expect(admin.api.bookPickUp(nowhere.returnId)).rejects.toEqual(refusal('Please enter the shop’s address'))
  await setSettings(shop, SELLER_ADDRESS)
  expect((await detailOf(nowhere.returnId)).parcels).toEqual([])
  await expect(admin.api.bookPickUp('unknown')).rejects.toMatchObject({ status: 404 })
  const { courier: service } = shop.shop
  shop.shop.courier = BY_HAND
  await expect(admin.api.bookPickUp(nowhere.returnId)).rejects.toEqual(refusal('No courier service is set up'))
  shop.shop.courier = service
})

test('a packer books and follows, who answers customers only sees it, and nobody without money sees its cost', async () => {
  const { returnId } = await approved()
  const [packer, support] = [await signedIn(shop, 'admin', 'packer'), await signedIn(shop, 'admin', 'support')]
  await expect(support.api.bookPickUp(returnId)).rejects.toMatchObject({ status: 403 })
  await packer.api.bookPickUp(returnId)
  expect((await packer.api.getReturn(returnId)).parcels).toMatchObject([{ cost: null, step: 'booked' }])
  expect((await support.api.getReturn(returnId)).parcels).toMatchObject([{ cost: 91 }])
})

test('programs that keep up with returns hear of a scan that came late', async () => {
  const { returnId, number } = await booked()
  await scan(returnId, number, 'RETURN IN TRANSIT')
  await numberChanges(shop.db)
  const numberOf = () =>
    shop.db.selectFrom('changes').select('number').where('kind', '=', 'return').where('subjectId', '=', returnId)
  const before = await numberOf().executeTakeFirstOrThrow()
  await scan(returnId, number, 'RETURN PICKED UP')
  await numberChanges(shop.db)
  expect((await numberOf().executeTakeFirstOrThrow()).number).toBeGreaterThan(before.number)
})

test('an event with the secret that names an unknown number moves nothing', async () => {
  const { returnId } = await booked()
  const answer = await fetch(`${shop.origin}/api/couriers/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': shop.shop.courier.webhookSecrets[0]! },
    body: JSON.stringify({ awb: '1', order_id: `${returnId}-R`, current_status: 'RETURN DELIVERED', scans: [] }),
  })
  expect(answer.status).toBe(200)
  await processCourierEvents(shop.shop, NEVER)
  expect(await statusOf(returnId)).toBe('approved')
  expect(await stepOf(returnId)).toBe('booked')
})
