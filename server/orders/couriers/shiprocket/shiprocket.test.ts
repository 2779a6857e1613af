import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { CourierRefused, CourierUnavailable } from '#server/orders/couriers/courier-errors.ts'
import type { NewParcel } from '#server/orders/couriers/courier-service.ts'
import { createShiprocket } from '#server/orders/couriers/shiprocket/shiprocket.ts'
import { ADDRESS } from '#test/purchase.ts'
import { startCourierSandbox } from '#test/start-courier-sandbox.ts'

let sandbox: Awaited<ReturnType<typeof startCourierSandbox>>
let references = 0
beforeAll(async () => {
  sandbox = await startCourierSandbox()
})
afterEach(() =>
  sandbox.setFaults({
    delayMs: 0,
    workAfterMs: 0,
    failNext: 0,
    dropAnswerNext: 0,
    hang: false,
    noCourier: '',
    loseShare: 0,
  }),
)
afterAll(() => sandbox.close())

const newParcel = (more: Partial<NewParcel> = {}): NewParcel => ({
  reference: `order-${(references += 1)}`,
  orderedAt: new Date('2026-11-26T20:00:00Z'),
  address: ADDRESS,
  email: 'asha@example.com',
  lines: [{ name: 'Oxford shirt', sku: 'OX-M', quantity: 2, pricePaise: 149_900, hsn: '6205' }],
  totalPaise: 299_800,
  cashPaise: 0,
  weightGrams: 700,
  lengthCm: 30,
  breadthCm: 25,
  heightCm: 4,
  ...more,
})
const ownParcels = async (reference: string) =>
  (await sandbox.listParcels()).filter((parcel) => parcel.reference === reference)
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a parcel is booked with its reference, its money and its weight, and gets a number and a price', async () => {
  const courier = sandbox.open()
  const parcel = newParcel({ cashPaise: 299_800 })
  const booking = await courier.book(parcel, { mayExist: false })
  expect(booking).toEqual({
    shipmentId: expect.stringMatching(/^7\d{6}$/),
    trackingNumber: expect.stringMatching(/^1904\d+$/),
    carrier: expect.any(String),
    trackingLink: `https://shiprocket.co/tracking/${booking.trackingNumber}`,
    costPaise: 9100,
  })
  expect(await ownParcels(parcel.reference)).toMatchObject([
    {
      awb: booking.trackingNumber,
      isReturn: false,
      sent: {
        order_date: '2026-11-27',
        billing_pincode: '570001',
        billing_phone: '9876543210',
        payment_method: 'COD',
        sub_total: 2998,
        weight: 0.7,
        order_items: [{ sku: 'OX-M', units: 2, selling_price: 1499 }],
      },
    },
  ])
})

test('a parcel whose answers got lost is found again by its reference and booked once', async () => {
  const courier = sandbox.open()
  await courier.track('nothing').catch(() => undefined)
  const parcel = newParcel()
  for (const step of ['create', 'assign']) {
    await sandbox.setFaults({ dropAnswerNext: 1 })
    const lost = await failureOf(courier.book(parcel, { mayExist: step === 'assign' }))
    // The list of orders loses its answer the second time, and then the number was given already by nobody.
    expect(lost).toBeInstanceOf(CourierUnavailable)
  }
  const booking = await courier.book(parcel, { mayExist: true })
  expect(await courier.book(parcel, { mayExist: true })).toMatchObject({ trackingNumber: booking.trackingNumber })
  expect(await ownParcels(parcel.reference)).toMatchObject([{ awb: booking.trackingNumber }])
})

test('a number whose answer got lost is the parcel’s number', async () => {
  const courier = sandbox.open()
  const parcel = newParcel()
  await courier.book(parcel, { mayExist: false })
  const [booked] = await ownParcels(parcel.reference)
  expect(await courier.book(parcel, { mayExist: true })).toMatchObject({ trackingNumber: booked?.awb })
})

test('of two orders under one reference the one with a number counts', async () => {
  const courier = sandbox.open()
  const parcel = newParcel()
  await sandbox.setFaults({ noCourier: 'No courier serves this PIN code.' })
  expect(await failureOf(courier.book(parcel, { mayExist: false }))).toMatchObject({
    name: 'CourierRefused',
    message: 'No courier serves this PIN code.',
  })
  await sandbox.setFaults({ noCourier: '' })
  const booking = await courier.book(parcel, { mayExist: false })
  expect(await ownParcels(parcel.reference)).toHaveLength(2)
  expect(await courier.book(parcel, { mayExist: true })).toMatchObject({ trackingNumber: booking.trackingNumber })
})

test('what the service does not take is refused with its sentence, and an outage is none', async () => {
  const courier = sandbox.open()
  const wrong = newParcel({ address: { ...ADDRESS, pincode: '57' } })
  expect(await failureOf(courier.book(wrong, { mayExist: false }))).toBeInstanceOf(CourierRefused)
  for (const failStatus of [500, 503, 429]) {
    await sandbox.setFaults({ failNext: 1, failStatus })
    expect(await failureOf(courier.book(newParcel(), { mayExist: false }))).toBeInstanceOf(CourierUnavailable)
  }
})

