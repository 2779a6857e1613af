import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { sendMails } from '#server/mails/service.ts'
import { endUnconfirmedOrders } from '#server/orders/service.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, fillCart, NEVER, signedIn, stockOf, type SignedIn } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  await setSettings(shop, { takesCash: true })
})
beforeEach(() => void shop.mails.splice(0))
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

let places = 0

async function ordered() {
  places += 1
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 149_900, stock: 5 })
  await fillCart(buyer, product.id)
  const address = { ...ADDRESS, street: `${places}, Lake View Road`, phone: String(9_000_000_000 + places) }
  return { buyer, product, order: await buyer.api.orderForCash({ address }) }
}

/** Sends what waits, and returns the mail to this customer. */
async function mailTo({ id }: { id: string }) {
  await sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)
  await sendMails(shop.shop, NEVER)
  return shop.mails.findLast(({ to }) => to.includes(id))
}

const tokenIn = (text = '') => /confirm-order\/([\w-]+)/.exec(text)?.[1] ?? ''

const letPass = (orderId: string) =>
  sql`update cash_payments set confirm_until = now() - interval '1 second' where order_id = ${orderId}`.execute(shop.db)

test('an order that nobody has confirmed is not shipped, and waits for nobody of the staff', async () => {
  const { order } = await ordered()
  expect(order.confirmUntil).toBeDefined()
  await expect(admin.api.changeOrderStatus(order._id, 'shipped')).rejects.toMatchObject({
    status: 409,
    message: 'This order for cash is not confirmed yet, so it cannot be shipped.',
  })
  const waiting = await admin.api.listAllOrders({ waits: 'shipment' })
  expect(waiting.items.map(({ _id }) => _id)).not.toContain(order._id)
  const { results } = await admin.api.shipOrders([{ _id: order._id }])
  expect(results).toMatchObject([{ isShipped: false }])
})

test('the mail about the order brings the link that confirms it, which may be pressed twice', async () => {
  const { buyer, order } = await ordered()
  const mail = await mailTo(buyer)
  expect(mail?.text).toContain('Please confirm that you want it')
  expect(mail?.text).toContain('You pay ₹1,539.00 in cash when it arrives.')
  const token = tokenIn(mail?.text)
  const stranger = shop.visitor().api
  const { message } = await stranger.confirmCashOrder(token)
  expect(message).toContain('is confirmed')
  expect((await stranger.confirmCashOrder(token)).message).toBe(message)
  const { order: known, cash } = await admin.api.getOrderDetail(order._id)
  expect(known).not.toHaveProperty('confirmUntil')
  expect(cash?.confirmedAt).not.toBeNull()
  await admin.api.changeOrderStatus(order._id, 'shipped')
  expect((await mailTo(buyer))?.text).toContain('Please keep ₹1,539.00 in cash ready')
})

test('a made-up token and one of another purpose confirm nothing', async () => {
  const { order } = await ordered()
  for (const token of ['made-up', order._id]) {
    await expect(shop.visitor().api.confirmCashOrder(token)).rejects.toMatchObject({ status: 404 })
  }
  expect((await admin.api.getOrderDetail(order._id)).order.confirmUntil).toBeDefined()
})

test('the owner confirms an order in the place of its customer, and only one that waits for it', async () => {
  const { order } = await ordered()
  const { order: confirmed } = await admin.api.changeCash(order._id, 'confirmed')
  expect(confirmed).not.toHaveProperty('confirmUntil')
  await admin.api.changeCash(order._id, 'confirmed')
  const { order: other, buyer } = await ordered()
  await buyer.api.cancelMyOrder(other._id)
  await expect(admin.api.changeCash(other._id, 'confirmed')).rejects.toMatchObject({ status: 409 })
})

test('what nobody confirms in time ends by itself, its stock comes back and the customer hears of it', async () => {
  const { buyer, product, order } = await ordered()
  const token = tokenIn((await mailTo(buyer))?.text)
  await endUnconfirmedOrders(shop.shop)
  expect((await admin.api.getOrderDetail(order._id)).order.status).toBe('order placed')
  await letPass(order._id)
  await Promise.all([endUnconfirmedOrders(shop.shop), endUnconfirmedOrders(shop.shop)])
  expect((await admin.api.getOrderDetail(order._id)).order).toMatchObject({
    status: 'cancelled',
    payment: { method: 'cash', status: 'nothing due' },
  })
  expect(await stockOf(shop, product.id)).toEqual([5])
  await expect(shop.visitor().api.confirmCashOrder(token)).rejects.toMatchObject({ status: 409 })
  shop.mails.splice(0)
  expect((await mailTo(buyer))?.text).toContain('It had not been confirmed. Nothing was charged')
})

test('who places the same again whenever its time is over pays online from the sixth order on', async () => {
  const { buyer, product, order } = await ordered()
  const address = order.address!
  const again = async () => {
    await fillCart(buyer, product.id)
    return buyer.api.orderForCash({ address })
  }
  const end = async ({ _id }: { _id: string }) => {
    await letPass(_id)
    await endUnconfirmedOrders(shop.shop)
  }
  await end(order)
  for (const _ of [2, 3, 4, 5]) await end(await again())
  await expect(again()).rejects.toMatchObject({
    status: 409,
    message: 'Within 7 days 5 orders for cash were cancelled or not confirmed. Please pay online.',
  })
  expect(await stockOf(shop, product.id)).toEqual([5])
})

