import type { ColumnType } from 'kysely'

/** When a row was written; it never changes. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>
