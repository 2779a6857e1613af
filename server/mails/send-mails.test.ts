import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Mail } from '#server/mails/transport/mail-headers.ts'
import type { Shop } from '#server/start/shop.ts'

import { MailUnavailable } from '#server/mails/transport/mailer.ts'
import { saveRefundStatus } from '#server/orders/refunds/refund-queries.ts'
import { sendRefunds } from '#server/orders/refunds/refunds.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { settlePayment } from '#server/orders/settle-payment.ts'
import { seedOrders } from '#demo/seed-orders.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  ADDRESS,
  buy,
  buyCart,
  fillCart,
  makeDue,
  NEVER,
  pay,
  signedIn,
  setSandboxFaults,
  type SignedIn,
} from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'
import { startStopwatch } from '#test/stopwatch.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop({ shopName: 'Asha’s Shop', publicUrl: undefined })
  admin = await signedIn(shop, 'admin')
  await setSandboxFaults(shop, { refundAfterMs: 0 })
})
beforeEach(() => void shop.mails.splice(0))
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

/** A round once what has just happened is due. */
async function sendAfterwards(by: Shop, signal: AbortSignal): Promise<void> {
  await sql`
    update mails set due_at = now()
    where due_at > now() and due_at <= now() + interval '10 seconds'`.execute(shop.db)
  await sendMails(by, signal)
}

const send = () => sendAfterwards(shop.shop, NEVER)
const subjects = () => shop.mails.map(({ subject }) => subject)
const numberOf = ({ _id }: { _id: string }) => `#${_id.slice(-6).toUpperCase()}`

/** The shop with another mailer. */
const mailedBy = (sendOne: (mail: Mail, signal: AbortSignal) => Promise<void>) => ({
  ...shop.shop,
  mailer: { send: sendOne, close: () => undefined },
})

const outage = () => Promise.reject(new MailUnavailable('nobody answers'))

/** Lets the mails that wait be tried now. */
async function letDue(): Promise<void> {
  await sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)
}

const bought = async () => buy(shop, (await addProduct(shop.db)).id)

test('an order is confirmed in one mail: what was bought, what it comes to, where it goes', async () => {
  const shirt = await addProduct(shop.db, {
    name: 'Oxford\r\nBcc: x@example.com',
    pricePaise: 149_900,
    sizes: { S: 1, M: 4 },
  })
  const socks = await addProduct(shop.db, { name: 'Socks', pricePaise: 19_950 })
  const buyer = await signedIn(shop)
  await fillCart(buyer, shirt.id, 2, 'M')
  await fillCart(buyer, socks.id)
  const { order } = await buyCart(shop, buyer)
  await send()
  await send()
  expect(shop.mails).toEqual([
    {
      id: `${order._id}.received`,
      to: order.user.email,
      subject: `Received: your order ${numberOf(order)}`,
      text: expect.any(String),
      html: expect.any(String),
    },
  ])
  const { text } = shop.mails[0]!
  expect(text).toContain('Hello Asha Rao,')
  expect(text).toContain('2 × Oxford Bcc: x@example.com, size M: ₹2,998.00 (₹1,499.00 each)\n')
  expect(text).toContain('1 × Socks: ₹199.50\nTotal: ₹3,197.50,')
  expect(text).toContain('Your payment has arrived.')
  expect(text).toContain('12, Lake View Road\nMysuru, Karnataka 570001\n')
  expect(text).toContain(`${shop.shop.publicUrl()}/signin?order=${order._id}`)
  const [, token = ''] = /^http:\/\/localhost:\d+\/order-status\/(\S+)$/m.exec(text) ?? []
  expect(await shop.visitor().api.getSharedOrder(token)).toMatchObject({ status: 'order placed', totalAmount: 3197.5 })
  expect(text).toContain('Asha’s Shop')
})

test('a mail about an order leaves its address and the capture of its payment ten seconds', async () => {
  const { order } = await bought()
  await sendMails(shop.shop, NEVER)
  expect(shop.mails).toEqual([])
  const { rows } = await sql`
    select due_at - at = interval '10 seconds' as waits from mails where key = ${order._id}`.execute(shop.db)
  expect(rows).toEqual([{ waits: true }])
  await send()
  expect(subjects()).toEqual([`Received: your order ${numberOf(order)}`])
})

