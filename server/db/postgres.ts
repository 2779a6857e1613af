import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

import type { OpenDatabase } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'

import { listenOnServer } from '#server/db/listener.ts'
import { createPing } from '#server/db/ping.ts'
import { connectionSettings, createServerPool } from '#server/db/postgres-pool.ts'
import { StartupError } from '#server/startup-error.ts'

const CONNECTIONS = 14
const OLDEST_VERSION = 150_000

const openKysely = (pool: pg.Pool) =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    // What is inside a JSON value is the value's own affair, so its keys stay as they are.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

function reasonOf(error: unknown, { host, port, user, database }: pg.Client): string {
  const failure = error instanceof Error ? error : new Error(String(error))
  const place = `${host}:${port}`
  switch ('code' in failure ? failure.code : undefined) {
    case 'ECONNREFUSED':
      return `nothing answers at ${place}`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host ${host}`
    case '28P01':
    case '28000':
      return `the server at ${place} does not let the user ${user} in with this password`
    case '3D000':
      return `the server at ${place} has no database ${database}`
    default:
      return `no PostgreSQL answers at ${place} (${failure.message})`
  }
}

async function checkServer(url: string) {
  let client: pg.Client
  try {
    client = new pg.Client(connectionSettings(url))
  } catch {
    // The cause would show the address with its password.
    throw new StartupError('DATABASE_URL is wrong: it must look like postgres://user:password@host:5432/database.')
  }
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string; server_version_num: string; is_standby: boolean }>(
      `select current_setting('server_version') as server_version, current_setting('server_version_num') as server_version_num,
        pg_is_in_recovery() as is_standby`,
    )
    const version = rows[0]
    if (version?.is_standby === true) {
      throw new StartupError('DATABASE_URL leads to a standby: the shop needs the primary.')
    }
    if (Number(version?.server_version_num) >= OLDEST_VERSION) return
    throw new StartupError(`DATABASE_URL leads to PostgreSQL ${version?.server_version}: the shop needs 15 or newer.`)
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`DATABASE_URL cannot be used: ${reasonOf(error, client)}.`, { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Opens a PostgreSQL server. Rejects with a `StartupError` when it cannot be used; the password is never shown. */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  await checkServer(url)
  const pool = createServerPool(url, { max: CONNECTIONS, hasTimeLimits: true })
  const db = openKysely(pool)
  return {
    db,
    engine: 'server',
    isReachable: createPing(() => sql`select 1`.execute(db)),
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    hasFreeSpace: () => true,
    listen: (channel, onNotify) => listenOnServer(url, channel, onNotify),
    async withoutTimeLimit(work) {
      const patient = openKysely(createServerPool(url, { max: 1, hasTimeLimits: false }))
      try {
        return await work(patient)
      } finally {
        await patient.destroy()
      }
    },
    close: () => db.destroy(),
  }
}
