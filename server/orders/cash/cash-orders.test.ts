import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Address } from '#contract/schemas/address.ts'

import { sendRefunds } from '#server/orders/refunds/refunds.ts'
import { addCategory, addProduct, offerInput } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buy, fillCart, NEVER, pay, signedIn, stockOf, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { returnOf, takeIn } from '#test/take-in.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
const ON = { takesCash: true, cashFee: 40, cashLimit: 5000, cashNeedsConfirming: false, takesCashFirst: true } as const
beforeEach(() => setSettings(shop, { ...ON, cashExcludedCategories: '' }))
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

let places = 0
/** An address and a phone that nobody else has. */
function newAddress(): Address {
  places += 1
  return { ...ADDRESS, street: `${places}, Lake View Road`, phone: String(9_000_000_000 + places) }
}

async function filled({ pricePaise = 149_900, quantity = 1, stock = 20 } = {}) {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise, stock })
  await fillCart(buyer, product.id, quantity)
  return { buyer, product }
}

async function ordered(address = newAddress()) {
  const { buyer, product } = await filled()
  return { buyer, product, order: await buyer.api.orderForCash({ address }) }
}

const refusal = (message: string) => expect.objectContaining({ status: 409, message: expect.stringContaining(message) })

test('while the owner has not switched it on, cash is refused and nothing is held', async () => {
  await setSettings(shop, { takesCash: false })
  const { buyer, product } = await filled()
  await expect(buyer.api.orderForCash({ address: newAddress() })).rejects.toEqual(
    refusal('Cash on delivery is not offered'),
  )
  expect(await stockOf(shop, product.id)).toEqual([20])
  expect((await buyer.api.getCart()).cart).toHaveLength(1)
})

test('a shop with a full disk takes no order for cash, and says so', async () => {
  const { buyer, product } = await filled()
  const { database } = shop.shop
  shop.shop.database = { ...database, hasFreeSpace: () => false }
  const failed = { status: 503, code: 'unavailable', message: 'Order creation failed' }
  await expect(buyer.api.orderForCash({ address: newAddress() })).rejects.toMatchObject(failed)
  shop.shop.database = database
  expect(await stockOf(shop, product.id)).toEqual([20])
})

test('an order for cash is placed at once, with its fee, its stock and an empty cart', async () => {
  const { buyer, product } = await filled({ quantity: 2 })
  const address = newAddress()
  const answer = await buyer.fetch('/api/order/cash', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, expectedTotal: 3038 }),
  })
  expect(answer.status).toBe(201)
  const order = await answer.json()
  expect(order).toMatchObject({
    status: 'order placed',
    payment: { method: 'cash', status: 'cash due' },
    orderId: order._id,
    totalAmount: 3038,
    fees: [{ kind: 'cash', name: 'Cash on delivery', amount: 40 }],
    address,
    documents: [],
    refund: null,
  })
  expect(order.payment).toEqual({ method: 'cash', status: 'cash due' })
  expect(await stockOf(shop, product.id)).toEqual([18])
  expect(await buyer.api.getCart()).toEqual({ cart: [], finalprice: 0 })
  expect((await buyer.api.listMyOrders(buyer.id)).map(({ _id }) => _id)).toEqual([order._id])
})

test('the same cart again is the same order, one after the other and twenty at once', async () => {
  const { buyer, product } = await filled()
  const address = newAddress()
  const calls = Array.from({ length: 20 }, () => buyer.api.orderForCash({ address }))
  const orders = await Promise.all(calls)
  const again = await buyer.api.orderForCash({ address })
  expect(new Set([...orders, again].map(({ _id }) => _id)).size).toBe(1)
  expect(await stockOf(shop, product.id)).toEqual([19])
})

test('what is put into the cart afterwards is another order', async () => {
  const { buyer, product, order } = await ordered()
  await fillCart(buyer, product.id)
  const other = await buyer.api.orderForCash({ address: order.address! })
  expect(other._id).not.toBe(order._id)
})

test('an empty cart and a total that is not the one that was seen order nothing', async () => {
  const buyer = await signedIn(shop)
  await expect(buyer.api.orderForCash({ address: newAddress() })).rejects.toMatchObject({ status: 400 })
  const { buyer: other, product } = await filled()
  await expect(other.api.orderForCash({ address: newAddress(), expectedTotal: 1499 })).rejects.toEqual(
    refusal('Your total was ₹1,499.00 and is ₹1,539.00 now.'),
  )
  expect(await stockOf(shop, product.id)).toEqual([20])
})

