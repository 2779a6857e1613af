import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'

import { openInMemory } from '#server/db/embedded/open-embedded.ts'
import type { Db, OpenDatabase } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { administer, inDatabase, readEmptySnapshot } from '#test/database.ts'
import { startPostgres, type TestServer } from '#test/postgres.ts'

export interface TestEngine {
  name: 'embedded' | 'server'
  /** A new database without any table. */
  openEmpty: () => Promise<OpenDatabase>
  stop: () => Promise<void>
}

async function startEmbedded(): Promise<TestEngine> {
  const empty = await readEmptySnapshot()
  return { name: 'embedded', openEmpty: () => openInMemory(empty), stop: async () => undefined }
}

/** Makes a new, empty database on the server and resolves to its address. */
export async function createEmpty(server: TestServer): Promise<string> {
  const name = `selvedge_empty_${randomBytes(6).toString('hex')}`
  await administer(server.url, (client) => client.query(`create database ${name} template template0`))
  return inDatabase(server.url, name)
}

/** Every engine that this machine has, for tests of what must be the same on both; the server is a throw-away one. */
export async function startEngines(): Promise<{ engines: TestEngine[]; servers: TestServer[] }> {
  const [embedded, server] = await Promise.all([startEmbedded(), startPostgres()])
  if (!server) return { engines: [embedded], servers: [] }
  const openEmpty = async () =>
    openDatabase({ databaseUrl: await createEmpty(server), dataDir: '', onFatal: () => undefined })
  return { engines: [embedded, { name: 'server', openEmpty, stop: () => server.stop() }], servers: [server] }
}

const LONGEST_WAIT_MS = 10_000

/**
 * Resolves when `waiting` others wait for a lock; at once on the embedded engine, where nobody else runs in the
 * meantime.
 */
export async function untilSomebodyWaits(db: Db, { engine }: OpenDatabase, waiting = 1): Promise<void> {
  if (engine === 'embedded') return
  const until = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    const { rows } = await sql`select from pg_locks where not granted`.execute(db)
    if (rows.length >= waiting) return
    if (performance.now() > until) throw new Error('nobody waits for a lock')
  }
}
