import { sql } from 'kysely'

import type { Landed } from '#server/db/migrate.ts'
import type { Db } from '#server/db/database.ts'

/** A table as a backup stores it. Generated columns are left out. */
export interface BackupTable {
  name: string
  columns: { name: string; type: string }[]
}

/** A table that the backup is read from, with the names of its primary key. */
type SourceTable = BackupTable & { key: string[] }

interface ForeignKey {
  table: string
  name: string
  definition: string
}

const ROWS_AT_ONCE = 1000

/** What a value looks like as text must not depend on the engine or on how it was set up. */
const TEXT_FORMS = `
  set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1;`

// An extension's tables are its own affair.
const OWN_TABLES = sql`
  pg_class.relnamespace = current_schema()::regnamespace and pg_class.relkind = 'r'
  and not exists (select from pg_depend where pg_depend.objid = pg_class.oid and pg_depend.deptype = 'e')`

export async function setTextForms(db: Db): Promise<void> {
  await sql.raw(TEXT_FORMS).execute(db)
}

/** Every table of the database, by name. */
export async function listTables(db: Db): Promise<SourceTable[]> {
  const { rows } = await sql<SourceTable>`
    select relname::text as name,
      (
        select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns,
      (
        select coalesce(json_agg(attname order by attnum), '[]') from pg_attribute
        where attrelid = pg_class.oid and attnum = any (
          select unnest(conkey) from pg_constraint where conrelid = pg_class.oid and contype = 'p'
        )
      ) as key
    from pg_class where ${OWN_TABLES} order by relname`.execute(db)
  return rows
}

/** The migrations that the database has; undefined if it holds no shop. */
export async function findMigrations(db: Db): Promise<Landed[] | undefined> {
  const tables = await listTables(db)
  if (!tables.some(({ name }) => name === 'schema_migrations')) return undefined
  const { rows } = await sql<Landed>`select name, sha256 from schema_migrations order by name`.execute(db)
  return rows
}

/** The last number that each sequence has given, as text; one that has given none is left out. */
export async function listSequences(db: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; last: string }>`
    select sequencename::text as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`.execute(db)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/**
 * The rows of a table in the order of its key, some at a time, each as one line: a JSON array of its columns as
 * PostgreSQL writes them as text. Only within a transaction.
 */
export async function* readLines(db: Db, { name, columns, key }: SourceTable): AsyncGenerator<string[]> {
  const values = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`))
  // The order of texts differs between servers, except in this collation.
  const order = (key.length > 0 ? key : columns.map((column) => column.name)).map(
    (column) => sql`${sql.ref(column)}::text collate "C"`,
  )
  await sql`
    declare backup_rows no scroll cursor for
    select json_build_array(${values})::text as line from ${sql.table(name)} order by ${sql.join(order)}`.execute(db)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch forward ${sql.lit(ROWS_AT_ONCE)} from backup_rows`.execute(db)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < ROWS_AT_ONCE) break
  }
  await sql`close backup_rows`.execute(db)
}

/** Writes lines of `readLines` into a table. */
export async function insertLines(db: Db, { name, columns }: BackupTable, lines: readonly string[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)))
  const values = sql.join(columns.map(({ type }, index) => sql`(line ->> ${sql.lit(index)})::${sql.raw(type)}`))
  await sql`
    insert into ${sql.table(name)} (${names}) overriding system value
    select ${values} from json_array_elements(${`[${lines.join(',')}]`}::text::json) as lines (line)`.execute(db)
}

/**
 * Empties every table and takes away what would act on rows or refuse them in the order in which they come: triggers
 * and foreign keys. Resolves to the function that puts all back, which checks each foreign key. Both in one
 * transaction.
 */
export async function openForRows(db: Db): Promise<() => Promise<void>> {
  const tables = (await listTables(db)).map(({ name }) => sql.table(name))
  const { rows: foreignKeys } = await sql<ForeignKey>`
    select pg_class.relname::text as "table", conname::text as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and ${OWN_TABLES} order by 1, 2`.execute(db)
  for (const table of tables) await sql`alter table ${table} disable trigger user`.execute(db)
  for (const { table, name } of foreignKeys) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
  }
  await sql`truncate ${sql.join(tables)}`.execute(db)

  return async () => {
    for (const { table, name, definition } of foreignKeys) {
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(db)
    }
    for (const table of tables) await sql`alter table ${table} enable trigger user`.execute(db)
  }
}

/** Lets each sequence go on after the last number that it gave. */
export async function setSequences(db: Db, lastNumbers: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, last] of Object.entries(lastNumbers)) {
    await sql`
      select setval(pg_class.oid, ${last}::text::bigint) from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'S' and relname = ${name}`.execute(db)
  }
}

/** Tells the planner what is in the tables now. */
export async function analyzeTables(db: Db): Promise<void> {
  await sql`analyze`.execute(db)
}
