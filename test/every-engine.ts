import { afterAll, beforeAll } from 'vitest'

import type { TestServer } from '#test/postgres.ts'

import { migrate } from '#server/db/migrate.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { openSnapshot } from '#test/database.ts'
import { createEmpty } from '#test/engines.ts'
import { startPostgres } from '#test/postgres.ts'

/**
 * A shop's empty database on every engine that this machine has, for the tests of one file: call it once, outside of
 * them. They are opened before the first test and closed after the last.
 */
export function databasesOnEveryEngine(): readonly OpenDatabase[] {
  const databases: OpenDatabase[] = []
  let server: TestServer | undefined
  beforeAll(async () => {
    const [embedded, started] = await Promise.all([openSnapshot(), startPostgres()])
    databases.push(embedded)
    server = started
    if (!server) return
    const databaseUrl = await createEmpty(server)
    const database = await openDatabase({ databaseUrl, dataDir: '', onFatal: () => undefined })
    databases.push(database)
    await migrate(database)
  })
  afterAll(async () => {
    for (const database of databases) await database.close()
    await server?.stop()
  })
  return databases
}
