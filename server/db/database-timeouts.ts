/**
 * How long and how many at once: what a PostgreSQL server is asked with. `docs/operations/pooler/pgbouncer.ini` repeats
 * the statement's limit for connections through a pooler, and the commands and migrations of the shop have none. The
 * limits on calls, which wait for these connections, are `server/http/overload/concurrency-limits.ts`.
 */
export const CONNECT_MS = 3000
export const STATEMENT_MS = 15_000
/** Longer than the server's own limit, so it is reached only if the server no longer answers. */
export const ANSWER_MS = 20_000
export const STANDBY_ANSWER_MS = 3000
/** The most connections of a process. */
export const CONNECTIONS = 14
/** The most connections to a standby. A few are enough, because all who wait for a list share one reading. */
export const STANDBY_CONNECTIONS = 6
