import { randomInt } from 'node:crypto'
import pg from 'pg'

import { connectionSettings, isPooled } from '#server/db/postgres-pool.ts'
import { StartupError } from '#server/start/startup-error.ts'

const OLDEST_VERSION = 150_000
const LARGEST_LOCK = 2 ** 47

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

interface Server {
  version: string
  versionNumber: string
  isStandby: boolean
  pid: number
}

function connectionTo(name: string, url: string): pg.Client {
  try {
    return new pg.Client(connectionSettings(url)).on('error', () => undefined)
  } catch {
    // The cause would show the address with its password.
    throw new StartupError(`${name} is wrong: it must look like postgres://user:password@host:5432/database.`)
  }
}

/** Connects to the address in a setting and checks the server. The caller ends the connection. */
async function connect(name: string, url: string) {
  const client = connectionTo(name, url)
  try {
    await client.connect()
    const { rows } = await client.query<Server>(
      `select current_setting('server_version') as version, current_setting('server_version_num') as "versionNumber",
        pg_is_in_recovery() as "isStandby", pg_backend_pid() as pid`,
    )
    const [server] = rows
    if (server?.isStandby === true) throw new StartupError(`${name} leads to a standby: the shop needs the primary.`)
    if (!(Number(server?.versionNumber) >= OLDEST_VERSION)) {
      throw new StartupError(`${name} leads to PostgreSQL ${server?.version}: the shop needs 15 or newer.`)
    }
    return { client, hasPooler: isPooled(client, server?.pid) }
  } catch (error) {
    await client.end().catch(() => undefined)
    if (error instanceof StartupError) throw error
    throw new StartupError(`${name} cannot be used: ${reasonOf(error, client)}.`, { cause: error })
  }
}

async function refuseStatementMode(client: pg.Client): Promise<void> {
  try {
    await client.query('begin')
    await client.query('rollback')
  } catch (cause) {
    throw new StartupError(
      'DATABASE_URL leads through a pooler that allows no transactions: set its mode to transaction.',
      { cause },
    )
  }
}

/** On one database a lock of one connection keeps the other out; on two it does not. */
async function refuseTwoDatabases(client: pg.Client, direct: pg.Client): Promise<void> {
  const key = randomInt(LARGEST_LOCK)
  await direct.query('begin')
  await direct.query('select pg_advisory_xact_lock($1)', [key])
  const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_xact_lock($1) as "isFree"', [key])
  if (rows[0]?.isFree === false) return
  throw new StartupError(
    'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: both must be addresses of the same one.',
  )
}

/**
 * Checks the two addresses of a database, which may be the same. Rejects with a `StartupError` if one leads nowhere, to
 * a standby or to an old version, or if they lead to two databases. Resolves to a warning if sessions go through a
 * pooler.
 */
export async function checkAddresses(url: string, directUrl: string): Promise<string | undefined> {
  const { client, hasPooler } = await connect('DATABASE_URL', url)
  try {
    if (hasPooler) await refuseStatementMode(client)
    if (directUrl === url) {
      return hasPooler
        ? 'DATABASE_URL leads through a pooler: set DATABASE_DIRECT_URL to the address of the server itself.'
        : undefined
    }
    const direct = await connect('DATABASE_DIRECT_URL', directUrl)
    try {
      await refuseTwoDatabases(client, direct.client)
    } finally {
      await direct.client.end().catch(() => undefined)
    }
    return direct.hasPooler
      ? 'DATABASE_DIRECT_URL leads through a pooler: it must be the address of the server itself.'
      : undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}
