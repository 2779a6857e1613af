import type { PGlite } from '@electric-sql/pglite'

import {
  AbortedTransactionError,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'

import { isUrgent } from '#server/db/urgent-work.ts'
import { afterConnections } from '#server/turns.ts'
import { createPrepared } from '#server/db/prepared-statements.ts'

/** What is done around each use of an engine on files. */
export interface EngineCare {
  /** Runs work that must settle: each turn on the connection, and each statement. */
  watch<Result>(work: () => Promise<Result>): Promise<Result>
  /** Called before each turn. */
  prepare(): Promise<unknown>
  /** Resolves once everything that was committed until now is safe on the disk. */
  confirmed(): Promise<void>
}

/** After so long in one turn of the event loop no more work begins. */
const TURN_MS = 4

/**
 * Gives the engine's one connection to one query or transaction at a time: urgent work first, else first come, first
 * served. Few begin in one turn of the event loop, because the engine works in this thread. The next one begins before
 * the disk has confirmed the last one, but every answer waits for the disk. So do reads, because they may show what
 * another call has just committed.
 */
class EmbeddedDriver implements Driver {
  readonly #engine: PGlite
  readonly #care: EngineCare
  readonly #prepared: ReturnType<typeof createPrepared>
  readonly #waiting: (() => void)[] = []
  readonly #urgent: (() => void)[] = []
  #isTaken = false
  #turnBegan = 0
  #endTurn = () => {}

  constructor(engine: PGlite, care: EngineCare) {
    this.#engine = engine
    this.#care = care
    this.#prepared = createPrepared(engine)
  }

  async init(): Promise<void> {}

  connections() {
    return {
      used: this.#isTaken ? 1 : 0,
      idle: this.#isTaken ? 0 : 1,
      waiting: this.#urgent.length + this.#waiting.length,
    }
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const queue = isUrgent() ? this.#urgent : this.#waiting
    if (this.#isTaken) await new Promise<void>((enter) => queue.push(enter))
    else this.#turnBegan = performance.now()
    this.#isTaken = true
    const turn = Promise.withResolvers<void>()
    this.#endTurn = turn.resolve
    void this.#care.watch(() => turn.promise)
    try {
      await this.#care.prepare()
    } catch (error) {
      this.#letNextIn()
      throw error
    }
    return { executeQuery: (query) => this.#execute(query), streamQuery: noStreams }
  }

  async beginTransaction(): Promise<void> {
    await this.#runScript('begin')
  }

  async commitTransaction(): Promise<void> {
    const last = await this.#runScript('commit')
    if (last?.command === 'ROLLBACK') throw new AbortedTransactionError()
  }

  async rollbackTransaction(): Promise<void> {
    await this.#runScript('rollback')
  }

  async releaseConnection(): Promise<void> {
    this.#letNextIn()
    await this.#care.watch(() => this.#care.confirmed())
  }

  async destroy(): Promise<void> {}

  #letNextIn(): void {
    this.#endTurn()
    const { waiting } = this.connections()
    if (waiting === 0) {
      this.#isTaken = false
    } else if (performance.now() - this.#turnBegan < TURN_MS) {
      this.#enterNext()
    } else {
      const begin = () => {
        this.#turnBegan = performance.now()
        this.#enterNext()
      }
      afterConnections(begin, () => this.#urgent.length > 0)
    }
  }

  #enterNext(): void {
    const enter = this.#urgent.shift() ?? this.#waiting.shift()
    enter?.()
  }

  /** Text without parameters may hold several statements. */
  async #execute<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const result =
      parameters.length > 0 ? await this.#care.watch(() => this.#prepared(sql, parameters)) : await this.#runScript(sql)
    return { rows: (result?.rows ?? []) as Row[], numAffectedRows: BigInt(result?.affectedRows ?? 0) }
  }

  async #runScript(sql: string) {
    const results = await this.#care.watch(() => this.#engine.exec(sql))
    return results.at(-1)
  }
}

function noStreams(): never {
  throw new Error('The embedded engine has no streams.')
}

/** PostgreSQL as Kysely speaks it, on the embedded engine. The opener of the engine closes it. */
export class EmbeddedDialect implements Dialect {
  readonly #driver: EmbeddedDriver

  constructor(engine: PGlite, care: EngineCare) {
    this.#driver = new EmbeddedDriver(engine, care)
  }

  /** The engine's one connection, and how much work waits for it. */
  connections = () => this.#driver.connections()
  createAdapter = () => new PostgresAdapter()
  createIntrospector: Dialect['createIntrospector'] = (db) => new PostgresIntrospector(db)
  createQueryCompiler = () => new PostgresQueryCompiler()

  createDriver(): Driver {
    return this.#driver
  }
}
