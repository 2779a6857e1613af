import type { KyselyPlugin } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { settlePayment } from '#server/orders/settle-payment.ts'
import { startPayment } from '#server/orders/checkout/start-payment.ts'
import { addProduct } from '#test/factories.ts'
import { ADDRESS, fillCart, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => shop.close())

/** The shop with a handle that counts its statements, and a begin and a commit for each transaction. */
function countingShop() {
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = shop.db.withPlugin(plugin)
  // Not those of the sandbox, which works by itself at any moment.
  const transactions = vi.spyOn(db, 'transaction')
  return {
    shop: { ...shop.shop, db },
    transactions: () => transactions.mock.calls.length,
    roundTrips: () => statements + 2 * transactions.mock.calls.length,
  }
}

async function starter() {
  const buyer = await signedIn(shop)
  for (const pricePaise of [50_000, 70_000, 90_000]) {
    await fillCart(buyer, (await addProduct(shop.db, { pricePaise })).id, 2)
  }
  return buyer
}

test('an order is placed in four round trips, one transaction among them, however many lines it has', async () => {
  const buyer = await starter()
  await buyer.api.startPayment(ADDRESS)
  const checkout = await shop.db
    .selectFrom('checkouts')
    .select(['id', 'totalPaise'])
    .where('userId', '=', buyer.id)
    .executeTakeFirstOrThrow()
  const counted = countingShop()
  const payment = { id: `pay_of_${checkout.id}`, amountPaise: checkout.totalPaise, status: 'captured' as const }
  expect(await settlePayment(counted.shop, checkout.id, payment)).toMatchObject({ kind: 'ordered' })
  expect(counted.transactions()).toBe(1)
  expect(counted.roundTrips()).toBe(4)
})

test('a payment is started in six round trips, and the provider is asked outside of the one transaction', async () => {
  const buyer = await starter()
  const counted = countingShop()
  const provider = shop.shop.provider
  let before = 0
  const createOrder: typeof provider.createOrder = (order) => {
    before = counted.roundTrips()
    return provider.createOrder(order)
  }
  const asking = { ...counted.shop, provider: { ...provider, createOrder } }
  await startPayment(asking, { userId: buyer.id, address: null })
  // The cart, then begin, checkout, hold and commit; after the provider's answer its order is stored.
  expect(before).toBe(5)
  expect(counted.roundTrips()).toBe(6)
})
