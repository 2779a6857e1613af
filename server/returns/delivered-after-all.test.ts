import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { newId } from '#server/db/new-id.ts'
import { sendMails } from '#server/mails/service.ts'
import { takeOverRefunds } from '#server/orders/refunds/record-refund.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buy, fillCart, NEVER, pay, setSandboxFaults, signedIn, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { courierControls } from '#test/start-courier-sandbox.ts'
import { startShop } from '#test/start-shop.ts'
import { returnOf } from '#test/take-in.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
let courier: ReturnType<typeof courierControls>
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  courier = courierControls(shop.origin)
  await setSettings(shop, {
    takesCash: true,
    cashNeedsConfirming: false,
    taxRegistration: 'regular',
    gstin: '29AAGCB7383J1Z4',
    addressLines: '4, Church Street',
  })
})
afterEach(() => Promise.all([expectInvariants(shop.db), expectEqualLedger()]))
afterAll(() => shop.close())

/** The month's documents and the ledger say the same. */
async function expectEqualLedger() {
  const { ledger, sums } = await admin.api.getTaxMonth()
  expect(ledger).toMatchObject({ differing: 0, total: sums.total })
}

const refusal = (message: string, status = 409) =>
  expect.objectContaining({ status, message: expect.stringContaining(message) })

/** Two pieces of a product, on their way to whoever paid for them. */
async function sent() {
  const product = await addProduct(shop.db, { stock: 5, pricePaise: 99_999 })
  const { buyer, order, proof } = await buy(shop, product.id, 2)
  const { results } = await admin.api.bookParcels([{ _id: order._id }])
  const paymentId = proof.razorpayPaymentId
  return { buyer, product, orderId: order._id, paymentId, number: results[0]?.trackingNumber ?? '' }
}
type Sent = Awaited<ReturnType<typeof sent>>

const statusOf = async (orderId: string) => (await admin.api.getOrderDetail(orderId)).order.status

/** The ways in which a parcel is given up. */
const GIVEN_UP: Record<string, (sent: Sent) => Promise<unknown>> = {
  async 'comes back'({ number, orderId }) {
    await courier.scan(number, 'RTO INITIATED')
    await expect.poll(() => statusOf(orderId)).toBe('cancelled')
  },
  'is lost': ({ orderId }) => admin.api.giveUpParcel(orderId),
  async 'is lost on its way back'({ orderId, number }) {
    await courier.scan(number, 'RTO INITIATED')
    await expect.poll(() => statusOf(orderId)).toBe('cancelled')
    await admin.api.changeReturn((await returnOf(admin, orderId))._id, { to: 'lost' })
  },
  'is called back': ({ orderId }) => admin.api.changeOrderStatus(orderId, 'cancelled'),
}

async function givenUp(how = 'comes back') {
  const parcel = await sent()
  await GIVEN_UP[how]?.(parcel)
  return { ...parcel, returnId: (await returnOf(admin, parcel.orderId))._id }
}

const arrive = (returnId: string, { api }: SignedIn = admin) => api.changeReturn(returnId, { delivered: true })

/** Where the pieces of a product are that are not on the shelf. */
async function placesOf({ product }: Pick<Sent, 'product'>): Promise<Record<string, number>> {
  const { rows } = await sql<{ place: string; pieces: number }>`
    select move.place, sum(move.quantity)::integer as pieces
    from stock_ledger join product_sizes size on size.id = stock_ledger.product_size_id,
      lateral (values (from_place, -quantity), (to_place, quantity)) move (place, quantity)
    where size.product_id = ${product.id} and move.place not in ('supplier', 'shelf')
    group by move.place having sum(move.quantity) <> 0`.execute(shop.db)
  return Object.fromEntries(rows.map(({ place, pieces }) => [place, pieces]))
}

async function documentsOf(orderId: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string; paise: number }>`
    select kind, total_paise as paise from documents where order_id = ${orderId} and kind <> 'receipt voucher'
    order by issued_at, id`.execute(shop.db)
  return rows.map(({ kind, paise }) => `${kind} ${paise}`)
}

