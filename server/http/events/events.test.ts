import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import type { Visitor } from '#test/visitor.ts'

import { recordRefund } from '#server/orders/refunds/record-refund.ts'
import { addProduct } from '#test/factories.ts'
import { buy, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'
import { startStopwatch } from '#test/stopwatch.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

const CONTACT = {
  firstName: 'Ravi',
  lastName: 'Iyer',
  email: 'ravi@example.com',
  contactNumber: '9876501234',
  subject: 'Sizes',
  message: 'Not to be told to anybody by the stream.',
}

/** Follows the stream from its first line on; `text` grows until `ended`. */
async function follow(visitor: Pick<Visitor, 'fetch'>, query = '') {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const answer = await visitor.fetch(`/api/admin/events${query}`, { signal: stop.signal })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader?.read())?.value ?? ''
  async function readOn(): Promise<void> {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return
      text += value
    }
  }
  const ended = readOn().catch(() => undefined)
  return { answer, ended, text: () => text, stop: () => stop.abort() }
}

test('administrators who look at a list hear which orders, messages and products change, and nothing of their content', async () => {
  const product = await addProduct(shop.db, { stock: 9 })
  const admin = await signedIn(shop, 'admin')
  const stream = await follow(admin)
  expect(stream.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.answer.headers.get('cache-control')).toBe('no-store')
  expect(stream.text()).toBe('retry: 3000\n\n')

  const { order } = await buy(shop, product.id)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await shop.visitor().api.submitContact(CONTACT)
  const contact = (await admin.api.listContacts()).items[0]!
  await admin.api.deleteContact(contact._id)
  const newsOf = (kind: string, change: string, id: string) =>
    `event: news\ndata: ${JSON.stringify({ kind, change, ids: [id] })}\n\n`
  for (const line of [
    newsOf('order', 'insert', order._id),
    newsOf('order', 'update', order._id),
    newsOf('contact', 'insert', contact._id),
    newsOf('contact', 'delete', contact._id),
    newsOf('product', 'update', product.id),
  ]) {
    await expect.poll(stream.text).toContain(line)
  }
  for (const secret of [order.user.email, CONTACT.email, CONTACT.message]) expect(stream.text()).not.toContain(secret)
})

test('administrators who look at a list hear that an order was refunded', async () => {
  const { order, proof } = await buy(shop, (await addProduct(shop.db, { stock: 9 })).id)
  const admin = await signedIn(shop, 'admin')
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  const stream = await follow(admin)
  const refund = { id: 'rfnd_heard', paymentId: proof.razorpayPaymentId, amountPaise: order.totalPrice * 100 }
  const { id: ownId } = await shop.db
    .selectFrom('refunds')
    .select('id')
    .where('paymentId', '=', refund.paymentId)
    .executeTakeFirstOrThrow()
  await recordRefund(shop.shop, { ...refund, ownId, status: 'processed' })
  await expect.poll(stream.text).toContain(JSON.stringify({ kind: 'order', change: 'update', ids: [order._id] }))
  expect((await admin.api.getOrderDetail(order._id)).order.payment).toBe('refunded')
})

test('a session that has ended hears nothing more', async () => {
  const [admin, other] = [await signedIn(shop, 'admin'), await signedIn(shop, 'admin')]
  const stream = await follow(admin)
  await admin.api.adminLogout()
  const before = stream.text()
  await other.api.createCategory('Heard by nobody')
  await shop.visitor().api.submitContact(CONTACT)
  await stream.ended
  expect(stream.text()).toBe(before)
})

test('somebody who is signed in many times has three streams, not three for each time', async () => {
  const admin = await shop.admin()
  const streams = []
  for (let count = 0; count < 4; count += 1) {
    const visitor = shop.visitor()
    await visitor.api.adminLogin({ email: admin.user.email, password: admin.password })
    streams.push(await follow(visitor))
  }
  await streams[0]?.ended
  expect(streams.map(({ text }) => text().includes('retry: 60000'))).toEqual([true, false, false, false])
})

test('a stream ends after the time that was asked for, and only an administrator gets one', async () => {
  const admin = await signedIn(shop, 'admin')
  const short = await follow(admin, '?seconds=0')
  await short.ended
  expect(short.answer.status).toBe(200)
  expect((await admin.fetch('/api/admin/events?seconds=4000')).status).toBe(400)
  expect((await (await signedIn(shop)).fetch('/api/admin/events')).status).toBe(401)
})

test('nothing is announced while nobody has looked for a while', async () => {
  await shop.db
    .updateTable('adminEventWatch')
    .set({ until: new Date(0) })
    .execute()
  const heard: string[] = []
  const stopListening = await shop.shop.database.listen('admin_events', (payload) => heard.push(payload))
  await shop.visitor().api.submitContact(CONTACT)
  await signedIn(shop, 'admin').then(follow)
  await shop.visitor().api.submitContact(CONTACT)
  await expect.poll(() => heard.length).toBe(1)
  await stopListening()
})

test('an open stream does not keep the shop from stopping', async () => {
  const short = await startShop()
  const stream = await follow(await signedIn(short, 'admin'))
  const stop = startStopwatch()
  await short.close()
  await stream.ended
  expect(stop()).toBeLessThan(5000)
})