test.each([
  ['a phone without ten digits', { phone: 'ring twice' }, 'phone number of ten digits'],
  ['a PIN that is none', { pincode: '12' }, 'PIN code in six digits'],
])('an address with %s is no address for cash', async (_, fault, sentence) => {
  const { buyer } = await filled()
  await expect(buyer.api.orderForCash({ address: { ...newAddress(), ...fault } })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(sentence),
  })
})

test('the highest amount counts with the fee', async () => {
  const { buyer } = await filled({ pricePaise: 496_000 })
  await setSettings(shop, { cashLimit: 4999 })
  await expect(buyer.api.orderForCash({ address: newAddress() })).rejects.toEqual(
    refusal('Cash on delivery is possible up to ₹4,999, and this order comes to ₹5,000.00.'),
  )
  await setSettings(shop, { cashLimit: 5000 })
  expect((await buyer.api.orderForCash({ address: newAddress() })).totalAmount).toBe(5000)
})

test('a product of a category that is paid in advance is named, whatever its category is called by now', async () => {
  const { buyer, product } = await filled()
  const { category } = await shop.visitor().api.getProduct(product.id)
  const { id: other } = await addCategory(shop.db, 'Socks, long')
  await setSettings(shop, { cashExcludedCategories: [category._id, other].toSorted().join(' ') })
  await shop.db.updateTable('categories').set({ name: 'Renamed, meanwhile' }).where('id', '=', category._id).execute()
  await expect(buyer.api.orderForCash({ address: newAddress() })).rejects.toEqual(
    refusal('Cash on delivery is not possible for'),
  )
})

test('a first order is paid in advance where the owner wants that', async () => {
  await setSettings(shop, { takesCashFirst: false })
  const { buyer, product } = await filled()
  await expect(buyer.api.orderForCash({ address: newAddress() })).rejects.toEqual(
    refusal('A first order is paid online.'),
  )
  const known = (await buy(shop, product.id)).buyer
  await fillCart(known, product.id)
  expect((await known.api.orderForCash({ address: newAddress() })).status).toBe('order placed')
})

