import { PostgresDialect, sql } from 'kysely'
import type pg from 'pg'

import type { OpenDatabase } from '#server/db/database.ts'

import { checkAddresses } from '#server/db/check-postgres.ts'
import { createKysely } from '#server/db/kysely.ts'
import { listenOnServer } from '#server/db/listener.ts'
import { createChangePoller } from '#server/db/change-poller.ts'
import { createPing } from '#server/db/ping.ts'
import { CONNECTIONS, STANDBY_ANSWER_MS, STANDBY_CONNECTIONS } from '#server/db/database-timeouts.ts'
import { createServerPool } from '#server/db/postgres-pool.ts'
import { readFromStandby } from '#server/db/standby.ts'

const openPool = (pool: pg.Pool) => createKysely(new PostgresDialect({ pool }))

interface ServerOptions {
  directUrl?: string | undefined
  readUrl?: string | undefined
  warn?: ((line: string) => void) | undefined
}

/**
 * Opens a PostgreSQL server. Queries go to `url`, LISTEN and migrations, which need a session, to `directUrl`, and the
 * work given to `read` to the standby at `readUrl`. Rejects with a `StartupError` if one of the first two cannot be
 * used. The error never holds a password.
 */
export async function openPostgres(
  url: string,
  { directUrl = url, readUrl, warn = () => undefined }: ServerOptions = {},
): Promise<OpenDatabase> {
  const warning = await checkAddresses(url, directUrl)
  const pool = createServerPool(url, { max: CONNECTIONS, hasTimeLimits: true })
  const db = openPool(pool)
  const standby = readUrl
    ? openPool(
        createServerPool(readUrl, {
          max: STANDBY_CONNECTIONS,
          hasTimeLimits: true,
          standbyAnswerMs: STANDBY_ANSWER_MS,
        }),
      )
    : undefined
  return {
    db,
    ...(standby ? readFromStandby({ primary: db, standby, warn }) : { read: (work) => work(db) }),
    engine: 'server',
    warning,
    isReachable: createPing(() => sql`select 1`.execute(db)),
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    hasFreeSpace: () => true,
    listen: (channel, onNotify) =>
      listenOnServer({
        url: directUrl,
        channel,
        onNotify,
        notify: (name) => sql`select pg_notify(${name}, '')`.execute(db),
        poller: createChangePoller(db),
      }),
    async withoutTimeLimit(work) {
      const patient = openPool(createServerPool(directUrl, { max: 1, hasTimeLimits: false }))
      try {
        return await work(patient)
      } finally {
        await patient.destroy()
      }
    },
    async close() {
      await standby?.destroy()
      await db.destroy()
    },
  }
}
