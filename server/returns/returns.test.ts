import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { ReturnChange, ReturnRequest } from '#contract/returns/returns.ts'

import { sendMails } from '#server/mails/service.ts'
import { addCategory, addProduct, offerInput } from '#test/factories.ts'
import { jpegPicture } from '#test/pictures.ts'
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
  await setSettings(shop, { takesCash: false, cashFee: 0, shippingFee: 0, freeShippingFrom: 0, returnDays: 7 })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

const refusal = (message: string, status = 409) =>
  expect.objectContaining({ status, message: expect.stringContaining(message) })

async function deliver(orderId: string, daysAgo = 0): Promise<void> {
  await admin.api.changeOrderStatus(orderId, 'shipped')
  await admin.api.changeOrderStatus(orderId, 'delivered')
  await sql`
    update order_steps set at = at - make_interval(days => ${daysAgo}) where order_id = ${orderId}`.execute(shop.db)
}

/** A delivered order of two products: three pieces at ₹333.33 and one at ₹1,000. */
async function delivered({ code, daysAgo = 0, days }: { code?: string; daysAgo?: number; days?: number } = {}) {
  const buyer = await signedIn(shop)
  const three = await addProduct(shop.db, { pricePaise: 33_333, stock: 5 })
  if (days !== undefined) await admin.api.changeReturnDays({ _id: three.categoryId, returnDays: days })
  const one = await addProduct(shop.db, { pricePaise: 100_000, stock: 5 })
  await fillCart(buyer, three.id, 3)
  await fillCart(buyer, one.id)
  if (code !== undefined) await buyer.api.enterCode(code)
  const { order } = await buyCart(shop, buyer)
  await deliver(order._id, daysAgo)
  const lineOf = (productId: string) => order.products.find(({ product }) => product._id === productId)!._id
  return { buyer, order, three, one, threeLine: lineOf(three.id), oneLine: lineOf(one.id) }
}

type Reason = ReturnRequest['lines'][number]['reason']
const lines = (lineId: string, quantity = 1, reason: Reason = 'too small') => ({
  lines: [{ _id: lineId, quantity, reason }],
})

const change = (returnId: string, wanted: ReturnChange) => admin.api.changeReturn(returnId, wanted)

/** Takes a return to where its pieces lie on the shelf again. */
async function bringBack(returnId: string, pieces: NonNullable<ReturnChange['pieces']>): Promise<void> {
  await change(returnId, { to: 'approved' })
  await change(returnId, { to: 'on its way' })
  await change(returnId, { to: 'received' })
  await change(returnId, { to: 'inspected', pieces })
}

const refundsOf = (orderId: string) =>
  shop.db.selectFrom('refunds').select(['amountPaise', 'reason', 'status']).where('orderId', '=', orderId).execute()

