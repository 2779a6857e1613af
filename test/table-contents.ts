import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** For every table its number of rows and a hash of their contents, to compare two moments. */
export async function tableContents(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db)
  const parts = tables.map(
    ({ name }) => sql`
      select ${name}::text as name, count(*) || ' ' || md5(coalesce(string_agg(each::text, '|' order by each::text), '')) as contents
      from ${sql.table(name)} as each`,
  )
  const { rows } = await sql<{ name: string; contents: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, contents }) => [name, contents]))
}
