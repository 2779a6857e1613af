import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { deleteExpiredRows } from '#server/jobs/delete-expired-queries.ts'
import { endUnconfirmedOrders } from '#server/orders/service.ts'
import { NETWORK_CASH_ORDERS } from '#server/orders/holds/hold-time-and-limits.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buy, fillCart, signedIn, stockOf, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let product: { id: string }
beforeAll(async () => {
  // Behind a proxy, which says where a caller is.
  shop = await startShop({ hasRateLimits: true, trustedProxies: ['127.0.0.1'] })
  await setSettings(shop, { takesCash: true, cashLimit: 5000 })
  product = await addProduct(shop.db, { pricePaise: 100_000, stock: 200 })
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

let places = 0
/** Orders as somebody who calls from this network, with a phone and an address that nobody else has. */
async function orderFrom(buyer: SignedIn, network: string): Promise<Response> {
  places += 1
  const address = { ...ADDRESS, street: `${places}, Lake View Road`, phone: String(9_000_000_000 + places) }
  return buyer.fetch('/api/order/cash', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    body: JSON.stringify({ address }),
  })
}

async function newBuyer(): Promise<SignedIn> {
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id)
  return buyer
}

test('one network has at most fifty open orders for cash, also when all of them come at once', async () => {
  const buyers: SignedIn[] = []
  while (buyers.length < NETWORK_CASH_ORDERS + 5) buyers.push(await newBuyer())
  const [before] = await stockOf(shop, product.id)
  const answers = await Promise.all(buyers.map((buyer, at) => orderFrom(buyer, `2001:db8:7:${at.toString(16)}::1`)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(NETWORK_CASH_ORDERS)
  const refused = answers.findIndex(({ status }) => status === 429)
  expect(await answers[refused]!.json()).toMatchObject({
    code: 'rate_limited',
    message: 'Too many orders for cash are open from your network. Please pay online.',
  })
  expect(await stockOf(shop, product.id)).toEqual([before! - NETWORK_CASH_ORDERS])
  expect((await orderFrom(buyers[refused]!, '2001:db8:7:100::1')).status).toBe(201)

  const admin = await signedIn(shop, 'admin')
  const { _id } = await answers.find(({ status }) => status === 201)!.json()
  await admin.api.changeOrderStatus(_id, 'cancelled')
  expect((await orderFrom(await newBuyer(), '2001:db8:7::1')).status).toBe(201)
})

test('where an order was placed from is forgotten when nobody counts it any more', async () => {
  const { _id } = await (await orderFrom(await newBuyer(), '203.0.113.7')).json()
  const network = async () => {
    const row = await shop.db.selectFrom('cashPayments').select('network').where('orderId', '=', _id).executeTakeFirst()
    return row?.network
  }
  const admin = await signedIn(shop, 'admin')
  await admin.api.changeCash(_id, 'confirmed')
  await deleteExpiredRows(shop.db)
  expect(await network()).toBe('203.0.113.7')
  await sql`update orders set created_at = created_at - interval '61 minutes' where id = ${_id}`.execute(shop.db)
  await deleteExpiredRows(shop.db)
  expect(await network()).toBeNull()
})

test('orders of a network that ended unsent count with its open ones for seven days, but against nobody who has bought', async () => {
  const network = '2001:db8:7:0::/56'
  // Those of the first test.
  await sql`update cash_payments set confirm_until = now() where network = ${network}`.execute(shop.db)
  await endUnconfirmedOrders(shop.shop)
  await deleteExpiredRows(shop.db)
  expect((await orderFrom(await newBuyer(), '2001:db8:7::1')).status).toBe(429)
  const { buyer: known } = await buy(shop, product.id)
  await fillCart(known, product.id)
  const answer = await orderFrom(known, '2001:db8:7::1')
  expect(answer.status).toBe(201)
  await known.api.cancelMyOrder((await answer.json())._id)

  const counted = async () => {
    const { rows } = await sql<{ id: string }>`
      select order_id as id from cash_payments where network = ${network} and status = 'nothing due'`.execute(shop.db)
    return rows.map(({ id }) => id)
  }
  const unsent = await counted()
  expect(unsent).toHaveLength(NETWORK_CASH_ORDERS + 1)
  await sql`
    update order_steps set at = at - interval '7 days' where order_id = any(${unsent.slice(0, 2)})`.execute(shop.db)
  expect((await orderFrom(await newBuyer(), '2001:db8:7::1')).status).toBe(201)
  await deleteExpiredRows(shop.db)
  expect((await counted()).toSorted()).toEqual(unsent.slice(2).toSorted())
})