test.for(Object.keys(GIVEN_UP))(
  'a parcel that %s and is delivered after all is with its customer and stays paid',
  async (how) => {
    const parcel = await givenUp(how)
    const { buyer, orderId, returnId } = parcel
    const { message, return: back } = await arrive(returnId)
    expect(message).toBe('The customer has the parcel. Its money stays.')
    expect(back).toMatchObject({ status: 'inspected', waits: [], refund: { status: 'nothing due', due: 0 } })
    expect(await placesOf(parcel)).toEqual({ customer: 2 })
    expect(await documentsOf(orderId)).toEqual(['tax invoice 199998'])
    const { order, refunds } = await admin.api.getOrderDetail(orderId)
    expect({ status: order.status, payment: order.payment, refunds }).toEqual({
      status: 'cancelled',
      payment: 'paid',
      refunds: [],
    })
    const [mine] = await buyer.api.listMyOrders(buyer.id)
    expect(mine).toMatchObject({ status: 'cancelled', payment: 'paid', comesBack: { isDelivered: true } })
    const [entry] = (await admin.api.listAudit({ search: returnId })).entries
    expect(entry).toMatchObject({
      action: 'return.inspected',
      person: { _id: admin.id },
      changes: expect.arrayContaining([expect.objectContaining({ to: 'The customer has it.' })]),
    })
    for (const later of [
      { delivered: true },
      { to: 'received' },
      { to: 'lost' },
      { refund: true },
      { exchange: 'again' },
    ] as const) {
      await expect(admin.api.changeReturn(returnId, later)).rejects.toMatchObject({ status: 409 })
    }
  },
)

test('Today waits no more for a paid parcel that was delivered after all', async () => {
  const waiting = async () => (await admin.api.getWaiting()).returns?.undelivered ?? 0
  const before = await waiting()
  const { returnId } = await givenUp()
  expect(await waiting()).toBe(before + 1)
  await arrive(returnId)
  expect(await waiting()).toBe(before)
})

test('what the courier says of a late delivery moves nothing by itself', async () => {
  const { number, orderId, returnId } = await givenUp()
  await courier.scan(number, 'DELIVERED')
  const scans = async () => (await admin.api.getOrderDetail(orderId)).parcels?.[0]?.scans.map(({ step }) => step)
  await expect.poll(scans).toContain('delivered')
  expect((await admin.api.getReturn(returnId)).return).toMatchObject({ status: 'on its way', refund: { due: 1999.98 } })
  expect((await arrive(returnId)).return.status).toBe('inspected')
})

test('whoever packs does not say so, and of those who say it at once one does', async () => {
  const { returnId, ...parcel } = await givenUp()
  const packer = await signedIn(shop, 'admin', 'packer')
  await expect(arrive(returnId, packer)).rejects.toMatchObject({ status: 403 })
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => arrive(returnId)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await placesOf(parcel)).toEqual({ customer: 2 })
})

