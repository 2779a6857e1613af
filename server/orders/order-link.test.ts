import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOrderLinks } from '#server/orders/order-link.ts'
import { addProduct } from '#test/factories.ts'
import { ADDRESS, buy, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

const DAY_MS = 24 * 3600 * 1000
const ENDED = { status: 404, message: 'This link does not work any more. Please log in to see your order.' }

async function bought() {
  const { order } = await buy(shop, (await addProduct(shop.db, { name: 'Linen Shirt' })).id)
  return { order, token: (await createOrderLinks(shop.db))(order._id) }
}
const visitor = () => shop.visitor().api

test('a link shows how one order stands to somebody who is signed out, and nobody’s name or address', async () => {
  const { order, token } = await bought()
  const admin = await signedIn(shop, 'admin')
  await admin.api.changeOrderStatus(order._id, 'shipped', { courier: 'delhivery', trackingNumber: '149081' })
  const shared = await visitor().getSharedOrder(token)
  expect(shared).toMatchObject({
    number: order._id.slice(-6).toUpperCase(),
    status: 'shipped',
    totalAmount: order.totalAmount,
    products: [{ name: 'Linen Shirt', quantity: 1 }],
    shipment: { name: 'Delhivery', trackingNumber: '149081' },
  })
  expect(Date.parse(shared.linkEndsAt) / DAY_MS - Date.now() / DAY_MS).toBeCloseTo(30, 1)
  const text = JSON.stringify(shared)
  const { fullName, street, city, phone, pincode } = ADDRESS
  const personal = [order._id, order.orderId, order.user._id, order.user.email, order.user.name]
  for (const secret of [...personal, fullName, street, city, phone, pincode]) expect(text).not.toContain(secret)
})

test('an altered, foreign or ended link is answered like one that never was', async () => {
  const [one, other] = [await bought(), await bought()]
  const [, endsAt = '', signature = ''] = one.token.split('.')
  const old = (await createOrderLinks(shop.db))(one.order._id, Date.now() - 30 * DAY_MS - 1000)
  const wrong = [
    old,
    `${other.order._id}.${endsAt}.${signature}`,
    `${one.order._id}.${Number(endsAt) + 86_400}.${signature}`,
    `${one.order._id}.${endsAt}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    `${one.order._id}.${endsAt}.`,
    `${one.order._id}.${endsAt}.${'A'.repeat(43)}`,
    one.order._id,
    'x'.repeat(150),
    'x'.repeat(450),
    '%00',
  ]
  for (const token of wrong) await expect(visitor().getSharedOrder(token)).rejects.toMatchObject(ENDED)
  await visitor().getSharedOrder(one.token)
})

test('the secret of the links differs from shop to shop', async () => {
  const { token } = await bought()
  await sql`update secrets set value = sha256('another') where name = 'links'`.execute(shop.db)
  await expect(visitor().getSharedOrder(token)).rejects.toMatchObject(ENDED)
})

test('the answer is kept nowhere', async () => {
  const { token } = await bought()
  const answer = await shop.visitor().fetch(`/api/order-status/${token}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})
