import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '#server/start/config.ts'
import { listJobs, repeat } from '#server/jobs/jobs.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  buy,
  endHold,
  fillCart,
  makeDue,
  pay,
  signedIn,
  startPatiently,
  stockOf,
  setSandboxFaults,
} from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ hasJobs: true })
  await setSandboxFaults(shop, { refundAfterMs: 1 })
})
afterAll(async () => {
  await expectInvariants(shop.db)
  await shop.close()
})

/** A job is due every ten seconds, and then takes as long as the machine is busy. */
const BY_ITSELF = { timeout: 40_000 }

const silent = pino({ level: 'silent' })

test('a job runs at once, again after a failure, and never twice at a time', async () => {
  const stopping = new AbortController()
  let runs = 0
  let running = 0
  await repeat(
    {
      name: 'counting',
      everySeconds: 0.001,
      async run() {
        running += 1
        expect(running).toBe(1)
        await Promise.resolve()
        runs += 1
        running -= 1
        if (runs === 5) stopping.abort()
        if (runs % 2 === 0) throw new Error('a failure')
      },
    },
    silent,
    stopping.signal,
  )
  expect(runs).toBe(5)
})

test.each([
  [{}, true],
  [{ AVIF: 'off' }, false],
])('with %j AVIF is made by itself: %s', (settings, isMade) => {
  const names = listJobs(readConfig(settings)).map(({ name }) => name)
  expect(names.includes('make AVIF')).toBe(isMade)
})

test('stopping waits for what runs and starts nothing more', async () => {
  const stopping = new AbortController()
  const work = Promise.withResolvers<void>()
  let isDone = false
  let runs = 0
  const run = async () => {
    runs += 1
    await work.promise
    isDone = true
  }
  const ended = repeat({ name: 'slow', everySeconds: 0.001, run }, silent, stopping.signal)
  stopping.abort()
  expect(isDone).toBe(false)
  work.resolve()
  await ended
  expect({ isDone, runs }).toEqual({ isDone: true, runs: 1 })
})

test('a hold that has ended is given back by itself', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 5 })
  await fillCart(buyer, product.id, 2)
  await startPatiently(buyer)
  await endHold(shop, buyer.id)
  await expect.poll(() => stockOf(shop, product.id), BY_ITSELF).toEqual([5])
})

test('a payment without an event is found by itself', async () => {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { stock: 5 })
  await fillCart(buyer, product.id)
  const { id } = await startPatiently(buyer)
  await pay(shop, id)
  await makeDue(shop)
  await expect.poll(() => buyer.api.listMyOrders(buyer.id), BY_ITSELF).toMatchObject([{ payment: 'paid' }])
})

test('a refund is sent and followed by itself', async () => {
  const product = await addProduct(shop.db)
  const { buyer, order } = await buy(shop, product.id)
  const admin = await signedIn(shop, 'admin')
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await expect.poll(() => buyer.api.listMyOrders(buyer.id), BY_ITSELF).toMatchObject([{ payment: 'refunded' }])
})