test('of many orders from one phone two are open, however it is written, also when they come at once', async () => {
  const { phone } = newAddress()
  const buyers: Awaited<ReturnType<typeof filled>>[] = []
  while (buyers.length < 12) buyers.push(await filled())
  const outcomes = await Promise.allSettled(
    buyers.map(({ buyer }, place) =>
      // The same phone, however it is written.
      buyer.api.orderForCash({ address: { ...newAddress(), phone: place % 2 ? phone : `+91 ${phone}` } }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const [first] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(first).toEqual(refusal('This phone number has 2 orders that are still to be paid at the door.'))
})

test('two orders are open to an address and of a customer, until one has arrived', async () => {
  const address = newAddress()
  const [{ order }] = [await ordered({ ...address, phone: newAddress().phone })]
  await ordered({ ...address, street: address.street.toUpperCase(), phone: newAddress().phone })
  await expect(ordered({ ...address, phone: newAddress().phone })).rejects.toEqual(refusal('This address has 2 orders'))
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeCash(order._id, 'collected')
  const { buyer, product } = await ordered({ ...address, phone: newAddress().phone })
  await fillCart(buyer, product.id)
  await buyer.api.orderForCash({ address: newAddress() })
  await fillCart(buyer, product.id)
  await expect(buyer.api.orderForCash({ address: newAddress() })).rejects.toEqual(refusal('You have 2 orders'))
})

test.each([
  ['a filler that shows as a blank', (street: string) => street.replaceAll(' ', '\u3164')],
  ['tags that nobody sees', (street: string) => street.replaceAll(/./g, (sign) => `${sign}\u{e0041}`)],
  ['letters of another script', (street: string) => street.replaceAll('a', 'а').replaceAll('o', 'ο')],
  ['points of another script', (street: string) => street.replaceAll('e', 'e\u064b')],
  ['signs and pictures', (street: string) => `★ ${street} 🏠`],
])('an address is the same one with %s in it', async (_, spelled) => {
  const address = newAddress()
  for (let open = 0; open < 2; open += 1) await ordered({ ...address, phone: newAddress().phone })
  await expect(ordered({ ...address, street: spelled(address.street), phone: newAddress().phone })).rejects.toEqual(
    refusal('This address has 2 orders'),
  )
})

test('the last piece goes to one of those who order it at once', async () => {
  const product = await addProduct(shop.db, { pricePaise: 100_000, stock: 1 })
  const buyers = await Promise.all(Array.from({ length: 6 }, () => signedIn(shop)))
  for (const buyer of buyers) await fillCart(buyer, product.id)
  const outcomes = await Promise.allSettled(buyers.map(({ api }) => api.orderForCash({ address: newAddress() })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
  expect(new Set(reasons)).toEqual(new Set(['out_of_stock']))
  expect(await stockOf(shop, product.id)).toEqual([0])
})

test('a price that changes between looking and ordering is told', async () => {
  const { buyer, product } = await filled()
  await admin.api.updatePrice(product.id, { price: 1600 })
  await expect(buyer.api.orderForCash({ address: newAddress(), expectedTotal: 1539 })).rejects.toEqual(
    refusal('is ₹1,640.00 now'),
  )
})

test('a code is used by the order and comes back when it is cancelled', async () => {
  const { buyer, order: _, product } = await ordered()
  const { offer } = await admin.api.createOffer(offerInput({ code: 'ONCE', amount: 100, maxUses: 1 }))
  await fillCart(buyer, product.id)
  await buyer.api.enterCode('ONCE')
  const order = await buyer.api.orderForCash({ address: newAddress() })
  expect(order).toMatchObject({ totalAmount: 1439, discount: { amount: 100 } })
  await buyer.api.cancelMyOrder(order._id)
  const { used } = await shop.db
    .selectFrom('offers')
    .select('used')
    .where('id', '=', offer._id)
    .executeTakeFirstOrThrow()
  expect(used).toBe(0)
})

test('who cancels before it is sent owes nothing, and the stock is back', async () => {
  const { buyer, product, order } = await ordered()
  const { order: cancelled } = await buyer.api.cancelMyOrder(order._id)
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    payment: { method: 'cash', status: 'nothing due' },
    refund: null,
  })
  expect(await stockOf(shop, product.id)).toEqual([20])
})

const UNSENT = refusal('Within 7 days 5 orders for cash were cancelled or not confirmed. Please pay online.')

test('who cancels five orders for cash within seven days pays the next one online, whatever phone is typed', async () => {
  const { buyer, product, order: first } = await ordered()
  await buyer.api.cancelMyOrder(first._id)
  for (let turn = 0; turn < 4; turn += 1) {
    await fillCart(buyer, product.id)
    await buyer.api.cancelMyOrder((await buyer.api.orderForCash({ address: newAddress() }))._id)
  }
  await fillCart(buyer, product.id)
  await expect(buyer.api.orderForCash({ address: newAddress() })).rejects.toEqual(UNSENT)
  expect(await stockOf(shop, product.id)).toEqual([20])
  await sql`update order_steps set at = at - interval '7 days' where order_id = ${first._id}`.execute(shop.db)
  expect((await buyer.api.orderForCash({ address: newAddress() })).status).toBe('order placed')
})

test('what the staff cancel counts for nobody, nor does what was paid in advance', async () => {
  const address = newAddress()
  for (let turn = 0; turn < 5; turn += 1) {
    const { order } = await ordered(address)
    await admin.api.changeOrderStatus(order._id, 'cancelled')
  }
  const { buyer, product, order } = await ordered(address)
  await buyer.api.verifyPayment(await pay(shop, (await buyer.api.payCashOrder(order._id)).id))
  await buyer.api.cancelMyOrder(order._id)
  for (let turn = 0; turn < 4; turn += 1) {
    await fillCart(buyer, product.id)
    await buyer.api.cancelMyOrder((await buyer.api.orderForCash({ address }))._id)
  }
  await fillCart(buyer, product.id)
  expect((await buyer.api.orderForCash({ address })).status).toBe('order placed')
})

test('somebody else sees, confirms, moves and cancels nothing of an order', async () => {
  const { order } = await ordered()
  const other = await signedIn(shop)
  await expect(other.api.cancelMyOrder(order._id)).rejects.toMatchObject({ status: 404 })
  await expect(other.api.saveAddress(order._id, newAddress())).rejects.toMatchObject({ status: 404 })
  const call = await other.fetch(`/api/admin/orders/${order._id}/cash`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: 'collected' }),
  })
  expect(call.status).toBe(401)
  const receipt = await other.fetch(`/api/order/documents/${order._id}-receipt`)
  expect(receipt.status).toBe(404)
})

test('nobody draws a receipt of what is not paid', async () => {
  const { buyer, order } = await ordered()
  expect((await buyer.fetch(`/api/order/documents/${order._id}-receipt`)).status).toBe(404)
})

