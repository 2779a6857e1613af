import { CamelCasePlugin, Kysely, type Dialect, type KyselyConfig } from 'kysely'

import type { Tables } from '#server/db/tables.ts'

/** A handle to the shop's tables in camelCase. The keys inside a JSON value stay as they are. */
export const createKysely = (dialect: Dialect, options: Pick<KyselyConfig, 'log'> = {}) =>
  new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })], ...options })
