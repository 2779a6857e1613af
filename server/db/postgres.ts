import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'

import type { OpenDatabase } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'

import { checkAddresses } from '#server/db/check-addresses.ts'
import { listenOnServer } from '#server/db/listener.ts'
import { createPing } from '#server/db/ping.ts'
import { createServerPool } from '#server/db/postgres-pool.ts'

const CONNECTIONS = 14

const openKysely = (pool: pg.Pool) =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    // What is inside a JSON value is the value's own affair, so its keys stay as they are.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/**
 * Opens a PostgreSQL server. Queries go to `url`; what needs a session, LISTEN and migrations, goes to `directUrl`. Rejects with
 * a `StartupError` when one of them cannot be used; the password is never shown.
 */
export async function openPostgres(url: string, directUrl: string = url): Promise<OpenDatabase> {
  const { warning } = await checkAddresses(url, directUrl)
  const pool = createServerPool(url, { max: CONNECTIONS, hasTimeLimits: true })
  const db = openKysely(pool)
  return {
    db,
    engine: 'server',
    warning,
    isReachable: createPing(() => sql`select 1`.execute(db)),
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    hasFreeSpace: () => true,
    listen: (channel, onNotify) => listenOnServer(directUrl, channel, onNotify),
    async withoutTimeLimit(work) {
      const patient = openKysely(createServerPool(directUrl, { max: 1, hasTimeLimits: false }))
      try {
        return await work(patient)
      } finally {
        await patient.destroy()
      }
    },
    close: () => db.destroy(),
  }
}
