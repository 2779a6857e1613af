import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'

import type { Db, OpenDatabase } from '#server/db/database.ts'

import { openInMemory } from '#server/db/embedded/open-embedded.ts'
import { ensureSnapshot, openSnapshot } from '#test/database.ts'
import { addProduct } from '#test/factories.ts'
import { buy } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'
import { tableContents } from '#test/table-contents.ts'

async function rowsOf(db: Db, query: string): Promise<unknown[]> {
  return (await sql.raw(query).execute(db)).rows
}

/** Everything that one test could leave for another. */
async function wholeState(db: Db) {
  return {
    contents: await tableContents(db),
    sequences: await rowsOf(db, 'select each::text from pg_sequences as each order by 1'),
    relations: await rowsOf(
      db,
      `select relname, relkind, reltuples from pg_class where relname !~ '^pg_' order by relname, oid`,
    ),
    triggers: await rowsOf(db, 'select tgname, tgenabled from pg_trigger order by oid'),
    // Without those of libraries, which are listed once the library is loaded.
    settings: await rowsOf(db, `select name, setting from pg_settings where name !~ '[.]' order by name`),
    prepared: await rowsOf(db, 'select name from pg_prepared_statements'),
    listening: await rowsOf(db, 'select pg_listening_channels()'),
    locks: await rowsOf(db, `select * from pg_locks where locktype = 'advisory'`),
  }
}

const engineOf = ({ db }: OpenDatabase) => rowsOf(db, 'select pg_postmaster_start_time()::text')

/** Takes away what the migrations inserted, and leaves in the session whatever can be left there. */
const LEAVE = `
  delete from secrets; delete from admin_event_watch;
  set timezone = 'Asia/Kolkata'; set default_transaction_read_only = on; set search_path = pg_catalog;
  prepare left_over as select 1; select pg_advisory_lock(7)`

test('a database that serves again is as one of a new engine', async () => {
  const fresh = await openInMemory(new Blob([await readFile(await ensureSnapshot())]))
  onTestFinished(() => fresh.close())
  const used = await openSnapshot()
  const engine = await engineOf(used)
  const shop = await startShop({ database: used })
  await buy(shop, (await addProduct(shop.db)).id)
  await shop.admin()
  const before = await tableContents(used.db)
  await sql.raw(LEAVE).execute(used.db)
  await shop.close()
  await shop.shop.database.close()

  const again = await openSnapshot()
  onTestFinished(() => again.close())
  expect(await engineOf(again)).toEqual(engine)
  expect(await tableContents(again.db)).not.toEqual(before)
  expect(await wholeState(again.db)).toEqual(await wholeState(fresh.db))
  const heard: string[] = []
  const stop = await again.listen('catalogue', (payload) => heard.push(payload))
  await addProduct(again.db)
  await expect.poll(() => heard).not.toEqual([])
  await stop()
  const other = await openSnapshot()
  onTestFinished(() => other.close())
  expect(await engineOf(other)).not.toEqual(engine)
})

test.for([
  'alter table users add column left_over int',
  'drop index products_newest',
  'alter table stock_ledger disable trigger all',
  'alter table users set (fillfactor = 50)',
  'analyze users',
  'listen left_over',
])('an engine does not serve again after: %s', async (statement) => {
  const used = await openSnapshot()
  const engine = await engineOf(used)
  await sql.raw(statement).execute(used.db)
  await used.close()
  const next = await openSnapshot()
  onTestFinished(() => next.close())
  expect(await engineOf(next)).not.toEqual(engine)
})

test('an engine does not serve again while something still runs on it', async () => {
  const used = await openSnapshot()
  const engine = await engineOf(used)
  await used.db.connection().execute(() => used.close())
  await expect(rowsOf(used.db, 'select 1')).rejects.toThrow('destroyed')
  const next = await openSnapshot()
  onTestFinished(() => next.close())
  expect(await engineOf(next)).not.toEqual(engine)
})
