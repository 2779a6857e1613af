import { cpSync, existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { OpenDatabase } from '#server/db/database.ts'

import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { dropTemplates, fingerprintOfEngine, fingerprintOfMigrations } from '#test/database.ts'

function onFatal(line: string): never {
  throw new Error(line)
}

/** Folder of a closed embedded database that `prepare` has seen to, made when there is none of this name yet. */
async function ensureDatabase(name: string, prepare: (database: OpenDatabase) => Promise<void>): Promise<string> {
  const path = join(tmpdir(), `selvedge-test-${name}`)
  if (existsSync(path)) return path
  const draft = await mkdtemp(`${path}-`)
  const database = await openEmbedded({ dataDir: draft, onFatal })
  await prepare(database)
  await database.close()
  // Moved into its place when it is complete. Another test process may have been first.
  await rename(join(draft, 'database'), path).catch((error: unknown) => {
    if (!existsSync(path)) throw error
  })
  await rm(draft, { recursive: true })
  return path
}

async function copyToDataDir(database: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-data-'))
  cpSync(database, join(folder, 'database'), { recursive: true })
  return folder
}

/**
 * A new folder for a shop's `DATA_DIR` with an embedded database that has no table yet, because PostgreSQL takes
 * seconds to make one. The rest of a first start is still to come. The caller removes the folder.
 */
export async function makeDataDir(): Promise<string> {
  return copyToDataDir(await ensureDatabase(`empty-${await fingerprintOfEngine()}`, ({ db }) => dropTemplates(db)))
}

/**
 * A new folder like `makeDataDir`’s, whose database has all tables: migrating it takes three seconds more. The caller
 * removes it.
 */
export async function makeMigratedDataDir(): Promise<string> {
  const name = `migrated-${await fingerprintOfMigrations()}`
  const prepare = async (database: OpenDatabase) => {
    await dropTemplates(database.db)
    await migrate(database)
  }
  return copyToDataDir(await ensureDatabase(name, prepare))
}
