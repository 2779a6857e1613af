import type { PGlite } from '@electric-sql/pglite'

import { sql } from 'kysely'
import { join } from 'node:path'

import type { OpenDatabase } from '#server/db/database.ts'

import { lockDirectory, type DirectoryLock } from '#server/db/embedded/directory-lock.ts'
import { EmbeddedDialect, type EngineCare } from '#server/db/embedded/dialect.ts'
import { openEngine, openEngineInMemory } from '#server/db/embedded/engine.ts'
import { dropReserve, watchFreeSpace, type FreeSpaceOptions } from '#server/db/embedded/free-space.ts'
import { startHousekeeping } from '#server/db/embedded/housekeeping.ts'
import { createKysely } from '#server/db/kysely.ts'
import { createPing } from '#server/db/ping.ts'
import { startWatchdog } from '#server/db/embedded/watchdog.ts'
import { openDataDir } from '#server/start/data-dir.ts'
import { StartupError } from '#server/start/startup-error.ts'

interface EmbeddedOptions extends Omit<FreeSpaceOptions, 'directory'> {
  dataDir: string
  /** Called once with one line when the database can never answer again; the process must end. */
  onFatal: (line: string) => void
  stuckAfterSeconds?: number
}

const STUCK_AFTER_SECONDS = 30

/** What an engine without files needs. */
const NO_CARE: EngineCare = { watch: (work) => work(), prepare: async () => {}, confirmed: async () => {} }

function openOn(engine: PGlite, care: EngineCare): Omit<OpenDatabase, 'hasFreeSpace' | 'withoutTimeLimit'> {
  const dialect = new EmbeddedDialect(engine, care)
  const db = createKysely(dialect)
  return {
    db,
    read: (work) => work(db),
    engine: 'embedded',
    connections: dialect.connections,
    isReachable: createPing(() => sql`select 1`.execute(db)),
    async listen(channel, onNotify) {
      // Not inside a transaction of somebody else, which may be rolled back.
      const alone = <Result>(work: () => Promise<Result>) => db.connection().execute(work)
      const stop = await alone(() => engine.listen(`"${channel}"`, onNotify))
      return () => alone(() => stop())
    },
    async close() {
      await db.destroy()
      if (!engine.closed) await engine.close()
    },
  }
}

/**
 * The embedded database without files, on this engine; `close` closes it too.
 *
 * @internal for tests
 */
export function openOnMemory(engine: PGlite): OpenDatabase {
  const open = openOn(engine, NO_CARE)
  return { ...open, hasFreeSpace: () => true, withoutTimeLimit: (work) => work(open.db) }
}

/**
 * The embedded database without files; `snapshot` is what another one's `dump` gave.
 *
 * @internal for tests
 */
export async function openInMemory(snapshot?: Blob): Promise<OpenDatabase & { dump(): Promise<Blob> }> {
  const engine = await openEngineInMemory(snapshot)
  return { ...openOnMemory(engine), dump: () => engine.dumpDataDir('none') }
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
 * survives a crash and a power cut. On a full disk it goes on reading and refuses to write. Calls `onFatal` for a query
 * that never settles, for a disk that does not confirm, and when PostgreSQL gives up.
 */
export async function openEmbedded({
  dataDir,
  onFatal,
  stuckAfterSeconds = STUCK_AFTER_SECONDS,
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
    const watchdog = startWatchdog(stuckAfterSeconds, die)
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
    const refuseWritesWhenFull = async () => {
      if (space.isExhausted() === isReadOnly) return
      isReadOnly = space.isExhausted()
      await engine.exec(`set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
    }
    const open = openOn(engine, { watch: (work) => watchdog.watch(work), prepare: refuseWritesWhenFull, confirmed })
    closers.push(open.close)
    closers.push(startHousekeeping(open.db, () => !space.isExhausted()))
    return {
      ...open,
      hasFreeSpace: () => space.hasFreeSpace(),
      withoutTimeLimit: (work) => watchdog.lookAway(() => work(open.db)),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
