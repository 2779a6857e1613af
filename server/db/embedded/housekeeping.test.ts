import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startHousekeeping } from '#server/db/embedded/housekeeping.ts'
import { openInMemory } from '#server/db/embedded/open-embedded.ts'
import { readEmptySnapshot } from '#test/database.ts'

test('a log that has grown is checkpointed, and a table that has changed is vacuumed and analysed', async () => {
  const { db, close } = await openInMemory(await readEmptySnapshot())
  await sql`create table busy (n int, filler text)`.execute(db)
  const checkpoint = async () =>
    (await sql<{ at: string }>`select redo_lsn::text as at from pg_control_checkpoint()`.execute(db)).rows[0]?.at
  const before = await checkpoint()
  await sql`insert into busy select n, repeat(md5(n::text), 60) from generate_series(1, 20000) n`.execute(db)
  await sql`update busy set n = n + 1`.execute(db)
  expect(await checkpoint()).toBe(before)

  const stop = startHousekeeping(db, () => true, 20)
  await expect.poll(checkpoint, { timeout: 15_000 }).not.toBe(before)
  const statistics = sql`select last_vacuum is not null and last_analyze is not null as done, n_dead_tup::int as dead
    from pg_stat_user_tables where relname = 'busy'`
  await expect
    .poll(async () => (await statistics.execute(db)).rows, { timeout: 15_000 })
    .toEqual([{ done: true, dead: 0 }])
  stop()
  await close()
})
