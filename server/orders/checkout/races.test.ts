import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { releaseExpiredHolds } from '#server/orders/holds/release-holds.ts'
import { isShopError } from '#contract/api/errors.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buyCart, fillCart, signedIn, startPatiently, stockOf, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

const crowd = async (size: number) => {
  const buyers: SignedIn[] = []
  for (let count = 0; count < size; count += 1) buyers.push(await signedIn(shop))
  return buyers
}

const codeOf = (outcome: PromiseSettledResult<unknown>) => {
  if (outcome.status === 'fulfilled') return 'bought'
  return isShopError(outcome.reason) ? `${outcome.reason.status} ${outcome.reason.code}` : String(outcome.reason)
}

function tally(outcomes: readonly PromiseSettledResult<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[codeOf(outcome)] = (counts[codeOf(outcome)] ?? 0) + 1
  return counts
}

test('of 200 buyers of 50 pieces exactly 50 can pay, and the rest hear a clean 409', { timeout: 120_000 }, async () => {
  const product = await addProduct(shop.db, { stock: 50 })
  const buyers = await crowd(200)
  for (const buyer of buyers) await fillCart(buyer, product.id)
  const outcomes = await Promise.allSettled(buyers.map(startPatiently))
  expect(tally(outcomes)).toEqual({ bought: 50, '409 out_of_stock': 150 })
  expect(await stockOf(shop, product.id)).toEqual([0])
})

test('buyers of the same products in another order all get through', { timeout: 120_000 }, async () => {
  const products = [
    await addProduct(shop.db, { stock: 100 }),
    await addProduct(shop.db, { stock: 100 }),
    await addProduct(shop.db, { stock: 100 }),
  ]
  const buyers = await crowd(24)
  for (const [index, buyer] of buyers.entries()) {
    const order = index % 2 === 0 ? products : products.toReversed()
    for (const { id } of order) await fillCart(buyer, id)
  }
  const outcomes = await Promise.allSettled(buyers.map((buyer) => buyCart(shop, buyer)))
  expect(tally(outcomes)).toEqual({ bought: 24 })
  for (const { id } of products) expect(await stockOf(shop, id)).toEqual([76])
})

test('carts that change while they are paid and holds that end break no invariant', { timeout: 120_000 }, async () => {
  const products = [await addProduct(shop.db, { stock: 12 }), await addProduct(shop.db, { stock: 12 })]
  const buyers = await crowd(10)
  async function wander(buyer: SignedIn, index: number): Promise<void> {
    const [first, second] = index % 2 === 0 ? products : products.toReversed()
    await fillCart(buyer, first!.id)
    await startPatiently(buyer)
    await fillCart(buyer, second!.id)
    await startPatiently(buyer)
    const { cart } = await buyer.api.getCart()
    await buyer.api.updateCartLine(cart[0]!._id, 2)
    await Promise.all([startPatiently(buyer), releaseExpiredHolds(shop.shop)])
    if (index % 3 > 0) await buyCart(shop, buyer)
  }
  const outcomes = await Promise.allSettled(buyers.map(wander))
  for (const code of Object.keys(tally(outcomes))) expect(['bought', '409 out_of_stock']).toContain(code)
})
