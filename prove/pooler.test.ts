import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { isShopError } from '#contract/api/errors.ts'
import { openDatabase } from '#server/db/open.ts'
import { addPerson, type Person } from '#prove/actors.ts'
import { startShopProcess, type ShopProcess } from '#prove/shop-process.ts'
import { createEmpty } from '#test/engines.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { needPrograms } from '#test/need-programs.ts'
import { hasPgbouncer, startPooler, type TestPooler } from '#test/pgbouncer.ts'
import { startPostgres, type TestServer } from '#test/postgres.ts'
import { pay, startPatiently } from '#test/purchase.ts'
import { visitAs } from '#test/visitor.ts'

/** More customers at once than the pooler has connections to the server. */
const BUYERS = 24
const PIECES = 9

const servers = [hasPgbouncer() ? await startPostgres() : undefined].filter((server) => server !== undefined)
needPrograms('PostgreSQL and PgBouncer', servers)
afterAll(async () => {
  for (const server of servers) await server.stop()
})

/**
 * Buys one piece; resolves to the order, or undefined where nothing was left. Who comes late cannot even add it to the
 * cart.
 */
async function buy(shop: ShopProcess, person: Person, productId: string) {
  const { api } = visitAs(person, shop.origin)
  const start = async () => {
    await api.addToCart(productId)
    return startPatiently({ api })
  }
  const started = await start().catch((error: unknown) => {
    if (isShopError(error) && error.code === 'out_of_stock') return undefined
    throw error
  })
  if (!started) return undefined
  const proof = await pay(shop, started.id, { webhook: true })
  await api.verifyPayment(proof)
  return api.getOrder(person.id, proof)
}

describe.each(servers)('behind PgBouncer', (server: TestServer) => {
  describe.each(['session', 'transaction'] as const)('in %s mode', (mode) => {
    let folder: string
    let pooler: TestPooler
    let database: Awaited<ReturnType<typeof openDatabase>>
    let shops: ShopProcess[]
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'selvedge-pooled-'))
      const url = await createEmpty(server)
      database = await openDatabase({ databaseUrl: url, dataDir: '', onFatal: () => undefined })
      pooler = await startPooler(url, mode, { connections: mode === 'session' ? 40 : 8 })
      const settings = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url, DATA_DIR: folder }
      const start = () => startShopProcess({ settings, db: database.db })
      shops = [await start(), await start()]
    })
    afterAll(async () => {
      for (const shop of shops) await shop.stop()
      await pooler.stop()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    })

    test('two processes sell each piece once to many buyers and keep their records', async () => {
      const { db } = database
      const product = await addProduct(db, { stock: PIECES })
      const buyers = await Promise.all(Array.from({ length: BUYERS }, () => addPerson(db, 'customer')))
      const orders = await Promise.all(buyers.map((person, index) => buy(shops[index % 2]!, person, product.id)))
      expect(orders.filter((order) => order !== undefined)).toHaveLength(PIECES)
      expect(shops.flatMap((shop) => shop.complaints())).toEqual([])
      await expectInvariants(db)
    })

    test('a change made at one process is on the other one’s page', async () => {
      const product = await addProduct(database.db, { stock: 5 })
      const admin = visitAs(await addPerson(database.db, 'admin'), shops[0]!.origin)
      const page = async () => (await fetch(`${shops[1]!.origin}/product/${product.id}`)).text()
      expect(await page()).not.toContain('4,321')
      await admin.api.updatePrice(product.id, { price: 4321 })
      await expect.poll(page).toContain('4,321')
    })

    test('once the pooler is back after it broke off, both sell again', async () => {
      const { db } = database
      const product = await addProduct(db, { stock: 2 })
      await pooler.restart()
      for (const shop of shops) {
        await expect.poll(async () => (await fetch(`${shop.origin}/readyz`)).status).toBe(200)
        expect(await buy(shop, await addPerson(db, 'customer'), product.id)).toMatchObject({ status: 'order placed' })
      }
      await expectInvariants(db)
    })
  })
})
