import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { DEFAULT_SETTINGS } from '#contract/settings/settings.ts'
import { getPricedCart } from '#server/cart/service.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { insertCheckout } from '#server/orders/checkout/start-payment-queries.ts'
import { HOLD_SECONDS } from '#server/orders/holds/hold-time-and-limits.ts'
import { releaseExpiredHolds } from '#server/orders/holds/release-holds.ts'
import { checkOpenPayments } from '#server/orders/checkout/check-open-payments.ts'
import { holdStock } from '#server/inventory/queries.ts'
import { newId } from '#server/db/new-id.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  ADDRESS,
  endHold,
  fillCart,
  makeDue,
  NEVER,
  pay,
  signedIn,
  stockOf,
  setSandboxFaults,
  type SignedIn,
} from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

// What must be seen when the browser or the server dies on the way: the table in docs/security.md, row by row.

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterEach(async () => {
  await setSandboxFaults(shop, { hang: false, failNext: 0 })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

const ordersOf = ({ api, id }: SignedIn) => api.listMyOrders(id)

async function starter(address?: typeof ADDRESS) {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 50_000, stock: 5 })
  await fillCart(buyer, product.id, 2)
  const start = await buyer.api.startPayment(address)
  return { buyer, product, start }
}

/** As if so much time had passed since the payment began. */
async function letPass(userId: string, minutes: number): Promise<void> {
  const rows = await shop.db
    .selectFrom('checkouts')
    .select(['id', 'createdAt', 'holdExpiresAt', 'nextCheckAt'])
    .where('userId', '=', userId)
    .execute()
  const earlier = (time: Date) => new Date(time.getTime() - minutes * 60_000)
  for (const { id, createdAt, holdExpiresAt, nextCheckAt } of rows) {
    const times = {
      createdAt: earlier(createdAt),
      holdExpiresAt: earlier(holdExpiresAt),
      nextCheckAt: nextCheckAt && earlier(nextCheckAt),
    }
    await shop.db
      .updateTable('checkouts')
      .set(times as object)
      .where('id', '=', id)
      .execute()
  }
}

test('before paying: the stock is back after 15 minutes, the cart is unchanged', async () => {
  const { buyer, product } = await starter()
  await letPass(buyer.id, 14)
  await releaseExpiredHolds(shop.shop)
  expect(await stockOf(shop, product.id)).toEqual([3])
  await letPass(buyer.id, 1.01)
  await releaseExpiredHolds(shop.shop)
  expect(await stockOf(shop, product.id)).toEqual([5])
  expect((await buyer.api.getCart()).cart).toMatchObject([{ quantity: 2, stock: 5 }])
})

test('the clock is set back a day: what was held before that does not stay held for a day', async () => {
  const { buyer, product } = await starter()
  await letPass(buyer.id, -24 * 60)
  await releaseExpiredHolds(shop.shop)
  expect(await stockOf(shop, product.id)).toEqual([5])
})

test('while the order is opened at the provider: the next try does not wait for the lost one', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 50_000, stock: 2 })
  await fillCart(buyer, product.id, 2)
  // What a process leaves that dies between its first transaction and the provider's answer.
  const { start } = await shop.db.transaction().execute(async (db) => {
    const { lines } = await getPricedCart(db, buyer.id, DEFAULT_SETTINGS)
    const draft = {
      id: newId(),
      userId: buyer.id,
      fingerprint: 'lost',
      totalPaise: 100_000,
      creditPaise: 0,
      fees: [],
      offerId: null,
      discountReason: null,
      shippingOffPaise: 0,
      address: null,
      buyerGstin: null,
      buyerFirm: null,
      deliverBy: null,
      isSandbox: true,
      lines,
      network: undefined,
    }
    await insertCheckout(db, draft, HOLD_SECONDS)
    await holdStock(db, { checkoutId: draft.id, lines })
    return { start: draft }
  })
  await letPass(buyer.id, 0.2)
  const again = await buyer.api.startPayment()
  expect(again).toMatchObject({ amount: 100_000 })
  expect(await stockOf(shop, product.id)).toEqual([0])
  const { status } = await shop.db
    .selectFrom('checkouts')
    .select('status')
    .where('id', '=', start.id)
    .executeTakeFirstOrThrow()
  expect(status).toBe('released')
})