test('the address of an order for cash stays: phone and PIN decided that it may be one', async () => {
  const { buyer, order } = await ordered()
  expect((await buyer.api.saveAddress(order._id, order.address!)).order._id).toBe(order._id)
  await expect(buyer.api.saveAddress(order._id, newAddress())).rejects.toEqual(refusal('cannot be changed'))
})

test('delivering means that the courier has the money, and then there is a receipt', async () => {
  const { buyer, order } = await ordered()
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const { order: delivered } = await admin.api.changeOrderStatus(order._id, 'delivered')
  expect(delivered.payment).toEqual({ method: 'cash', status: 'collected' })
  const [own] = await buyer.api.listMyOrders(buyer.id)
  expect(own?.documents).toMatchObject([{ kind: 'receipt' }])
  expect((await buyer.fetch(`/api/order/documents/${own?.documents[0]?._id}`)).status).toBe(200)
})

test('a refused parcel is cancelled, its stock is back once it was inspected, and the customer pays in advance until the owner forgives', async () => {
  const address = newAddress()
  const { buyer, product, order } = await ordered(address)
  await expect(admin.api.changeCash(order._id, 'refused')).rejects.toEqual(refusal('on its way'))
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const { order: refused } = await admin.api.changeCash(order._id, 'refused')
  expect(refused).toMatchObject({ status: 'cancelled', payment: { method: 'cash', status: 'refused' } })
  expect(await stockOf(shop, product.id)).toEqual([19])
  expect(await returnOf(admin, order._id)).toMatchObject({
    origin: 'parcel refused',
    refund: { status: 'nothing due' },
  })
  await takeIn(admin, order._id)
  expect(await stockOf(shop, product.id)).toEqual([20])
  await expect(admin.api.changeCash(order._id, 'refused')).rejects.toMatchObject({ status: 409 })
  await fillCart(buyer, product.id)
  await expect(buyer.api.orderForCash({ address: newAddress() })).rejects.toEqual(refusal('was not taken'))
  // Another account with the same phone.
  await expect(ordered({ ...newAddress(), phone: address.phone })).rejects.toEqual(refusal('was not taken'))
  const support = await signedIn(shop, 'admin', 'packer')
  await expect(support.api.changeCash(order._id, 'forgiven')).rejects.toMatchObject({ status: 403 })
  await admin.api.changeCash(order._id, 'forgiven')
  expect((await buyer.api.orderForCash({ address: newAddress() })).status).toBe('order placed')
})

test('a tax invoice is made when it is sent, and a credit note when nobody takes it', async () => {
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  const [{ order: refused }, { order: paid }] = [await ordered(), await ordered()]
  expect(refused.documents).toEqual([])
  for (const { _id } of [refused, paid]) await admin.api.changeOrderStatus(_id, 'shipped')
  expect((await admin.api.getTaxMonth()).ledger).toMatchObject({ total: 3078, differing: 0 })
  await admin.api.changeCash(refused._id, 'refused')
  await admin.api.changeCash(paid._id, 'collected')
  const { order } = await admin.api.getOrderDetail(refused._id)
  expect(order.documents.map(({ kind }) => kind)).toEqual(['tax invoice', 'credit note'])
  const month = await admin.api.getTaxMonth()
  expect(month.ledger).toEqual({ total: 1539, differing: 0, differences: [] })
  expect(month.sums.total).toBe(1539)
  await setSettings(shop, { taxRegistration: 'none', gstin: '' })
})

test('shipping can be taken back, and the cash is due as before', async () => {
  const { order } = await ordered()
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const { order: back } = await admin.api.undoShipping(order._id)
  expect(back).toMatchObject({ status: 'order placed', payment: { method: 'cash', status: 'cash due' } })
})

test('an order that is called back on its way owes nothing and is held against nobody', async () => {
  const { buyer, product, order } = await ordered()
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const { order: cancelled } = await admin.api.changeOrderStatus(order._id, 'cancelled')
  expect(cancelled.payment).toEqual({ method: 'cash', status: 'nothing due' })
  await fillCart(buyer, product.id)
  expect((await buyer.api.orderForCash({ address: newAddress() })).status).toBe('order placed')
})

test('a payment that was begun and comes after the order for cash goes back, and makes no second order', async () => {
  const { buyer, product } = await filled()
  const start = await buyer.api.startPayment(newAddress())
  const order = await buyer.api.orderForCash({ address: newAddress() })
  expect(await stockOf(shop, product.id)).toEqual([19])
  const proof = await pay(shop, start.id)
  await expect(buyer.api.verifyPayment(proof)).rejects.toMatchObject({
    message: expect.stringContaining('You have ordered the same for cash on delivery.'),
  })
  await sendRefunds(shop.shop, NEVER)
  expect((await buyer.api.listMyOrders(buyer.id)).map(({ _id }) => _id)).toEqual([order._id])
  const refunds = await shop.db
    .selectFrom('refunds')
    .select(['reason', 'orderId'])
    .where('paymentId', '=', proof.razorpayPaymentId)
    .execute()
  expect(refunds).toEqual([{ reason: 'ordered for cash', orderId: null }])
})

