import { ensureSnapshot, ensureTemplate } from '#test/database.ts'
import { startPostgres, type TestServer } from '#test/postgres.ts'

let server: TestServer | undefined

/**
 * Makes the database that the server tests start from, once a run. `TEST_ENGINE=server` runs them on a throw-away
 * PostgreSQL server, `TEST_DATABASE_URL` on the one that it names, else they run on the embedded engine.
 */
export async function setup() {
  if (process.env.TEST_ENGINE === 'server' && !process.env.TEST_DATABASE_URL) {
    server = await startPostgres()
    if (!server) throw new Error('TEST_ENGINE=server needs the programs of a PostgreSQL server on this machine.')
    process.env.TEST_DATABASE_URL = server.url
  }
  if (process.env.TEST_DATABASE_URL) await ensureTemplate(process.env.TEST_DATABASE_URL)
  else await ensureSnapshot()
}

export async function teardown() {
  await server?.stop()
}
