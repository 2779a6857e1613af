import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { placeCashOrder } from '#server/orders/cash/place-cash-order.ts'
import { lockCashKeys } from '#server/orders/cash/place-cash-order-queries.ts'
import { checkoutLimiter } from '#server/orders/checkout/checkout-limiter.ts'
import { lockNetwork } from '#server/orders/checkout/hold-limit-queries.ts'
import { placeCreditOrder } from '#server/orders/checkout/place-credit-order.ts'
import { startPayment } from '#server/orders/checkout/start-payment.ts'
import { householdOf } from '#server/http/rate-limits/caller-networks.ts'
import { untilSomebodyWaits } from '#test/engines.ts'
import { databasesOnEveryEngine } from '#test/every-engine.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, fillCart, patiently, pay, signedIn, stockOf } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

const CALLER = '2001:db8:7::1'

const databases = databasesOnEveryEngine()
let shops: { shop: Awaited<ReturnType<typeof startShop>>; database: (typeof databases)[number] }[] = []
beforeAll(async () => {
  shops = await Promise.all(
    databases.map(async (database) => ({ database, shop: await startShop({ database, hasRateLimits: true }) })),
  )
  for (const { shop } of shops) await setSettings(shop, { takesCash: true, cashLimit: 5000 })
})
afterAll(async () => {
  for (const { shop } of shops) {
    await expectInvariants(shop.db)
    await shop.close()
  }
})

let places = 0
/** Somebody with a full cart, whose phone and address nobody else has. */
async function newBuyer(shop: Awaited<ReturnType<typeof startShop>>, productId: string) {
  const buyer = await signedIn(shop)
  await fillCart(buyer, productId)
  places += 1
  const address = { ...ADDRESS, street: `${places}, Lake View Road`, phone: String(9_000_000_000 + places) }
  return { userId: buyer.id, address, callerAddress: CALLER }
}

test('an order for cash waits for its network with its stock held, as a payment does', async () => {
  for (const { shop, database } of shops) {
    const product = await addProduct(shop.db, { pricePaise: 100_000, stock: 5 })
    const buyer = await newBuyer(shop, product.id)
    const { placed, free } = await shop.db.transaction().execute(async (db) => {
      await lockNetwork(db, householdOf(CALLER) ?? '')
      const placing = placeCashOrder(shop.shop, buyer)
      await untilSomebodyWaits(db, database)
      const { rows } = await sql`
        select from product_sizes where product_id = ${product.id} for update skip locked`.execute(db)
      return { placed: [placing], free: rows.length }
    })
    await Promise.all(placed)
    expect({ engine: database.engine, free }).toEqual({
      engine: database.engine,
      free: database.engine === 'embedded' ? 1 : 0,
    })
  }
})

test(
  'payments and orders for cash of one network at the same moment all get through',
  { timeout: 180_000 },
  async () => {
    for (const { shop } of shops) {
      const product = await addProduct(shop.db, { pricePaise: 100_000, stock: 100 })
      const buyers: Awaited<ReturnType<typeof newBuyer>>[] = []
      while (buyers.length < 12) buyers.push(await newBuyer(shop, product.id))
      const calls = buyers.map((buyer, at) =>
        at % 2 === 0 ? placeCashOrder(shop.shop, buyer) : patiently(() => startPayment(shop.shop, buyer)),
      )
      // Both kinds together take no more of the database's connections than one of them.
      expect(checkoutLimiter.calls).toEqual({ running: 6, waiting: 6 })
      await Promise.all(calls)
      expect(await stockOf(shop, product.id)).toEqual([88])
    }
  },
)

test('a payment that begins while store credit orders the same cart takes no second order of it', async () => {
  for (const { shop, database } of shops) {
    await setSettings(shop, { takesCash: false })
    const admin = await signedIn(shop, 'admin')
    const product = await addProduct(shop.db, { pricePaise: 100_000, stock: 5 })
    const buyer = await newBuyer(shop, product.id)
    await admin.api.giveCredit(buyer.userId, { amount: 1000, reason: 'A test.' })
    const calls = await shop.db.transaction().execute(async (db) => {
      await sql`select from product_sizes where product_id = ${product.id} for update`.execute(db)
      const ordering = placeCreditOrder(shop.shop, buyer)
      await untilSomebodyWaits(db, database)
      const starting = startPayment(shop.shop, buyer)
      await untilSomebodyWaits(db, database, 2)
      return [ordering, starting]
    })
    const [ordered, started] = await Promise.allSettled(calls)
    expect([database.engine, ordered?.status, started?.status]).toEqual([database.engine, 'fulfilled', 'rejected'])
    expect(await stockOf(shop, product.id)).toEqual([4])
  }
})

test('a cart that is paid for while its order for cash waits is ordered once', async () => {
  // The embedded engine does one thing after another.
  for (const { shop, database } of shops.filter(({ database: { engine } }) => engine !== 'embedded')) {
    await setSettings(shop, { takesCash: true })
    const product = await addProduct(shop.db, { pricePaise: 100_000, stock: 5 })
    const buyer = await signedIn(shop)
    await fillCart(buyer, product.id)
    places += 1
    const address = { ...ADDRESS, street: `${places}, Lake View Road`, phone: String(9_000_000_000 + places) }
    const { placed } = await shop.db.transaction().execute(async (db) => {
      await lockCashKeys(db, address)
      const placing = placeCashOrder(shop.shop, { userId: buyer.id, address })
      const outcome = placing.catch(({ message }: Error) => message)
      await untilSomebodyWaits(db, database)
      const { id } = await patiently(() => buyer.api.startPayment(address))
      await buyer.api.verifyPayment(await pay(shop, id))
      return { placed: outcome }
    })
    expect(await placed).toBe('Your cart has just changed. Please look at your order again.')
    expect(await buyer.api.listMyOrders(buyer.id)).toMatchObject([{ payment: 'paid' }])
    expect(await stockOf(shop, product.id)).toEqual([4])
  }
})