test('pieces come back step by step: stock at the inspection, money when the owner says so', async () => {
  const { buyer, order, three, threeLine } = await delivered()
  const asked = await buyer.api.askForReturn(order._id, {
    lines: [{ _id: threeLine, quantity: 2, reason: 'too large', note: 'The sleeves are long.' }],
    wayBack: 'pick-up',
  })
  expect(asked).toMatchObject({
    orderId: order._id,
    status: 'asked',
    origin: 'customer',
    wayBack: 'pick-up',
    isWayBackFree: false,
    lines: [{ _id: threeLine, quantity: 2, reason: 'too large', note: 'The sleeves are long.', amount: 666.66 }],
    refund: { status: 'nothing due', due: 0, refunded: 0, dueBy: null, way: 'source', isPayable: true },
  })
  await change(asked._id, { to: 'approved' })
  await change(asked._id, { to: 'on its way' })
  const { return: received } = await change(asked._id, { to: 'received' })
  expect(received).toMatchObject({
    status: 'received',
    waits: ['inspect', 'refund'],
    refund: { status: 'refund due', due: 666.66, dueBy: expect.any(String) },
  })
  expect(await stockOf(shop, three.id)).toEqual([2])
  const { return: inspected } = await change(asked._id, {
    to: 'inspected',
    pieces: [
      { _id: threeLine, quantity: 1, condition: 'as new' },
      { _id: threeLine, quantity: 1, condition: 'damaged' },
    ],
  })
  expect(inspected.lines[0]?.inspected).toEqual([
    { condition: 'as new', goesTo: 'shelf', quantity: 1 },
    { condition: 'damaged', goesTo: 'written off', quantity: 1 },
  ])
  expect(await stockOf(shop, three.id)).toEqual([3])
  expect(await refundsOf(order._id)).toEqual([])
  const { return: refunded } = await change(asked._id, { refund: true })
  expect(refunded).toMatchObject({
    waits: [],
    lines: [{ refunded: 2 }],
    refund: { status: 'refunded', due: 0, refunded: 666.66 },
  })
  expect(await refundsOf(order._id)).toEqual([{ amountPaise: 66_666, reason: 'pieces returned', status: 'pending' }])
  const { returns, lines: left } = await buyer.api.listMyReturns(order._id)
  expect(returns.map(({ timeline }) => timeline.map(({ status }) => status))).toEqual([
    ['asked', 'approved', 'on its way', 'received', 'inspected'],
  ])
  expect(left.find(({ _id }) => _id === threeLine)).toMatchObject({ left: 1, isForFaultsOnly: false })
  const [own] = await buyer.api.listMyOrders(buyer.id)
  expect(own).toMatchObject({ status: 'delivered', payment: 'partly refunded', refund: { amount: 666.66 } })
})

test('what was paid for each piece goes back, its share of the discount taken off, and all pieces are the whole, to the paisa', async () => {
  const { offer } = await admin.api.createOffer(offerInput({ percent: undefined, amount: 100.01 }))
  const { buyer, order, threeLine, oneLine } = await delivered({ code: offer.code! })
  for (const lineId of [threeLine, threeLine, oneLine, threeLine]) {
    const { _id } = await buyer.api.askForReturn(order._id, lines(lineId))
    await change(_id, { to: 'approved' })
    await change(_id, { refund: true })
  }
  const refunds = await refundsOf(order._id)
  expect(refunds).toHaveLength(4)
  expect(refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(189_998)
})

test('a part of the pieces is refunded first, each piece once', async () => {
  const { buyer, order, threeLine } = await delivered()
  const { _id } = await buyer.api.askForReturn(order._id, lines(threeLine, 3))
  await change(_id, { to: 'approved' })
  const part = (quantity: number) => change(_id, { refund: { lines: [{ _id: threeLine, quantity }] } })
  const { return: first } = await part(1)
  expect(first.refund).toMatchObject({ status: 'refund due', due: 666.66, refunded: 333.33 })
  await expect(part(3)).rejects.toEqual(refusal('only 2 pieces of it are open'))
  await change(_id, { refund: true })
  await expect(change(_id, { refund: true })).rejects.toEqual(refusal('settled already'))
  await expect(part(1)).rejects.toEqual(refusal('none of it is open'))
  expect(await refundsOf(order._id)).toHaveLength(2)
})

test('more pieces than were delivered, a line of another order and somebody else’s order bring nothing back', async () => {
  const { buyer, order, threeLine } = await delivered()
  const other = await delivered()
  const ask = (request: ReturnRequest) => buyer.api.askForReturn(order._id, request)
  await expect(ask(lines(threeLine, 4))).rejects.toEqual(refusal('only 3 pieces are left'))
  await expect(ask(lines(other.threeLine))).rejects.toEqual(refusal('Order line not found', 404))
  await expect(other.buyer.api.askForReturn(order._id, lines(threeLine))).rejects.toEqual(
    refusal('Order not found', 404),
  )
  await expect(other.buyer.api.listMyReturns(order._id)).rejects.toEqual(refusal('Order not found', 404))
  await expect(ask({ lines: [] })).rejects.toEqual(refusal('Please choose what comes back.', 400))
  await expect(ask({ lines: [...lines(threeLine).lines, ...lines(threeLine).lines] })).rejects.toEqual(
    refusal('Please name each line once.', 400),
  )
  const { _id } = await ask(lines(threeLine, 3))
  await expect(ask(lines(threeLine))).rejects.toEqual(refusal('none is left'))
  await expect(other.buyer.api.withdrawReturn(order._id, _id)).rejects.toEqual(refusal('Return not found', 404))
  expect((await buyer.api.withdrawReturn(order._id, _id)).return.status).toBe('withdrawn')
  expect((await ask(lines(threeLine))).status).toBe('asked')
})

test('a piece that arrives without a scan is not the one of another return that is on its way', async () => {
  const { buyer, order, threeLine } = await delivered()
  const [scanned, brought] = [
    await buyer.api.askForReturn(order._id, lines(threeLine)),
    await buyer.api.askForReturn(order._id, lines(threeLine)),
  ]
  await change(scanned._id, { to: 'approved' })
  await change(scanned._id, { to: 'on its way' })
  await change(brought._id, { to: 'approved' })
  await change(brought._id, { to: 'received' })
  await expectInvariants(shop.db)
  await change(scanned._id, { to: 'received' })
})

test('of two requests for the same pieces at once one is taken', async () => {
  const { buyer, order, oneLine } = await delivered()
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => buyer.api.askForReturn(order._id, lines(oneLine))))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [id] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value._id] : []))
  await change(id!, { to: 'approved' })
  const refunds = await Promise.allSettled([1, 2, 3].map(() => change(id!, { refund: true })))
  expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await refundsOf(order._id)).toHaveLength(1)
})

