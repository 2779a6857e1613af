import pg from 'pg'

import { ARRAY_ELEMENTS, COLUMN_PARSERS } from '#server/db/column-types.ts'

/** The most connections of a process. */
export const CONNECTIONS = 14
/** The most connections to a standby. All who wait for a list share its reading, so a few are enough. */
export const STANDBY_CONNECTIONS = 6
export const STANDBY_ANSWER_MS = 3000
const CONNECT_MS = 3000
const STATEMENT_MS = 15_000
/** Longer than the server's own limit: only reached when the server is gone without a word. */
const ANSWER_MS = 20_000
const MOST_PREPARED = 500

// A list is read in milliseconds; to compile its plan would take tens of them. What a search finds stays in memory.
const SESSION = `set timezone = 'UTC'; set jit = off; set work_mem = '8MB'; set max_parallel_workers_per_gather = 0;`

const READ_ONLY = '25006'
// Asked along with the session's settings, so that it costs no way to the server of its own.
const WHO_ANSWERS = 'select pg_is_in_recovery() as "isStandby", pg_backend_pid() as "pid"'

const TIME_LIMITS = `
  set statement_timeout = ${STATEMENT_MS};
  set idle_in_transaction_session_timeout = ${STATEMENT_MS};`
// A pooler may have set others.
const NO_TIME_LIMITS = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;'

type Parse = (text: string) => unknown

const asText: Parse = (text) => text
// Its own types leave the arrays out.
const builtIn: { getTypeParser(typeNumber: number): unknown } = pg.types
const parseTextArray = builtIn.getTypeParser(1009) as Parse

function parseElements(value: unknown, parse: Parse): unknown {
  if (Array.isArray(value)) return value.map((element) => parseElements(element, parse))
  return typeof value === 'string' ? parse(value) : value
}

function parserOf(typeNumber: number): Parse {
  const element = ARRAY_ELEMENTS[typeNumber]
  if (element === undefined) return COLUMN_PARSERS[typeNumber] ?? asText
  const parse = COLUMN_PARSERS[element] ?? asText
  return (text) => parseElements(parseTextArray(text), parse)
}

/** How to connect, for the pool and for a listener alike. */
export function connectionSettings(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'selvedge',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: parserOf },
  }
}

/** Gives each statement with parameters a name, so that a connection parses and plans it once. */
function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size === MOST_PREPARED) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
}

interface PoolOptions {
  max: number
  hasTimeLimits: boolean
  /** For reads that may take so long at most. Without it the server must be the primary. */
  standbyAnswerMs?: number
}

interface Answer {
  rows: { isStandby?: unknown; pid?: unknown }[]
}

/**
 * True when a pooler stands between: it gives each client a number of its own in place of the server process's. In
 * transaction mode the next statement may be another server process's, which knows no statement by its name.
 */
export const isPooled = (client: object, pid: unknown): boolean => 'processID' in client && client.processID !== pid

/** Throws where a standby answers that should not, as if nothing did. */
function readAnswerer(answers: Answer | Answer[], mayBeStandby: boolean): { pid?: unknown } {
  const answerer = [answers].flat().at(-1)?.rows[0] ?? {}
  if (mayBeStandby || answerer.isStandby !== true) return answerer
  throw Object.assign(new Error('the address of the database leads to a standby'), { code: READ_ONLY })
}

/** True when this connection is of no more use: its answer may still come, or its server is not the primary any more. */
function isSpent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message === 'Query read timeout' || ('code' in error && error.code === READ_ONLY)
}

/**
 * The connections to a server, for Kysely. A connection that breaks is dropped, never the process. Where another server has
 * become the primary meanwhile, connections to the old one are dropped, and a standby is refused as if nothing answered.
 * Through a pooler no statement is named.
 */
export function createServerPool(url: string, { max, hasTimeLimits, standbyAnswerMs }: PoolOptions): pg.Pool {
  const nameOf = createNames()
  const limit = hasTimeLimits ? { query_timeout: standbyAnswerMs ?? ANSWER_MS } : {}

  function prepareStatements(client: pg.Client, hasNames: boolean): void {
    const send = client.query.bind(client)
    async function query(text: string, values: readonly unknown[] = []) {
      const name = hasNames && values.length > 0 ? nameOf(text) : undefined
      try {
        return await send({ text, values: [...values], ...(name && { name }), ...limit })
      } catch (error) {
        // No other call may get this connection.
        if (isSpent(error)) void client.end()
        throw error
      }
    }
    Object.assign(client, { query })
  }

  const pool = new pg.Pool({
    ...connectionSettings(url),
    max,
    idleTimeoutMillis: 30_000,
    // Settings of the session instead of start parameters, which a pooler in between would refuse. `verify` would lose the
    // connection where the caller has stopped waiting.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its types do not say so
    onConnect: async (client) => {
      client.on('error', () => undefined)
      const settings = `${SESSION} ${hasTimeLimits ? TIME_LIMITS : NO_TIME_LIMITS}`
      const answers = await client.query(`${settings} ${WHO_ANSWERS}`)
      const { pid } = readAnswerer(answers, standbyAnswerMs !== undefined)
      prepareStatements(client as pg.Client, !isPooled(client, pid))
    },
  })
  pool.on('error', () => undefined)
  return pool
}