test('a payment that was begun and comes after the order for cash was cancelled makes the order that it paid for', async () => {
  const { buyer, product } = await filled()
  const start = await buyer.api.startPayment(newAddress())
  const order = await buyer.api.orderForCash({ address: newAddress() })
  await buyer.api.cancelMyOrder(order._id)
  await buyer.api.verifyPayment(await pay(shop, start.id))
  const orders = await buyer.api.listMyOrders(buyer.id)
  expect(orders.map(({ payment, status }) => [payment, status])).toEqual([
    ['paid', 'order placed'],
    [{ method: 'cash', status: 'nothing due' }, 'cancelled'],
  ])
  expect(await stockOf(shop, product.id)).toEqual([19])
})

test('a payment that was begun goes back also where more of the same was ordered for cash since', async () => {
  const { buyer, product } = await filled()
  const start = await buyer.api.startPayment(newAddress())
  await buyer.api.addToCart(product.id)
  const order = await buyer.api.orderForCash({ address: newAddress() })
  await expect(buyer.api.verifyPayment(await pay(shop, start.id))).rejects.toMatchObject({
    message: expect.stringContaining('You have ordered the same for cash on delivery.'),
  })
  expect((await buyer.api.listMyOrders(buyer.id)).map(({ _id }) => _id)).toEqual([order._id])
})

test('an order for cash and a payment of the same cart at once make one order', async () => {
  for (const _ of [1, 2, 3, 4]) {
    const { buyer, product } = await filled()
    const [cash, start] = await Promise.allSettled([
      buyer.api.orderForCash({ address: newAddress() }),
      buyer.api.startPayment(newAddress()),
    ])
    if (start.status === 'fulfilled') {
      const proof = await pay(shop, start.value.id)
      await buyer.api.verifyPayment(proof).catch(() => undefined)
    }
    expect(cash.status).toBe('fulfilled')
    expect(await buyer.api.listMyOrders(buyer.id)).toHaveLength(1)
    expect(await stockOf(shop, product.id)).toEqual([19])
  }
})

test('what a courier pays out matches to the paisa, and anything else is told with what to do', async () => {
  const { order, buyer, product } = await ordered()
  const remit = (amount: number) => admin.api.remitCash(order._id, amount)
  await expect(remit(1539)).rejects.toEqual(refusal('not noted as delivered yet'))
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeCash(order._id, 'collected')
  const owed = async () => (await admin.api.listAllOrders({ waits: 'remittance' })).items.map(({ _id }) => _id)
  expect(await owed()).toContain(order._id)
  for (const amount of [1538.99, 1539.01, 1500, 0]) {
    await expect(remit(amount)).rejects.toEqual(refusal('Ask them about the difference'))
  }
  const packer = await signedIn(shop, 'admin', 'packer')
  await expect(packer.api.remitCash(order._id, 1539)).rejects.toMatchObject({ status: 403 })
  // Twice at once: it counts once.
  const outcomes = await Promise.allSettled([remit(1539), remit(1539), remit(1539)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(remit(1539)).rejects.toEqual(refusal('has come already'))
  expect((await admin.api.getOrderDetail(order._id)).order.payment).toEqual({ method: 'cash', status: 'remitted' })
  expect(await owed()).not.toContain(order._id)
  const { order: paidOnline } = await buy(shop, product.id)
  await expect(admin.api.remitCash(paidOnline._id, 1499)).rejects.toEqual(refusal('not paid at the door'))
  await fillCart(buyer, product.id)
  const { _id: refused } = await buyer.api.orderForCash({ address: newAddress() })
  await admin.api.changeOrderStatus(refused, 'shipped')
  await admin.api.changeCash(refused, 'refused')
  await expect(admin.api.remitCash(refused, 1539)).rejects.toEqual(refusal('Nothing was due for this parcel'))
})

test('the provider never hears of an order for cash, and its comparison counts none', async () => {
  const { order } = await ordered()
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  const refunds = await shop.db.selectFrom('refunds').select('id').where('orderId', '=', order._id).execute()
  expect(refunds).toEqual([])
})
