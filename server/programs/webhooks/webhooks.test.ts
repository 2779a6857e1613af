import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { MAX_WEBHOOKS } from '#contract/programs/webhook-limits.ts'
import { WEBHOOK_TOPICS, type WebhookTopic } from '#contract/programs/webhook-topics.ts'
import { addProduct } from '#test/factories.ts'
import { buy, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'
import { isSigned } from '#test/webhook-event.ts'
import { sendAllDue, startReceiver } from '#test/webhook-receiver.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
beforeEach(async () => {
  await sql`delete from webhooks`.execute(shop.db)
  await sql`delete from webhook_deliveries`.execute(shop.db)
})
afterAll(() => shop.close())

const send = () => sendAllDue(shop.shop)
const add = (url: string, ...topics: WebhookTopic[]) => admin.api.addWebhook({ url, topics })
const statesOf = async (id: string) => (await admin.api.listDeliveries(id)).items.map(({ state }) => state)

test('what happens to an order is told, signed, in its order, and the secret is told once', async () => {
  const receiver = await startReceiver()
  const { _id, secret, webhook } = await add(receiver.url, 'order', 'payment')
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(webhook).toMatchObject({ url: receiver.url, topics: ['order', 'payment'], waiting: 0 })
  const product = await addProduct(shop.db, { stock: 5 })
  const { order, buyer } = await buy(shop, product.id)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  expect(await admin.api.getWebhook(_id)).toMatchObject({ waiting: expect.any(Number) })
  await send()
  expect(receiver.received.filter(({ type }) => type.startsWith('order')).map(({ data }) => data.status)).toEqual([
    'order placed',
    'shipped',
  ])
  const [placed] = receiver.received.filter(({ type }) => type === 'order.created')
  expect(JSON.parse(placed!.body)).toEqual({
    type: 'order.created',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: {
      _id: order._id,
      orderId: order.orderId,
      status: 'order placed',
      isCash: false,
      totalAmount: order.totalAmount,
      cancelledAmount: 0,
      user: { _id: buyer.id },
      createdAt: expect.any(String),
    },
  })
  expect(receiver.types()).toContain('payment.created')
  for (const event of receiver.received) {
    expect(isSigned(event, secret)).toBe(true)
    expect(Math.abs(Date.now() / 1000 - event.timestamp)).toBeLessThan(60)
  }
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length)
  const all = JSON.stringify([
    await admin.api.listWebhooks(),
    await admin.api.getWebhook(_id),
    await admin.api.listDeliveries(_id),
    await admin.api.listAudit({ area: 'webhook' }),
  ])
  expect(all).not.toContain(secret.slice(6, 20))
})

test('each topic has its events, and nobody’s name or address is in them', async () => {
  const receiver = await startReceiver()
  await add(receiver.url, ...WEBHOOK_TOPICS)
  const product = await addProduct(shop.db, { stock: 5 })
  const { api } = await shop.admin()
  await api.setStock(product.id, 9)
  await api.updatePrice(product.id, { price: 900 })
  await shop.visitor().api.register({
    firstname: 'Veena',
    lastname: 'Iyer',
    email: 'veena.iyer@example.com',
    phone: '9876543210',
    password: 'a long enough pass phrase',
  })
  await shop.visitor().api.submitContact({
    firstName: 'Veena',
    lastName: 'Iyer',
    email: 'veena.iyer@example.com',
    contactNumber: '9123456780',
    subject: 'Fit',
    message: 'Is it wide?',
  })
  const { order, buyer } = await buy(shop, product.id)
  await api.changeOrderStatus(order._id, 'shipped', { courier: 'delhivery', trackingNumber: 'DL123456789' })
  await api.changeOrderStatus(order._id, 'delivered')
  const [line] = order.products
  await buyer.api.askForReturn(order._id, { lines: [{ _id: line!._id, quantity: 1, reason: 'too small' }] })
  await api.deleteProduct(product.id)
  await send()
  const types = new Set(receiver.types())
  for (const type of [
    'product.created',
    'product.updated',
    'product.deleted',
    'stock.updated',
    'customer.created',
    'message.created',
    'order.created',
    'order.updated',
    'payment.created',
    'parcel.created',
    'return.created',
  ]) {
    expect(types).toContain(type)
  }
  expect(receiver.received.find(({ data }) => data.stock === 9)).toMatchObject({
    type: 'stock.updated',
    data: { productId: product.id, _id: product.sizes[0]!.id },
  })
  expect(receiver.received.map(({ body }) => body).join('\n')).not.toMatch(/Veena|veena|9123456780|MG Road|Asha/)
})

