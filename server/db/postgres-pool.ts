import pg from 'pg'

import { ARRAY_ELEMENTS, COLUMN_PARSERS } from '#server/db/column-types.ts'
import { ANSWER_MS, CONNECT_MS, STATEMENT_MS } from '#server/db/database-timeouts.ts'

const MOST_PREPARED = 500

// Reading a list takes milliseconds, and compiling its plan (jit) would take tens. `work_mem` holds what a search
// finds.
const SESSION = `set timezone = 'UTC'; set jit = off; set work_mem = '8MB'; set max_parallel_workers_per_gather = 0;`

const READ_ONLY = '25006'
// Sent together with the session's settings, to save a round trip.
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

/** Names statements with parameters, so that a connection parses and plans each once. */
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
  /** For a standby: the longest that a read may take. Without it the server must be the primary. */
  standbyAnswerMs?: number
}

interface Answer {
  rows: { isStandby?: unknown; pid?: unknown }[]
}

/**
 * True if the connection goes through a pooler, which gives each client a number of its own instead of the server
 * process's. In transaction mode another server process may get the next statement, and it does not know the names of
 * this one's.
 */
export const isPooled = (client: object, pid: unknown): boolean => 'processID' in client && client.processID !== pid

/** Throws if a standby answers where only the primary may. */
function readAnswerer(answers: Answer | Answer[], mayBeStandby: boolean): { pid?: unknown } {
  const answerer = [answers].flat().at(-1)?.rows[0] ?? {}
  if (mayBeStandby || answerer.isStandby !== true) return answerer
  throw Object.assign(new Error('the address of the database leads to a standby'), { code: READ_ONLY })
}

/**
 * True if the connection must be dropped: a late answer may still arrive on it, or its server is no longer the primary.
 */
function isSpent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message === 'Query read timeout' || ('code' in error && error.code === READ_ONLY)
}

/**
 * The connections to a server, for Kysely. A connection that breaks is dropped and does not end the process. If another
 * server has become the primary, connections to the old one are dropped, and a standby counts as a server that does not
 * answer. Through a pooler, statements have no names.
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
    // Settings of the session instead of start parameters, which a pooler in between would refuse. `verify` would lose
    // the connection where the caller has stopped waiting.
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
