import { CompiledQuery, PostgresDialect, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import http, { ServerResponse } from 'node:http'

import {
  CASH_KILL_POINTS,
  KILL_POINTS,
  PARCEL_KILL_POINTS,
  WEBHOOK_KILL_POINTS,
  type KillPoint,
} from '#prove/kill-points.ts'
import { EmbeddedDialect } from '#server/db/embedded/dialect.ts'

// Loaded into the server's process before its own code (`node --import`), so that the server itself holds no line that
// exists for the proof. It dies where `PROVE_KILL_AT` says, and runs statements in the embedded database.

/** What the proof asks of the embedded database; answered with the same number. */
export interface DatabaseQuery {
  number: number
  text: string
  parameters: unknown[]
}

export interface DatabaseAnswer {
  number: number
  rows?: unknown[]
  affectedRows?: number | undefined
  failure?: string
}

const [name = '', nth = '1'] = (process.env.PROVE_KILL_AT ?? '').split(':')
const points = { ...KILL_POINTS, ...CASH_KILL_POINTS, ...PARCEL_KILL_POINTS, ...WEBHOOK_KILL_POINTS }
const armed: KillPoint | undefined = points[name]
let left = Number(nth)

function pass(at: KillPoint['at'], when: KillPoint['when'], subject: string): void {
  if (!armed || armed.at !== at || armed.when !== when || !armed.matches.test(subject)) return
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}

/** Statements of the transaction that is open on a connection. */
const open = new WeakMap<DatabaseConnection, string[]>()
const watched = new WeakSet<DatabaseConnection>()

function watchStatements(connection: DatabaseConnection): void {
  if (watched.has(connection)) return
  watched.add(connection)
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async <Row>(query: Parameters<typeof execute>[0]) => {
    const transaction = open.get(connection)
    transaction?.push(query.sql)
    pass('statement', 'before', query.sql)
    const result = await execute<Row>(query)
    pass('statement', 'after', query.sql)
    return result
  }
}

/** Runs a query of the proof between those of the shop. */
let runQuery: ((query: CompiledQuery) => Promise<QueryResult<unknown>>) | undefined

function watchDriver(driver: Driver): Driver {
  const acquire = driver.acquireConnection.bind(driver)
  runQuery = async (query) => {
    const connection = await acquire()
    try {
      return await connection.executeQuery(query)
    } finally {
      await driver.releaseConnection(connection)
    }
  }
  const begin = driver.beginTransaction.bind(driver)
  const commit = driver.commitTransaction.bind(driver)
  driver.acquireConnection = async (...options) => {
    const connection = await acquire(...options)
    watchStatements(connection)
    return connection
  }
  driver.beginTransaction = async (connection, settings) => {
    await begin(connection, settings)
    open.set(connection, [])
  }
  driver.commitTransaction = async (connection) => {
    const statements = (open.get(connection) ?? []).join(';\n')
    open.delete(connection)
    pass('commit', 'before', statements)
    await commit(connection)
    pass('commit', 'after', statements)
  }
  return driver
}

for (const dialect of [EmbeddedDialect, PostgresDialect]) {
  const create: () => Driver = dialect.prototype.createDriver
  dialect.prototype.createDriver = function createWatched() {
    return watchDriver(create.call(this))
  }
}

const request = http.request
http.request = ((url: URL, ...options: unknown[]) => {
  const [{ method = 'GET' }] = options as [{ method?: string }]
  const subject = `${method} ${url.pathname}`
  pass('call', 'before', subject)
  const call = Reflect.apply(request, http, [url, ...options]) as http.ClientRequest
  return call.once('response', () => pass('call', 'after', subject))
}) as typeof http.request

const writeHead = ServerResponse.prototype.writeHead
ServerResponse.prototype.writeHead = function writeHeadUnlessKilled(this: ServerResponse, ...head: unknown[]) {
  pass('answer', 'before', `${this.req.method} ${this.req.url}`)
  return Reflect.apply(writeHead, this, head) as ServerResponse
} as typeof writeHead

async function ask({ number, text, parameters }: DatabaseQuery): Promise<DatabaseAnswer> {
  if (!runQuery) return { number, failure: 'the embedded database is not open' }
  try {
    const { rows, numAffectedRows } = await runQuery(CompiledQuery.raw(text, parameters))
    return { number, rows, affectedRows: Number(numAffectedRows) }
  } catch (error) {
    return { number, failure: error instanceof Error ? error.message : String(error) }
  }
}

process.on('message', (query: DatabaseQuery) => {
  void ask(query).then((reply) => process.send?.(reply))
})
// The parent is gone, so nobody else would stop it.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// The channel keeps no process alive.
process.channel?.unref()
