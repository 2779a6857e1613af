import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buyCart, fillCart, pay, signedIn, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  await setSettings(shop, { takesCash: true, cashNeedsConfirming: false })
  await change('570001,yes,yes,3,0\n560001,yes,yes,3,60\n799001,yes,no,7,0\n110001,no,yes,5,0\n')
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

/** The owner brings another PIN table. */
async function change(rows: string): Promise<void> {
  const sheet = new File([`pin,prepaid,cod,days,fee\n${rows}`], 'pins.csv')
  const { token } = await admin.api.importPinTable(sheet, { replaces: true })
  await admin.api.importPinTable(sheet, { token, replaces: true })
}

const FEE = { kind: 'pin', name: 'Delivery to your PIN code', amount: 60 }
let places = 0
/** Somebody else's address each time. */
function addressIn(pincode: string) {
  places += 1
  return { ...ADDRESS, pincode, street: `${places}, Main Road`, phone: String(9_100_000_000 + places) }
}

async function filled() {
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db, { pricePaise: 149_900 })).id)
  return buyer
}

test('the fee of a PIN code is a line of the order, however it is paid', async () => {
  const buyer = await filled()
  expect((await buyer.api.startPayment(addressIn('560001'), 1559)).amount).toBe(155_900)
  const { order } = await buyCart(shop, buyer, addressIn('560001'))
  expect(order).toMatchObject({ totalAmount: 1559, fees: [FEE] })
  const other = await filled()
  expect(await other.api.orderForCash({ address: addressIn('560001'), expectedTotal: 1599 })).toMatchObject({
    totalAmount: 1599,
    fees: [FEE, { kind: 'cash', amount: 40 }],
  })
})

test('another PIN code in the same checkout is another total', async () => {
  const buyer = await filled()
  const cheap = await buyer.api.startPayment(addressIn('570001'))
  const dear = await buyer.api.startPayment(addressIn('560001'))
  expect([cheap.amount, dear.amount]).toEqual([149_900, 155_900])
  await expect(buyer.api.startPayment(addressIn('560001'), 1499)).rejects.toMatchObject({ status: 409 })
})

test.each([
  ['to where the shop does not deliver', '600001', 'We do not deliver to the PIN code 600001 yet.'],
  ['to where only cash is taken', '110001', 'To the PIN code 110001 we deliver against cash only.'],
])('a payment %s is not started', async (_, pincode, message) => {
  const buyer = await filled()
  await expect(buyer.api.startPayment(addressIn(pincode))).rejects.toMatchObject({ status: 409, message })
})

test('cash is taken where the PIN table allows it, and nowhere else', async () => {
  const buyer = await filled()
  for (const pincode of ['799001', '600001']) {
    await expect(buyer.api.orderForCash({ address: addressIn(pincode) })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(pincode),
    })
  }
  expect((await buyer.api.orderForCash({ address: addressIn('110001') })).status).toBe('order placed')
})

test('a PIN table that changes while somebody pays changes nothing of what is frozen', async () => {
  const buyer = await filled()
  const start = await buyer.api.startPayment(addressIn('560001'))
  await change('570001,yes,yes,3,0\n560001,yes,yes,3,90\n799001,yes,no,7,0\n110001,no,yes,5,0\n')
  const proof = await pay(shop, start.id)
  await buyer.api.verifyPayment(proof)
  const order = await buyer.api.getOrder(buyer.id, proof)
  expect(order.totalAmount).toBe(1559)
  // The checkout saves its address once more.
  expect((await buyer.api.saveAddress(order._id, order.address!)).order.fees).toEqual([FEE])
  await change('570001,yes,yes,3,0\n560001,yes,yes,3,60\n799001,yes,no,7,0\n110001,no,yes,5,0\n')
})

test('a paid order goes to another PIN code that costs no more, and to no other', async () => {
  const buyer = await filled()
  const { order } = await buyCart(shop, buyer, addressIn('570001'))
  await expect(buyer.api.saveAddress(order._id, addressIn('560001'))).rejects.toMatchObject({
    status: 409,
    message: 'Delivery to 560001 costs ₹60.00 more than you paid. Please cancel the order and order again.',
  })
  await expect(buyer.api.saveAddress(order._id, addressIn('600001'))).rejects.toMatchObject({ status: 409 })
  expect((await buyer.api.saveAddress(order._id, addressIn('799001'))).order.address?.pincode).toBe('799001')
})

test('an order that was paid without an address takes one wherever the shop delivers for what was paid', async () => {
  const buyer = await filled()
  const { id } = await buyer.api.startPayment()
  const proof = await pay(shop, id)
  await buyer.api.verifyPayment(proof)
  const order = await buyer.api.getOrder(buyer.id, proof)
  await expect(buyer.api.saveAddress(order._id, addressIn('560001'))).rejects.toMatchObject({
    status: 409,
    message:
      'Delivery to 560001 costs ₹60.00 more than you paid. Please give another address, or cancel the order and order again.',
  })
  for (const pincode of ['600001', '110001']) {
    await expect(buyer.api.saveAddress(order._id, addressIn(pincode))).rejects.toMatchObject({ status: 409 })
  }
  const { order: addressed } = await buyer.api.saveAddress(order._id, addressIn('799001'))
  expect(addressed).toMatchObject({ totalAmount: 1499, address: { pincode: '799001' } })
  await admin.api.changeOrderStatus(order._id, 'shipped')
})

test('an order whose address costs more than was paid can be cancelled, and all of its money goes back', async () => {
  const buyer = await filled()
  const { id } = await buyer.api.startPayment()
  await buyer.api.verifyPayment(await pay(shop, id))
  const [order] = await buyer.api.listMyOrders(buyer.id)
  await expect(buyer.api.saveAddress(order!._id, addressIn('560001'))).rejects.toMatchObject({ status: 409 })
  expect((await buyer.api.cancelMyOrder(order!._id)).order.refund).toMatchObject({ amount: 1499 })
})
