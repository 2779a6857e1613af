import type { PostgresPool, PostgresPoolClient } from 'kysely'

import pg from 'pg'

import { ARRAY_ELEMENTS, COLUMN_PARSERS } from '#server/db/column-types.ts'

const CONNECT_MS = 3000
const STATEMENT_MS = 15_000
/** Longer than the server's own limit: only reached when the server is gone without a word. */
const ANSWER_MS = 20_000
const MOST_PREPARED = 500

// A list is read in milliseconds; to compile its plan would take tens of them. What a search finds stays in memory.
const SESSION = `set timezone = 'UTC'; set jit = off; set work_mem = '8MB'; set max_parallel_workers_per_gather = 0;`

const TIME_LIMITS = `
  set statement_timeout = ${STATEMENT_MS};
  set idle_in_transaction_session_timeout = ${STATEMENT_MS};`

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
}

/** The connections to a server, as Kysely wants them. A connection that breaks is dropped, never the process. */
export function createServerPool(url: string, { max, hasTimeLimits }: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    ...connectionSettings(url),
    max,
    idleTimeoutMillis: 30_000,
    // Settings of the session and not start parameters, which a pooler in between would refuse. Not with `verify`, which
    // loses the connection where whoever asked for it has stopped waiting meanwhile.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its types do not say so
    onConnect: async (client) => {
      client.on('error', () => undefined)
      await client.query(`${SESSION} ${hasTimeLimits ? TIME_LIMITS : ''}`)
    },
  })
  pool.on('error', () => undefined)

  const nameOf = createNames()
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const limit = hasTimeLimits ? { query_timeout: ANSWER_MS } : {}

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    async function query(text: string, parameters: readonly unknown[]) {
      const name = parameters.length ? nameOf(text) : undefined
      try {
        return await client.query({ text, values: [...parameters], ...(name ? { name } : {}), ...limit })
      } catch (error) {
        // The answer may still come: nobody else may be given this connection.
        if (error instanceof Error && error.message === 'Query read timeout') void client.end()
        throw error
      }
    }
    // Kysely's other way to call it, with a cursor, is for streams, which the shop has none of.
    return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client)
      if (known) return known
      const made = wrap(client)
      wrapped.set(client, made)
      return made
    },
  }
}
