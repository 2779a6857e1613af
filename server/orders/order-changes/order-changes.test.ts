import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { sendMails } from '#server/mails/service.ts'
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
})
afterEach(async () => {
  await setSettings(shop, { taxRegistration: 'none', takesCash: false })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

const refusal = (message: string, status = 409) =>
  expect.objectContaining({ status, message: expect.stringContaining(message) })

/** An order of so many pieces M of a shirt that comes in M, L and XL, of which XL is sold out. */
async function placed(quantity = 1, code?: string) {
  const buyer = await signedIn(shop)
  const shirt = await addProduct(shop.db, { name: 'Shirt', pricePaise: 33_333, sizes: { M: 5, L: 2, XL: 0 } })
  await fillCart(buyer, shirt.id, quantity, 'M')
  if (code !== undefined) await buyer.api.enterCode(code)
  const { order } = await buyCart(shop, buyer)
  return { buyer, shirt, order, line: order.products[0]!._id }
}

async function mailsAbout(orderId: string) {
  await sendMails(shop.shop, NEVER)
  await sendMails(shop.shop, NEVER)
  return shop.mails.filter(({ subject }) => subject === `Changed: your order #${orderId.slice(-6).toUpperCase()}`)
}

const entriesAbout = async (orderId: string) => (await admin.api.listAudit({ search: orderId })).entries

test('an order gets another size at what was paid: it is held, the one before can be sold again, and its customer is told', async () => {
  const { buyer, shirt, order, line } = await placed(2)
  const change = { line, size: 'L', quantity: 2, left: 2 }
  const { message, order: changed } = await admin.api.changeSize(order._id, change)
  expect(message).toBe('The size was changed.')
  expect(changed).toMatchObject({ totalAmount: 666.66, payment: 'paid' })
  expect(changed.products).toMatchObject([{ _id: line, size: 'L', quantity: 2 }])
  expect(await stockOf(shop, shirt.id)).toEqual([5, 0, 0])
  const [mail] = await mailsAbout(order._id)
  expect(mail?.text).toContain('Shirt × 2: L in place of M')
  expect((await entriesAbout(order._id))[0]).toMatchObject({
    action: 'order.size changed',
    person: { _id: admin.id },
    changes: expect.arrayContaining([{ what: 'Size', from: 'M', to: 'L' }]),
  })
  await buyer.api.cancelMyOrder(order._id)
  expect(await stockOf(shop, shirt.id)).toEqual([5, 2, 0])
})

test('some pieces of a line get a line of their own, each at what was paid for it, and the invoice has both', async () => {
  const { offer } = await admin.api.createOffer(offerInput({ percent: undefined, amount: 100.01 }))
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  const { buyer, shirt, order, line } = await placed(4, offer.code)
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: line, quantity: 1 }] })
  const { order: changed } = await admin.api.changeSize(order._id, { line, size: 'L', quantity: 2 })
  expect(changed.products).toMatchObject([
    { _id: line, size: 'M', quantity: 2, cancelled: 1, discount: 50.01 },
    { size: 'L', quantity: 2, discount: 50 },
  ])
  expect(changed.totalAmount).toBe(order.totalAmount)
  expect(await stockOf(shop, shirt.id)).toEqual([4, 0, 0])
  await expectInvariants(shop.db)
  const other = changed.products[1]!._id
  const { order: less } = await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: other, quantity: 1 }] })
  expect(less.cancellations).toMatchObject([{ amount: 308.32 }, { amount: 308.33 }])
  await admin.api.changeOrderStatus(order._id, 'shipped')
  expect((await admin.api.getOrderDetail(order._id)).order.documents.at(-1)).toMatchObject({ kind: 'tax invoice' })
  await admin.api.changeOrderStatus(order._id, 'delivered')
})

test('pieces are added to the line that has their new size already, some or all, and cost what they cost', async () => {
  const { offer } = await admin.api.createOffer(offerInput({ percent: undefined, amount: 100.01 }))
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  const { buyer, shirt, order, line } = await placed(4, offer.code)
  const change = (id: string, size: string, quantity: number) =>
    admin.api.changeSize(order._id, { line: id, size, quantity })
  const other = (await change(line, 'L', 1)).order.products[1]!._id
  const { order: added } = await change(line, 'L', 1)
  expect(added.products).toMatchObject([
    { _id: line, size: 'M', quantity: 2, discount: 50.01 },
    { _id: other, size: 'L', quantity: 2, discount: 50 },
  ])
  await expectInvariants(shop.db)
  const { order: back } = await change(other, 'M', 2)
  expect(back.products).toMatchObject([{ _id: line, size: 'M', quantity: 4, discount: 100.01 }])
  expect(back.totalAmount).toBe(order.totalAmount)
  expect(await stockOf(shop, shirt.id)).toEqual([1, 2, 0])
  expect((await mailsAbout(order._id)).at(-1)?.text).toContain('Shirt × 2: M in place of L')
  await buyer.api.cancelMyOrder(order._id)
  expect(await stockOf(shop, shirt.id)).toEqual([5, 2, 0])
})