test('the window is the category’s or the shop’s, and what is faulty or wrong may always come back', async () => {
  const { buyer, order, oneLine, threeLine } = await delivered({ daysAgo: 8, days: 30 })
  await expect(buyer.api.askForReturn(order._id, lines(oneLine))).rejects.toEqual(refusal('could be returned until'))
  expect((await buyer.api.askForReturn(order._id, lines(threeLine))).status).toBe('asked')
  const faulty = await buyer.api.askForReturn(order._id, lines(oneLine, 1, 'damaged'))
  expect(faulty).toMatchObject({ status: 'asked', isWayBackFree: true })
  const { lines: left } = await buyer.api.listMyReturns(order._id)
  expect(left.map(({ _id, isForFaultsOnly }) => [_id, isForFaultsOnly])).toEqual([
    [threeLine, false],
    [oneLine, true],
  ])
})

test('a category that takes nothing back takes back what is wrong, and the staff take back whatever was delivered', async () => {
  const category = await addCategory(shop.db)
  const { category: saved } = await admin.api.changeReturnDays({ _id: category.id, returnDays: 0 })
  expect(saved.returnDays).toBe(0)
  const product = await addProduct(shop.db, { categoryId: category.id, stock: 9 })
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id, 2)
  const { order } = await buyCart(shop, buyer)
  const [line] = order.products
  await expect(buyer.api.askForReturn(order._id, lines(line!._id))).rejects.toEqual(refusal('was delivered can be'))
  await deliver(order._id)
  await expect(buyer.api.askForReturn(order._id, lines(line!._id))).rejects.toEqual(refusal('faulty or wrong'))
  expect((await buyer.api.askForReturn(order._id, lines(line!._id, 1, 'wrong piece'))).status).toBe('asked')
  expect(await admin.api.takeBack(order._id, lines(line!._id))).toMatchObject({ status: 'approved', origin: 'staff' })
})

test('only steps that exist are taken, and each piece is found once', async () => {
  const { buyer, order, threeLine, oneLine } = await delivered()
  const { _id } = await buyer.api.askForReturn(order._id, lines(threeLine, 2))
  await expect(change(_id, { to: 'received' })).rejects.toEqual(refusal('that is asked cannot become received'))
  await expect(change(_id, { to: 'asked' })).rejects.toEqual(refusal('already asked'))
  await expect(change(_id, { refund: true })).rejects.toEqual(refusal('has no money to be given back'))
  await expect(change(_id, { to: 'refused' })).rejects.toEqual(refusal('Please say why', 400))
  await expect(change(_id, {})).rejects.toEqual(refusal('either a step', 400))
  await change(_id, { to: 'approved' })
  await change(_id, { to: 'received' })
  const inspect = (...pieces: NonNullable<ReturnChange['pieces']>) => change(_id, { to: 'inspected', pieces })
  await expect(change(_id, { to: 'inspected' })).rejects.toEqual(refusal('how each piece is', 400))
  const asNew = { _id: threeLine, quantity: 1, condition: 'as new' } as const
  await expect(inspect(asNew)).rejects.toEqual(refusal('2 pieces came back, not 1'))
  await expect(inspect({ ...asNew, quantity: 3 })).rejects.toEqual(refusal('not 3'))
  await expect(inspect({ ...asNew, _id: oneLine })).rejects.toEqual(refusal('not found', 404))
  await expect(inspect(asNew, { ...asNew, condition: 'worn', goesTo: 'shelf' })).rejects.toEqual(refusal('shelf', 400))
  await inspect(asNew, { ...asNew, condition: 'worn' })
  await expect(inspect(asNew, asNew)).rejects.toEqual(refusal('already inspected'))
})

