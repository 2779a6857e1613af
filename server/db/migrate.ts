import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

import type { Db, OpenDatabase } from '#server/db/database.ts'

import { StartupError } from '#server/start/startup-error.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
/** The lock that a second process waits for: any number that nothing else uses. */
const ADVISORY_LOCK = 7_021_146_233

/** A migration that a database has; `sha256` is of its text. */
export interface Landed {
  name: string
  sha256: string
}

interface Migration extends Landed {
  text: string
}

/** The migrations in `folder`, in order of their names. */
export async function readMigrations(folder: string = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // Git may have changed the line endings.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function readLanded(db: Db): Promise<Map<string, Landed>> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(db)
  await sql`
    create table if not exists schema_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`.execute(db)
  const { rows } = await sql<Landed>`select name, sha256 from schema_migrations order by name`.execute(db)
  return new Map(rows.map((row) => [row.name, row]))
}

function checkLanded(landed: ReadonlyMap<string, Landed>, migrations: readonly Migration[]) {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, sha256 } of landed.values()) {
    const migration = known.get(name)
    if (!migration) {
      throw new StartupError(`Migration ${name} is applied but unknown here: the database needs a newer shop.`)
    }
    if (migration.sha256 !== sha256) {
      throw new StartupError(
        `Migration ${name} was changed after it was applied: put the file back and write a new one.`,
      )
    }
  }
  const last = [...landed.keys()].at(-1) ?? ''
  const late = migrations.find(({ name }) => name < last && !landed.has(name))
  if (late) {
    throw new StartupError(`Migration ${late.name} comes before ${last}, which is applied: give it a later number.`)
  }
}

function failed({ name, text }: Migration, error: unknown): StartupError {
  const reason = error instanceof Error ? error.message : String(error)
  const position = error instanceof Error && 'position' in error ? Number(error.position) : 0
  const line = position > 0 ? ` at line ${text.slice(0, position).split('\n').length}` : ''
  return new StartupError(`Migration ${name} failed${line}: ${reason}. Nothing of it was kept.`, { cause: error })
}

async function run(db: Db, migration: Migration): Promise<void> {
  try {
    await sql.raw(migration.text).execute(db)
  } catch (error) {
    throw failed(migration, error)
  }
  await sql`insert into schema_migrations (name, sha256) values (${migration.name}, ${migration.sha256})`.execute(db)
}

/** Applies one migration and says so, unless another process has done it since. */
async function apply(db: Db, migration: Migration): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const landed = await readLanded(db)
    if (landed.has(migration.name)) return false
    await run(db, migration)
    return true
  })
}

/**
 * Rejects with a `StartupError` if a migration of another database is unknown here or was changed, or if one before its last is
 * missing.
 */
export async function checkKnown(landed: readonly Landed[]): Promise<void> {
  checkLanded(new Map(landed.map((migration) => [migration.name, migration])), await readMigrations())
}

/**
 * Applies to an empty database exactly the migrations that another one has, within the caller's transaction. Other processes
 * wait for its end before they migrate. `checkKnown` must have accepted the migrations.
 */
export async function migrateLike(db: Db, landed: readonly Landed[]): Promise<void> {
  const wanted = new Set(landed.map(({ name }) => name))
  await readLanded(db)
  for (const migration of await readMigrations()) if (wanted.has(migration.name)) await run(db, migration)
}

/** Applies what is missing of the shop's migrations within the caller's transaction. Returns their names. */
export async function migrateWithin(db: Db): Promise<string[]> {
  const landed = await readLanded(db)
  const missing = (await readMigrations()).filter(({ name }) => !landed.has(name))
  for (const migration of missing) await run(db, migration)
  return missing.map(({ name }) => name)
}

/**
 * Applies the `.sql` files of `folder` that the database does not know yet, in order, each once and in its own transaction. Of
 * two processes at once one waits for the other. Resolves to the names applied. Rejects with a `StartupError` for a file that
 * fails, a landed one that was changed or is missing here, and one that comes too late.
 */
export async function migrate(database: OpenDatabase, folder: string = MIGRATIONS): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return database.withoutTimeLimit(async (db) => {
    const landed = await db.transaction().execute(readLanded)
    checkLanded(landed, migrations)
    const applied: string[] = []
    for (const migration of migrations) {
      if (!landed.has(migration.name) && (await apply(db, migration))) applied.push(migration.name)
    }
    return applied
  })
}