test('without an address the mail asks for one, and money that is not there yet is not said to be', async () => {
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db)).id)
  const { id } = await buyer.api.startPayment()
  const proof = await pay(shop, id)
  await buyer.api.verifyPayment(proof)
  await shop.db.updateTable('payments').set({ status: 'vouched' }).where('id', '=', proof.razorpayPaymentId).execute()
  await send()
  await shop.db.updateTable('payments').set({ status: 'captured' }).where('id', '=', proof.razorpayPaymentId).execute()
  expect(subjects()).toEqual([expect.stringMatching(/^Received: your order/)])
  expect(shop.mails[0]!.text).toContain('no delivery address yet')
  expect(shop.mails[0]!.text).toContain('We are checking your payment')
  expect(shop.mails[0]!.text).not.toContain('arrived')
})

test('each status is mailed once: shipped, delivered', async () => {
  const { order } = await bought()
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await send()
  await admin.api.changeOrderStatus(order._id, 'delivered')
  await send()
  expect(subjects()).toEqual(
    ['Received', 'Shipped', 'Delivered'].map((word) => `${word}: your order ${numberOf(order)}`),
  )
  expect(shop.mails[1]!.text).toContain(`It goes to\n${ADDRESS.fullName}`)
})

test('the mail about a cancelled order says what becomes of its money, and another one that the refund is done', async () => {
  const { buyer, order } = await bought()
  await send()
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await send()
  const refunded = async () => {
    await makeDue(shop)
    await sendRefunds(shop.shop, NEVER)
    return buyer.api.listMyOrders(buyer.id)
  }
  await expect.poll(refunded).toMatchObject([{ payment: 'refunded' }])
  await send()
  await send()
  const number = numberOf(order)
  expect(subjects().slice(1)).toEqual([`Cancelled: your order ${number}`, `Refund done: your order ${number}`])
  const amount = '₹' + order.totalAmount.toLocaleString('en-IN', { minimumFractionDigits: 2 })
  expect(shop.mails[1]!.text).toContain(`${amount} goes back to the card or account that you paid with.`)
  expect(shop.mails[2]!.text).toContain(`The refund of ${amount} for your order ${number} is done`)
  expect(new Set(shop.mails.map(({ to }) => to))).toEqual(new Set([order.user.email]))
})

test('an order that was never charged is not said to be refunded', async () => {
  const { order, proof } = await bought()
  const payment = shop.db.updateTable('payments').where('id', '=', proof.razorpayPaymentId)
  await payment.set({ status: 'vouched' }).execute()
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await send()
  const { text } = shop.mails.at(-1)!
  expect(text).toContain('No payment has come in.')
  expect(text).not.toContain('refund')
})

test('the refund of a payment that made no order is mailed when it is done', async () => {
  const { order, proof } = await bought()
  await send()
  // As the provider would tell of a second payment for the same order, returned there.
  const { checkoutId } = await shop.db
    .selectFrom('orders')
    .select('checkoutId')
    .where('id', '=', order._id)
    .executeTakeFirstOrThrow()
  const second = {
    id: `${proof.razorpayPaymentId}2`,
    amountPaise: order.totalAmount * 100,
    status: 'refunded' as const,
  }
  expect(await settlePayment(shop.shop, checkoutId, second)).toMatchObject({ kind: 'refused' })
  await send()
  expect(shop.mails).toHaveLength(1)
  const { id: paymentId, amountPaise } = second
  const { id: ownId } = await shop.db
    .selectFrom('refunds')
    .select('id')
    .where('paymentId', '=', paymentId)
    .executeTakeFirstOrThrow()
  const report = { paymentId, providerRefundId: null, ownId, amountPaise, waitSeconds: 0 }
  await saveRefundStatus(shop.db, { ...report, status: 'processed' })
  await saveRefundStatus(shop.db, { ...report, status: 'processed' })
  await send()
  expect(subjects().slice(1)).toEqual([expect.stringMatching(/^Refund done: ₹[\d,.]+$/)])
  expect(shop.mails[1]!.text).toContain('for your payment is done')
})

test('what was cancelled before its mail went out is not said to be on its way', async () => {
  const { order } = await bought()
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await send()
  expect(subjects()).toEqual(['Received', 'Cancelled'].map((word) => `${word}: your order ${numberOf(order)}`))
  expect(shop.mails[0]!.text).not.toContain('arrived')
})

