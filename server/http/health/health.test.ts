import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { registerHealth } from '#server/http/health/health.ts'
import { createTestDatabase } from '#test/database.ts'
import { startShop } from '#test/start-shop.ts'

test('a shop whose disk is almost full lives, but is not ready and says why', async () => {
  let hasSpace = true
  const shop = await startShop({ database: { ...(await createTestDatabase()), hasFreeSpace: () => hasSpace } })
  onTestFinished(() => shop.close())
  const { fetch } = shop.visitor()
  expect((await fetch('/readyz')).status).toBe(200)
  hasSpace = false
  const answer = await fetch('/readyz')
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('The disk is almost full: no new order is taken.')
  expect((await fetch('/healthz')).status).toBe(200)
})

test('a shop is not ready before all of its start is done', async () => {
  const shop = await startShop()
  onTestFinished(() => shop.close())
  let isOpening = true
  shop.shop.isOpening = () => isOpening
  const app = fastify()
  registerHealth(app, shop.shop)
  onTestFinished(() => app.close())
  expect((await app.inject('/readyz')).statusCode).not.toBe(200)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  isOpening = false
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})
