import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { addCategory, addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buyCart, fillCart, pay, signedIn, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  await setSettings(shop, { takesCash: true, cashNeedsConfirming: false })
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

const DAY_MS = 86_400_000

/** A product of a category, and a customer who has two pieces of it in the cart. */
async function chosen({ shopDays, days }: { shopDays: number; days: number | null }) {
  await setSettings(shop, { returnDays: shopDays })
  const category = await addCategory(shop.db)
  await admin.api.changeReturnDays({ _id: category.id, returnDays: days })
  const product = await addProduct(shop.db, { categoryId: category.id, pricePaise: 50_000, sizes: { M: 9, L: 9 } })
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id, 2, 'M')
  return { category, product, buyer }
}
type Chosen = Awaited<ReturnType<typeof chosen>>

async function deliver(orderId: string): Promise<void> {
  await admin.api.changeOrderStatus(orderId, 'shipped')
  await admin.api.changeOrderStatus(orderId, 'delivered')
}

/** How many days after its delivery each line of an order may come back; 0 where only a fault counts. */
async function daysOf({ buyer }: Pick<Chosen, 'buyer'>, orderId: string): Promise<number[]> {
  const { rows } = await sql<{ at: Date }>`
    select at from order_steps where order_id = ${orderId} and status = 'delivered'`.execute(shop.db)
  const { lines } = await buyer.api.listMyReturns(orderId)
  // Until the end of the last day.
  return lines.map(({ until }) =>
    until === null ? 0 : Math.ceil((Date.parse(until) - rows[0]!.at.getTime()) / DAY_MS) - 1,
  )
}

interface Later {
  what: string
  /** What the shop, and the category if it has days of its own, said at the sale. */
  said: { shopDays: number; days: number | null }
  change: (bought: Chosen) => Promise<unknown>
  counts: number
}

const LATER: Later[] = [
  {
    what: 'the shop takes back for a shorter time',
    said: { shopDays: 10, days: null },
    change: () => setSettings(shop, { returnDays: 3 }),
    counts: 10,
  },
  {
    what: 'the shop takes back for a longer time',
    said: { shopDays: 3, days: null },
    change: () => setSettings(shop, { returnDays: 10 }),
    counts: 3,
  },
  {
    what: 'the shop takes nothing back any more',
    said: { shopDays: 7, days: null },
    change: () => setSettings(shop, { returnDays: 0 }),
    counts: 7,
  },
  {
    what: 'the category gets days of its own',
    said: { shopDays: 10, days: null },
    change: ({ category }) => admin.api.changeReturnDays({ _id: category.id, returnDays: 0 }),
    counts: 10,
  },
  {
    what: 'the category takes back after all',
    said: { shopDays: 7, days: 0 },
    change: ({ category }) => admin.api.changeReturnDays({ _id: category.id, returnDays: 30 }),
    counts: 0,
  },
  {
    what: 'the product is moved to another category',
    said: { shopDays: 7, days: 20 },
    async change({ product }) {
      const other = await addCategory(shop.db)
      await admin.api.changeReturnDays({ _id: other.id, returnDays: 2 })
      await admin.api.changeProducts({ action: 'move', ids: [product.id], category: other.id })
    },
    counts: 20,
  },
  {
    what: 'the product is deleted',
    said: { shopDays: 7, days: 20 },
    change: ({ product }) => admin.api.deleteProduct(product.id),
    counts: 20,
  },
  {
    what: 'the category is deleted',
    said: { shopDays: 7, days: 20 },
    change: ({ category }) => admin.api.deleteCategory(category.name),
    counts: 20,
  },
]

test.for(LATER)('the days of the sale count when $what', async ({ said, change, counts }) => {
  const bought = await chosen(said)
  const { order } = await buyCart(shop, bought.buyer)
  await change(bought)
  await deliver(order._id)
  expect(await daysOf(bought, order._id)).toEqual([counts])
  await sql`
    update order_steps set at = at - make_interval(days => ${counts + 1}) where order_id = ${order._id}`.execute(
    shop.db,
  )
  const { lines } = await bought.buyer.api.listMyReturns(order._id)
  expect(lines).toMatchObject([{ isForFaultsOnly: true }])
  const asking = { lines: [{ _id: lines[0]!._id, quantity: 1, reason: 'changed mind' as const }] }
  await expect(bought.buyer.api.askForReturn(order._id, asking)).rejects.toMatchObject({ status: 409 })
})

test('orders for cash and by store credit have the days of their sale', async () => {
  const bought = await chosen({ shopDays: 10, days: null })
  const { buyer, product } = bought
  const cash = await buyer.api.orderForCash({ address: ADDRESS })
  await admin.api.giveCredit(buyer.id, { amount: 500, reason: 'A test.' })
  await fillCart(buyer, product.id, 1, 'L')
  const byCredit = await buyer.api.orderByCredit({ address: ADDRESS })
  await setSettings(shop, { returnDays: 2 })
  for (const { _id } of [cash, byCredit]) {
    await deliver(_id)
    expect(await daysOf(bought, _id)).toEqual([10])
  }
})

test('pieces that get another size before they are shipped keep the days of their sale', async () => {
  const bought = await chosen({ shopDays: 7, days: 20 })
  const { order } = await buyCart(shop, bought.buyer)
  await admin.api.changeReturnDays({ _id: bought.category.id, returnDays: 2 })
  await admin.api.changeSize(order._id, { line: order.products[0]!._id, size: 'L', quantity: 1 })
  await deliver(order._id)
  expect(await daysOf(bought, order._id)).toEqual([20, 20])
})

test('what is sent in exchange may come back as long as what it stands in for, from its own delivery', async () => {
  const bought = await chosen({ shopDays: 7, days: 20 })
  const { buyer, category } = bought
  const { order } = await buyCart(shop, buyer)
  await deliver(order._id)
  const { _id } = await buyer.api.askForReturn(order._id, {
    lines: [{ _id: order.products[0]!._id, quantity: 1, reason: 'too small', exchangeSize: 'L' }],
  })
  await admin.api.changeReturnDays({ _id: category.id, returnDays: 2 })
  await admin.api.changeReturn(_id, { to: 'approved' })
  const { return: sent } = await admin.api.changeReturn(_id, { exchange: 'send' })
  await deliver(sent.exchange!.orderId!)
  expect(await daysOf(bought, sent.exchange!.orderId!)).toEqual([20])
})

test('a payment that was begun keeps its days, and one that is begun again has those of now', async () => {
  const bought = await chosen({ shopDays: 3, days: null })
  const { buyer } = bought
  const begun = await buyer.api.startPayment(ADDRESS)
  await setSettings(shop, { returnDays: 10 })
  const again = await buyer.api.startPayment(ADDRESS)
  expect(again.id).not.toBe(begun.id)
  await setSettings(shop, { returnDays: 5 })
  const proof = await pay(shop, again.id)
  await buyer.api.verifyPayment(proof)
  const order = await buyer.api.getOrder(buyer.id, proof)
  await deliver(order._id)
  expect(await daysOf(bought, order._id)).toEqual([10])
})