test('pieces that would make cancelled ones of their new size cost otherwise have a line of their own: packed, returned and refunded to the paisa', async () => {
  const { offer } = await admin.api.createOffer(offerInput({ percent: undefined, amount: 100.01 }))
  const buyer = await signedIn(shop)
  const shirt = await addProduct(shop.db, { name: 'Shirt', pricePaise: 33_333, sizes: { M: 4, L: 5 } })
  await fillCart(buyer, shirt.id, 4, 'M')
  await buyer.api.enterCode(offer.code!)
  const { order } = await buyCart(shop, buyer)
  const line = order.products[0]!._id
  const change = (quantity: number) => admin.api.changeSize(order._id, { line, size: 'L', quantity })
  const other = (await change(3)).order.products[1]!._id
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: other, quantity: 1 }] })
  const { order: changed } = await change(1)
  expect(changed.products).toMatchObject([
    { _id: line, size: 'L', quantity: 1, discount: 25.01 },
    { _id: other, size: 'L', quantity: 3, cancelled: 1, discount: 75 },
  ])
  expect(await stockOf(shop, shirt.id)).toEqual([4, 2])
  await expectInvariants(shop.db)
  await admin.api.packItems(order._id, [
    { key: `${order._id} 1`, lineId: line },
    { key: `${order._id} 2`, lineId: other },
    { key: `${order._id} 3`, lineId: other },
  ])
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const { _id: returnId } = await buyer.api.askForReturn(order._id, {
    lines: [
      { _id: line, quantity: 1, reason: 'too small' },
      { _id: other, quantity: 2, reason: 'too small' },
    ],
  })
  await admin.api.changeReturn(returnId, { to: 'approved' })
  await admin.api.changeReturn(returnId, { to: 'received' })
  await admin.api.changeReturn(returnId, {
    to: 'inspected',
    pieces: [
      { _id: line, quantity: 1, condition: 'as new' },
      { _id: other, quantity: 2, condition: 'as new' },
    ],
  })
  const { return: refunded } = await admin.api.changeReturn(returnId, { refund: true })
  expect(refunded.refund).toMatchObject({ status: 'refunded', refunded: 924.98 })
  expect(await stockOf(shop, shirt.id)).toEqual([4, 5])
})

test('a size is not changed to one that is not there, and of no more pieces than there are', async () => {
  const { buyer, shirt, order, line } = await placed(2)
  const change = (size: string, quantity = 1, left?: number) =>
    admin.api.changeSize(order._id, { line, size, quantity, left })
  await expect(change('XL')).rejects.toEqual(refusal('Shirt in XL is sold out.'))
  await expect(change('M')).rejects.toEqual(refusal('does not come in another size M'))
  await expect(change('XS')).rejects.toEqual(refusal('does not come in another size XS'))
  await expect(change('L', 3)).rejects.toEqual(
    refusal('You cannot change 3 pieces of this line: only 2 pieces are left.'),
  )
  await expect(change('L', 1, 1)).rejects.toEqual(refusal('has changed meanwhile'))
  await expect(admin.api.changeSize(order._id, { line: 'none', size: 'L', quantity: 1 })).rejects.toMatchObject({
    status: 404,
  })
  await expect(admin.api.changeSize('none', { line, size: 'L', quantity: 1 })).rejects.toMatchObject({ status: 404 })
  expect(await stockOf(shop, shirt.id)).toEqual([3, 2, 0])
  await buyer.api.cancelMyOrder(order._id)
  await expect(change('L')).rejects.toEqual(refusal('was cancelled'))
})

