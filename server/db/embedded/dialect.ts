import { PGliteDialect, PGliteDriver, PostgresAdapter, type DatabaseConnection } from 'kysely'

type Config = ConstructorParameters<typeof PGliteDriver>[0]

/**
 * Gives the engine's one connection to one query or transaction at a time, first come, first served. Whoever is done lets
 * the next one in and is answered once the disk has confirmed what was committed until then: not only by oneself, because
 * what one has read may be another's commit.
 */
class EmbeddedDriver extends PGliteDriver {
  readonly #confirmed: () => Promise<void>
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  constructor(config: Config, confirmed: () => Promise<void>) {
    super(config)
    this.#confirmed = confirmed
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isTaken) await new Promise<void>((enter) => this.#waiting.push(enter))
    this.#isTaken = true
    return super.acquireConnection()
  }

  override async releaseConnection(): Promise<void> {
    const enter = this.#waiting.shift()
    if (enter) enter()
    else this.#isTaken = false
    await this.#confirmed()
  }
}

/** Kysely's own dialect for the engine, which would keep everybody waiting until the disk has confirmed. */
export class EmbeddedDialect extends PGliteDialect {
  readonly #config: Config
  readonly #confirmed: () => Promise<void>

  constructor(config: Config, confirmed: () => Promise<void>) {
    super(config)
    this.#config = config
    this.#confirmed = confirmed
  }

  /** Its own says that there is one connection, and Kysely would hand it out by itself. */
  override createAdapter() {
    return new PostgresAdapter()
  }

  override createDriver() {
    return new EmbeddedDriver(this.#config, this.#confirmed)
  }
}
