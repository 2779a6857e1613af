import { sql, type RawBuilder } from 'kysely'

/** SQL for first and last name of a row of `users`, or of its alias. */
export const fullName = (table = 'users'): RawBuilder<string> =>
  sql`trim(${sql.ref(`${table}.firstname`)} || ' ' || ${sql.ref(`${table}.lastname`)})`
