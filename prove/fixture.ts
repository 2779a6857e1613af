import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ShopProcess, ShopSettings } from '#prove/shop-process.ts'

import { startShopProcess } from '#prove/shop-process.ts'
import { buildDirOf } from '#server/start/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { ensureBuild } from '#server/pages/ensure-build.ts'
import { openCuttableProxy } from '#test/cuttable-proxy.ts'
import { makeMigratedDataDir } from '#test/data-dir.ts'
import { createEmpty } from '#test/engines.ts'
import { startPostgres, type TestServer } from '#test/postgres.ts'

/** An empty database of an engine, and how to start processes of the shop on it. */
export interface Fixture {
  engine: 'embedded' | 'PostgreSQL'
  /** How many processes of the shop run on the database at once. */
  processes: number
  start(killAt?: ShopSettings['killAt']): Promise<ShopProcess>
  close(): Promise<void>
}

function fail(line: string): never {
  throw new Error(line)
}

const openFolder = () => mkdtemp(join(tmpdir(), 'selvedge-prove-'))

const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })

/** A new embedded database. */
async function openEmbeddedFixture(): Promise<Fixture> {
  const folder = await makeMigratedDataDir()
  return {
    engine: 'embedded',
    processes: 1,
    start: (killAt) => startShopProcess({ settings: { DATA_DIR: folder }, killAt }),
    close: () => remove(folder),
  }
}

/**
 * A new database on a PostgreSQL server, for several processes of the shop. Every second one cannot hear what the
 * database announces: its proxy is cut as soon as it is open.
 */
async function openPostgresFixture(server: TestServer, processes: number): Promise<Fixture> {
  const databaseUrl = await createEmpty(server)
  const database = await openDatabase({ databaseUrl, dataDir: '', onFatal: fail })
  const folders: string[] = []
  return {
    engine: 'PostgreSQL',
    processes,
    async start(killAt) {
      const folder = await openFolder()
      folders.push(folder)
      const proxy = await openCuttableProxy(databaseUrl)
      const settings = { DATA_DIR: folder, DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: proxy.url }
      const shop = await startShopProcess({ settings, killAt, db: database.db })
      if (folders.length % 2 === 0) proxy.cut()
      return shop
    },
    async close() {
      await database.close()
      for (const folder of folders) await remove(folder)
    },
  }
}

const PROCESSES = 2

/**
 * The fixtures that this machine can have, by engine; a throw-away PostgreSQL server is started where its programs are.
 */
export async function openFixtures(only?: string) {
  // Built once before: otherwise two processes that start at the same moment would both build.
  await ensureBuild(buildDirOf(process.env), () => undefined)
  const server =
    only === 'embedded' ? undefined : await startPostgres({ max_connections: '100', track_commit_timestamp: 'on' })
  const fixtures: Partial<Record<Fixture['engine'], () => Promise<Fixture>>> = {
    ...(only !== 'postgres' && { embedded: openEmbeddedFixture }),
    ...(server && { PostgreSQL: () => openPostgresFixture(server, PROCESSES) }),
  }
  return { fixtures, close: async () => server?.stop() }
}