test('a piece that is sent back to its customer keeps its price, and one whose money went back is not sent', async () => {
  const { buyer, order, threeLine } = await delivered()
  const { _id } = await buyer.api.askForReturn(order._id, lines(threeLine, 2))
  await bringBack(_id, [
    { _id: threeLine, quantity: 1, condition: 'as new' },
    { _id: threeLine, quantity: 1, condition: 'worn' },
  ])
  const { return: refunded } = await change(_id, { refund: true })
  expect(refunded.refund).toMatchObject({ status: 'refunded', refunded: 333.33 })
  const { _id: last } = await buyer.api.askForReturn(order._id, lines(threeLine))
  await change(last, { to: 'approved' })
  await change(last, { refund: true })
  await expect(change(last, { to: 'refused', reason: 'Worn.' })).rejects.toEqual(refusal('went back already'))
  await change(last, { to: 'received' })
  const worn = { _id: threeLine, quantity: 1, condition: 'worn' } as const
  await expect(change(last, { to: 'inspected', pieces: [worn] })).rejects.toEqual(refusal('not sent back'))
  await change(last, { to: 'inspected', pieces: [{ ...worn, goesTo: 'written off' }] })
})

test('the shipping fee goes back when all of an order comes back because the shop is to blame', async () => {
  await setSettings(shop, { shippingFee: 50, freeShippingFrom: 5000 })
  const minded = await delivered()
  const all = (one: string, three: string, reason: Reason) => ({
    lines: [...lines(one, 1, reason).lines, ...lines(three, 3, reason).lines],
  })
  const mind = await minded.buyer.api.askForReturn(
    minded.order._id,
    all(minded.oneLine, minded.threeLine, 'changed mind'),
  )
  await change(mind._id, { to: 'approved' })
  expect((await change(mind._id, { refund: true })).return.refund?.refunded).toBe(1999.99)
  const { buyer, order, oneLine, threeLine } = await delivered()
  const fault = await buyer.api.askForReturn(order._id, all(oneLine, threeLine, 'damaged'))
  await change(fault._id, { to: 'approved' })
  const { return: first } = await change(fault._id, { refund: { lines: [{ _id: threeLine, quantity: 3 }] } })
  expect(first.refund).toMatchObject({ refunded: 999.99, due: 1050 })
  expect((await change(fault._id, { refund: true })).return.refund).toMatchObject({ refunded: 2049.99, due: 0 })
})