test('confirming and ending at the same moment: one of them counts', async () => {
  for (const _ of [1, 2, 3]) {
    const { buyer, product, order } = await ordered()
    const token = tokenIn((await mailTo(buyer))?.text)
    await letPass(order._id)
    const [confirmed] = await Promise.allSettled([
      shop.visitor().api.confirmCashOrder(token),
      endUnconfirmedOrders(shop.shop),
    ])
    const { status } = (await admin.api.getOrderDetail(order._id)).order
    expect(status).toBe(confirmed.status === 'fulfilled' ? 'order placed' : 'cancelled')
    expect(await stockOf(shop, product.id)).toEqual([status === 'cancelled' ? 5 : 4])
    shop.mails.splice(0)
  }
})

test('the packing slip tells the courier what to collect', async () => {
  const { order } = await ordered()
  expect((await admin.api.getOrderDetail(order._id)).order.cashToCollect).toBe(1539)
  const packer = await signedIn(shop, 'admin', 'packer')
  const { order: seen, cash } = await packer.api.getOrderDetail(order._id)
  expect(seen).toMatchObject({
    totalAmount: null,
    cashToCollect: 1539,
    payment: { method: 'cash', status: 'cash due' },
  })
  expect(seen).not.toHaveProperty('fees')
  expect(cash?.status).toBe('cash due')
  const [slip] = readPdf(Buffer.from(await (await packer.api.getPackingSlips([order._id])).arrayBuffer()))
  expect(slip).toContain('Cash: ₹1,539')
})

const codeIn = (text = '') => /Your code is (\d{6})/.exec(text)?.[1] ?? 'none'
const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const WRONG = { status: 400, fields: { code: 'This code is wrong or has ended.' } }

async function askedForCode() {
  const { buyer, order } = await ordered()
  expect((await buyer.api.sendOrderCode(order._id)).message).toContain('10 minutes, in this browser')
  await mailTo(buyer)
  const mail = shop.mails.find(({ to, subject }) => to.includes(buyer.id) && subject.includes('Your code'))
  return { buyer, order, code: codeIn(mail?.text) }
}

test('a code confirms an order, in the browser that asked for it', async () => {
  const { buyer, order, code } = await askedForCode()
  const { message } = await buyer.api.confirmOrderByCode(order._id, `${code.slice(0, 3)} ${code.slice(3)}`)
  expect(message).toContain('is confirmed')
  expect((await admin.api.getOrderDetail(order._id)).cash?.confirmedAt).not.toBeNull()
  // Harmless when repeated, as the link is.
  expect((await buyer.api.confirmOrderByCode(order._id, '000000')).message).toBe(message)
  await expect(buyer.api.sendOrderCode(order._id)).rejects.toMatchObject({ status: 409 })
  await admin.api.changeOrderStatus(order._id, 'shipped')
})

test('a code is of no use in another browser of the customer, to somebody else, and for another order', async () => {
  const { buyer, order, code } = await askedForCode()
  const elsewhere = await signedIn(shop)
  for (const [name, value] of buyer.cookies) if (!name.endsWith('code_browser')) elsewhere.cookies.set(name, value)
  await expect(elsewhere.api.confirmOrderByCode(order._id, code)).rejects.toMatchObject(WRONG)
  const other = await askedForCode()
  await expect(other.buyer.api.confirmOrderByCode(order._id, code)).rejects.toMatchObject({ status: 404 })
  await expect(other.buyer.api.confirmOrderByCode(other.order._id, code)).rejects.toMatchObject(WRONG)
  await expect(shop.visitor().api.confirmOrderByCode(order._id, code)).rejects.toMatchObject({ status: 401 })
  await buyer.api.confirmOrderByCode(order._id, code)
})

test('a code ends after five tries, after ten minutes, and with the next one', async () => {
  const { buyer, order, code } = await askedForCode()
  const tries = Array.from({ length: 8 }, () => buyer.api.confirmOrderByCode(order._id, wrongCodeFor(code)))
  expect((await Promise.allSettled(tries)).every(({ status }) => status === 'rejected')).toBe(true)
  await expect(buyer.api.confirmOrderByCode(order._id, code)).rejects.toMatchObject(WRONG)
  const late = await askedForCode()
  const { rows } = await sql<{ minutes: number }>`
    select ceil(extract(epoch from expires_at - now()) / 60)::integer as minutes from account_links
    where purpose = 'cash order code' and user_id = ${late.buyer.id}`.execute(shop.db)
  expect(rows).toEqual([{ minutes: 10 }])
  await sql`update account_links set expires_at = now() where user_id = ${late.buyer.id}`.execute(shop.db)
  await expect(late.buyer.api.confirmOrderByCode(late.order._id, late.code)).rejects.toMatchObject(WRONG)
  shop.mails.splice(0)
  await late.buyer.api.sendOrderCode(late.order._id)
  const next = codeIn((await mailTo(late.buyer))?.text)
  await expect(late.buyer.api.confirmOrderByCode(late.order._id, late.code)).rejects.toMatchObject(WRONG)
  await late.buyer.api.confirmOrderByCode(late.order._id, next)
})

test('so many codes are sent within an hour, and none for an order that has ended', async () => {
  const { buyer, order } = await ordered()
  for (const _ of [1, 2, 3]) await buyer.api.sendOrderCode(order._id)
  await expect(buyer.api.sendOrderCode(order._id)).rejects.toMatchObject({ code: 'rate_limited' })
  await buyer.api.cancelMyOrder(order._id)
  await mailTo(buyer)
  expect(shop.mails.filter(({ to, subject }) => to.includes(buyer.id) && subject.includes('Your code'))).toEqual([])
  await expect(buyer.api.sendOrderCode(order._id)).rejects.toMatchObject({ status: 409 })
})