test('what is packed keeps its size, and the order its address once all of it is packed', async () => {
  const { buyer, order, line } = await placed(2)
  const pack = (key: string) => admin.api.packItems(order._id, [{ key, lineId: line }])
  await pack(`${order._id} 1`)
  await expect(admin.api.changeSize(order._id, { line, size: 'L', quantity: 2 })).rejects.toEqual(
    refusal('only 1 piece is not packed'),
  )
  await admin.api.changeOrderAddress(order._id, { address: { ...ADDRESS, street: '1, New Lane' } })
  await pack(`${order._id} 2`)
  await expect(admin.api.changeSize(order._id, { line, size: 'L', quantity: 1 })).rejects.toEqual(
    refusal('none is not packed'),
  )
  await expect(admin.api.changeOrderAddress(order._id, { address: ADDRESS })).rejects.toEqual(refusal('is packed'))
  await expect(buyer.api.saveAddress(order._id, ADDRESS)).rejects.toEqual(
    refusal('its label has the address of before'),
  )
})

test('of changing a size, shipping and cancelling at once each that is allowed happens, one after the other', async () => {
  const { buyer, shirt, order, line } = await placed()
  const done = await Promise.allSettled([
    admin.api.changeSize(order._id, { line, size: 'L', quantity: 1 }),
    admin.api.changeOrderStatus(order._id, 'shipped'),
    admin.api.changeSize(order._id, { line, size: 'L', quantity: 1 }),
    buyer.api.cancelMyOrder(order._id),
    admin.api.changeOrderAddress(order._id, { address: { ...ADDRESS, city: 'Mandya' } }),
  ])
  const refused = done.filter((one) => one.status === 'rejected')
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 409 })
  const { order: now } = await admin.api.getOrderDetail(order._id)
  expect(['shipped', 'cancelled']).toContain(now.status)
  const size = now.products[0]!.size
  const sold = now.status === 'shipped' ? 1 : 0
  expect(await stockOf(shop, shirt.id)).toEqual(size === 'L' ? [5, 2 - sold, 0] : [5 - sold, 2, 0])
})

test('the staff send an order elsewhere: its customer is told where, and the log has no address', async () => {
  const { buyer, order } = await placed()
  const address = { ...ADDRESS, fullName: 'Meera Rao', street: '7, Temple Road' }
  const { order: moved } = await admin.api.changeOrderAddress(order._id, { address })
  expect(moved.address).toEqual(address)
  expect((await buyer.api.listMyOrders(buyer.id))[0]?.address).toEqual(address)
  const [mail] = await mailsAbout(order._id)
  expect(mail?.text).toContain('It goes to')
  expect(mail?.text).toContain('7, Temple Road')
  const entries = await entriesAbout(order._id)
  expect(entries[0]).toMatchObject({ action: 'order.address changed', person: { _id: admin.id } })
  expect(JSON.stringify(entries)).not.toContain('Temple Road')
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await expect(admin.api.changeOrderAddress(order._id, { address: ADDRESS })).rejects.toEqual(
    refusal('is on its way already'),
  )
})

test('where delivery to another address costs more, the shop has to say that it pays the difference', async () => {
  const sheet = new File(['pin,prepaid,cod,days,fee\n570001,yes,yes,3,0\n560001,yes,no,3,60\n'], 'pins.csv')
  const { token } = await admin.api.importPinTable(sheet, { replaces: true })
  await admin.api.importPinTable(sheet, { token, replaces: true })
  const { order } = await placed()
  const there = { ...ADDRESS, pincode: '560001' }
  await expect(admin.api.changeOrderAddress(order._id, { address: there })).rejects.toMatchObject({
    status: 409,
    message: 'Delivery to 560001 costs ₹60.00 more than was paid. Please confirm that the shop pays it.',
    fields: { bearsFee: expect.any(String) },
  })
  await expect(admin.api.changeOrderAddress(order._id, { address: { ...there, pincode: '600001' } })).rejects.toEqual(
    refusal('We do not deliver to the PIN code 600001 yet.'),
  )
  const { order: moved } = await admin.api.changeOrderAddress(order._id, { address: there, bearsFee: true })
  expect(moved).toMatchObject({ totalAmount: order.totalAmount, address: there })
  expect(moved.deliverBy).toBeDefined()
  expect((await entriesAbout(order._id))[0]).toMatchObject({
    changes: [{ what: 'Fee paid by shop', from: null, to: '₹60.00' }],
  })

  await setSettings(shop, { takesCash: true, cashNeedsConfirming: false })
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db, {})).id)
  const cash = await buyer.api.orderForCash({ address: { ...ADDRESS, phone: '9100000123' } })
  const { order: sent } = await admin.api.changeOrderAddress(cash._id, {
    address: { ...ADDRESS, street: '9, Mill Road' },
  })
  expect(sent).toMatchObject({ address: { street: '9, Mill Road' }, cashToCollect: cash.cashToCollect })
  await expect(admin.api.changeOrderAddress(cash._id, { address: there })).rejects.toEqual(refusal('Cash on delivery'))
})
