import type { PGlite } from '@electric-sql/pglite'

import type { OpenDatabase } from '#server/db/database.ts'

import { openEngineInMemory } from '#server/db/embedded/engine.ts'
import { openOnMemory } from '#server/db/embedded/open-embedded.ts'

/** What an engine was like when it was new. */
interface Beginning {
  catalog: string
  written: number
  /** Empties all tables, fills in again what the migrations inserted, and sets all sequences back. */
  restore: string
}

const idle: { engine: PGlite; beginning: Beginning }[] = []

/**
 * Bytes of the write-ahead log. It and the deleted rows stay in memory, so an engine that has written more is closed.
 */
const MOST_WRITTEN = 32 * 1024 * 1024

/** Of these, every definition is a row that is replaced when it changes. */
const DEFINITIONS =
  'pg_attribute pg_attrdef pg_proc pg_trigger pg_constraint pg_index pg_type pg_namespace pg_extension pg_authid pg_statistic'

/** What changes with every statement that defines or analyses something; what was written; who listens. */
const READ_STATE = `
  select
    md5(concat_ws(' ',
      (select string_agg((oid, relname, relkind, relpersistence, relrowsecurity, reloptions, reltuples)::text, ' ' order by oid)
        from pg_class where relnamespace = 'public'::regnamespace),
      ${DEFINITIONS.split(' ')
        .map((table) => `(select (count(*), max(xmin::text::bigint))::text from ${table})`)
        .join()}
    )) as catalog,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float as written,
    (select count(*) from pg_listening_channels())::int as channels`

interface State {
  catalog: string
  written: number
  channels: number
}

async function readState(engine: PGlite): Promise<State> {
  const [state] = (await engine.query<State>(READ_STATE)).rows
  if (!state) throw new Error('The engine tells nothing of itself.')
  return state
}

async function readBeginning(engine: PGlite): Promise<Beginning> {
  // No trigger and no foreign key acts.
  const statements = ['begin', 'set local session_replication_role = replica']
  const tables = await engine.query<{ name: string; isEmpty: boolean }>(`
    select oid::regclass::text as name, pg_relation_size(oid) = 0 as "isEmpty"
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  for (const { name, isEmpty } of tables.rows) {
    statements.push(`delete from ${name}`)
    if (isEmpty) continue
    const { rows } = await engine.query<{ json: string }>(
      `select quote_literal(to_jsonb(each)) as json from ${name} as each`,
    )
    for (const { json } of rows) {
      statements.push(`insert into ${name} select (jsonb_populate_record(null::${name}, ${json})).*`)
    }
  }
  const sequences = await engine.query<{ call: string }>(`
    select format('select setval(%L, %s, %L)', quote_ident(sequencename), coalesce(last_value, start_value), last_value is not null)
      as call from pg_sequences where schemaname = 'public'`)
  statements.push(...sequences.rows.map(({ call }) => call), 'commit')
  const { catalog, written } = await readState(engine)
  return { catalog, written, restore: statements.join('; ') }
}

/** Makes the engine as it was when it was new; false if that cannot be. */
async function restore(engine: PGlite, beginning: Beginning): Promise<boolean> {
  if (engine.closed) return false
  await engine.exec('rollback')
  const { catalog, written, channels } = await readState(engine)
  if (catalog !== beginning.catalog || channels > 0 || written - beginning.written > MOST_WRITTEN) return false
  await engine.exec('discard all')
  await engine.exec(beginning.restore)
  return true
}

/**
 * A database on the embedded engine, in memory, that holds what the snapshot holds. Starting an engine takes ten times
 * as long as emptying it, so one whose database was closed serves again in this process. It is not used again if a
 * table was changed or analysed, if somebody still listens, or if something still runs. All calls must give the same
 * snapshot.
 */
export async function openReusable(readSnapshot: () => Promise<Blob>): Promise<OpenDatabase> {
  const known = idle.pop()
  const engine = known?.engine ?? (await openEngineInMemory(await readSnapshot()))
  const beginning = known?.beginning ?? (await readBeginning(engine))
  const database = openOnMemory(engine)
  const close = async () => {
    // From now on it takes no work, so what does not run yet never will.
    await database.db.destroy()
    const { used, waiting } = database.connections()
    if (used + waiting === 0 && (await restore(engine, beginning))) idle.push({ engine, beginning })
    else await database.close()
  }
  let closing: Promise<void> | undefined
  return { ...database, close: () => (closing ??= close()) }
}
