import { expect, test } from 'vitest'

import { openEngineInMemory } from '#server/db/embedded/engine.ts'
import { startHousekeeping } from '#server/db/embedded/housekeeping.ts'

test('a log that has grown is checkpointed, and a table that has changed is vacuumed and analysed', async () => {
  const engine = await openEngineInMemory()
  await engine.exec('create table busy (n int, filler text)')
  const checkpoint = async () =>
    (await engine.query<{ at: string }>('select redo_lsn::text as at from pg_control_checkpoint()')).rows[0]?.at
  const before = await checkpoint()
  await engine.exec(`insert into busy select n, repeat(md5(n::text), 60) from generate_series(1, 20000) n`)
  await engine.exec('update busy set n = n + 1')
  expect(await checkpoint()).toBe(before)

  const housekeeping = startHousekeeping(
    (work) => work(engine),
    () => true,
    20,
  )
  await expect.poll(checkpoint, { timeout: 15_000 }).not.toBe(before)
  const statistics = `select last_vacuum is not null and last_analyze is not null as done, n_dead_tup::int as dead
    from pg_stat_user_tables where relname = 'busy'`
  await expect
    .poll(async () => (await engine.query(statistics)).rows, { timeout: 15_000 })
    .toEqual([{ done: true, dead: 0 }])
  housekeeping.stop()
  await engine.close()
})
