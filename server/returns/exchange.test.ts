import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { EXCHANGE_HOLD_DAYS } from '#contract/returns/return-limits.ts'
import { sendMails } from '#server/mails/service.ts'
import { documentSeller } from '#server/documents/service.ts'
import { endExchanges, sendWonExchanges } from '#server/returns/service.ts'
import { addProduct, offerInput } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buyCart, fillCart, NEVER, signedIn, stockOf, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
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

async function deliver(orderId: string): Promise<void> {
  await admin.api.changeOrderStatus(orderId, 'shipped')
  await admin.api.changeOrderStatus(orderId, 'delivered')
}

interface Buying {
  isCash?: boolean
  quantity?: number
  code?: string
}

/** A delivered order of pieces in L, at ₹333.33 each; two of each other size are left. */
async function delivered({ isCash = false, quantity = 1, code }: Buying = {}) {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 33_333, sizes: { M: 2, L: 5, XL: 2 } })
  await fillCart(buyer, product.id, quantity, 'L')
  if (code !== undefined) await buyer.api.enterCode(code)
  const order = isCash ? await buyer.api.orderForCash({ address: ADDRESS }) : (await buyCart(shop, buyer)).order
  await deliver(order._id)
  return { buyer, product, orderId: order._id, lineId: order.products[0]!._id }
}
type Delivered = Awaited<ReturnType<typeof delivered>>

const ask = ({ buyer, orderId, lineId }: Pick<Delivered, 'buyer' | 'orderId' | 'lineId'>, size: string, quantity = 1) =>
  buyer.api.askForReturn(orderId, { lines: [{ _id: lineId, quantity, reason: 'too large', exchangeSize: size }] })

const change = (returnId: string, wanted: Parameters<typeof admin.api.changeReturn>[1]) =>
  admin.api.changeReturn(returnId, wanted)

/** Asks for another size and has it sent. */
async function exchanged(given: Pick<Delivered, 'buyer' | 'orderId' | 'lineId'>, size = 'M', quantity = 1) {
  const { _id } = await ask(given, size, quantity)
  await change(_id, { to: 'approved' })
  const { return: sent } = await change(_id, { exchange: 'send' })
  const order = (await given.buyer.api.listMyOrders(given.buyer.id)).find((one) => one._id === sent.exchange?.orderId)
  if (!order) throw new Error('nothing was sent')
  return { returnId: _id, sent, order, orderId: order._id, lineId: order.products[0]!._id, buyer: given.buyer }
}

const documentsOf = async (orderId: string) =>
  (
    await sql<{ kind: string; paise: number }>`
      select kind, total_paise as paise from documents where order_id = ${orderId} order by issued_at, id`.execute(
      shop.db,
    )
  ).rows.map(({ kind, paise }) => `${kind} ${paise}`)

const balanceOf = async ({ api }: SignedIn) => (await api.getStoreCredit()).balance

test('another size is held from the asking, and leaves with the first step of the return as an order at the same price', async () => {
  const given = await delivered()
  const { buyer, product, orderId, lineId } = given
  const asked = await ask(given, 'M')
  expect(asked).toMatchObject({
    lines: [{ exchangeSize: 'M', exchanged: 0, amount: 333.33 }],
    exchange: { status: 'held', until: expect.any(String) },
    refund: { status: 'nothing due', due: 0 },
  })
  expect(await stockOf(shop, product.id)).toEqual([1, 4, 2])
  await sql`update products set price_paise = 99999 where id = ${product.id}`.execute(shop.db)
  await change(asked._id, { to: 'approved' })
  const { return: moved } = await change(asked._id, { to: 'on its way' })
  expect(moved).toMatchObject({
    lines: [{ _id: lineId, exchanged: 1, refunded: 0 }],
    exchange: { status: 'sent', orderId: expect.any(String) },
    refund: { status: 'nothing due', refunded: 0 },
  })
  const [sent, before] = await buyer.api.listMyOrders(buyer.id)
  expect(sent).toMatchObject({
    _id: moved.exchange?.orderId,
    exchangeOf: { orderId, returnId: asked._id },
    products: [{ size: 'M', quantity: 1 }],
    totalAmount: 333.33,
    payment: 'paid',
    address: before?.address,
  })
  expect(before).toMatchObject({ payment: 'paid', refund: null })
  expect(await stockOf(shop, product.id)).toEqual([1, 4, 2])
  await deliver(sent!._id)
  await change(asked._id, { to: 'received' })
  await change(asked._id, { to: 'inspected', pieces: [{ _id: lineId, quantity: 1, condition: 'as new' }] })
  expect(await stockOf(shop, product.id)).toEqual([1, 5, 2])
  expect(await documentsOf(orderId)).toEqual(['receipt voucher 33333', 'tax invoice 33333', 'credit note 33333'])
  expect(await documentsOf(sent!._id)).toEqual(['receipt voucher 33333', 'tax invoice 33333'])
  expect(await balanceOf(buyer)).toBe(0)
})