test('the token is kept, and asked for anew when it is no longer taken', async () => {
  const paths: string[] = []
  let isExpired = false
  const courier = createShiprocket({
    ...sandbox.settings,
    apiUrl: 'http://localhost',
    async send(url) {
      paths.push(url.pathname.replace('/v1/external', ''))
      if (url.pathname.endsWith('/login')) return { status: 200, body: JSON.stringify({ token: 'x'.repeat(40) }) }
      if (isExpired) {
        isExpired = false
        return { status: 401, body: '{}' }
      }
      return { status: 200, body: JSON.stringify({ tracking_data: { track_status: 0 } }) }
    },
  })
  await Promise.all([courier.track('1'), courier.track('2')])
  isExpired = true
  await courier.track('3')
  expect(paths).toEqual([
    '/auth/login',
    ...['1', '2', '3'].map((number) => `/courier/track/awb/${number}`),
    '/auth/login',
    '/courier/track/awb/3',
  ])
})

test('a wrong password is an outage, not a refusal of the parcel', async () => {
  const courier = sandbox.open({ password: 'wrong' })
  expect(await failureOf(courier.book(newParcel(), { mayExist: false }))).toMatchObject({
    name: 'CourierUnavailable',
    message: 'Shiprocket refuses the shop’s sign-in.',
  })
})

test('a pick-up may be asked for again, and a cancelled parcel cancelled again', async () => {
  const courier = sandbox.open()
  const parcel = newParcel()
  const { shipmentId } = await courier.book(parcel, { mayExist: false })
  await courier.pickUp(shipmentId)
  await courier.pickUp(shipmentId)
  expect(await courier.getLabelLink(shipmentId)).toMatch(/^https:/)
  await courier.cancel(parcel.reference)
  await courier.cancel(parcel.reference)
  await courier.cancel('never-booked')
  expect(await ownParcels(parcel.reference)).toMatchObject([{ isFetched: true, isCancelled: true }])
})

test('a return is fetched from the customer', async () => {
  const parcel = newParcel()
  const to = { ...ADDRESS, name: 'Selvedge', email: 'care@example.com' }
  const { trackingNumber } = await sandbox.open().bookReturn(parcel, to, { mayExist: false })
  expect(await ownParcels(parcel.reference)).toMatchObject([
    {
      isReturn: true,
      awb: trackingNumber,
      sent: { pickup_customer_name: 'Asha Rao', shipping_customer_name: 'Selvedge' },
    },
  ])
})

test('a parcel is followed by asking and by status calls, which say the same', async () => {
  const courier = sandbox.open()
  const { trackingNumber } = await courier.book(newParcel(), { mayExist: false })
  expect(await courier.track(trackingNumber)).toEqual([])
  const at = new Date('2026-11-26T10:00:00Z')
  await sandbox.scan(trackingNumber, 'PICKED UP', { at })
  await sandbox.scan(trackingNumber, 'UNDELIVERED', {
    activity: 'Consignee not available',
    at: new Date(at.getTime() + 60_000),
  })
  await sandbox.scan(trackingNumber, 'HELD AT CUSTOMS', { at: new Date(at.getTime() + 120_000) })
  const asked = await courier.track(trackingNumber)
  expect(asked.toReversed()).toMatchObject([
    { at, word: 'PICKED UP', step: 'picked up', reason: null },
    { word: 'UNDELIVERED', step: 'not delivered', reason: 'nobody at home', note: 'Consignee not available' },
    { word: 'HELD AT CUSTOMS', step: null },
  ])
  await expect.poll(() => sandbox.calls.length).toBe(3)
  const told = sandbox.calls.map(({ body }) => courier.readEvent(body))
  expect(sandbox.calls.every(({ key }) => key === sandbox.settings.webhookSecrets[0])).toBe(true)
  expect(told.find(({ scans }) => scans.length === 3)).toMatchObject({
    trackingNumber,
    reference: `order-${references}`,
    scans: asked.toReversed(),
  })
})

test.for([
  ['no JSON', '{'],
  ['no object', '3'],
  ['no number', JSON.stringify({ current_status: 'DELIVERED' })],
])('%s is no event', ([, body]) => {
  expect(() => sandbox.open().readEvent(body!)).toThrow('The event could not be read.')
})

test('a time before there were computers is none, so what came with it is no scan', () => {
  const scan = { activity: 'In transit', location: 'Pune', 'sr-status-label': 'IN TRANSIT', status: 'IT' }
  const body = {
    awb: '19041424751540',
    current_status: 'Delivered',
    current_timestamp: '01 01 0001 00:00:00',
    scans: ['0000-01-01 00:00:00', '0001-01-01 00:00:00', '2023-05-23 11:43:52'].map((date) => ({ ...scan, date })),
  }
  expect(sandbox.open().readEvent(JSON.stringify(body))).toMatchObject({
    scans: [{ at: new Date('2023-05-23T06:13:52Z'), word: 'IN TRANSIT' }],
  })
})

test('an event without a history has the word of now, and numbers may come as numbers', () => {
  const body = {
    awb: 19_041_424_751_540,
    current_status: 'Delivered',
    current_timestamp: '23 05 2023 11:43:52',
    order_id: 5,
  }
  expect(sandbox.open().readEvent(JSON.stringify(body))).toEqual({
    trackingNumber: '19041424751540',
    reference: '5',
    scans: [
      { at: new Date('2023-05-23T06:13:52Z'), word: 'Delivered', step: 'delivered', reason: null, note: '', place: '' },
    ],
  })
})
