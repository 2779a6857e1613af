import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { openDatabase } from '#server/db/open.ts'
import { migrate } from '#server/db/migrate.ts'
import { createEmpty } from '#test/engines.ts'
import { needPrograms } from '#test/need-programs.ts'
import { hasPgbouncer, startPooler } from '#test/pgbouncer.ts'
import { startPostgres } from '#test/postgres.ts'

// None where the machine lacks one of the two: what needs them is then not tested.
const servers = [await startPostgres()].filter((server) => server !== undefined)
const pooled = hasPgbouncer() ? servers : []
needPrograms('PostgreSQL', servers)
afterAll(async () => {
  for (const server of servers) await server.stop()
})

const open = (databaseUrl: string, databaseDirectUrl?: string) =>
  openDatabase({ databaseUrl, databaseDirectUrl, dataDir: '', onFatal: () => undefined })

test.for(servers)('two addresses of two databases are refused in one sentence', async (server) => {
  const [one, other] = [await createEmpty(server), await createEmpty(server)]
  await expect(open(one, other)).rejects.toThrow(
    /^DATABASE_DIRECT_URL leads to another database than DATABASE_URL: both must be addresses of the same one\.$/,
  )
  const same = await open(one, `${one}?application_name=direct`)
  expect(same.warning).toBe(undefined)
  await same.close()
})

test.for(servers)('the second address is checked as the first one is, and named', async (server) => {
  await expect(open(server.url, 'postgres://shop:s3cret@127.0.0.1:1/shop')).rejects.toThrow(
    /^DATABASE_DIRECT_URL cannot be used: nothing answers at 127\.0\.0\.1:1\.$/,
  )
})

test.for(pooled)(
  'a pooler that stands alone is told of, and one that allows no transactions refused',
  async (server) => {
    const url = await createEmpty(server)
    const pooler = await startPooler(url, 'session')
    const alone = await open(pooler.url)
    expect(alone.warning).toMatch(/^DATABASE_URL leads through a pooler: set DATABASE_DIRECT_URL /)
    await alone.close()
    const swapped = await open(url, pooler.url)
    expect(swapped.warning).toMatch(/^DATABASE_DIRECT_URL leads through a pooler: /)
    await swapped.close()
    const beside = await open(pooler.url, url)
    expect(beside.warning).toBe(undefined)
    await beside.close()
    await pooler.stop()
    const strict = await startPooler(url, 'statement')
    await expect(open(strict.url, url)).rejects.toThrow(
      /^DATABASE_URL leads through a pooler that allows no transactions/,
    )
    await strict.stop()
  },
)

test.for(pooled)('in transaction mode every statement has its time limit, and migrations have none', async (server) => {
  const url = await createEmpty(server)
  const pooler = await startPooler(url, 'transaction')
  const database = await open(pooler.url, url)
  expect((await migrate(database)).length).toBeGreaterThan(0)
  const limits = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const { rows } = await sql<{ limit: string; zone: string; jit: string; asked: number }>`
        select current_setting('statement_timeout') as "limit", current_setting('TimeZone') as zone,
          current_setting('jit') as jit, ${index}::int as asked`.execute(database.db)
      return rows[0]
    }),
  )
  expect(limits).toEqual(limits.map((_, asked) => ({ limit: '15s', zone: 'UTC', jit: 'off', asked })))
  await database.close()
  await pooler.stop()
})
