import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { PaymentSettings } from '#server/start/shop.ts'

import { sendRefunds } from '#server/orders/refunds/refunds.ts'
import { reconcile, requestReconciliation } from '#server/orders/reconciliation/reconcile.ts'
import { checkOpenPayments } from '#server/orders/checkout/check-open-payments.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  buy,
  fillCart,
  makeDue,
  NEVER,
  listSandboxRecords,
  signedIn,
  setSandboxFaults,
  type SignedIn,
} from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
let sandbox: PaymentSettings

beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  sandbox = shop.shop.payment
  await setSandboxFaults(shop, { refundAfterMs: 0 })
})
afterEach(async () => {
  shop.shop.payment = sandbox
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

/** From now on the shop is as it is once it was started with real keys. */
const goLive = () => {
  shop.shop.payment = { ...sandbox, keyId: 'rzp_live_1', keySecret: 'live', webhookSecrets: ['live'], isSandbox: false }
}

const buyOne = async () => buy(shop, (await addProduct(shop.db, { pricePaise: 90_000, stock: 5 })).id)

test('checkout, payment and order say that they are of the sandbox', async () => {
  const { order, proof } = await buyOne()
  expect(order.isSandbox).toBe(true)
  const { rows } = await sql`
    select checkouts.is_sandbox as checkout, payments.is_sandbox as payment, orders.is_sandbox as order
    from payments join checkouts on checkouts.id = payments.checkout_id join orders on orders.id = payments.order_id
    where payments.id = ${proof.razorpayPaymentId}`.execute(shop.db)
  expect(rows).toEqual([{ checkout: true, payment: true, order: true }])
})

test('with real keys nothing of the sandbox waits for a person', async () => {
  const [{ order }, { order: cancelled }] = [await buyOne(), await buyOne()]
  await admin.api.changeOrderStatus(cancelled._id, 'cancelled')
  await shop.db.updateTable('refunds').set({ status: 'failed', nextAttemptAt: null }).execute()
  const waiting = async () => {
    const { toShip, refunds } = await admin.api.getWaiting()
    const [shipment, refund] = [
      await admin.api.listAllOrders({ waits: 'shipment' }),
      await admin.api.listAllOrders({ waits: 'refund' }),
    ]
    return { toShip, refunds, listed: [shipment.total, refund.total] }
  }
  expect(await waiting()).toEqual({ toShip: 2, refunds: 1, listed: [2, 1] })
  goLive()
  expect(await waiting()).toEqual({ toShip: 0, refunds: 0, listed: [0, 0] })
  expect((await admin.api.listAllOrders({ search: order._id })).total).toBe(1)
  await shop.db.updateTable('refunds').set({ status: 'pending', nextAttemptAt: new Date() }).execute()
})

test('with real keys a sandbox order is not shipped', async () => {
  const { order } = await buyOne()
  goLive()
  await expect(admin.api.changeOrderStatus(order._id, 'shipped')).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
    message: 'This order was paid in the sandbox: no money moved, so it cannot be shipped.',
  })
  expect((await admin.api.listAllOrders({ search: order._id })).items[0]).toMatchObject({ isSandbox: true })
  shop.shop.payment = sandbox
  await admin.api.changeOrderStatus(order._id, 'shipped')
})

test('with real keys the refund of a sandbox order ends, and nobody is asked for it', async () => {
  const { order, proof } = await buyOne()
  goLive()
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await sendRefunds(shop.shop, NEVER)
  const { refund } = await admin.api.getOrderDetail(order._id)
  expect(refund).toMatchObject({ status: 'processed', _id: null })
  const { refunds } = await listSandboxRecords(shop)
  expect(refunds.items.filter(({ payment_id }) => payment_id === proof.razorpayPaymentId)).toEqual([])
})

test('with real keys an attempt of the sandbox is neither asked about nor used again', async () => {
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db, { pricePaise: 90_000, stock: 5 })).id)
  const begun = await buyer.api.startPayment()
  await makeDue(shop)
  goLive()
  await setSandboxFaults(shop, { failNext: 1 })
  await checkOpenPayments(shop.shop, NEVER)
  const faults = await fetch(`${shop.origin}/sandbox/razorpay/faults`)
  expect(await faults.json()).toMatchObject({ failNext: 1 })
  await setSandboxFaults(shop, { failNext: 0 })
  const again = await buyer.api.startPayment()
  expect(again.id).not.toBe(begun.id)
  expect(again.key).toBe('rzp_live_1')
})

test('with real keys sandbox orders count in no figure and in no comparison', async () => {
  await buyOne()
  const { order } = await buyOne()
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  const played = await admin.api.getFigures({ days: '7' })
  expect(played.orders.now).toBeGreaterThan(0)
  expect(played.revenue.now).toBeGreaterThan(0)
  expect(played.bestSellers.length).toBeGreaterThan(0)
  goLive()
  const figures = await admin.api.getFigures({ days: '7' })
  expect(figures).toMatchObject({
    revenue: { now: 0, before: 0 },
    orders: { now: 0, before: 0 },
    average: { now: null, before: null },
    refunds: { amount: 0, count: 0 },
    bestSellers: [],
  })
  expect(figures.chart.days.every(({ orders, revenue }) => orders === 0 && revenue === 0)).toBe(true)
  const period = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 1000) }
  // A provider that knows nothing of the sandbox, as the real one does.
  const { provider } = shop.shop
  shop.shop.provider = { ...provider, listPayments: async () => [], listRefunds: async () => [] }
  await requestReconciliation(shop.shop, { actorId: admin.id, period })
  await reconcile(shop.shop, NEVER)
  shop.shop.provider = provider
  const { items } = await admin.api.listReconciliations({})
  expect(items[0]).toMatchObject({ status: 'done', orders: 0, mismatches: 0, findings: [] })
})

test('the receipt says that no money moved, also once the shop takes real money', async () => {
  const { order } = await buyOne()
  goLive()
  const pdf = await admin.fetch(`/api/admin/documents/${order._id}-receipt`)
  expect(
    readPdf(Buffer.from(await pdf.arrayBuffer()))
      .flat()
      .join(' '),
  ).toContain('Sandbox: the payment was emulated, and no money moved.')
})

test('a real refund is never sent to the sandbox', async () => {
  const { order, proof } = await buyOne()
  await sql`update checkouts set is_sandbox = false where provider_order_id = ${proof.razorpayOrderId}`.execute(shop.db)
  await sql`update payments set is_sandbox = false where id = ${proof.razorpayPaymentId}`.execute(shop.db)
  await sql`update orders set is_sandbox = false where id = ${order._id}`.execute(shop.db)
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await sendRefunds(shop.shop, NEVER)
  expect((await admin.api.getOrderDetail(order._id)).refund).toMatchObject({ status: 'pending', _id: null })
})