test('paid, browser gone, event lost: the background check finds it before 5 minutes have passed', async () => {
  const { buyer, start } = await starter(ADDRESS)
  await letPass(buyer.id, 1)
  await pay(shop, start.id)
  await checkOpenPayments(shop.shop, NEVER)
  expect(await ordersOf(buyer)).toEqual([])
  await letPass(buyer.id, 1.01)
  await checkOpenPayments(shop.shop, NEVER)
  expect(await ordersOf(buyer)).toMatchObject([{ orderId: start.id, payment: 'paid', address: ADDRESS }])
})

test('unpaid attempts are asked about after 2, 5, 10, 15, 30 and 60 minutes, then hourly for 6 days', async () => {
  const { buyer } = await starter()
  const read = () =>
    shop.db
      .selectFrom('checkouts')
      .select(['createdAt', 'nextCheckAt', 'checks'])
      .where('userId', '=', buyer.id)
      .executeTakeFirstOrThrow()
  const minutes: number[] = []
  for (let step = 0; step < 8; step += 1) {
    const { createdAt, nextCheckAt } = await read()
    const due = (nextCheckAt!.getTime() - createdAt.getTime()) / 60_000
    minutes.push(Math.round(due))
    await letPass(buyer.id, (nextCheckAt!.getTime() - Date.now()) / 60_000 + 0.01)
    await checkOpenPayments(shop.shop, NEVER)
  }
  expect(minutes).toEqual([2, 5, 10, 15, 30, 60, 120, 180])
  await letPass(buyer.id, 6 * 24 * 60)
  await checkOpenPayments(shop.shop, NEVER)
  expect(await read()).toMatchObject({ nextCheckAt: null, checks: 9 })
})

test('after verify: the order exists', async () => {
  const { buyer, start } = await starter()
  await buyer.api.verifyPayment(await pay(shop, start.id))
  expect(await ordersOf(buyer)).toMatchObject([{ orderId: start.id, payment: 'paid' }])
})

test('before the address: it came with the start of the payment, or is given later', async () => {
  const early = await starter(ADDRESS)
  await early.buyer.api.verifyPayment(await pay(shop, early.start.id))
  expect(await ordersOf(early.buyer)).toMatchObject([{ address: ADDRESS }])
  const late = await starter()
  await late.buyer.api.verifyPayment(await pay(shop, late.start.id))
  const [order] = await ordersOf(late.buyer)
  expect(order).toMatchObject({ address: null })
  expect(await late.buyer.api.saveAddress(order!._id, ADDRESS)).toMatchObject({ order: { address: ADDRESS } })
})

test('two tabs: one open checkout, one order at the provider', async () => {
  const { buyer, product, start } = await starter()
  const answers = await Promise.all([buyer.api.startPayment(), buyer.api.startPayment(ADDRESS)])
  expect(answers.map(({ id }) => id)).toEqual([start.id, start.id])
  expect(await stockOf(shop, product.id)).toEqual([3])
})

test('server down for a day: the jobs catch up at the start', async () => {
  const paid = await starter(ADDRESS)
  const unpaid = await starter()
  await pay(shop, paid.start.id)
  for (const { buyer } of [paid, unpaid]) await letPass(buyer.id, 24 * 60)
  const jobs = startJobs(shop.shop)
  await expect.poll(() => ordersOf(paid.buyer)).toMatchObject([{ payment: 'paid' }])
  await expect.poll(() => stockOf(shop, unpaid.product.id)).toEqual([5])
  await jobs.stop()
})

test('while the provider is down the background check loses nothing', async () => {
  const { buyer, start } = await starter()
  await pay(shop, start.id)
  await endHold(shop, buyer.id)
  await releaseExpiredHolds(shop.shop)
  await makeDue(shop)
  await setSandboxFaults(shop, { failNext: 1000 })
  await checkOpenPayments(shop.shop, NEVER)
  expect(await ordersOf(buyer)).toEqual([])
  await setSandboxFaults(shop, { failNext: 0 })
  await makeDue(shop)
  await checkOpenPayments(shop.shop, NEVER)
  expect(await ordersOf(buyer)).toMatchObject([{ payment: 'paid' }])
})