test('a parcel is received or delivered after all, never both, also at once', async () => {
  for (const how of ['is called back', 'comes back', 'is called back']) {
    const { returnId, orderId } = await givenUp(how)
    const outcomes = await Promise.allSettled([admin.api.changeReturn(returnId, { to: 'received' }), arrive(returnId)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const isReceived = outcomes[0].status === 'fulfilled'
    const { refunds } = await admin.api.getOrderDetail(orderId)
    expect(refunds).toHaveLength(isReceived && how === 'is called back' ? 1 : 0)
  }
})

test('what was received was not delivered', async () => {
  const { returnId } = await givenUp()
  await admin.api.changeReturn(returnId, { to: 'received' })
  await expect(arrive(returnId)).rejects.toEqual(refusal('that is received cannot'))
})

test('what was refunded, even in part, or sent again was not delivered', async () => {
  const [refunded, parted, again] = [await givenUp(), await givenUp(), await givenUp('is lost')]
  await admin.api.changeReturn(refunded.returnId, { refund: true })
  const [line] = (await admin.api.getReturn(parted.returnId)).return.lines
  await admin.api.changeReturn(parted.returnId, { refund: { lines: [{ _id: line!._id, quantity: 1 }] } })
  await admin.api.changeReturn(again.returnId, { exchange: 'again' })
  for (const { returnId } of [refunded, parted, again]) {
    await expect(arrive(returnId)).rejects.toEqual(refusal('sent again, or money of theirs went back'))
  }
})

test('for cash nothing can stay paid, and what its customer sent back is received', async () => {
  const product = await addProduct(shop.db, { stock: 5, pricePaise: 50_000 })
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id)
  const cash = await buyer.api.orderForCash({ address: ADDRESS })
  await admin.api.changeOrderStatus(cash._id, 'shipped')
  await admin.api.changeCash(cash._id, 'refused')
  await expect(arrive((await returnOf(admin, cash._id))._id)).rejects.toEqual(refusal('for an order for cash'))
  const { order } = await buy(shop, product.id)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const lines = [{ _id: order.products[0]!._id, quantity: 1, reason: 'too small' as const }]
  const { _id } = await admin.api.takeBack(order._id, { lines })
  await admin.api.changeReturn(_id, { to: 'on its way' })
  await expect(arrive(_id)).rejects.toEqual(refusal('Only a parcel that never arrived'))
})

test('pieces are not inspected that were not received', async () => {
  for (const how of ['comes back', 'is lost']) {
    const { returnId } = await givenUp(how)
    const [line] = (await admin.api.getReturn(returnId)).return.lines
    for (const goesTo of ['shelf', 'sent back'] as const) {
      const pieces = [{ _id: line!._id, quantity: 2, condition: 'as new' as const, goesTo }]
      await expect(admin.api.changeReturn(returnId, { to: 'inspected', pieces })).rejects.toEqual(
        refusal('cannot become inspected'),
      )
    }
  }
})

test('money that goes back later at the provider gets its credit note', async () => {
  const { returnId, orderId, paymentId } = await givenUp()
  await arrive(returnId)
  await setSandboxFaults(shop, { refundAfterMs: 0 })
  await shop.shop.provider.refundPayment({ paymentId, amountPaise: 99_999, idempotencyKey: newId(), notes: {} })
  const refunded = async () => {
    await takeOverRefunds(shop.shop, paymentId, {})
    return (await admin.api.getOrderDetail(orderId)).order.refundedAmount
  }
  await expect.poll(refunded).toBe(999.99)
  expect(await documentsOf(orderId)).toEqual(['tax invoice 199998', 'credit note 99999'])
})

/** Where no parcel for cash was refused. */
const ELSEWHERE = { ...ADDRESS, street: '7, Hill Road', phone: '9100000007' }

/** The ways to pay before a parcel leaves that are not the provider's alone. */
const PAID: Record<string, (buyer: SignedIn) => Promise<string>> = {
  async 'by store credit alone'(buyer) {
    await admin.api.giveCredit(buyer.id, { amount: 500, reason: 'A test.' })
    return (await buyer.api.orderByCredit({ address: ADDRESS }))._id
  },
  async 'by a link, in place of cash'(buyer) {
    const { _id } = await buyer.api.orderForCash({ address: ELSEWHERE })
    await buyer.api.verifyPayment(await pay(shop, (await buyer.api.payCashOrder(_id)).id))
    return _id
  },
  async 'at the door, for what it is an exchange of'(buyer) {
    const { _id: first, products } = await buyer.api.orderForCash({ address: ELSEWHERE })
    await admin.api.changeOrderStatus(first, 'shipped')
    await admin.api.changeOrderStatus(first, 'delivered')
    const lines = [{ _id: products[0]!._id, quantity: 1, reason: 'too small' as const, exchangeSize: 'L' }]
    const { _id } = await buyer.api.askForReturn(first, { lines })
    await admin.api.changeReturn(_id, { to: 'approved' })
    return (await admin.api.changeReturn(_id, { exchange: 'send' })).return.exchange!.orderId!
  },
}

test.for(Object.keys(PAID))('an order that was paid %s stays paid too', async (how) => {
  const product = await addProduct(shop.db, { sizes: { M: 3, L: 3 }, pricePaise: 50_000 })
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id, 1, 'M')
  const orderId = (await PAID[how]?.(buyer)) ?? ''
  await admin.api.changeOrderStatus(orderId, 'shipped')
  await admin.api.giveUpParcel(orderId)
  const { _id } = await returnOf(admin, orderId)
  expect((await arrive(_id)).return).toMatchObject({
    status: 'inspected',
    refund: { status: 'nothing due', refunded: 0 },
  })
  expect(await documentsOf(orderId)).toEqual(['tax invoice 50000'])
  await expect(admin.api.changeReturn(_id, { refund: true })).rejects.toMatchObject({ status: 409 })
})

test('programs that keep up with orders are told', async () => {
  const { returnId, orderId } = await givenUp()
  const readOn = async (from?: string) => {
    const ids: string[] = []
    let cursor = from
    for (let hasMore = true; hasMore;) {
      const answer = await admin.api.listChangedOrders(cursor === undefined ? {} : { cursor })
      ids.push(...answer.changes.map(({ _id }) => _id))
      cursor = answer.next
      hasMore = answer.hasMore
    }
    return { ids, cursor }
  }
  const { cursor } = await readOn()
  await arrive(returnId)
  expect((await readOn(cursor)).ids).toEqual([orderId])
})

test('the customer hears that the shop believes it has arrived, and no more that it is lost', async () => {
  const { returnId } = await givenUp('is lost on its way back')
  await arrive(returnId)
  shop.mails.splice(0)
  await sql`update mails set due_at = now() where key = ${returnId}`.execute(shop.db)
  await sendMails(shop.shop, NEVER)
  const mails = shop.mails.filter(({ id }) => id?.startsWith(returnId))
  expect(mails.map(({ id }) => id)).toEqual([`${returnId}.return-delivered`])
  expect(mails[0]?.text).toContain('Has it not reached you')
})
