import type { BenchEngine } from './benchmark.ts'

import { createEmpty } from '#test/engines.ts'
import { startPostgres, type TestServer } from '#test/postgres.ts'

/** Durable, and with a log that statements can be counted in where a database asks for it. */
const SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  logging_collector: 'on',
  log_line_prefix: '%p ',
  shared_buffers: '256MB',
}

/** The engines that this machine has; a PostgreSQL server is started at the first demand and ends with `close`. */
export function openEngines() {
  let server: Promise<TestServer | undefined> | undefined
  return {
    async list(): Promise<BenchEngine[]> {
      server ??= startPostgres(SETTINGS)
      const started = await server
      const embedded: BenchEngine = { name: 'embedded', createDatabase: async () => undefined }
      if (!started) return [embedded]
      return [embedded, { name: 'PostgreSQL', createDatabase: () => createEmpty(started) }]
    },
    async close(): Promise<void> {
      await (await server)?.stop()
    },
  }
}