test('an exchange of an exchange is exchanged, and the last piece is refunded', async () => {
  const given = await delivered()
  const first = await exchanged(given)
  await deliver(first.orderId)
  const second = await exchanged(first, 'XL')
  await deliver(second.orderId)
  const { _id } = await given.buyer.api.askForReturn(second.orderId, {
    lines: [{ _id: second.lineId, quantity: 1, reason: 'changed mind' }],
  })
  await change(_id, { to: 'approved' })
  const { return: refunded } = await change(_id, { refund: true })
  expect(refunded.refund).toMatchObject({ way: 'source', status: 'refunded', refunded: 333.33 })
  expect(await balanceOf(given.buyer)).toBe(0)
  for (const orderId of [given.orderId, first.orderId, second.orderId]) {
    await expect(
      given.buyer.api.askForReturn(orderId, { lines: [{ _id: `${orderId}-0`, quantity: 1, reason: 'damaged' }] }),
    ).rejects.toEqual(refusal('none is left'))
  }
})

test('money of an exchange of an order for cash goes to an account, by hand', async () => {
  const sent = await exchanged(await delivered({ isCash: true }))
  await deliver(sent.orderId)
  const { _id } = await sent.buyer.api.askForReturn(sent.orderId, {
    lines: [{ _id: sent.lineId, quantity: 1, reason: 'damaged' }],
    refundTo: 'asha@upi',
  })
  await change(_id, { to: 'approved' })
  const { return: paid } = await change(_id, { refund: { reference: 'UTR 1' } })
  expect(paid.refund).toMatchObject({ way: 'by hand', status: 'refunded', refunded: 333.33 })
  expect(await balanceOf(sent.buyer)).toBe(0)
})

test.each(['withdrawn', 'refused', 'never comes', 'ended by the staff'])(
  'what is held is given free when the return is %s',
  async (end) => {
    const given = await delivered()
    const { _id } = await ask(given, 'M')
    expect(await stockOf(shop, given.product.id)).toEqual([1, 4, 2])
    if (end === 'withdrawn') await given.buyer.api.withdrawReturn(given.orderId, _id)
    if (end === 'refused') await change(_id, { to: 'refused', reason: 'It was worn.' })
    if (end === 'ended by the staff') await change(_id, { exchange: 'end' })
    if (end === 'never comes') {
      await sql`
        update returns set held_until = held_until - make_interval(days => ${EXCHANGE_HOLD_DAYS}) where id = ${_id}`.execute(
        shop.db,
      )
      await endExchanges(shop.db)
      await endExchanges(shop.db)
    }
    expect(await stockOf(shop, given.product.id)).toEqual([2, 4, 2])
    expect((await admin.api.getReturn(_id)).return.exchange).toEqual({ status: 'ended' })
    await sendMails(shop.shop, NEVER)
    const subject = `No longer kept: your other size for order #${given.orderId.slice(-6).toUpperCase()}`
    const isTold = end === 'never comes' || end === 'ended by the staff'
    expect(shop.mails.filter((mail) => mail.subject === subject)).toHaveLength(isTold ? 1 : 0)
  },
)

