import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Address } from '#contract/schemas/address.ts'

import { isShopError } from '#contract/api/errors.ts'
import { OPEN_CASH_ORDERS } from '#contract/orders/cash-limits.ts'
import { databasesOnEveryEngine } from '#test/every-engine.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, fillCart, pay, signedIn, stockOf, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

type TestShop = Awaited<ReturnType<typeof startShop>>
const TIMEOUT = { timeout: 180_000 }

/** How often a race is run: some of them are lost once in ten times. */
const ROUNDS = 25

const databases = databasesOnEveryEngine()
let shops: TestShop[] = []
beforeAll(async () => {
  shops = await Promise.all(databases.map((database) => startShop({ database })))
  const rules = { takesCash: true, cashFee: 40, cashLimit: 9000, cashNeedsConfirming: false }
  for (const shop of shops) await setSettings(shop, rules)
})
afterAll(async () => {
  for (const shop of shops) await shop.close()
})

let places = 0
/** An address and a phone that nobody else has. */
function newAddress(): Address {
  places += 1
  return { ...ADDRESS, street: `${places}, Hill Road`, phone: String(9_300_000_000 + places) }
}

async function filled(shop: TestShop, quantity = 1) {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 100_000, stock: 20 })
  await fillCart(buyer, product.id, quantity)
  return { buyer, product }
}

async function crowd(shop: TestShop, size: number) {
  const buyers: Awaited<ReturnType<typeof filled>>[] = []
  while (buyers.length < size) buyers.push(await filled(shop))
  return buyers
}

/** Orders to these addresses at the same moment; answers what came of each call, and the orders. */
async function orderAtOnce(calls: readonly { buyer: SignedIn; address: Address }[]) {
  const ids = new Set<string>()
  const outcomes = await Promise.all(
    calls.map(({ buyer, address }) =>
      buyer.api.orderForCash({ address }).then(
        ({ _id }) => {
          ids.add(_id)
          return 'ordered'
        },
        (error: unknown) => (isShopError(error) ? String(error.status) : String(error)),
      ),
    ),
  )
  return { ids, outcomes: new Set(outcomes) }
}

test(
  'one cart that is ordered in many tabs, to other phones and addresses, is one order, on every engine',
  TIMEOUT,
  async () => {
    expect(shops.length).toBeGreaterThan(0)
    for (const shop of shops) {
      const { buyer, product } = await filled(shop, 2)
      const { ids, outcomes } = await orderAtOnce(Array.from({ length: 12 }, () => ({ buyer, address: newAddress() })))
      expect([ids.size, outcomes]).toEqual([1, new Set(['ordered'])])
      expect(await stockOf(shop, product.id)).toEqual([18])
      expect(await buyer.api.listMyOrders(buyer.id)).toHaveLength(1)
      await expectInvariants(shop.db)
    }
  },
)

test(
  'a cart that is ordered, paid and added to in many tabs loses and doubles nothing, on every engine',
  TIMEOUT,
  async () => {
    for (const shop of shops.flatMap((each) => Array.from({ length: ROUNDS }, () => each))) {
      const { buyer, product } = await filled(shop)
      await Promise.allSettled([
        buyer.api.orderForCash({ address: newAddress() }),
        buyer.api.startPayment(newAddress()).then(async ({ id }) => buyer.api.verifyPayment(await pay(shop, id))),
        buyer.api.addToCart(product.id),
        buyer.api.orderForCash({ address: newAddress() }),
        buyer.api.startPayment(newAddress()),
      ])
      const orders = await buyer.api.listMyOrders(buyer.id)
      const { cart } = await buyer.api.getCart()
      const pieces = [...orders.flatMap(({ products }) => products), ...cart].map(({ quantity }) => quantity)
      expect(pieces.reduce((sum, each) => sum + each, 0)).toBe(2)
      expect(orders.length).toBeGreaterThan(0)
    }
    for (const shop of shops) await expectInvariants(shop.db)
  },
)

