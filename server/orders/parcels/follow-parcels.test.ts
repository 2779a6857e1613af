import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { nextDayInIndia } from '#contract/units/india-time.ts'
import { checkParcels } from '#server/orders/parcels/check-parcels.ts'
import { insertAnonymousAccount } from '#server/accounts/erasure/erasure-queries.ts'
import { newId } from '#server/db/new-id.ts'
import { sendMails } from '#server/mails/service.ts'
import { unlinkOrders } from '#server/orders/erasure-queries.ts'
import { workOnParcels } from '#server/orders/parcels/work-on-parcels.ts'
import { processCourierEvents } from '#server/orders/parcels/courier-events.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buy, buyCart, fillCart, NEVER, signedIn, stockOf, ADDRESS, type SignedIn } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { setSettings } from '#test/set-settings.ts'
import { courierControls } from '#test/start-courier-sandbox.ts'
import { startShop } from '#test/start-shop.ts'
import { returnOf, takeIn } from '#test/take-in.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
let courier: ReturnType<typeof courierControls>
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  courier = courierControls(shop.origin)
})
afterEach(async () => {
  await courier.setFaults({ loseShare: 0, repeats: 0, shuffle: false, delayEventsMs: 0, failNext: 0 })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

async function bookFor(orderId: string): Promise<string> {
  const { results } = await admin.api.bookParcels([{ _id: orderId }])
  return results[0]?.trackingNumber ?? ''
}
async function sent() {
  const product = await addProduct(shop.db, { stock: 5 })
  const bought = await buy(shop, product.id)
  return { ...bought, product, number: await bookFor(bought.order._id) }
}
let phones = 9_123_456_710
async function sentForCash() {
  await setSettings(shop, { takesCash: true, cashNeedsConfirming: false, takesCashFirst: true, cashLimit: 5000 })
  const product = await addProduct(shop.db, { stock: 5, pricePaise: 90_000 })
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id)
  phones += 1
  const address = { ...ADDRESS, phone: String(phones), street: `${phones}, Mill Lane` }
  const order = await buyer.api.orderForCash({ address })
  return { buyer, product, order, number: await bookFor(order._id) }
}
const detailOf = (orderId: string) => admin.api.getOrderDetail(orderId)
const stepOf = async (orderId: string) => (await detailOf(orderId)).parcels?.[0]?.step
async function undeliveredMails(orderId: string): Promise<number> {
  const { rows } = await sql`
    select from mails join parcels on mails.key like parcels.id || '.%'
    where mails.name = 'parcel-undelivered' and parcels.order_id = ${orderId}`.execute(shop.db)
  return rows.length
}
const secret = () => shop.shop.courier.webhookSecrets[0]!
const tell = (body: object | string, headers: Record<string, string> = { 'x-api-key': secret() }) =>
  fetch(`${shop.origin}/api/couriers/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const minute = (count: number) => new Date(Date.now() + count * 60_000)
const indian = (at: Date) => new Date(at.getTime() + 19_800_000).toISOString().slice(0, 19).replace('T', ' ')
const eventOf = (awb: string, label: string, at: Date, more: object = {}) => ({
  awb,
  order_id: 'elsewhere',
  current_status: label,
  scans: [{ date: indian(at), status: 'X', activity: label, location: 'Mysuru', 'sr-status-label': label }],
  ...more,
})
/** Everything that waits is dealt with now. */
const dealWithEvents = async () => {
  await sql`update courier_events set next_attempt_at = now() - interval '1 second' where processed_at is null`.execute(
    shop.db,
  )
  await processCourierEvents(shop.shop, NEVER)
}

test('a parcel is followed step by step, and its delivery delivers the order', async () => {
  const { buyer, order, number } = await sent()
  for (const [label, step] of [
    ['PICKED UP', 'picked up'],
    ['IN TRANSIT', 'on its way'],
    ['OUT FOR DELIVERY', 'out for delivery'],
  ] as const) {
    await courier.scan(number, label)
    await expect.poll(() => stepOf(order._id)).toBe(step)
    expect((await detailOf(order._id)).order.status).toBe('shipped')
  }
  await courier.scan(number, 'DELIVERED')
  await expect.poll(async () => (await detailOf(order._id)).order.status).toBe('delivered')
  const [mine] = await buyer.api.listMyOrders(buyer.id)
  expect(mine?.parcel?.steps.map(({ step }) => step)).toEqual([
    'booked',
    'picked up',
    'on its way',
    'out for delivery',
    'delivered',
  ])
  const { entries } = await admin.api.listAudit({ search: order._id })
  expect(entries.filter(({ action }) => action === 'order.delivered')).toHaveLength(1)
})

test('status calls that are doubled, shuffled and lost lead to where the parcel is', async () => {
  const parcels = [await sent(), await sent(), await sent()]
  await courier.setFaults({ repeats: 2, shuffle: true, loseShare: 0.4 })
  const labels = ['PICKED UP', 'IN TRANSIT', 'OUT FOR DELIVERY', 'UNDELIVERED', 'OUT FOR DELIVERY', 'DELIVERED']
  for (const [index, label] of labels.entries()) {
    for (const { number } of parcels) await courier.scan(number, label, { at: minute(index) })
  }
  await expect
    .poll(async () => {
      const { rows } = await sql`select from sandbox_courier_events where next_attempt_at is not null`.execute(shop.db)
      return rows.length
    })
    .toBe(0)
  // What was lost altogether is asked for.
  await sql`update parcels set next_check_at = now() - interval '1 second' where next_check_at is not null`.execute(
    shop.db,
  )
  await checkParcels(shop.shop, NEVER)
  await dealWithEvents()
  for (const { order } of parcels) {
    const { order: now, parcels: [parcel] = [] } = await detailOf(order._id)
    expect([now.status, parcel?.step]).toEqual(['delivered', 'delivered'])
    expect(now.timeline.map(({ status }) => status)).toEqual(['order placed', 'shipped', 'delivered'])
    expect(parcel?.scans).toHaveLength(labels.length)
  }
})

test('an older word that comes later, and one that is unknown, are kept and move nothing', async () => {
  const { order, number } = await sent()
  expect((await tell(eventOf(number, 'OUT FOR DELIVERY', minute(5)))).status).toBe(200)
  await expect.poll(() => stepOf(order._id)).toBe('out for delivery')
  await tell(eventOf(number, 'PICKED UP', minute(6)))
  await tell(eventOf(number, 'HELD BY THE CUSTOMS', minute(7)))
  await dealWithEvents()
  await expect.poll(async () => (await detailOf(order._id)).parcels?.[0]?.scans.length).toBe(3)
  expect(await stepOf(order._id)).toBe('out for delivery')
  const { parcels: [parcel] = [] } = await detailOf(order._id)
  expect(parcel?.scans.at(-1)).toMatchObject({ word: 'HELD BY THE CUSTOMS', step: null })
})

test('an event without the secret, with a part of it or with another one is refused and leaves nothing', async () => {
  const { number } = await sent()
  const count = async () => (await sql`select from courier_events`.execute(shop.db)).rows.length
  const before = await count()
  for (const headers of [
    {},
    { 'x-api-key': '' },
    { 'x-api-key': secret().slice(0, 20) },
    { 'x-api-key': 'x'.repeat(43) },
  ]) {
    const answer = await tell(eventOf(number, 'DELIVERED', minute(1)), headers)
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'invalid'])
  }
  for (const body of ['{', '[]', '{}', JSON.stringify({ awb: null })]) expect((await tell(body)).status).toBe(400)
  expect(await count()).toBe(before)
})

test('an event is stored once, whatever its texts contain, and one about an unknown parcel is kept', async () => {
  const event = eventOf('no-such-number', 'DELIVERED', minute(1), { note: 'NUL \u0000 and half \uD800' })
  expect((await tell(event)).status).toBe(200)
  expect((await tell(event)).status).toBe(200)
  await dealWithEvents()
  const kept = await shop.db
    .selectFrom('courierEvents')
    .selectAll()
    .where('trackingNumber', '=', 'no-such-number')
    .execute()
  expect(kept).toMatchObject([{ processedAt: null, failure: 'No parcel of this shop has this number.' }])
})

test('an event that comes before the answer with the number finds its parcel by the reference', async () => {
  const product = await addProduct(shop.db, { stock: 5 })
  const { order } = await buy(shop, product.id)
  await shop.shop.courier.track('unknown').catch(() => undefined)
  await courier.setFaults({ dropAnswerNext: 1 })
  await admin.api.bookParcels([{ _id: order._id }])
  await tell(eventOf('19041', 'PICKED UP', minute(1), { order_id: order._id }))
  await dealWithEvents()
  await sql`update sandbox_parcels set awb = '19041', courier = 'Ekart' where reference = ${order._id}`.execute(shop.db)
  await sql`update parcels set next_attempt_at = now() - interval '1 second' where order_id = ${order._id}`.execute(
    shop.db,
  )
  await workOnParcels(shop.shop, NEVER)
  expect(await detailOf(order._id)).toMatchObject({ order: { status: 'shipped' }, parcels: [{ step: 'picked up' }] })
})

test('nobody at home: the customer and the staff see why and what to do, and the next try goes on', async () => {
  const { buyer, order, number } = await sent()
  const noon = nextDayInIndia(Date.now()) + 12 * 3_600_000
  await courier.scan(number, 'UNDELIVERED', { activity: 'Consignee not available', at: new Date(noon) })
  await expect.poll(() => stepOf(order._id)).toBe('not delivered')
  expect((await detailOf(order._id)).parcels).toMatchObject([{ reason: 'nobody at home', problem: 'undelivered' }])
  const [mine] = await buyer.api.listMyOrders(buyer.id)
  expect(mine?.parcel).toMatchObject({ step: 'not delivered', reason: 'nobody at home' })
  // One mail a day at the door, whatever is said of it.
  await courier.scan(number, 'UNDELIVERED', { activity: 'Door locked', at: new Date(noon + 60_000) })
  await expect.poll(async () => JSON.stringify((await detailOf(order._id)).parcels)).toContain('Door locked')
  expect(await undeliveredMails(order._id)).toBe(1)
  const waits = await admin.api.listAllOrders({ waits: 'undelivered' })
  expect(waits.items.map(({ _id }) => _id)).toContain(order._id)
  await courier.scan(number, 'OUT FOR DELIVERY', { at: new Date(noon + 3_600_000) })
  await expect.poll(() => stepOf(order._id)).toBe('out for delivery')
  expect((await admin.api.listAllOrders({ waits: 'undelivered' })).items.map(({ _id }) => _id)).not.toContain(order._id)
})

test('the delivery of a parcel for cash collects its cash', async () => {
  const { order, number } = await sentForCash()
  await courier.scan(number, 'DELIVERED')
  await expect.poll(async () => (await detailOf(order._id)).order.status).toBe('delivered')
  expect((await detailOf(order._id)).cash).toMatchObject({ status: 'collected' })
})

test('a parcel that comes back cancels its order, and its pieces come to stock at the inspection', async () => {
  const cash = await sentForCash()
  const paid = await sent()
  for (const { number } of [cash, paid]) await courier.scan(number, 'RTO INITIATED')
  for (const { order, product } of [cash, paid]) {
    await expect.poll(async () => (await detailOf(order._id)).order.status).toBe('cancelled')
    expect(await stockOf(shop, product.id)).toEqual([4])
    await takeIn(admin, order._id)
    expect(await stockOf(shop, product.id)).toEqual([5])
  }
  expect((await detailOf(cash.order._id)).cash).toMatchObject({ status: 'refused' })
})

test('the money of a paid parcel that comes back waits for somebody, whatever else the courier says', async () => {
  const { buyer, order, number } = await sent()
  const before = (await admin.api.getWaiting()).returns?.undelivered ?? 0
  await courier.scan(number, 'RTO INITIATED')
  await expect.poll(async () => (await detailOf(order._id)).order.status).toBe('cancelled')
  await courier.scan(number, 'DELIVERED', { at: minute(1) })
  await courier.scan(number, 'RTO DELIVERED', { at: minute(2) })
  await expect.poll(() => stepOf(order._id)).toBe('back')
  const back = await returnOf(admin, order._id)
  expect(back).toMatchObject({ status: 'on its way', origin: 'parcel refused', waits: ['receive', 'undelivered'] })
  expect((await admin.api.getWaiting()).returns?.undelivered).toBe(before + 1)
  expect((await admin.api.listReturns({ waits: 'undelivered' })).items[0]?._id).toBe(back._id)
  const [mine] = await buyer.api.listMyOrders(buyer.id)
  expect(mine).toMatchObject({ payment: 'paid', refund: null, comesBack: { why: 'parcel refused' } })
  await takeIn(admin, order._id)
  expect((await detailOf(order._id)).refunds).toEqual([])
  await admin.api.changeReturn(back._id, { refund: true })
  expect((await detailOf(order._id)).refunds).toHaveLength(1)
  expect((await admin.api.getWaiting()).returns?.undelivered).toBe(before)
})

test('a paid parcel that comes back is sent again by one press: its pieces, at no charge, once', async () => {
  const { buyer, product, order, number } = await sent()
  await courier.scan(number, 'RTO INITIATED')
  await expect.poll(async () => (await detailOf(order._id)).order.status).toBe('cancelled')
  const { _id } = await returnOf(admin, order._id)
  const packer = await signedIn(shop, 'admin', 'packer')
  await expect(packer.api.changeReturn(_id, { exchange: 'again' })).rejects.toMatchObject({ status: 403 })
  const outcomes = await Promise.allSettled(
    [admin, admin].map(({ api }) => api.changeReturn(_id, { exchange: 'again' })),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { return: back } = await admin.api.getReturn(_id)
  expect(back).toMatchObject({ exchange: { status: 'sent' }, refund: { due: 0 }, waits: ['receive'] })
  const againId = back.exchange?.orderId ?? ''
  expect(await detailOf(againId)).toMatchObject({
    order: { status: 'order placed', payment: 'paid', address: ADDRESS, products: [{ quantity: 1 }] },
  })
  expect(await stockOf(shop, product.id)).toEqual([3])
  const mine = await buyer.api.listMyOrders(buyer.id)
  expect(mine.find((one) => one._id === order._id)?.comesBack).toEqual({ why: 'parcel refused', sentAgainAs: againId })
  await expect(admin.api.changeReturn(_id, { refund: true })).rejects.toMatchObject({ status: 409 })
  await takeIn(admin, order._id)
  expect(await stockOf(shop, product.id)).toEqual([4])
  expect((await detailOf(order._id)).refunds).toEqual([])
})

test('what is sold out is sent again once it is back on the shelf, and nothing for cash is', async () => {
  const product = await addProduct(shop.db, { stock: 1 })
  const { order } = await buy(shop, product.id)
  const cash = await sentForCash()
  for (const number of [await bookFor(order._id), cash.number]) await courier.scan(number, 'RTO INITIATED')
  for (const { _id } of [order, cash.order]) {
    await expect.poll(async () => (await detailOf(_id)).order.status).toBe('cancelled')
  }
  const { _id } = await returnOf(admin, order._id)
  await expect(admin.api.changeReturn(_id, { exchange: 'again' })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('is sold out'),
  })
  await takeIn(admin, order._id)
  await admin.api.changeReturn(_id, { exchange: 'again' })
  expect(await stockOf(shop, product.id)).toEqual([0])
  const refused = await returnOf(admin, cash.order._id)
  await expect(admin.api.changeReturn(refused._id, { exchange: 'again' })).rejects.toMatchObject({ status: 409 })
})

test('a lost parcel is given up by the staff: its pieces are written off, and its money waits for a press', async () => {
  const [paid, cash] = [await sent(), await sentForCash()]
  for (const { number } of [paid, cash]) await courier.scan(number, 'LOST')
  for (const { order } of [paid, cash]) {
    await expect.poll(() => stepOf(order._id)).toBe('lost')
    expect((await detailOf(order._id)).order.status).toBe('shipped')
    const packer = await signedIn(shop, 'admin', 'packer')
    await expect(packer.api.giveUpParcel(order._id)).rejects.toMatchObject({ status: 403 })
    expect((await admin.api.giveUpParcel(order._id)).order.status).toBe('cancelled')
    await expect(admin.api.giveUpParcel(order._id)).rejects.toMatchObject({ status: 409 })
  }
  expect((await detailOf(cash.order._id)).cash).toMatchObject({ status: 'nothing due' })
  expect(await stockOf(shop, paid.product.id)).toEqual([4])
  const { items } = await admin.api.listReturns({ waits: 'undelivered' })
  const back = items.find(({ orderId }) => orderId === paid.order._id)
  expect(back).toMatchObject({ status: 'lost', origin: 'parcel lost', waits: ['undelivered'] })
  expect(items.map(({ orderId }) => orderId)).not.toContain(cash.order._id)
  const [mine] = await paid.buyer.api.listMyOrders(paid.buyer.id)
  expect(mine).toMatchObject({ status: 'cancelled', comesBack: { why: 'parcel lost' } })
  expect(await detailOf(paid.order._id)).toMatchObject({ cancelReason: 'The parcel was lost.', refunds: [] })
  await admin.api.changeReturn(back!._id, { refund: true })
  expect((await detailOf(paid.order._id)).refunds).toHaveLength(1)
  const waiting = await buy(shop, paid.product.id)
  await expect(admin.api.giveUpParcel(waiting.order._id)).rejects.toMatchObject({ status: 409 })
})

test('a customer of whose order pieces were cancelled before hears what becomes of the rest that is lost', async () => {
  const product = await addProduct(shop.db, { stock: 5 })
  const { buyer, order } = await buy(shop, product.id, 2)
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: order.products[0]!._id, quantity: 1 }] })
  await bookFor(order._id)
  await admin.api.giveUpParcel(order._id)
  shop.mails.splice(0)
  await sql`update mails set due_at = now() where name = 'order-cancelled' and key = ${order._id}`.execute(shop.db)
  await sendMails(shop.shop, NEVER)
  expect(shop.mails.find(({ id }) => id?.startsWith(`${order._id}.cancelled`))?.text).toContain(
    'The parcel was lost. We send it again, or the rest of what you paid goes back to you',
  )
  await admin.api.changeReturn((await returnOf(admin, order._id))._id, { refund: true, refundTo: 'store credit' })
  expect((await buyer.api.listMyOrders(buyer.id))[0]?.comesBack).toEqual({ why: 'parcel lost', isCredited: true })
})

test('what a courier loses on its way back is written off, and its customer hears of it', async () => {
  const { buyer, order, number, product } = await sent()
  await courier.scan(number, 'RTO INITIATED')
  await expect.poll(async () => (await detailOf(order._id)).order.status).toBe('cancelled')
  const { _id } = await returnOf(admin, order._id)
  const { return: lost } = await admin.api.changeReturn(_id, { to: 'lost' })
  expect(lost).toMatchObject({ status: 'lost', waits: ['undelivered'] })
  await expect(admin.api.changeReturn(_id, { to: 'received' })).rejects.toMatchObject({ status: 409 })
  expect(await stockOf(shop, product.id)).toEqual([4])
  const mails = await shop.db.selectFrom('mails').select('name').where('key', '=', _id).execute()
  expect(mails).toEqual([{ name: 'return-lost' }])
  await admin.api.changeReturn(_id, { exchange: 'again' })
  expect((await buyer.api.listMyOrders(buyer.id)).map(({ status }) => status)).toEqual(['order placed', 'cancelled'])
})

test('the money of a paid parcel that came back goes by itself once it is in, where the owner says so', async () => {
  await setSettings(shop, { refundsUndelivered: true })
  const { order, number } = await sent()
  await courier.scan(number, 'RTO INITIATED')
  await expect.poll(async () => (await detailOf(order._id)).order.status).toBe('cancelled')
  expect((await detailOf(order._id)).refunds).toEqual([])
  await takeIn(admin, order._id)
  expect((await detailOf(order._id)).refunds).toMatchObject([{ isByShop: true }])
  await setSettings(shop, { refundsUndelivered: false })
})

test('what does not move, has no scan, or is late waits on Today, with its list', async () => {
  const [stuck, unscanned, late] = [await sent(), await sent(), await sent()]
  await courier.scan(stuck.number, 'IN TRANSIT')
  await expect.poll(() => stepOf(stuck.order._id)).toBe('on its way')
  const before = (await admin.api.getWaiting()).parcels ?? { stuck: 0, unscanned: 0, undelivered: 0, late: 0 }
  await sql`update parcel_scans set at = at - interval '4 days' from parcels where parcels.id = parcel_id and order_id = ${stuck.order._id}`.execute(
    shop.db,
  )
  await sql`update parcels set booked_at = now() - interval '3 days' where order_id = ${unscanned.order._id}`.execute(
    shop.db,
  )
  await sql`update orders set deliver_by = current_date - 2 where id = ${late.order._id}`.execute(shop.db)
  expect((await admin.api.getWaiting()).parcels).toEqual({
    ...before,
    stuck: before.stuck + 1,
    unscanned: before.unscanned + 1,
    late: before.late + 1,
  })
  for (const [waits, { order }] of [
    ['stuck', stuck],
    ['unscanned', unscanned],
    ['late', late],
  ] as const) {
    expect((await admin.api.listAllOrders({ waits })).items.map(({ _id }) => _id)).toEqual([order._id])
  }
})

/** What ends the way of a parcel, whatever its courier has said of it. */
const ENDED: Record<string, { said: string; end: (order: { _id: string }) => Promise<unknown> }> = {
  'is given up': { said: 'LOST', end: ({ _id }) => admin.api.giveUpParcel(_id) },
  'has arrived': { said: 'IN TRANSIT', end: ({ _id }) => admin.api.changeOrderStatus(_id, 'delivered') },
  'is back': { said: 'RTO INITIATED', end: ({ _id }) => takeIn(admin, _id) },
  'has arrived after all': {
    said: 'RTO INITIATED',
    end: async ({ _id }) => admin.api.changeReturn((await returnOf(admin, _id))._id, { delivered: true }),
  },
}

test.for(Object.keys(ENDED))('nobody looks after a parcel any more that %s', async (how) => {
  const { said, end } = ENDED[how]!
  const { order, number } = await sent()
  const nothing = { stuck: 0, unscanned: 0, undelivered: 0, late: 0 }
  const waiting = async () => (await admin.api.getWaiting()).parcels ?? nothing
  const before = await waiting()
  await courier.scan(number, said)
  await expect.poll(() => stepOf(order._id)).not.toBe('booked')
  await sql`update parcel_scans set at = at - interval '4 days' from parcels where parcels.id = parcel_id and order_id = ${order._id}`.execute(
    shop.db,
  )
  expect(await waiting()).not.toEqual(before)
  await end(order)
  expect(await waiting()).toEqual(before)
  expect((await detailOf(order._id)).parcels?.[0]?.problem).toBeNull()
})

test('a parcel is asked after by hand', async () => {
  await courier.setFaults({ loseShare: 1 })
  const { order, number } = await sent()
  await courier.scan(number, 'IN TRANSIT')
  const { parcels: [parcel] = [] } = await detailOf(order._id)
  expect(parcel?.step).toBe('booked')
  expect((await admin.api.checkParcel(parcel!._id)).order.parcel?.step).toBe('on its way')
})

test('the manifest lists what each courier takes, with a line to sign, and not what was scanned', async () => {
  const product = await addProduct(shop.db, { stock: 9 })
  const byHand = await buy(shop, product.id)
  await admin.api.changeOrderStatus(byHand.order._id, 'shipped', {
    courier: 'india-post',
    trackingNumber: 'EM123456789IN',
  })
  const far = await signedIn(shop)
  await fillCart(far, product.id)
  const { order: unread } = await buyCart(shop, far, { ...ADDRESS, city: 'دہلی' })
  await admin.api.changeOrderStatus(unread._id, 'shipped', { courier: 'india-post', trackingNumber: 'EM987654321IN' })
  const [waiting, taken] = [await sent(), await sent()]
  await courier.scan(taken.number, 'PICKED UP')
  await expect.poll(() => stepOf(taken.order._id)).toBe('picked up')
  const pages = readPdf(Buffer.from(await (await admin.api.getManifest()).arrayBuffer()))
  const text = pages.flat().join('\n')
  expect(text).toContain('Manifest for India Post')
  expect(text).toContain('EM123456789IN')
  expect(text.replaceAll('\n', ' ').match(/Part of the address cannot be/g)).toHaveLength(1)
  expect(text).toContain(waiting.number)
  expect(text).not.toContain(taken.number)
  expect(text).toMatch(/Taken by India Post: name, date, time and signature/)
  const only = readPdf(Buffer.from(await (await admin.api.getManifest({ carrier: 'India Post' })).arrayBuffer()))
  expect(only).toHaveLength(1)
  await expect(admin.api.getManifest({ day: '2020-01-01' })).rejects.toMatchObject({ status: 404 })
})

test('an erased customer’s parcel keeps its steps, and nothing that a courier wrote beside them', async () => {
  const { buyer, order, number } = await sent()
  await courier.scan(number, 'DELIVERED', { activity: 'Delivered to Asha at the gate' })
  await expect.poll(() => stepOf(order._id)).toBe('delivered')
  await sql`update courier_events set processed_at = now() where tracking_number = ${number}`.execute(shop.db)
  const nobodyId = newId()
  await insertAnonymousAccount(shop.db, nobodyId)
  await unlinkOrders(shop.db, buyer.id, nobodyId)
  const { parcels: [parcel] = [] } = await detailOf(order._id)
  expect(parcel).toMatchObject({ step: 'delivered', scans: [{ word: 'DELIVERED', note: '', place: '' }] })
  const { rows } = await sql<{ payload: object }>`
    select payload from courier_events where tracking_number = ${number}`.execute(shop.db)
  expect(rows).toEqual([{ payload: {} }])
})

test('money at the door that changes while a parcel is booked books it anew', async () => {
  await setSettings(shop, {
    takesCash: true,
    cashNeedsConfirming: false,
    takesCashFirst: true,
    cashLimit: 5000,
    cashFee: 0,
  })
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db, { stock: 5, pricePaise: 90_000 })).id, 2)
  const order = await buyer.api.orderForCash({ address: { ...ADDRESS, phone: '9123456702', street: '4, Mill Lane' } })
  await shop.shop.courier.track('unknown').catch(() => undefined)
  await courier.setFaults({ dropAnswerNext: 1 })
  await admin.api.bookParcels([{ _id: order._id }])
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: order.products[0]!._id, quantity: 1 }] })
  const dealWithParcels = async () => {
    await sql`update parcels set next_attempt_at = now() - interval '1 second' where next_attempt_at is not null`.execute(
      shop.db,
    )
    await workOnParcels(shop.shop, NEVER)
  }
  await dealWithParcels()
  await dealWithParcels()
  expect((await detailOf(order._id)).order.status).toBe('order placed')
  expect((await admin.api.bookParcels([{ _id: order._id }])).results).toMatchObject([{ outcome: 'booked' }])
  const booked = (await courier.listParcels()).filter(({ reference }) => reference.startsWith(order._id))
  expect(booked.map(({ isCancelled, sent: { sub_total } }) => [isCancelled, sub_total])).toEqual([
    [false, 900],
    [true, 1800],
  ])
})
