import { sql } from 'kysely'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'

import { migrate, readMigrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { createTestDatabase } from '#test/database.ts'
import { createEmpty, startEngines } from '#test/engines.ts'

const { engines, servers } = await startEngines()
afterAll(async () => {
  for (const engine of engines) await engine.stop()
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selvedge-migrations-'))
  await write('0001-shelf.sql', `create table shelf (id int generated always as identity, name text);`)
  await write(
    '0002-fill.sql',
    `create function fill(name text) returns void language plpgsql as $body$
     begin
       insert into shelf (name) values (name || '; still one statement');
     end $body$;
     select fill('first');`,
  )
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const remove = (name: string) => rm(join(folder, name))

test.for(engines)('migrations are applied once and in order on the $name engine', async ({ openEmpty }) => {
  const database = await openEmpty()
  expect(await migrate(database, folder)).toEqual(['0001-shelf.sql', '0002-fill.sql'])
  expect(await migrate(database, folder)).toEqual([])
  await write('0003-more.sql', `select fill('second')`)
  expect(await migrate(database, folder)).toEqual(['0003-more.sql'])
  const { rows } = await sql`select name from shelf order by id`.execute(database.db)
  expect(rows).toEqual([{ name: 'first; still one statement' }, { name: 'second; still one statement' }])
  await database.close()
})

test.for(engines)(
  'a migration that fails keeps nothing of itself and names its line on the $name engine',
  async ({ openEmpty }) => {
    const database = await openEmpty()
    await write('0003-wrong.sql', `insert into shelf (name) values ('half');\n\ninsert into nowhere values (1);`)
    await expect(migrate(database, folder)).rejects.toMatchObject({
      name: 'StartupError',
      message: 'Migration 0003-wrong.sql failed at line 3: relation "nowhere" does not exist. Nothing of it was kept.',
    })
    expect((await sql`select count(*) as count from shelf`.execute(database.db)).rows).toEqual([{ count: 1 }])
    await write('0003-wrong.sql', `insert into shelf (name) values ('mended')`)
    expect(await migrate(database, folder)).toEqual(['0003-wrong.sql'])
    await database.close()
  },
)

test.for(engines)('a changed, missing or late migration stops the start on the $name engine', async ({ openEmpty }) => {
  const database = await openEmpty()
  await migrate(database, folder)

  await write('0001-zebra.sql', 'select 1')
  await expect(migrate(database, folder)).rejects.toThrow(
    'Migration 0001-zebra.sql comes before 0002-fill.sql, which is applied: give it a later number.',
  )
  await remove('0001-zebra.sql')
  await write('0001-shelf.sql', `create table shelf (name text);`)
  await expect(migrate(database, folder)).rejects.toThrow('Migration 0001-shelf.sql was changed after it was applied')
  await remove('0001-shelf.sql')
  await expect(migrate(database, folder)).rejects.toThrow('Migration 0001-shelf.sql is applied but unknown here')
  await database.close()
})

test.for(engines)('line endings of a checkout change nothing on the $name engine', async ({ openEmpty }) => {
  const database = await openEmpty()
  await write('0003-lines.sql', 'select 1;\nselect 2;\n')
  await migrate(database, folder)
  await write('0003-lines.sql', 'select 1;\r\nselect 2;\r\n')
  expect(await migrate(database, folder)).toEqual([])
  await database.close()
})

test.for(servers)('of several processes that start at once each waits for the others', async (server) => {
  await write('0003-slow.sql', `select pg_sleep(0.3); select fill('once')`)
  const databaseUrl = await createEmpty(server)
  const open = () => openDatabase({ databaseUrl, dataDir: '', onFatal: () => undefined })
  const databases = await Promise.all([open(), open(), open()])
  const applied = await Promise.all(databases.map((database) => migrate(database, folder)))
  expect(applied.flat().toSorted()).toEqual(['0001-shelf.sql', '0002-fill.sql', '0003-slow.sql'])
  const { rows } = await sql`select count(*) as count from shelf`.execute(databases[0].db)
  expect(rows).toEqual([{ count: 2 }])
  for (const database of databases) await database.close()
})

test.for(servers)(
  'a migration that another release stands in the way of is applied once that has gone on',
  async (server) => {
    const databaseUrl = await createEmpty(server)
    const open = () => openDatabase({ databaseUrl, dataDir: '', onFatal: () => undefined })
    const [newer, older] = [await open(), await open()]
    await write('0003-box.sql', 'create table box (id int)')
    await migrate(newer, folder)
    await write('0004-more.sql', 'alter table shelf add column row int; alter table box add column row int')
    const migrated = await older.db.transaction().execute(async (db) => {
      await sql`lock table box in row exclusive mode`.execute(db)
      const migrating = migrate(newer, folder)
      const isWaiting = sql<object>`select from pg_locks where not granted and relation = 'box'::regclass`
      await expect.poll(async () => (await isWaiting.execute(older.db)).rows.length).toBe(1)
      await sql`lock table shelf in row exclusive mode`.execute(db)
      return { migrating }
    })
    expect(await migrated.migrating).toEqual(['0004-more.sql'])
    for (const database of [newer, older]) await database.close()
  },
)

test("the shop's own migrations are applied in a test database", async () => {
  const database = await createTestDatabase()
  expect(await migrate(database)).toEqual([])
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(database.db)
  expect(rows.map((row) => row.name)).toEqual((await readMigrations()).map(({ name }) => name))
  await database.close()
})

/** The database of a shop whose migrations are noted by these names instead of the baseline. */
async function noted(openEmpty: (typeof engines)[number]['openEmpty'], names: string[]) {
  const database = await openEmpty()
  await migrate(database)
  await sql`delete from schema_migrations`.execute(database.db)
  await sql`
    insert into schema_migrations (name, sha256) select name, 'of then' from unnest(${names}::text[]) named (name)`.execute(
    database.db,
  )
  return database
}

test.for(engines)(
  'a shop with every migration that the baseline replaces goes on, on the $name engine',
  async ({ openEmpty }) => {
    const database = await noted(openEmpty, ['0001-shop.sql', '0342-account-links.sql', '0355-pages.sql'])
    const later = (await readMigrations()).map(({ name }) => name).slice(1)
    for (const name of later) {
      await sql`insert into schema_migrations (name, sha256) values (${name}, ${await shaOf(name)})`.execute(
        database.db,
      )
    }
    expect(await migrate(database)).toEqual([])
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(database.db)
    expect(rows.map(({ name }) => name)).toEqual(['0349-baseline.sql', ...later])
    await database.close()
  },
)

const shaOf = async (wanted: string) => (await readMigrations()).find(({ name }) => name === wanted)?.sha256

test.for(engines)('an older shop is told what to start first, on the $name engine', async ({ openEmpty }) => {
  const database = await noted(openEmpty, ['0001-shop.sql', '0341-shipping-taken-back.sql'])
  await expect(migrate(database)).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(
      /^The database is that of an older shop, whose last migration is 0341-shipping-taken-back\.sql: start the release before 0349-baseline\.sql once/,
    ),
  })
  await database.close()
})
