import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { sql } from 'kysely'

import { openInMemory } from '#server/db/embedded/open-embedded.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import type { Db, OpenDatabase } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { openReusable } from '#test/reused-engines.ts'

/** What makes a new embedded database. */
const ENGINE = ['../package-lock.json', '../server/db/embedded/engine.ts', './database.ts', './data-dir.ts'].map(
  (file) => new URL(file, import.meta.url),
)

/** Changes with the embedded engine, with how it is made here, and with `more`. */
export async function fingerprintOfEngine(...more: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of ENGINE) hash.update(await readFile(file))
  for (const each of more) hash.update(`${each}\n`)
  return hash.digest('hex').slice(0, 16)
}

/** Changes with any migration too. */
export async function fingerprintOfMigrations(): Promise<string> {
  return fingerprintOfEngine(...(await readMigrations()).map(({ name, sha256 }) => `${name} ${sha256}`))
}

/** Two thirds of the files of a new embedded database are templates, which no test needs. */
export async function dropTemplates(db: Db) {
  await sql`update pg_database set datistemplate = false`.execute(db)
  for (const name of ['template0', 'template1']) await sql`drop database ${sql.id(name)}`.execute(db)
}

/** Path of what `prepare` makes of a new embedded database, as a file; made when there is none of this name yet. */
async function ensureFile(name: string, prepare: (database: OpenDatabase) => Promise<unknown>): Promise<string> {
  const path = join(tmpdir(), `selvedge-test-${name}.tar`)
  if (existsSync(path)) return path
  const database = await openInMemory()
  try {
    await prepare(database)
    await dropTemplates(database.db)
    const snapshot = await database.dump()
    // Moved into its place when it is complete: another test process may be looking for it.
    const draft = `${path}.${process.pid}`
    await writeFile(draft, snapshot.stream())
    await rename(draft, path)
  } finally {
    await database.close()
  }
  return path
}

/** A migrated, empty database on the embedded engine, in memory. The caller closes it. */
export async function openSnapshot(): Promise<OpenDatabase> {
  return openReusable(async () => new Blob([await readFile(await ensureSnapshot())]))
}

/** Path of a migrated database as a file, made when there is none for these migrations yet. */
export async function ensureSnapshot(): Promise<string> {
  return ensureFile(await fingerprintOfMigrations(), migrate)
}

/** A database without any table, to open the embedded engine on in memory: making one takes it seconds. */
export async function readEmptySnapshot(): Promise<Blob> {
  return new Blob([await readFile(await ensureFile(`empty-${await fingerprintOfEngine()}`, async () => undefined))])
}

function fail(line: string): never {
  throw new Error(line)
}

/** The same server, another database. */
export const inDatabase = (url: string, name: string) => {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Runs `work` on a connection of its own. */
export async function administer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Name of the migrated database on the server at `url` that every test's own is copied from, made when missing. It gets
 * its name when it is complete, so that no other test process copies half of it.
 */
export async function ensureTemplate(url: string): Promise<string> {
  const template = `selvedge_template_${await fingerprintOfMigrations()}`
  await administer(url, async (client) => {
    await client.query('select pg_advisory_lock(7021146233)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount) return
    const draft = `${template}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft}`)
    const database = await openDatabase({ databaseUrl: inDatabase(url, draft), dataDir: '', onFatal: fail })
    await migrate(database)
    await database.close()
    await client.query(`alter database ${draft} rename to ${template}`)
  })
  return template
}

async function createOnServer(url: string): Promise<OpenDatabase> {
  const template = await ensureTemplate(url)
  const name = `selvedge_test_${randomBytes(6).toString('hex')}`
  await administer(url, (client) => client.query(`create database ${name} template ${template}`))
  const database = await openDatabase({ databaseUrl: inDatabase(url, name), dataDir: '', onFatal: fail })
  return {
    ...database,
    async close() {
      await database.close()
      await administer(url, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/**
 * A migrated, empty database for one test alone: in memory, or a fresh one on the PostgreSQL server that
 * `TEST_DATABASE_URL` names. The caller closes it.
 */
export async function createTestDatabase(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL
  return url ? createOnServer(url) : openSnapshot()
}
