import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'

import type { Db, OpenDatabase } from '#server/db/database.ts'

import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { administer, inDatabase } from '#test/database.ts'
import { createEmpty } from '#test/engines.ts'
import { addProduct } from '#test/factories.ts'
import { startPostgres, type TestServer } from '#test/postgres.ts'
import { startShop } from '#test/start-shop.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

// Commits are confirmed as on a real server, so that the standby is sent them at once. Nothing is tested where the
// machine has no PostgreSQL.
const first = await startPostgres({ synchronous_commit: 'on' })
const second = await first?.startStandby()
const pairs = first && second ? [{ primary: first, standby: second }] : []
afterAll(async () => {
  await second?.stop()
  await first?.stop()
})

async function isStandby(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isStandby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(db)
  return rows[0]?.isStandby === true
}

const isReadFromStandby = ({ read }: OpenDatabase): Promise<boolean> => read(isStandby)

/** A new shop's database on the primary, read from the standby; every line of warning is in `lines`. */
async function open({ primary, standby }: (typeof pairs)[number]) {
  const url = await createEmpty(primary)
  const readUrl = inDatabase(standby.url, new URL(url).pathname.slice(1))
  const lines: string[] = []
  const openAgain = () =>
    openDatabase({
      databaseUrl: url,
      databaseReadUrl: readUrl,
      warn: (line) => void lines.push(line),
      dataDir: '',
      onFatal: () => undefined,
    })
  const database = await openAgain()
  // Until the standby has this database too.
  await expect.poll(() => isReadFromStandby(database)).toBe(true)
  lines.length = 0
  return { database, readUrl, openAgain, lines }
}

/** From now on the standby replays each commit with this delay. */
async function setDelay(server: TestServer, delay: '0' | '5s') {
  await administer(server.url, async (client) => {
    await client.query(`alter system set recovery_min_apply_delay = '${delay}'`)
    await client.query('select pg_reload_conf()')
  })
}

/**
 * Writes numbers one after the other and reads each at once. Resolves to how many reads missed what was written before.
 */
async function writeAndRead({ db, read }: OpenDatabase, times: number): Promise<number> {
  await sql`create table if not exists notes (n int)`.execute(db)
  await sql`delete from notes`.execute(db)
  let missed = 0
  for (let n = 1; n <= times; n += 1) {
    await sql`insert into notes values (${n})`.execute(db)
    const { rows } = await read((db) => sql<{ n: number }>`select max(n) as n from notes`.execute(db))
    if (rows[0]?.n !== n) missed += 1
  }
  return missed
}

test.for(pairs)('whoever has just written reads that write from the standby', async (pair) => {
  const { database } = await open(pair)
  const { standby: before = 0 } = database.reads?.() ?? {}
  expect(await writeAndRead(database, 100)).toBe(0)
  expect(database.reads?.().standby).toBeGreaterThan(before)
  await database.close()
})

test.for(pairs)('with a standby that is 5 s behind nobody misses a write, on any process', async (pair) => {
  const { database, openAgain, lines } = await open(pair)
  await migrate(database)
  const [here, there] = [await startShop({ database }), await startShop({ database: await openAgain() })]
  const admin = await here.admin()
  const { id } = await addProduct(here.db, { name: 'Linen shirt', pricePaise: 100_000 })
  const seen = async (shop: typeof here, query: string) => {
    const answer = await shop.app.inject(`/api/products/getallproductsindb?search=linen${query}`)
    return answer.json<{ products: { price: number }[] }>().products.map(({ price }) => price)
  }
  await expect.poll(() => seen(there, '')).toEqual([1000])
  await expect.poll(() => isReadFromStandby(database)).toBe(true)

  await setDelay(pair.standby, '5s')
  await admin.api.updatePrice(id, { price: 1200 })
  expect(await seen(here, '')).toEqual([1200])
  // One address that no process has in its cache, and one that the other process must drop when the change is
  // announced.
  expect(await seen(there, '&page=1')).toEqual([1200])
  await expect.poll(() => seen(there, '')).toEqual([1200])
  const { entries } = await admin.api.listAudit()
  expect(entries.map(({ subject }) => subject._id)).toContain(id)
  expect(await writeAndRead(database, 20)).toBe(0)
  expect(lines).toContain('Lists and reports are read from the primary: the standby is more than 100 ms behind.')
  // What was cached meanwhile stays right until the standby is back.
  await setDelay(pair.standby, '0')
  await expect.poll(() => isReadFromStandby(database)).toBe(true)
  expect(lines.at(-1)).toBe('Lists and reports are read from the standby again.')
  expect([await seen(here, ''), await seen(there, ''), await seen(there, '&page=2')]).toEqual([[1200], [1200], []])
  const metrics = await here.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
  for (const from of ['standby', 'primary']) {
    expect(metrics.body).toMatch(new RegExp(`^selvedge_database_reads_total\\{from="${from}"\\} [1-9]`, 'm'))
  }
  await here.close()
  await there.close()
})

test.for(pairs)('a standby that is frozen or dead is left alone until it is back', async (pair) => {
  const { database, lines } = await open(pair)
  await pair.standby.freeze()
  expect(await writeAndRead(database, 20)).toBe(0)
  expect(lines).toEqual(['Lists and reports are read from the primary: the standby does not answer within 300 ms.'])
  await pair.standby.thaw()
  await expect.poll(() => isReadFromStandby(database)).toBe(true)

  // It freezes while it reads.
  const reading = database.read(async (db) => {
    if (await isStandby(db)) await pair.standby.freeze()
    return isStandby(db)
  })
  expect(await reading).toBe(false)
  await pair.standby.thaw()
  await pair.standby.kill()
  expect(await writeAndRead(database, 20)).toBe(0)
  await pair.standby.restart()
  await expect.poll(() => isReadFromStandby(database)).toBe(true)
  await database.close()
})

test.for(pairs)('what is no standby, or has another database of the same cluster, is not read', async (pair) => {
  const other = await open(pair)
  const url = await createEmpty(pair.primary)
  for (const databaseReadUrl of [url, other.readUrl]) {
    const lines: string[] = []
    const database = await openDatabase({
      databaseUrl: url,
      databaseReadUrl,
      warn: (line) => void lines.push(line),
      dataDir: '',
      onFatal: () => undefined,
    })
    expect(await writeAndRead(database, 3)).toBe(0)
    expect(database.reads?.()).toEqual({ standby: 0, primary: 3 })
    expect(lines).toEqual([
      'Lists and reports are read from the primary: DATABASE_READ_URL leads to no standby of this database.',
    ])
    await database.close()
  }
  await other.database.close()
})
