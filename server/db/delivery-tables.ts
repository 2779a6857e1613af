import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** A row of a PIN table, short: there are twenty thousand in one. */
export type StoredArea = [
  first: number,
  last: number,
  prepaid: 0 | 1,
  cod: 0 | 1,
  days: number | null,
  feePaise: number | null,
  city: string | null,
  state: string | null,
]

/** Where the shop delivers. */
export interface DeliveryTables {
  /** Each row is a whole PIN table; the last one counts. */
  pinTables: {
    version: GeneratedAlways<number>
    areas: ColumnType<StoredArea[], string, never>
    changedAt: Generated<Date>
    changedBy: string | null
  }
}
