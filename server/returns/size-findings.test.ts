import { afterAll, beforeAll, expect, test } from 'vitest'

import type { ReturnReason } from '#contract/returns/return-reasons.ts'

import { addProduct } from '#test/factories.ts'
import { buyCart, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterAll(() => shop.close())

/**
 * Somebody to whom so many pieces of a size were delivered gives them back, for this reason; the parcel arrives unless
 * said otherwise.
 */
async function giveBack(
  productId: string,
  { size, reason, quantity = 1, buyer }: { size: string; reason: ReturnReason; quantity?: number; buyer?: SignedIn },
  arrives = true,
): Promise<string> {
  const customer = buyer ?? (await signedIn(shop))
  await fillCart(customer, productId, quantity, size)
  const { order } = await buyCart(shop, customer)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const { _id } = await customer.api.askForReturn(order._id, {
    lines: [{ _id: order.products[0]!._id, quantity, reason }],
  })
  await admin.api.changeReturn(_id, { to: 'approved' })
  if (arrives) await admin.api.changeReturn(_id, { to: 'received' })
  return _id
}

const findingsOf = async (productId: string) => (await shop.visitor().api.listReviews(productId)).returned

test('once five people have returned a size, its page says how most of them found it', async () => {
  const shirt = await addProduct(shop.db, { sizes: { M: 20, L: 20 } })
  const buyer = await signedIn(shop)
  for (let count = 0; count < 3; count += 1) await giveBack(shirt.id, { size: 'L', reason: 'too small', buyer })
  for (const reason of ['too small', 'changed mind', 'too small'] as const) {
    await giveBack(shirt.id, { size: 'L', reason })
  }
  await giveBack(shirt.id, { size: 'M', reason: 'too large' })
  const last = await giveBack(shirt.id, { size: 'L', reason: 'too small' }, false)
  // One person who returned it three times is one of four, and a parcel that has not arrived is none.
  expect(await findingsOf(shirt.id)).toBeUndefined()
  await admin.api.changeReturn(last, { to: 'received' })
  await expect.poll(() => findingsOf(shirt.id)).toEqual([{ size: 'L', people: 5, finding: 'small', found: 4 }])
  for (let count = 0; count < 3; count += 1) await giveBack(shirt.id, { size: 'L', reason: 'quality' })
  await expect.poll(() => findingsOf(shirt.id)).toBeUndefined()
})

test('the staff see what came back by product and size, with why', async () => {
  const kurta = await addProduct(shop.db, { name: 'Chikan kurta', sizes: { M: 20, L: 20 } })
  await giveBack(kurta.id, { size: 'M', reason: 'too large', quantity: 2 })
  await giveBack(kurta.id, { size: 'M', reason: 'quality' })
  await giveBack(kurta.id, { size: 'L', reason: 'too small' })
  await giveBack(kurta.id, { size: 'L', reason: 'too small' }, false)
  const { items, total } = await admin.api.listReturnedSizes({ search: 'chikan', limit: 1 })
  expect(total).toBe(2)
  expect(items).toEqual([
    {
      product: { _id: kurta.id, name: 'Chikan kurta' },
      size: 'M',
      returned: 3,
      delivered: 3,
      reasons: [
        { reason: 'too large', pieces: 2 },
        { reason: 'quality', pieces: 1 },
      ],
    },
  ])
  const { items: second } = await admin.api.listReturnedSizes({ search: 'chikan', limit: 1, page: 2 })
  expect(second).toMatchObject([{ size: 'L', returned: 1, delivered: 2 }])
  expect((await admin.api.listReturnedSizes({ search: 'chikan', page: 9 })).items).toEqual([])
})
