import { ensureSnapshot, ensureTemplate } from '#test/database.ts'
import { startPostgres } from '#test/postgres.ts'

/**
 * Makes the database that the server tests start from, once a run. `TEST_ENGINE=server` runs them on a throw-away
 * PostgreSQL server, `TEST_DATABASE_URL` on the one that it names, else they run on the embedded engine.
 */
export default async function setUp() {
  if (process.env.TEST_DATABASE_URL) {
    await ensureTemplate(process.env.TEST_DATABASE_URL)
    return undefined
  }
  if (process.env.TEST_ENGINE !== 'server') {
    await ensureSnapshot()
    return undefined
  }
  const server = await startPostgres()
  if (!server) throw new Error('TEST_ENGINE=server needs the PostgreSQL server programs on this machine.')
  process.env.TEST_DATABASE_URL = server.url
  await ensureTemplate(server.url)
  return () => server.stop()
}
