import { sql } from 'kysely'
import { readdir } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { ReturnRequest } from '#contract/returns/returns.ts'

import { MAX_ENDED_RETURNS } from '#contract/returns/return-limits.ts'
import { eraseAccounts } from '#server/jobs/erase-accounts.ts'
import { addCategory, addProduct, offerInput } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { jpegPicture } from '#test/pictures.ts'
import { ADDRESS, buy, buyCart, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { returnOf } from '#test/take-in.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterEach(async () => {
  await setSettings(shop, { takesCash: false, shippingFee: 0, freeShippingFrom: 0 })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

const refusal = (message: string) => expect.objectContaining({ status: 409, message: expect.stringContaining(message) })

async function deliver(orderId: string): Promise<void> {
  await admin.api.changeOrderStatus(orderId, 'shipped')
  await admin.api.changeOrderStatus(orderId, 'delivered')
}

/** A delivered order of one piece at ₹500. */
async function delivered() {
  const product = await addProduct(shop.db, { pricePaise: 50_000, stock: 5 })
  const { buyer, order } = await buy(shop, product.id)
  await deliver(order._id)
  const lineId = order.products[0]!._id
  const ask = () => buyer.api.askForReturn(order._id, request(lineId))
  return { buyer, orderId: order._id, lineId, ask }
}

const request = (lineId: string): ReturnRequest => ({
  lines: [{ _id: lineId, quantity: 1, reason: 'damaged' }],
})

const file = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'a.jpg')

async function countFiles(): Promise<number> {
  const names = await readdir(shop.shop.config.dataDir, { recursive: true })
  return names.filter((name) => name.endsWith('.webp')).length
}

test('a customer asks and withdraws only so often, and the staff may still take the pieces back', async () => {
  const { buyer, orderId, lineId, ask } = await delivered()
  for (let times = 0; times < MAX_ENDED_RETURNS; times += 1) {
    const { _id } = await ask()
    await buyer.api.withdrawReturn(orderId, _id)
  }
  await expect(ask()).rejects.toEqual(refusal('withdrawn or refused too often'))
  const { lines } = request(lineId)
  expect(await admin.api.takeBack(orderId, { lines })).toMatchObject({ status: 'approved' })
})

test('a form that is sent twice asks, takes back and refunds once, because it says what it has seen', async () => {
  const product = await addProduct(shop.db, { pricePaise: 50_000, stock: 9 })
  const { buyer, order } = await buy(shop, product.id, 6)
  await deliver(order._id)
  const line = order.products[0]!._id
  const countDone = async (call: () => Promise<unknown>) => {
    const outcomes = await Promise.allSettled([1, 2, 3].map(call))
    const refused = outcomes.filter((one) => one.status === 'rejected')
    for (const { reason } of refused) expect(reason).toEqual(refusal('meanwhile'))
    return outcomes.length - refused.length
  }
  const one = (left: number, quantity = 1) => ({ lines: [{ _id: line, quantity, reason: 'too small' as const, left }] })
  expect(await countDone(() => buyer.api.askForReturn(order._id, one(6)))).toBe(1)
  expect(await countDone(() => admin.api.takeBack(order._id, one(5)))).toBe(1)
  const { _id } = await admin.api.takeBack(order._id, one(4, 3))
  const refund = { lines: [{ _id: line, quantity: 1, open: 3 }] }
  expect(await countDone(() => admin.api.changeReturn(_id, { refund }))).toBe(1)
})

test('no file is left of pictures that a return does not take', async () => {
  const { buyer, orderId, ask } = await delivered()
  const { _id } = await ask()
  const before = await countFiles()
  const add = async (...more: Buffer[]) =>
    buyer.api.addReturnPictures(orderId, _id, [file(await jpegPicture({ width: 310, height: 300 })), ...more.map(file)])
  await expect(add(Buffer.from('no picture'))).rejects.toMatchObject({ status: 400 })
  expect(await countFiles()).toBe(before)
  await buyer.api.withdrawReturn(orderId, _id)
  await expect(add()).rejects.toEqual(refusal('withdrawn'))
  expect(await countFiles()).toBe(before)
})