test('money of an order that was paid at the door goes to the account that its customer names, by hand, and the account is forgotten', async () => {
  await setSettings(shop, { takesCash: true, cashNeedsConfirming: false })
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 50_000, stock: 5 })
  await fillCart(buyer, product.id, 2)
  const order = await buyer.api.orderForCash({ address: ADDRESS })
  await deliver(order._id)
  const lineId = order.products[0]!._id
  const ask = (refundTo: ReturnRequest['refundTo']) => buyer.api.askForReturn(order._id, { ...lines(lineId), refundTo })
  await expect(ask('not an id')).rejects.toEqual(refusal('UPI id', 400))
  await expect(ask({ name: 'Asha', account: '123', ifsc: 'HDFC0001234' })).rejects.toEqual(
    refusal('9 to 18 digits', 400),
  )
  const { _id, refund } = await ask(undefined)
  expect(refund).toMatchObject({ way: 'by hand', isPayable: false })
  await change(_id, { to: 'approved' })
  const pay = () => change(_id, { refund: { reference: 'UTR 4711' } })
  await expect(pay()).rejects.toEqual(refusal('has not said yet'))
  await buyer.api.changeRefundTo(order._id, _id, { name: 'Asha Rao', account: '123456789012', ifsc: 'hdfc0001234' })
  const stored = await shop.db.selectFrom('returns').select('refundTo').where('id', '=', _id).executeTakeFirstOrThrow()
  expect(Buffer.from(stored.refundTo!).toString('latin1')).not.toContain('123456789012')
  expect((await admin.api.getReturn(_id)).refundTo).toEqual({
    name: 'Asha Rao',
    account: '123456789012',
    ifsc: 'HDFC0001234',
  })
  await expect(change(_id, { refund: true })).rejects.toEqual(refusal('reference'))
  const { return: paid } = await pay()
  expect(paid.refund).toMatchObject({
    status: 'refunded',
    refunded: 500,
    payments: [{ amount: 500, reference: 'UTR 4711' }],
  })
  expect(await admin.api.getReturn(_id)).toMatchObject({ refundTo: null, return: { refund: { isPayable: false } } })
  await expect(buyer.api.changeRefundTo(order._id, _id, 'asha@upi')).rejects.toEqual(refusal('Nothing is due'))
  await expect(pay()).rejects.toEqual(refusal('settled already'))
})

test('a customer adds pictures, which nobody but they and the staff see', async () => {
  const { buyer, order, oneLine } = await delivered()
  const other = await signedIn(shop)
  const { _id } = await buyer.api.askForReturn(order._id, lines(oneLine, 1, 'damaged'))
  const file = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'a.jpg')
  const pictures = await Promise.all([1, 2, 3].map(() => jpegPicture()))
  const { return: shown } = await buyer.api.addReturnPictures(order._id, _id, pictures.map(file))
  expect(shown.pictures).toEqual([0, 1, 2].map((index) => `/order/returns/${_id}/pictures/${index}`))
  const statusFor = async ({ fetch }: Pick<SignedIn, 'fetch'>, path: string) => (await fetch(`/api${path}`)).status
  const paths = { own: shown.pictures[0]!, staff: `/admin/returns/${_id}/pictures/0` }
  expect(await statusFor(buyer, paths.own)).toBe(200)
  expect(await statusFor(admin, paths.staff)).toBe(200)
  expect(await statusFor(other, paths.own)).toBe(404)
  expect(await statusFor(shop.visitor(), paths.own)).toBe(401)
  expect(await statusFor(buyer, paths.staff)).toBe(401)
  const answer = await buyer.fetch(`/api${paths.own}`)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const add = (files: File[]) => buyer.api.addReturnPictures(order._id, _id, files)
  await expect(add(pictures.map(file))).rejects.toEqual(refusal('at most 5 pictures'))
  await expect(add([file(Buffer.from('<svg/>'))])).rejects.toMatchObject({ status: 400 })
  await expect(other.api.addReturnPictures(order._id, _id, [file(pictures[0]!)])).rejects.toMatchObject({ status: 404 })
})

test('a customer gets a mail at each step, in the words of the step', async () => {
  const { buyer, order, threeLine } = await delivered()
  const mailed = async () => {
    await sql`update mails set due_at = now() where due_at is not null and name like 'return-%'`.execute(shop.db)
    await sendMails(shop.shop, NEVER)
    return shop.mails.splice(0).filter(({ to }) => to === order.user.email && to !== '')
  }
  await mailed()
  const ask = () => buyer.api.askForReturn(order._id, lines(threeLine))
  const [{ _id: taken }, { _id: refused }] = [await ask(), await ask()]
  expect((await mailed()).map(({ subject }) => subject).filter((subject) => subject.includes('return'))).toHaveLength(2)
  await change(taken, { to: 'approved' })
  await change(refused, { to: 'refused', reason: 'It was worn.' })
  const answers = await mailed()
  expect(answers.find(({ subject }) => subject.startsWith('Approved'))?.text).toContain('Please send the parcel to us.')
  for (const { text } of answers) expect(text).toContain(`${shop.shop.publicUrl()}/signin?returns=${order._id}`)
  expect(answers.find(({ subject }) => subject.startsWith('Refused'))?.text).toContain('The reason: It was worn.')
  await change(taken, { to: 'received' })
  expect((await mailed()).map(({ text }) => text).join('\n')).toContain('goes back within 7 days')
})

