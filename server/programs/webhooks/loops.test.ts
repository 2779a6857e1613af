import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { KEY_LIMITS } from '#contract/accounts/key-limits.ts'
import { addProduct } from '#test/factories.ts'
import { buy, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'
import { sendAllDue, startReceiver } from '#test/webhook-receiver.ts'

const CALLS_LEFT = 12

test('a program that answers each event with two calls that cause the next ends at the limit of its key', async () => {
  const shop = await startShop({ hasRateLimits: true })
  onTestFinished(() => shop.close())
  const owner = await signedIn(shop, 'admin')
  const [looped, bought] = [await addProduct(shop.db, { stock: 5 }), await addProduct(shop.db, { stock: 5 })]
  const { key, _id: keyId } = await owner.api.makeKey({ name: 'Loop', areas: ['catalogue:write'] })
  const statuses: number[] = []
  const setStock = async () => {
    const answer = await shop.visitor().fetch(`/api/products/set-stock/${looped.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ stock: 10 + statuses.length }),
    })
    statuses.push(answer.status)
  }
  await setStock()
  // The minute of the key does not end before the test, however slow the machine is.
  await sql`
    update rate_counters
    set count = ${KEY_LIMITS.callsPerMinute - CALLS_LEFT}, window_ends_at = now() + interval '1 hour'
    where key = ${`key ${keyId}`}`.execute(shop.db)
  let purchase: ReturnType<typeof buy> | undefined
  let callsAtPurchase = 0
  const receiver = await startReceiver((response) => {
    purchase ??= buy(shop, bought.id).finally(() => (callsAtPurchase = statuses.length))
    void setStock()
      .then(setStock)
      .then(() => response.end())
  })
  const { _id } = await owner.api.addWebhook({ url: receiver.url, topics: ['product', 'stock'] })
  await owner.api.setStock(looped.id, 1)
  await sendAllDue(shop.shop)
  expect((await purchase)?.order.status).toBe('order placed')
  expect(callsAtPurchase).toBeLessThan(CALLS_LEFT)
  await sendAllDue(shop.shop)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1 + CALLS_LEFT)
  expect(new Set(statuses.slice(1 + CALLS_LEFT))).toEqual(new Set([429]))
  expect((await owner.api.getWebhook(_id)).waiting).toBe(0)
})