/**
 * A delivered order that was paid at the door, whose only piece of ₹500 is asked back with the account for the money.
 */
async function askedWithAccount() {
  await setSettings(shop, { takesCash: true, cashNeedsConfirming: false })
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db, { pricePaise: 50_000, stock: 5 })).id)
  const order = await buyer.api.orderForCash({ address: ADDRESS })
  await deliver(order._id)
  const lineId = order.products[0]!._id
  const { _id } = await buyer.api.askForReturn(order._id, { ...request(lineId), refundTo: 'asha@upi' })
  await admin.api.changeReturn(_id, { to: 'approved' })
  return { buyer, orderId: order._id, lineId, returnId: _id }
}

const accountOf = async (returnId: string) => (await admin.api.getReturn(returnId)).refundTo

test('the account is forgotten once nothing more is due, also where the piece goes back to its customer', async () => {
  const { buyer, orderId, lineId, returnId } = await askedWithAccount()
  expect(await accountOf(returnId)).toEqual({ upi: 'asha@upi' })
  await admin.api.changeReturn(returnId, { to: 'received' })
  const pieces = [{ _id: lineId, quantity: 1, condition: 'worn' as const, goesTo: 'sent back' as const }]
  const { return: inspected } = await admin.api.changeReturn(returnId, { to: 'inspected', pieces })
  expect(inspected.refund).toMatchObject({ status: 'nothing due', isPayable: false })
  expect(await accountOf(returnId)).toBeNull()
  const name = () => buyer.api.changeRefundTo(orderId, returnId, 'asha@upi')
  await expect(name()).rejects.toEqual(refusal('Nothing is due'))
})

test('no account is kept for a parcel for cash that nobody took', async () => {
  await setSettings(shop, { takesCash: true, cashNeedsConfirming: false })
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db, { pricePaise: 50_000, stock: 5 })).id)
  const order = await buyer.api.orderForCash({ address: ADDRESS })
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  const { _id } = await returnOf(admin, order._id)
  await expect(buyer.api.changeRefundTo(order._id, _id, 'asha@upi')).rejects.toEqual(refusal('Nothing is due'))
})

test('an account stays while money is due to the bank account that its customer named', async () => {
  const { buyer, returnId } = await askedWithAccount()
  await sql`
    insert into account_erasures (user_id, asked_at, erases_at) values (${buyer.id}, now(), now())`.execute(shop.db)
  await eraseAccounts(shop.shop)
  expect(await accountOf(returnId)).toEqual({ upi: 'asha@upi' })
  await admin.api.changeReturn(returnId, { refund: { reference: 'UTR 4711' } })
  await eraseAccounts(shop.shop)
  expect((await admin.api.getReturn(returnId)).return.customer.name).toBe('A customer')
})

test('a piece that cost nothing waits for no money, and keeps no fee back', async () => {
  await setSettings(shop, { shippingFee: 50, freeShippingFrom: 5000 })
  const gifts = await addCategory(shop.db, 'Gifts')
  const paid = await addProduct(shop.db, { pricePaise: 50_000, stock: 5 })
  const free = await addProduct(shop.db, { pricePaise: 20_000, stock: 5, categoryId: gifts.id })
  const { offer } = await admin.api.createOffer(offerInput({ percent: 100, categories: [gifts.id] }))
  const buyer = await signedIn(shop)
  await fillCart(buyer, paid.id)
  await fillCart(buyer, free.id)
  await buyer.api.enterCode(offer.code!)
  const { order } = await buyCart(shop, buyer)
  await deliver(order._id)
  const lineOf = (productId: string) => order.products.find(({ product }) => product._id === productId)!._id
  const gift = await admin.api.takeBack(order._id, request(lineOf(free.id)))
  await admin.api.changeReturn(gift._id, { to: 'received' })
  const waiting = (await admin.api.listReturns({ waits: 'refund' })).items
  expect(waiting.some(({ _id }) => _id === gift._id)).toBe(false)
  const other = await admin.api.takeBack(order._id, request(lineOf(paid.id)))
  expect((await admin.api.changeReturn(other._id, { refund: true })).return.refund?.refunded).toBe(550)
})