test('an account is not asked for where the money goes back to its source', async () => {
  const { buyer, order, oneLine } = await delivered()
  const asking = buyer.api.askForReturn(order._id, { ...lines(oneLine), refundTo: 'asha@upi' })
  await expect(asking).rejects.toEqual(refusal('to where you paid from', 400))
  const { _id } = await buyer.api.askForReturn(order._id, lines(oneLine))
  await change(_id, { to: 'approved' })
  await expect(change(_id, { refund: { reference: 'by hand' } })).rejects.toEqual(refusal('no reference', 400))
})

test('the staff find returns by what they wait for, by status and by name; a packer receives and inspects without seeing money', async () => {
  const { buyer, order, oneLine } = await delivered()
  const { _id } = await buyer.api.askForReturn(order._id, lines(oneLine))
  const packer = await signedIn(shop, 'admin', 'packer')
  const isListed = async (query: Parameters<typeof admin.api.listReturns>[0]) =>
    (await admin.api.listReturns(query)).items.some((one) => one._id === _id)
  expect([await isListed({ waits: 'approve' }), await isListed({ status: 'approved' })]).toEqual([true, false])
  expect([await isListed({ search: order._id }), await isListed({ search: 'nobody' })]).toEqual([true, false])
  await expect(packer.api.changeReturn(_id, { to: 'approved' })).rejects.toEqual(refusal('Your role', 403))
  await change(_id, { to: 'approved' })
  await packer.api.changeReturn(_id, { to: 'received' })
  const found = { _id: oneLine, quantity: 1, condition: 'as new' } as const
  await packer.api.changeReturn(_id, { to: 'inspected', pieces: [found] })
  await expect(packer.api.changeReturn(_id, { refund: true })).rejects.toEqual(refusal('Your role', 403))
  expect(await packer.api.getReturn(_id)).toMatchObject({
    refundTo: null,
    return: { refund: null, lines: [{ amount: null }], customer: { email: null, name: 'Asha Rao' } },
  })
  expect(await isListed({ waits: 'refund' })).toBe(true)
  const waitsOf = async ({ api }: SignedIn) => (await api.getReturn(_id)).return
  expect(await waitsOf(admin)).toMatchObject({ waits: ['refund'], lines: [{ refunded: 0 }] })
  expect(await waitsOf(packer)).toMatchObject({ waits: [], lines: [{ refunded: null }] })
  for (const waits of ['refund', 'undelivered'] as const) {
    await expect(packer.api.listReturns({ waits })).rejects.toEqual(refusal('Your role', 403))
  }
  expect((await packer.api.listReturns({ waits: 'receive' })).items).toEqual(expect.any(Array))
  expect((await packer.api.getWaiting()).returns).toMatchObject({ refund: 0, overdue: 0, undelivered: 0 })
  const before = (await admin.api.getWaiting()).returns!
  expect(before).toMatchObject({ refund: expect.any(Number), overdue: 0 })
  await sql`update returns set received_at = received_at - interval '8 days' where id = ${_id}`.execute(shop.db)
  expect((await admin.api.getWaiting()).returns).toEqual({ ...before, overdue: 1 })
  expect((await packer.api.getWaiting()).returns).toMatchObject({ refund: 0, overdue: 0, undelivered: 0 })
  await change(_id, { refund: true })
  expect(await waitsOf(packer)).toMatchObject({ waits: [], lines: [{ refunded: null }] })
  expect((await admin.api.getWaiting()).returns).toEqual({ ...before, refund: before.refund - 1, overdue: 0 })
  const { entries } = await admin.api.listAudit({ search: _id })
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['return.asked', 'return.approved', 'return.received', 'return.inspected']),
  )
})
