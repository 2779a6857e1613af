import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

import type { Db, OpenDatabase } from '#server/db/database.ts'

import { isRetryable } from '#server/db/database-errors.ts'
import { withRetry } from '#server/db/in-transaction.ts'
import { StartupError } from '#server/start/startup-error.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
/**
 * The file that describes the tables as the migrations until then had made them. Its number is lower than that of the
 * last of them, so that what was written at the same time comes after it.
 */
const BASELINE = '0349-baseline.sql'
/** The last of the migrations that it replaces. A shop that has these has all that it describes. */
const LAST_REPLACED = ['0342-account-links.sql', '0355-pages.sql']
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

type LandedByName = Map<string, Landed>

const isReplaced = (name: string) => name < BASELINE || LAST_REPLACED.includes(name)

/**
 * What a database has, with the baseline in place of what it replaces. Throws a `StartupError` where a part of that is
 * missing: such a shop needs the release before the baseline first.
 */
function withBaseline(landed: LandedByName, migrations: readonly Migration[]): LandedByName {
  const baseline = migrations.find(({ name }) => name === BASELINE)
  const replaced = [...landed.keys()].filter(isReplaced)
  const last = replaced.at(-1)
  if (!baseline || last === undefined) return landed
  if (!LAST_REPLACED.every((name) => landed.has(name))) {
    throw new StartupError(
      `The database is that of an older shop, whose last migration is ${last}: start the release before ${BASELINE} once, then this one. The documentation of upgrades says how.`,
    )
  }
  const rest = [...landed].filter(([name]) => !isReplaced(name))
  return new Map([[BASELINE, { name: BASELINE, sha256: baseline.sha256 }], ...rest])
}

/** Notes the baseline in place of the migrations that it replaces. */
async function takeOver(db: Db, before: LandedByName, after: LandedByName): Promise<void> {
  const gone = [...before.keys()].filter((name) => !after.has(name))
  if (gone.length === 0) return
  await sql`delete from schema_migrations where name = any(${gone})`.execute(db)
  await sql`
    insert into schema_migrations (name, sha256) values (${BASELINE}, ${after.get(BASELINE)?.sha256})`.execute(db)
}

async function readLanded(db: Db, migrations: readonly Migration[]): Promise<LandedByName> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(db)
  await sql`
    create table if not exists schema_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`.execute(db)
  const { rows } = await sql<Landed>`select name, sha256 from schema_migrations order by name`.execute(db)
  const landed = byName(rows)
  const known = withBaseline(landed, migrations)
  await takeOver(db, landed, known)
  return known
}

const byName = (landed: readonly Landed[]): LandedByName =>
  new Map(landed.map((migration) => [migration.name, migration]))

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

/** A release that sells meanwhile may wait for what the migration has, and have what it waits for. */
const isOvertaken = (error: unknown) => error instanceof StartupError && isRetryable(error.cause)

/** Applies one migration and says so, unless another process has done it since. */
async function apply(db: Db, migration: Migration, migrations: readonly Migration[]): Promise<boolean> {
  const once = (db: Db) =>
    db.transaction().execute(async (db) => {
      const landed = await readLanded(db, migrations)
      if (landed.has(migration.name)) return false
      await run(db, migration)
      return true
    })
  return withRetry(() => once(db), isOvertaken)
}

/**
 * Rejects with a `StartupError` if a migration of another database is unknown here or was changed, or if one before its
 * last is missing.
 */
export async function checkKnown(landed: readonly Landed[], folder: string = MIGRATIONS): Promise<void> {
  const migrations = await readMigrations(folder)
  checkLanded(withBaseline(byName(landed), migrations), migrations)
}

/**
 * Applies to an empty database exactly the migrations that another one has, within the caller's transaction. Other
 * processes wait for its end before they migrate. `checkKnown` must have accepted the migrations.
 */
export async function migrateLike(db: Db, landed: readonly Landed[], folder: string = MIGRATIONS): Promise<void> {
  const migrations = await readMigrations(folder)
  const wanted = withBaseline(byName(landed), migrations)
  await readLanded(db, migrations)
  for (const migration of migrations) if (wanted.has(migration.name)) await run(db, migration)
}

/** Applies what is missing of the shop's migrations within the caller's transaction. Returns their names. */
export async function migrateWithin(db: Db, folder: string = MIGRATIONS): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const landed = await readLanded(db, migrations)
  const missing = migrations.filter(({ name }) => !landed.has(name))
  for (const migration of missing) await run(db, migration)
  return missing.map(({ name }) => name)
}

/**
 * Applies the `.sql` files of `folder` that the database does not know yet, in order, each once and in its own
 * transaction. Of two processes at once one waits for the other; one that is rolled back because of another transaction
 * is applied again. Resolves to the names applied. Rejects with a `StartupError` for a file that fails, a landed one
 * that was changed or is missing here, and one that comes too late.
 */
export async function migrate(database: OpenDatabase, folder: string = MIGRATIONS): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return database.withoutTimeLimit(async (db) => {
    const landed = await db.transaction().execute((db) => readLanded(db, migrations))
    checkLanded(landed, migrations)
    const applied: string[] = []
    for (const migration of migrations) {
      if (!landed.has(migration.name) && (await apply(db, migration, migrations))) applied.push(migration.name)
    }
    return applied
  })
}
