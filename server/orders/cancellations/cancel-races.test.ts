import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestEngine } from '#test/engines.ts'

import { databasesOnEveryEngine } from '#test/every-engine.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buy, buyCart, fillCart, signedIn, stockOf, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

const ROUNDS = 8
const PIECES = 3

type TestShop = Awaited<ReturnType<typeof startShop>>

const databases = databasesOnEveryEngine()
let shops: { name: TestEngine['name']; shop: TestShop }[] = []
beforeAll(async () => {
  shops = await Promise.all(
    databases.map(async (database) => ({ name: database.engine, shop: await startShop({ database }) })),
  )
})
afterAll(async () => {
  for (const { shop } of shops) await shop.close()
})

/** One order, moved by everybody at the same moment; answers where it ended and what it left behind. */
async function contest(shop: TestShop, admin: SignedIn, admins: ('shipped' | 'cancelled')[]) {
  const product = await addProduct(shop.db, { stock: 10 })
  const { buyer, order } = await buy(shop, product.id, PIECES)
  const outcomes = await Promise.allSettled([
    ...admins.map((to) => admin.api.changeOrderStatus(order._id, to)),
    buyer.api.cancelMyOrder(order._id),
    buyer.api.cancelMyOrder(order._id),
  ])
  const [seen] = await buyer.api.listMyOrders(buyer.id)
  const refunds = await shop.db.selectFrom('refunds').select('amountPaise').where('orderId', '=', order._id).execute()
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  return {
    seen: seen!,
    refunds,
    refusals,
    wins: outcomes.length - refusals.length,
    stock: await stockOf(shop, product.id),
  }
}

test(
  'of the customer’s Cancel and an administrator’s Ship or Cancel one wins, on every engine',
  { timeout: 180_000 },
  async () => {
    for (const { name, shop } of shops) {
      const admin = await signedIn(shop, 'admin')
      for (let round = 0; round < ROUNDS; round += 1) {
        const admins = round % 2 === 0 ? (['shipped'] as const) : (['cancelled', 'shipped'] as const)
        const { seen, refunds, refusals, wins, stock } = await contest(shop, admin, [...admins])
        const path = seen.timeline.map(({ status }) => status).join(' > ')
        expect({ name, path }).toEqual({
          name,
          path: expect.toBeOneOf([
            'order placed > shipped',
            'order placed > cancelled',
            'order placed > shipped > cancelled',
          ]),
        })
        // An administrator may cancel what was shipped a moment ago; the customer may not.
        expect({ name, path, wins }).toEqual({ name, path, wins: seen.timeline.length - 1 })
        for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, code: 'conflict' })
        // What left before it was cancelled is called back: its pieces and its money wait for the parcel.
        const isBack = seen.status === 'cancelled' && !path.includes('shipped')
        expect({ name, path, refunds }).toEqual({
          name,
          path,
          refunds: isBack ? [{ amountPaise: 149_900 * PIECES }] : [],
        })
        expect({ name, path, stock }).toEqual({ name, path, stock: [isBack ? 10 : 10 - PIECES] })
      }
      await expectInvariants(shop.db)
    }
  },
)

/** An order of two lines of two pieces each; everybody acts on it at the same moment. */
async function contestPieces(
  shop: TestShop,
  acts: (given: {
    buyer: SignedIn
    orderId: string
    lines: readonly { _id: string; quantity: number }[]
  }) => Promise<unknown>[],
) {
  const buyer = await signedIn(shop)
  const products = [await addProduct(shop.db, { stock: 10 }), await addProduct(shop.db, { stock: 10 })]
  for (const { id } of products) await fillCart(buyer, id, 2)
  const { order } = await buyCart(shop, buyer)
  const lines = order.products.map(({ _id }) => ({ _id, quantity: 2 }))
  const outcomes = await Promise.allSettled(acts({ buyer, orderId: order._id, lines }))
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refusals.map(({ status, code }) => ({ status, code }))).toEqual(
    refusals.map(() => ({ status: 409, code: 'conflict' })),
  )
  await expectInvariants(shop.db)
  const [seen] = await buyer.api.listMyOrders(buyer.id)
  const cancelled = seen!.products.reduce((sum, line) => sum + (line.cancelled ?? 0), 0)
  return { seen: seen!, cancelled, outcomes: outcomes.map(({ status }) => status) }
}

test(
  'of the same pieces cancelled at once one is done, whoever cancels them, on every engine',
  { timeout: 180_000 },
  async () => {
    for (const { name, shop } of shops) {
      const admin = await signedIn(shop, 'admin')
      for (let round = 0; round < ROUNDS; round += 1) {
        const { seen, cancelled, outcomes } = await contestPieces(shop, ({ buyer, orderId, lines }) => [
          buyer.api.cancelMyOrder(orderId, { lines: lines.slice(0, 1) }),
          buyer.api.cancelMyOrder(orderId, { lines: lines.slice(0, 1) }),
          admin.api.cancelItems(orderId, { lines: lines.slice(0, 1) }),
        ])
        expect({ name, cancelled }).toEqual({ name, cancelled: 2 })
        expect(outcomes.filter((outcome) => outcome === 'fulfilled')).toHaveLength(1)
        expect(seen).toMatchObject({ status: 'order placed', refunds: [{ amount: 2998 }] })
      }
    }
  },
)

test(
  'pieces cancelled against Ship, the other pieces and the whole order leave money, stock and documents right',
  { timeout: 180_000 },
  async () => {
    for (const { shop } of shops) {
      await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
      const admin = await signedIn(shop, 'admin')
      for (let round = 0; round < ROUNDS; round += 1) {
        const { seen, cancelled } = await contestPieces(shop, ({ buyer, orderId, lines }) => [
          ...(round % 2 === 0 ? [admin.api.changeOrderStatus(orderId, 'shipped')] : []),
          buyer.api.cancelMyOrder(orderId, { lines: lines.slice(0, 1) }),
          buyer.api.cancelMyOrder(orderId, { lines: lines.slice(1) }),
          ...(round % 4 < 2 ? [] : [buyer.api.cancelMyOrder(orderId)]),
        ])
        expect(seen.status === 'shipped' && cancelled === 4).toBe(false)
        const refunded = seen.refunds.reduce((sum, { amount }) => sum + amount, 0)
        expect(refunded).toBe(seen.status === 'cancelled' ? 1499 * 4 : 1499 * cancelled)
      }
      await setSettings(shop, { taxRegistration: 'none', gstin: '' })
    }
  },
)