test('what is held is not given free before its days are over', async () => {
  const given = await delivered()
  await ask(given, 'M')
  await endExchanges(shop.db)
  expect(await stockOf(shop, given.product.id)).toEqual([1, 4, 2])
})

test('an exchange that ended is refunded as money', async () => {
  const given = await delivered()
  const { _id } = await ask(given, 'M')
  await change(_id, { to: 'approved' })
  await change(_id, { exchange: 'end' })
  const { return: refunded } = await change(_id, { refund: true })
  expect(refunded.refund).toMatchObject({ way: 'source', refunded: 333.33 })
})

test('a piece is refunded or exchanged, never both', async () => {
  const given = await delivered({ quantity: 2 })
  const { _id } = await ask(given, 'M')
  await expect(change(_id, { exchange: 'send' })).rejects.toEqual(refusal('sends no other size'))
  await change(_id, { to: 'approved' })
  await expect(change(_id, { refund: true })).rejects.toEqual(refusal('Another size is held'))
  await expect(change(_id, { refund: { lines: [{ _id: given.lineId, quantity: 1 }] } })).rejects.toEqual(
    refusal('none of it is open'),
  )
  await change(_id, { exchange: 'send' })
  await expect(change(_id, { refund: true })).rejects.toEqual(refusal('settled already'))
  await expect(change(_id, { exchange: 'end' })).rejects.toEqual(refusal('Nothing is held'))
  await expect(given.buyer.api.withdrawReturn(given.orderId, _id)).rejects.toEqual(refusal('went back already'))
})

test('of ten that send an exchange at once one makes an order', async () => {
  const given = await delivered()
  const { _id } = await ask(given, 'M')
  await change(_id, { to: 'approved' })
  const sent = await Promise.allSettled(Array.from({ length: 10 }, () => change(_id, { exchange: 'send' })))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await given.buyer.api.listMyOrders(given.buyer.id)).toHaveLength(2)
})

test('only another size of the product that is in stock is held, the last piece for one of two', async () => {
  const given = await delivered({ quantity: 3 })
  await expect(ask(given, 'S')).rejects.toEqual(refusal('does not come in another size S'))
  await expect(ask(given, 'L')).rejects.toEqual(refusal('does not come in another size L'))
  await expect(ask(given, 'M', 3)).rejects.toEqual(refusal('has only 2 left'))
  const other = await delivered()
  await expect(ask({ ...given, buyer: other.buyer }, 'M')).rejects.toEqual(refusal('not found', 404))
  await ask(given, 'M')
  const answers = await Promise.allSettled([ask(given, 'M'), ask(given, 'M')])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await stockOf(shop, given.product.id)).toEqual([0, 2, 2])
  await admin.api.deleteProduct(given.product.id)
  await expect(ask(given, 'XL')).rejects.toEqual(refusal('does not come in another size XL'))
})

test('what a discount took off is taken off the exchange too, to the paisa, in whatever parts it goes', async () => {
  const { offer } = await admin.api.createOffer(offerInput({ percent: undefined, amount: 100.01 }))
  const given = await delivered({ quantity: 3, code: offer.code! })
  const first = await exchanged(given, 'M', 2)
  const second = await exchanged(given, 'XL')
  expect(first.order.totalAmount + second.order.totalAmount).toBeCloseTo(899.98, 2)
  expect(first.order.discount?.amount).toBeGreaterThan(0)
  await admin.api.cancelItems(first.orderId, { lines: [{ _id: first.lineId, quantity: 1 }] })
  await deliver(first.orderId)
})

test('a piece that was paid at the door is exchanged, also of a deleted product', async () => {
  const given = await delivered({ isCash: true })
  const { _id } = await ask(given, 'M')
  await admin.api.deleteProduct(given.product.id)
  await change(_id, { to: 'approved' })
  const { return: received } = await change(_id, { to: 'received' })
  expect(received.exchange?.status).toBe('sent')
  const [sent] = await given.buyer.api.listMyOrders(given.buyer.id)
  expect(sent).toMatchObject({ payment: 'paid', totalAmount: 333.33 })
  await change(_id, { to: 'inspected', pieces: [{ _id: given.lineId, quantity: 1, condition: 'as new' }] })
})