test('an address hears of its topics alone, and without one no row is written', async () => {
  const product = await addProduct(shop.db, { stock: 5 })
  await admin.api.setStock(product.id, 6)
  const { rows } = await sql`select from webhook_deliveries`.execute(shop.db)
  expect(rows).toHaveLength(0)
  const receiver = await startReceiver()
  await add(receiver.url, 'product')
  await buy(shop, product.id)
  await admin.api.updatePrice(product.id, { price: 700 })
  await send()
  expect(receiver.types()).toEqual(['product.updated'])
})

test('what was rolled back is not told', async () => {
  const receiver = await startReceiver()
  await add(receiver.url, 'stock')
  const product = await addProduct(shop.db, { stock: 5 })
  const change = shop.db.transaction().execute(async (db) => {
    await sql`update product_sizes set stock = stock - 1 where product_id = ${product.id}`.execute(db)
    throw new Error('It was not meant.')
  })
  await expect(change).rejects.toThrow('It was not meant.')
  await send()
  expect(receiver.received.map(({ data }) => data.stock)).toEqual([5])
})

test.each([
  ['not an address', 'Please enter a whole address, such as https://example.com/hooks.'],
  ['ftp://hooks.example.com/', 'It has to begin with https://.'],
  ['http://hooks.example.com/', 'It has to begin with https://.'],
  ['javascript:alert(1)', 'It has to begin with https://.'],
  ['https://user:secret@hooks.example.com/', 'It may hold no name and no password.'],
  ['https://10.1.2.3/', 'It leads into a private network.'],
  ['https://0.0.0.0/', 'It leads into a private network.'],
  ['https://100.64.0.1/', 'It leads into a private network.'],
  ['https://169.254.169.254/latest/meta-data/', 'It leads into a private network.'],
  ['https://2852039166/', 'It leads into a private network.'],
  ['https://[::ffff:10.0.0.1]/', 'It leads into a private network.'],
  ['https://[fe80::1]/', 'It leads into a private network.'],
  ['https://[fd00::1]/', 'It leads into a private network.'],
  ['https://intranet/', 'It leads into a private network.'],
  ['https://metadata.google.internal./', 'It leads into a private network.'],
])('nothing is told to %s', async (url, sentence) => {
  await expect(add(url, 'order')).rejects.toMatchObject({ code: 'invalid', fields: { url: sentence } })
})

test('nothing is told to the shop itself, whatever its name', async () => {
  const { port } = new URL(shop.origin)
  for (const host of ['localhost', '127.0.0.1', '127.1', '[::1]', 'shop.localhost']) {
    await expect(add(`http://${host}:${port}/api/contact`, 'order')).rejects.toThrow('It leads to the shop itself.')
  }
})

test('no topic, an unknown one and too much are refused with a sentence', async () => {
  const url = 'https://hooks.example.com/'
  await expect(admin.api.addWebhook({ url, topics: [] })).rejects.toThrow('Please choose at least one topic.')
  const unknown = { url, topics: ['orders' as WebhookTopic] }
  await expect(admin.api.addWebhook(unknown)).rejects.toThrow(
    'A topic is one of order, payment, parcel, return, product, stock, customer, message.',
  )
  await expect(add(`${url}${'a'.repeat(600)}`, 'order')).rejects.toThrow('At most 500 characters.')
  const huge = { url, topics: Array.from({ length: 100 }, () => 'order' as const) }
  await expect(admin.api.addWebhook(huge)).rejects.toMatchObject({ code: 'invalid' })
  for (let count = 0; count < MAX_WEBHOOKS; count += 1) await add(`${url}${count}`, 'order', 'order')
  await expect(add(`${url}more`, 'order')).rejects.toThrow('There are 20 webhooks already. Please delete one first.')
})

test('a renewed secret signs at once, and the one before for a day', async () => {
  const receiver = await startReceiver()
  const { _id, secret } = await add(receiver.url, 'stock')
  const { secret: renewed, webhook } = await admin.api.renewWebhookSecret(_id)
  expect(renewed).not.toBe(secret)
  expect(webhook.oldSecretUntil).toBeDefined()
  await admin.api.testWebhook(_id)
  await send()
  const [first] = receiver.received
  expect(first).toMatchObject({ type: 'test.sent' })
  expect([isSigned(first!, renewed), isSigned(first!, secret)]).toEqual([true, true])
  await sql`update webhooks set old_secret_ends_at = now() - interval '1 second'`.execute(shop.db)
  await admin.api.testWebhook(_id)
  await send()
  expect([renewed, secret].map((one) => isSigned(receiver.received[1]!, one))).toEqual([true, false])
})

