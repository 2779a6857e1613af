import { CamelCasePlugin, Kysely, type Dialect, type KyselyConfig, type LogEvent } from 'kysely'

import type { Tables } from '#server/db/tables.ts'

import { currentTracer } from '#server/start/tracer.ts'

const traceStatement = (event: LogEvent) =>
  currentTracer()?.noteStatement(
    event.query.sql,
    event.queryDurationMillis,
    event.level === 'error' ? event.error : undefined,
  )

/** A handle to the shop's tables in camelCase. The keys inside a JSON value stay as they are. */
export const createKysely = (dialect: Dialect, options: Pick<KyselyConfig, 'log'> = {}) =>
  new Kysely<Tables>({
    dialect,
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(currentTracer() && { log: traceStatement }),
    ...options,
  })