test('with the mail server down nothing is lost: the mail comes later, after growing pauses', async () => {
  const { order, buyer } = await bought()
  await expect(sendAfterwards(mailedBy(outage), NEVER)).rejects.toThrow('nobody answers')
  expect(await buyer.api.listMyOrders(buyer.id)).toMatchObject([{ payment: 'paid' }])
  await send()
  expect(shop.mails).toEqual([])
  const pauseOf = async (age: string) => {
    await sql`update mails set at = now() - ${age}::interval, due_at = now() where key = ${order._id}`.execute(shop.db)
    await expect(sendAfterwards(mailedBy(outage), NEVER)).rejects.toThrow('nobody answers')
    const { rows } = await sql<{ seconds: number }>`
      select round(extract(epoch from due_at - now()))::integer as seconds from mails
      where key = ${order._id}`.execute(shop.db)
    return rows[0]!.seconds
  }
  expect(await pauseOf('1 second')).toBeCloseTo(15, -1)
  expect(await pauseOf('10 minutes')).toBeCloseTo(600, -1)
  expect(await pauseOf('20 hours')).toBeCloseTo(3600, -1)
  await letDue()
  await send()
  expect(subjects()).toEqual([`Received: your order ${numberOf(order)}`])
})

test('a mail that fails for more than a day is given up', async () => {
  const { order } = await bought()
  await sql`update mails set at = now() - interval '25 hours' where key = ${order._id}`.execute(shop.db)
  await expect(sendAfterwards(mailedBy(outage), NEVER)).rejects.toThrow('nobody answers')
  await letDue()
  await send()
  expect(shop.mails).toEqual([])
})

test('a mail that is refused holds up no other', async () => {
  const [first, second] = [await bought(), await bought()]
  const taken: string[] = []
  const choosy = mailedBy(async ({ to }) => {
    if (to === first.order.user.email) throw new Error('550 nobody here')
    taken.push(to)
  })
  await sendAfterwards(choosy, NEVER)
  expect(taken).toEqual([second.order.user.email])
  await letDue()
  await send()
  expect(shop.mails.map(({ to }) => to)).toEqual([first.order.user.email])
})

test('a mail that cannot be worded holds up no other either', async () => {
  const [first, second] = [await bought(), await bought()]
  const deleted = await shop.db.deleteFrom('orderLines').where('orderId', '=', first.order._id).returningAll().execute()
  const lines = deleted.map(({ searchText: _searchText, ...line }) => line)
  await send()
  expect(shop.mails.map(({ to }) => to)).toEqual([second.order.user.email])
  await shop.db.insertInto('orderLines').values(lines).execute()
  await letDue()
  await send()
  expect(shop.mails.map(({ to }) => to)).toEqual([second.order.user.email, first.order.user.email])
})

test('of several workers at once one sends a mail', async () => {
  const orders = await Promise.all(Array.from({ length: 3 }, bought))
  await Promise.all([send(), send(), send()])
  expect(new Set(subjects())).toEqual(new Set(orders.map(({ order }) => `Received: your order ${numberOf(order)}`)))
  expect(shop.mails).toHaveLength(3)
})

test('a mail that is being sent is taken by nobody else', async () => {
  await bought()
  const sending = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const slow = sendAfterwards(
    mailedBy(() => {
      started.resolve()
      return sending.promise
    }),
    NEVER,
  )
  await started.promise
  await send()
  expect(shop.mails).toEqual([])
  sending.resolve()
  await slow
  await letDue()
  await send()
  expect(shop.mails).toEqual([])
})

test('a mail server that hangs does not hold up the stop, and the mail goes out after it', async () => {
  await bought()
  const stopping = new AbortController()
  const started = Promise.withResolvers<void>()
  const hanging = mailedBy((_, signal) => {
    started.resolve()
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new MailUnavailable('called off'))),
    )
  })
  const round = sendAfterwards(hanging, stopping.signal)
  await started.promise
  const stop = startStopwatch()
  stopping.abort()
  await round
  expect(stop()).toBeLessThan(5000)
  await send()
  expect(shop.mails).toHaveLength(1)
})

test('synthetic orders are mailed to nobody, and no round sends more than twenty', async () => {
  await addProduct(shop.db)
  await seedOrders(shop.shop.database, 30, () => undefined)
  await send()
  expect(shop.mails).toEqual([])
  // Were they due, and their addresses confirmed, they would go out twenty at a time.
  await sql`update users set email_confirmed_at = now()`.execute(shop.db)
  await sql`
    insert into mails (name, key, user_id) select 'order-received', id, user_id from orders where id like '5eed0d%'`.execute(
    shop.db,
  )
  await send()
  expect(shop.mails).toHaveLength(20)
  await sql`update mails set due_at = null`.execute(shop.db)
})