test('a delivery is sent again by a press, with the same id and body', async () => {
  const receiver = await startReceiver((response) => response.end('Thank you.'))
  const { _id } = await add(receiver.url, 'stock')
  await admin.api.testWebhook(_id)
  await send()
  const { items } = await admin.api.listDeliveries(_id, { state: 'delivered' })
  expect(items).toMatchObject([{ type: 'test.sent', attempts: 1, status: 200, answer: 'Thank you.' }])
  await admin.api.sendAgain(_id, items[0]!._id)
  await send()
  const [first, second] = receiver.received
  expect([second!.id, second!.body]).toEqual([first!.id, first!.body])
  await expect(admin.api.sendAgain(_id, 'msg_unknown')).rejects.toMatchObject({ code: 'not_found' })
})

test('a paused address gets what has waited once it goes on, and a deleted one nothing', async () => {
  const receiver = await startReceiver()
  const { _id } = await add(receiver.url, 'stock')
  await admin.api.changeWebhook(_id, { isPaused: true })
  await expect(admin.api.testWebhook(_id)).rejects.toMatchObject({ code: 'conflict' })
  const product = await addProduct(shop.db, { stock: 5 })
  await send()
  expect(receiver.received).toEqual([])
  expect((await admin.api.changeWebhook(_id, { isPaused: false })).webhook.paused).toBeUndefined()
  await send()
  expect(receiver.received).toHaveLength(1)
  await admin.api.setStock(product.id, 8)
  await admin.api.deleteWebhook(_id)
  await send()
  expect(receiver.received).toHaveLength(1)
  await expect(admin.api.getWebhook(_id)).rejects.toMatchObject({ code: 'not_found' })
})

test('only owners have webhooks', async () => {
  const packer = await signedIn(shop, 'admin')
  await sql`update users set staff_role = 'manager' where id = ${packer.id}`.execute(shop.db)
  await expect(packer.api.listWebhooks()).rejects.toMatchObject({ code: 'forbidden' })
  await expect(packer.api.addWebhook({ url: 'https://hooks.example.com/', topics: ['order'] })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('every change of a webhook, sending included, wants a password of these minutes; looking does not', async () => {
  const { _id } = await add((await startReceiver()).url, 'stock')
  await admin.api.testWebhook(_id)
  await send()
  const delivery = (await admin.api.listDeliveries(_id)).items[0]!
  const proved = (minutes: number) =>
    sql`update sessions set proved_at = now() - make_interval(mins => ${minutes}) where user_id = ${admin.id}`.execute(
      shop.db,
    )
  await proved(16)
  for (const change of [
    () => add('https://hooks.example.com/', 'stock'),
    () => admin.api.changeWebhook(_id, { isPaused: true }),
    () => admin.api.renewWebhookSecret(_id),
    () => admin.api.testWebhook(_id),
    () => admin.api.sendAgain(_id, delivery._id),
    () => admin.api.deleteWebhook(_id),
  ]) {
    await expect(change()).rejects.toMatchObject({ status: 403, code: 'password_needed' })
  }
  expect((await admin.api.listWebhooks({})).total).toBe(1)
  expect(await statesOf(_id)).toEqual(['delivered'])
  await proved(14)
  await admin.api.sendAgain(_id, delivery._id)
  await admin.api.deleteWebhook(_id)
})

test('what was told of a customer goes with the account', async () => {
  const receiver = await startReceiver()
  const { _id } = await add(receiver.url, 'order', 'payment', 'customer', 'message')
  const product = await addProduct(shop.db, { stock: 5 })
  const { buyer } = await buy(shop, product.id)
  await send()
  expect((await statesOf(_id)).length).toBeGreaterThan(2)
  await sql`update orders set user_id = ${admin.id} where user_id = ${buyer.id}`.execute(shop.db)
  await sql`update checkouts set user_id = ${admin.id} where user_id = ${buyer.id}`.execute(shop.db)
  await sql`delete from users where id = ${buyer.id}`.execute(shop.db)
  const { items } = await admin.api.listDeliveries(_id)
  expect(items.map(({ type }) => type)).toEqual(['customer.deleted'])
})