test(
  'phones and addresses that are used crosswise at once each have as many orders as they may, on every engine',
  TIMEOUT,
  async () => {
    for (const shop of shops) {
      const [phones, streets] = [Array.from({ length: 3 }, newAddress), Array.from({ length: 3 }, newAddress)]
      const pairs = phones.flatMap(({ phone }) => streets.map(({ street }) => ({ ...ADDRESS, phone, street })))
      const buyers = await crowd(shop, pairs.length * 2)
      const calls = buyers.map(({ buyer }, at) => ({ buyer, address: pairs[at % pairs.length]! }))
      // None waits for another for ever.
      expect((await orderAtOnce(calls)).outcomes).toEqual(new Set(['ordered', '409']))
      const rows = await shop.db.selectFrom('orders').select('address').where('isCash', '=', true).execute()
      for (const { phone } of phones) {
        expect(rows.filter(({ address }) => address?.phone === phone).length).toBeLessThanOrEqual(OPEN_CASH_ORDERS)
      }
      for (const { street } of streets) {
        expect(rows.filter(({ address }) => address?.street === street).length).toBeLessThanOrEqual(OPEN_CASH_ORDERS)
      }
      await expectInvariants(shop.db)
    }
  },
)

test(
  'a thousand calls for one phone, from many accounts and tabs, make as many orders as it may have, on every engine',
  TIMEOUT,
  async () => {
    for (const shop of shops) {
      const { phone } = newAddress()
      const written = [phone, `+91 ${phone}`, `0${phone}`, `${phone.slice(0, 5)} ${phone.slice(5)}`]
      const buyers = await crowd(shop, 25)
      const orders = new Set<string>()
      // As many at once as the shop lets in.
      for (let wave = 0; wave < 20; wave += 1) {
        const calls = Array.from({ length: 50 }, (_, at) => ({
          buyer: buyers[at % buyers.length]!.buyer,
          address: { ...newAddress(), phone: written[(wave + at) % written.length]! },
        }))
        const { ids, outcomes } = await orderAtOnce(calls)
        for (const id of ids) orders.add(id)
        expect(outcomes.isSubsetOf(new Set(['ordered', '409']))).toBe(true)
      }
      expect(orders.size).toBe(OPEN_CASH_ORDERS)
      await expectInvariants(shop.db)
    }
  },
)

test(
  'of a payment in advance, shipping and cancelling at once nothing is due twice or lost, on every engine',
  TIMEOUT,
  async () => {
    for (const shop of shops) {
      const admin = await signedIn(shop, 'admin')
      for (let round = 0; round < 8; round += 1) {
        const { buyer, product } = await filled(shop)
        const { _id } = await buyer.api.orderForCash({ address: newAddress() })
        const proof = await pay(shop, (await buyer.api.payCashOrder(_id)).id)
        const other = () =>
          round % 2 === 0 ? admin.api.changeOrderStatus(_id, 'shipped') : buyer.api.cancelMyOrder(_id)
        await Promise.allSettled([buyer.api.verifyPayment(proof), other(), buyer.api.verifyPayment(proof)])
        const [order] = await buyer.api.listMyOrders(buyer.id)
        const { amountPaise } = await shop.db
          .selectFrom('refunds')
          .select(({ fn }) => fn.sum<number | null>('amountPaise').as('amountPaise'))
          .where('paymentId', '=', proof.razorpayPaymentId)
          .executeTakeFirstOrThrow()
        const isPaid = typeof order!.payment === 'string'
        const isKept = isPaid && order!.status !== 'cancelled'
        expect({ round, paid: 100_000 - Number(amountPaise) }).toEqual({ round, paid: isKept ? 100_000 : 0 })
        expect(order!.cashToCollect).toBe(isPaid || order!.status === 'cancelled' ? undefined : 1040)
        expect(await stockOf(shop, product.id)).toEqual([order!.status === 'cancelled' ? 20 : 19])
      }
      await expectInvariants(shop.db)
    }
  },
)
