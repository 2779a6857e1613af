import type { PGlite } from '@electric-sql/pglite'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openEngineInMemory } from '#server/db/embedded/engine.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { createPrepared } from '#server/db/prepared-statements.ts'

let engine: PGlite
let run: ReturnType<typeof createPrepared>

beforeAll(async () => {
  engine = await openEngineInMemory()
})
afterAll(() => engine.close())
beforeEach(async () => {
  await engine.exec('drop table if exists kept; create table kept (id int primary key, note text); deallocate all')
  run = createPrepared(engine, 3)
})

const ADD = 'insert into kept (id, note) values ($1, $2)'
const FIND = 'select id, note from kept where id = $1'

async function countPrepared() {
  const { rows } = await engine.query<{ count: number }>('select count(*) from pg_prepared_statements')
  return rows[0]?.count
}

test('a statement is prepared once and answers with new values each time', async () => {
  await run(ADD, [1, 'one'])
  expect(await run(ADD, [2, null])).toEqual({ rows: [], affectedRows: 1 })
  // PostgreSQL keeps one plan for all values from the sixth time on.
  for (let turn = 0; turn < 8; turn++) {
    expect(await run(FIND, [1])).toEqual({ rows: [{ id: 1, note: 'one' }], affectedRows: 0 })
    expect(await run(FIND, [2])).toEqual({ rows: [{ id: 2, note: null }], affectedRows: 0 })
    expect(await run(FIND, [3])).toEqual({ rows: [], affectedRows: 0 })
  }
  expect(await countPrepared()).toBe(2)
})

test('a refused statement leaves the engine ready for the next one', async () => {
  await run(ADD, [1, 'one'])
  const refused = await run(ADD, [1, 'again']).catch((error: unknown) => error)
  expect(isUniqueViolation(refused, 'kept_pkey')).toBe(true)
  await expect(run('select nothing from nowhere where id = $1', [1])).rejects.toMatchObject({ code: '42P01' })
  await expect(run(FIND, ['no number'])).rejects.toMatchObject({ code: '22P02' })
  expect((await run(FIND, [1])).rows).toEqual([{ id: 1, note: 'one' }])
})

test('in a transaction a refused statement undoes what came before it', async () => {
  const work = engine.transaction(async () => {
    await run(ADD, [1, 'one'])
    await run(ADD, [1, 'again'])
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect((await run(FIND, [1])).rows).toEqual([])
})

test('after a change of its table a statement is prepared anew', async () => {
  await run(ADD, [1, 'one'])
  const all = 'select * from kept where id >= $1'
  await run(all, [1])
  await engine.exec('alter table kept add column more text default $$new$$')
  expect((await run(all, [1])).rows).toEqual([{ id: 1, note: 'one', more: 'new' }])

  await engine.exec('alter table kept drop column more')
  await expect(engine.transaction(() => run(all, [1]))).rejects.toMatchObject({ code: '0A000' })
  expect((await engine.transaction(() => run(all, [1]))).rows).toEqual([{ id: 1, note: 'one' }])
})

test('at most so many are kept, and the least recently used one goes', async () => {
  const nth = (n: number) => `select $1::int + ${n} as sum`
  for (const n of [1, 2, 3, 1, 4]) expect((await run(nth(n), [10])).rows).toEqual([{ sum: 10 + n }])
  const { rows } = await engine.query<{ statement: string }>('select statement from pg_prepared_statements')
  expect(rows.map(({ statement }) => statement).toSorted()).toEqual([nth(1), nth(3), nth(4)])
  expect((await run(nth(2), [10])).rows).toEqual([{ sum: 12 }])
})

test('a long value and a long answer come through whole', async () => {
  const note = '👖'.repeat(300_000)
  await run(ADD, [1, note])
  expect((await run(FIND, [1])).rows).toEqual([{ id: 1, note }])
})
