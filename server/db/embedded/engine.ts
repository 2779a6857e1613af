import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { childEnvironment } from '#server/start/child-process-environment.ts'
import { COLUMN_PARSERS } from '#server/db/column-types.ts'
import { DurableFiles, type FileHooks } from '#server/db/embedded/durable-files.ts'
import { StartupError } from '#server/start/startup-error.ts'

// PGlite's own list without -F, which switches fsync off, and without -O, which only initdb needs.
const START_PARAMETERS = [
  '--single',
  '-j',
  ...Object.entries({
    search_path: 'public',
    exit_on_error: 'false',
    log_checkpoints: 'false',
    max_worker_processes: '0',
    max_parallel_workers: '0',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    io_method: 'sync',
    wal_sync_method: 'fsync',
    min_wal_size: '32MB',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/** The PostgreSQL that PGlite is. Another one's files cannot be opened. */
const MAJOR_VERSION = 18

const OPTIONS = { extensions: { pg_trgm, unaccent }, parsers: { ...COLUMN_PARSERS } }

/** After either the engine is broken, and the next statement could spin for ever: nothing more may be sent to it. */
const END_OF_ENGINE = /\b(?:PANIC|FATAL):\s+(.*)/

interface EngineHooks extends FileHooks {
  /** Called with PostgreSQL's own words when it gives up. */
  onEnd(reason: string): void
}

/** One `sync` of the whole file system takes a twentieth of the time of a thousand files one by one. */
function syncTree(folder: string) {
  try {
    execFileSync('sync', ['-f', folder], { stdio: 'ignore', env: childEnvironment() })
    return
  } catch {
    // There is no such program, or it takes no folder.
  }
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    syncPath(join(entry.parentPath, entry.name))
  }
  syncPath(folder)
}

function syncPath(path: string) {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Makes the database in a folder beside its own and renames it when it is complete: an interrupted start leaves no half
 * of one.
 */
async function makeDatabase(folder: string, hooks: EngineHooks) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error('it holds files that are no database')
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  const { engine } = await startEngine(draft, hooks, ['-c', 'fsync=off'])
  await engine.close()
  syncTree(draft)
  renameSync(draft, folder)
  syncPath(dirname(folder))
}

/** An engine on files. What it has committed is safe once `confirmed` has resolved. */
interface DurableEngine {
  engine: PGlite
  confirmed: () => Promise<void>
}

async function startEngine(folder: string, hooks: EngineHooks, parameters: string[] = []): Promise<DurableEngine> {
  const files = new DurableFiles(folder, hooks)
  const engine = await PGlite.create({
    ...OPTIONS,
    fs: files,
    startParams: [...START_PARAMETERS, ...parameters],
    onStderr: (text) => {
      const reason = END_OF_ENGINE.exec(text)?.[1]
      if (reason) hooks.onEnd(reason)
      return true
    },
  })
  return { engine, confirmed: () => files.confirmed() }
}

function checkVersion(folder: string): void {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version === String(MAJOR_VERSION)) return
  const here = `The embedded database in ${folder} is of PostgreSQL ${version}, and this release has ${MAJOR_VERSION}`
  if (Number(version) > MAJOR_VERSION) throw new StartupError(`${here}: the database needs a newer shop.`)
  throw new StartupError(
    `${here}: make a backup with the release that the folder is of, and restore it with this one into an empty DATA_DIR.`,
  )
}

/**
 * Starts PostgreSQL on the files under `folder`, which are made when missing. Rejects with a `StartupError` when the
 * files cannot be used, and leaves those of another PostgreSQL as they are.
 */
export async function openEngine(folder: string, hooks: EngineHooks): Promise<DurableEngine> {
  let reason: string | undefined
  let isOpen = false
  const startHooks: EngineHooks = {
    ...hooks,
    onEnd: (words) => {
      reason = words
      if (isOpen) hooks.onEnd(words)
    },
  }
  try {
    if (existsSync(join(folder, 'PG_VERSION'))) checkVersion(folder)
    else await makeDatabase(folder, startHooks)
    const started = await startEngine(folder, startHooks)
    isOpen = true
    return started
  } catch (error) {
    if (error instanceof StartupError) throw error
    const words = reason ?? (error instanceof Error ? error.message : String(error))
    throw new StartupError(`The embedded database in ${folder} does not open: ${words}.`, { cause: error })
  }
}

/**
 * An engine without files, for tests: small, so that it starts fast. It begins with a snapshot of another one if given.
 */
export async function openEngineInMemory(snapshot?: Blob): Promise<PGlite> {
  return PGlite.create({
    ...OPTIONS,
    startParams: [...START_PARAMETERS, '-c', 'fsync=off', '-c', 'shared_buffers=16MB'],
    initDbStartParams: ['--wal-segsize=1', '--no-data-checksums'],
    ...(snapshot ? { loadDataDir: snapshot } : {}),
  })
}
