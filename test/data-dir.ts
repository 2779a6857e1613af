import { createHash } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { dropTemplates } from '#test/database.ts'

const SOURCES = ['../package-lock.json', '../server/db/embedded/engine.ts', './database.ts', import.meta.url]

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) hash.update(await readFile(new URL(source, import.meta.url)))
  return hash.digest('hex').slice(0, 16)
}

function onFatal(line: string): never {
  throw new Error(line)
}

/** Folder of an embedded database without any table, closed, made when there is none yet. */
async function ensureEmpty(): Promise<string> {
  const path = join(tmpdir(), `selvedge-test-empty-${await fingerprint()}`)
  if (existsSync(path)) return path
  const draft = await mkdtemp(`${path}-`)
  const { db, close } = await openEmbedded({ dataDir: draft, onFatal })
  await dropTemplates(db)
  await close()
  // Moved into its place when it is complete. Another test process may have been first.
  await rename(join(draft, 'database'), path).catch((error: unknown) => {
    if (!existsSync(path)) throw error
  })
  await rm(draft, { recursive: true })
  return path
}

/**
 * A new folder for a shop's `DATA_DIR` with an embedded database that has no table yet, because PostgreSQL takes seconds to make
 * one. The rest of a first start is still to come. The caller removes the folder.
 */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-data-'))
  cpSync(await ensureEmpty(), join(folder, 'database'), { recursive: true })
  return folder
}