test('an exchange that its customer cancels becomes store credit, and its piece is in stock again', async () => {
  const sent = await exchanged(await delivered())
  await admin.api.changeOrderStatus(sent.orderId, 'cancelled')
  expect(await balanceOf(sent.buyer)).toBe(333.33)
})

async function dispute({ orderId }: Pick<Delivered, 'orderId'>): Promise<void> {
  await sql`
    insert into disputes (id, payment_id, status, amount_paise, reason)
    select 'disp_' || id, id, 'open', amount_paise, 'chargeback' from payments where order_id = ${orderId}`.execute(
    shop.db,
  )
}

const decide = async ({ orderId }: Pick<Delivered, 'orderId'>, status: 'won' | 'lost') =>
  sql`
    update disputes set status = ${status}, decided_at = now()
    where payment_id = (select id from payments where order_id = ${orderId})`.execute(shop.db)

const sendWon = () => sendWonExchanges(shop.db, documentSeller(shop.shop))

/** The ids of the returns whose other size could not leave; the list and the count on the first page say the same. */
async function heldReturns(): Promise<string[]> {
  const { items } = await admin.api.listReturns({ waits: 'exchange' })
  expect((await admin.api.getWaiting()).returns?.exchange).toBe(items.length)
  for (const { waits } of items) expect(waits).toContain('exchange')
  return items.map(({ _id }) => _id)
}

test('of a disputed payment nothing is exchanged, and the return goes on', async () => {
  const given = await delivered()
  const { _id } = await ask(given, 'M')
  await change(_id, { to: 'approved' })
  await dispute(given)
  await expect(change(_id, { exchange: 'send' })).rejects.toEqual(refusal('is disputed'))
  const { return: received } = await change(_id, { to: 'received' })
  expect(received.exchange?.status).toBe('held')
  const worn = [{ _id: given.lineId, quantity: 1, condition: 'worn' as const }]
  const { return: inspected } = await change(_id, { to: 'inspected', pieces: worn })
  expect(inspected).toMatchObject({ exchange: { status: 'ended' }, refund: { due: 0 } })
  expect(await stockOf(shop, given.product.id)).toEqual([2, 4, 2])
})

test('what a dispute kept waits for somebody once its pieces came, and leaves when the dispute is won', async () => {
  const given = await delivered()
  const { _id } = await ask(given, 'M')
  await change(_id, { to: 'approved' })
  await dispute(given)
  await change(_id, { to: 'on its way' })
  expect(await heldReturns()).toEqual([])
  await change(_id, { to: 'received' })
  expect(await heldReturns()).toEqual([_id])
  const asNew = [{ _id: given.lineId, quantity: 1, condition: 'as new' as const }]
  const { return: inspected } = await change(_id, { to: 'inspected', pieces: asNew })
  expect(inspected).toMatchObject({ exchange: { status: 'held' }, waits: ['exchange'] })
  await sendWon()
  expect(await heldReturns()).toEqual([_id])

  await decide(given, 'won')
  await Promise.all([sendWon(), sendWon()])
  expect(await heldReturns()).toEqual([])
  expect((await admin.api.getReturn(_id)).return).toMatchObject({ exchange: { status: 'sent' }, waits: [] })
  const [sent] = await given.buyer.api.listMyOrders(given.buyer.id)
  expect(sent).toMatchObject({ exchangeOf: { returnId: _id }, products: [{ size: 'M' }], totalAmount: 333.33 })
  await deliver(sent!._id)
})

test('what a lost dispute kept waits until somebody gives it free', async () => {
  const lost = await delivered()
  const { _id } = await ask(lost, 'M')
  await change(_id, { to: 'approved' })
  await dispute(lost)
  await change(_id, { to: 'on its way' })
  await decide(lost, 'lost')
  await sendWon()
  await change(_id, { to: 'lost' })
  expect(await heldReturns()).toEqual([_id])
  await change(_id, { exchange: 'end' })
  expect(await heldReturns()).toEqual([])
  expect(await stockOf(shop, lost.product.id)).toEqual([2, 4, 2])
})
