import type { PGlite, QueryOptions, Results } from '@electric-sql/pglite'

import { CamelCasePlugin, Kysely, type PGliteDialect, sql } from 'kysely'
import { join } from 'node:path'

import type { OpenDatabase } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'

import { lockDirectory, type DirectoryLock } from '#server/db/embedded/directory-lock.ts'
import { EmbeddedDialect } from '#server/db/embedded/dialect.ts'
import { openEngine, openEngineInMemory } from '#server/db/embedded/engine.ts'
import { dropReserve, watchFreeSpace, type FreeSpaceOptions } from '#server/db/embedded/free-space.ts'
import { startHousekeeping } from '#server/db/embedded/housekeeping.ts'
import { createPing } from '#server/db/ping.ts'
import { createPrepared } from '#server/db/prepared-statements.ts'
import { startWatchdog } from '#server/db/embedded/watchdog.ts'
import { openDataDir } from '#server/private-folder.ts'
import { StartupError } from '#server/startup-error.ts'

interface EmbeddedOptions extends Omit<FreeSpaceOptions, 'directory'> {
  dataDir: string
  /** Called once with one line when the database can never answer again; the process must end. */
  onFatal: (line: string) => void
  stuckAfterSeconds?: number
}

type Watch = <Result>(work: () => Promise<Result>) => Promise<Result>

type KyselyEngine = Exclude<ConstructorParameters<typeof PGliteDialect>[0]['pglite'], (...options: never) => unknown>

type Statements = ReturnType<typeof createPrepared>

/** Text without parameters goes the simple way, which takes several statements. */
function queryOn(simple: Pick<PGlite, 'exec'>, prepared: Statements, watch: Watch): KyselyEngine['query'] {
  return <Row>(text: string, parameters?: unknown[], options?: QueryOptions) =>
    watch(async () => {
      if (parameters?.length) return { ...(await prepared(text, parameters)), fields: [] } as unknown as Results<Row>
      const results = await simple.exec(text, options)
      return (results.at(-1) ?? { rows: [], fields: [] }) as Results<Row>
    })
}

interface Care {
  watch: Watch
  /** Called before each query and transaction. */
  prepare: () => Promise<unknown>
  /** Resolves once everything committed until now is safe. */
  confirmed: () => Promise<void>
}

const CARELESS: Care = { watch: (work) => work(), prepare: async () => undefined, confirmed: async () => undefined }

function openKysely(engine: PGlite, { watch, prepare, confirmed }: Care): Kysely<Tables> {
  const prepared = createPrepared(engine)
  const query = queryOn(engine, prepared, watch)
  const pglite: KyselyEngine = {
    get closed() {
      return engine.closed
    },
    get ready() {
      return engine.ready
    },
    waitReady: engine.waitReady,
    close: () => engine.close(),
    async query(text, parameters, options) {
      await prepare()
      return query(text, parameters, options)
    },
    async transaction(work) {
      await prepare()
      return watch(() =>
        engine.transaction((inside) =>
          work({ query: queryOn(inside, prepared, watch), rollback: () => inside.rollback() }),
        ),
      )
    },
  }
  // What is inside a JSON value is the value's own affair, so its keys stay as they are.
  return new Kysely({
    dialect: new EmbeddedDialect({ pglite }, () => watch(confirmed)),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

type Surroundings = Pick<OpenDatabase, 'hasFreeSpace' | 'withoutTimeLimit' | 'close'>

function openOn(engine: PGlite, db: Kysely<Tables>, surroundings: Surroundings): OpenDatabase {
  return {
    db,
    engine: 'embedded',
    isReachable: createPing(() => sql`select 1`.execute(db)),
    listen: (channel, onNotify) => engine.listen(`"${channel}"`, onNotify),
    ...surroundings,
  }
}

/** Kysely closes an engine only after it has used it. */
async function closeEngine(engine: PGlite, db: Kysely<Tables>) {
  await db.destroy()
  if (!engine.closed) await engine.close()
}

/** The embedded database without files and cures, for tests; `snapshot` is what another one's `dump` gave. */
export async function openInMemory(snapshot?: Blob): Promise<OpenDatabase & { dump(): Promise<Blob> }> {
  const engine = await openEngineInMemory(snapshot)
  const db = openKysely(engine, CARELESS)
  const open = openOn(engine, db, {
    hasFreeSpace: () => true,
    withoutTimeLimit: (work) => work(db),
    close: () => closeEngine(engine, db),
  })
  return { ...open, dump: () => engine.dumpDataDir('none') }
}

async function lockDataDir(dataDir: string): Promise<DirectoryLock> {
  openDataDir(dataDir)
  try {
    return await lockDirectory(dataDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error
      dropReserve(dataDir)
      return lockDirectory(dataDir)
    })
  } catch (error) {
    if (error instanceof StartupError || !(error instanceof Error)) throw error
    throw new StartupError(`DATA_DIR ${dataDir} cannot be used: ${error.message}.`, { cause: error })
  }
}

/**
 * Opens the embedded PostgreSQL under `dataDir`, made when missing, for this process alone. What it has confirmed
 * survives a crash and a power cut; a query that never settles, a disk that does not confirm or PostgreSQL giving up is
 * told to `onFatal`; on a full disk it goes on reading and refuses to write.
 */
export async function openEmbedded({
  dataDir,
  onFatal,
  stuckAfterSeconds = 30,
  ...spaceOptions
}: EmbeddedOptions): Promise<OpenDatabase> {
  let isDead = false
  const die = (reason: string) => {
    if (isDead) return
    isDead = true
    onFatal(reason)
  }
  const lock = await lockDataDir(dataDir)
  const closers: (() => unknown)[] = [() => lock.release()]
  const close = async () => {
    lock.announceEnd()
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  try {
    const space = await watchFreeSpace({ directory: dataDir, ...spaceOptions })
    closers.push(() => space.stop())
    const watchdog = startWatchdog({ stuckAfterSeconds, lockPath: lock.path, onStuck: die })
    closers.push(() => watchdog.stop())
    const { engine, confirmed } = await openEngine(join(dataDir, 'database'), {
      onSyncFailure: (error) =>
        die(`The disk did not confirm a write of the embedded database (${String(error)}): the shop stops.`),
      onDiskFull: () => space.giveUpReserve(),
      onEnd: (reason) =>
        die(
          `The embedded database gave up and the shop stops: ${reason}. Start it again; nothing that was confirmed is lost.`,
        ),
    })

    let isReadOnly = false
    const keepReadable = async () => {
      if (space.isExhausted() === isReadOnly) return
      isReadOnly = space.isExhausted()
      await engine.exec(`set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
    }
    const db = openKysely(engine, { watch: (work) => watchdog.watch(work), prepare: keepReadable, confirmed })
    closers.push(() => closeEngine(engine, db))
    const housekeeping = startHousekeeping(
      (work) => watchdog.watch(() => work(engine)),
      () => !space.isExhausted(),
    )
    closers.push(() => housekeeping.stop())
    return openOn(engine, db, {
      hasFreeSpace: () => space.hasFreeSpace(),
      withoutTimeLimit: (work) => watchdog.lookAway(() => work(db)),
      close,
    })
  } catch (error) {
    await close()
    throw error
  }
}
