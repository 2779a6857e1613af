import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { StoredArea } from '#server/db/delivery-tables.ts'
import type { PinArea } from '#server/delivery/pin-areas.ts'

/** A version of the PIN table. */
export interface PinTableRow {
  version: number
  areas: PinArea[]
}

const storedArea = ({ first, last, prepaid, cod, days, feePaise, city, state }: PinArea): StoredArea => [
  first,
  last,
  prepaid ? 1 : 0,
  cod ? 1 : 0,
  days,
  feePaise,
  city,
  state,
]

const areaFrom = ([first, last, prepaid, cod, days, feePaise, city, state]: StoredArea): PinArea => ({
  first,
  last,
  prepaid: prepaid === 1,
  cod: cod === 1,
  days,
  feePaise,
  city,
  state,
})

/** The number of the version that counts; 0 while there is none. */
export async function findPinTableVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom('pinTables')
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirst()
  return row?.version ?? 0
}

/** The newest versions of the PIN table, the one that counts first. */
export async function listPinTables(db: Db, limit: number): Promise<PinTableRow[]> {
  const rows = await db
    .selectFrom('pinTables')
    .select(['version', 'areas'])
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ version, areas }) => ({ version, areas: areas.map(areaFrom) }))
}

/**
 * The same without what is in them: how many rows each has, and who made it. Their address is null where the account is
 * gone.
 */
export const listPinTableChanges = (db: Db, limit: number) =>
  db
    .selectFrom('pinTables')
    .leftJoin('users', 'users.id', 'pinTables.changedBy')
    .select(['version', 'changedAt', 'users.email as changedBy', sql<number>`json_array_length(areas)`.as('rows')])
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()

/** Changes of the PIN table follow one another. It may be read meanwhile. */
export async function lockPinTables(db: Db): Promise<void> {
  await sql`lock table pin_tables in share row exclusive mode`.execute(db)
}

/** Makes a version that counts from now on, and forgets all but the `keep` newest. */
export async function insertPinTable(
  db: Db,
  { areas, changedBy, keep }: { areas: readonly PinArea[]; changedBy: string; keep: number },
): Promise<number> {
  const { version } = await db
    .insertInto('pinTables')
    .values({ areas: JSON.stringify(areas.map(storedArea)), changedBy })
    .returning('version')
    .executeTakeFirstOrThrow()
  await sql`
    delete from pin_tables
    where version not in (select version from pin_tables order by version desc limit ${keep})`.execute(db)
  return version
}
