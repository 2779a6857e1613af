import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { createChangePoller } from '#server/db/change-poller.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Db } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { openCuttableProxy } from '#test/cuttable-proxy.ts'
import { createEmpty } from '#test/engines.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { needPrograms } from '#test/need-programs.ts'
import { hasPgbouncer, startPooler } from '#test/pgbouncer.ts'
import { startPostgres } from '#test/postgres.ts'
import { startShop } from '#test/start-shop.ts'

// None where the machine has no PostgreSQL: what needs one is then not tested.
const servers = [await startPostgres()].filter((server) => server !== undefined)
needPrograms('PostgreSQL', servers)
afterAll(async () => {
  for (const server of servers) await server.stop()
})

const open = (databaseUrl: string, databaseDirectUrl?: string) =>
  openDatabase({ databaseUrl, databaseDirectUrl, dataDir: '', onFatal: () => undefined })

async function openMigrated(server: (typeof servers)[number]) {
  const url = await createEmpty(server)
  const database = await open(url)
  await migrate(database)
  return { url, ...database }
}

const sellOne = (db: Db) => sql`update product_sizes set stock = stock - 1`.execute(db)

test.for(servers)('whatever announces is counted', async (server) => {
  const { db, close } = await openMigrated(server)
  const { rows } = await sql<{ text: string }>`
    select prosrc as text from pg_proc
    where pronamespace = current_schema()::regnamespace and prosrc like '%pg\\_notify(%'`.execute(db)
  expect(rows.length).toBeGreaterThan(3)
  for (const { text } of rows) {
    expect(text.match(/pg_notify\(/g)).toHaveLength(
      text.match(/perform nextval\('announcements'\), pg_notify\(/g)?.length ?? 0,
    )
  }
  await close()
})

test.for(servers)(
  'a change counts as missed until each transaction that may have made it has ended',
  async (server) => {
    const { db, close } = await openMigrated(server)
    await addProduct(db, { stock: 5 })
    const poller = createChangePoller(db)
    async function quiet() {
      await expect.poll(() => poller.ask()).toBe(false)
    }
    expect(await poller.ask()).toBe(true)
    await quiet()

    const [sold, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const selling = db.transaction().execute(async (db) => {
      await sellOne(db)
      sold.resolve()
      await committed.promise
    })
    await sold.promise
    for (let times = 0; times < 3; times += 1) expect(await poller.ask()).toBe(true)
    committed.resolve()
    await selling
    // Only this one was asked after the change became visible.
    expect(await poller.ask()).toBe(true)
    await quiet()
    expect(await poller.ask()).toBe(false)
    poller.forget()
    expect(await poller.ask()).toBe(true)
    await close()
  },
)

test.for(servers)('sales are counted without waiting for each other', async (server) => {
  const { db, close } = await openMigrated(server)
  const products = [await addProduct(db, { stock: 5 }), await addProduct(db, { stock: 5 })]
  const bothSold = Promise.withResolvers<void>()
  let sold = 0
  await Promise.all(
    products.map(({ id }) =>
      db.transaction().execute(async (db) => {
        await sql`update product_sizes set stock = stock - 1 where product_id = ${id}`.execute(db)
        sold += 1
        if (sold === 2) bothSold.resolve()
        await bothSold.promise
      }),
    ),
  )
  expect(sold).toBe(2)
  await close()
})

/**
 * Changes prices in one process, and expects each to be served by another one, which has the old price in memory. Calls
 * `cut` before the second change.
 */
async function expectFresh(url: string, otherUrls: Parameters<typeof open>, cut: () => void) {
  const one = await startShop({ database: await open(url) })
  const other = await startShop({ database: await open(...otherUrls) })
  const category = await addCategory(one.db, 'Shirts')
  const { id } = await addProduct(one.db, { categoryId: category.id, pricePaise: 99_900 })
  const admin = await one.admin()
  const priceAtOther = async () => (await other.visitor().api.getProduct(id)).price
  for (const price of [1234, 2345, 3456]) {
    await priceAtOther()
    expect(other.shop.responses.counts.made).toBeGreaterThan(0)
    if (price === 2345) cut()
    await admin.api.updatePrice(id, { price })
    await expect.poll(priceAtOther).toBe(price)
  }
  await one.close()
  await other.close()
}

test.for(servers)('a process whose connection for announcements is cut serves what others change', async (server) => {
  const { url, close } = await openMigrated(server)
  const proxy = await openCuttableProxy(url)
  await expectFresh(url, [url, proxy.url], () => proxy.cut())
  await close()
})

test.for(hasPgbouncer() ? servers : [])(
  'a process behind a pooler that swallows announcements serves what others change',
  async (server) => {
    const { url, close } = await openMigrated(server)
    const pooler = await startPooler(url, 'transaction')
    await expectFresh(url, [pooler.url], () => undefined)
    await pooler.stop()
    await close()
  },
)

test.for(hasPgbouncer() ? servers : [])('a pooler in session mode lets announcements through', async (server) => {
  const { url, db, close } = await openMigrated(server)
  const pooler = await startPooler(url, 'session', { connections: 20 })
  const pooled = await open(pooler.url)
  const heard: string[] = []
  const stop = await pooled.listen('catalogue', (payload) => heard.push(payload))
  await sql`select pg_notify('catalogue', 'settings')`.execute(db)
  await expect.poll(() => heard).toEqual(['settings'])
  await stop()
  await pooled.close()
  await pooler.stop()
  await close()
})
