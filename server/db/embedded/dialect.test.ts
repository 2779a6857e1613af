import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { OpenDatabase } from '#server/db/database.ts'

import { openInMemory } from '#server/db/embedded/open-embedded.ts'
import { urgently } from '#server/db/urgent-work.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openInMemory()
})
afterAll(() => database.close())

test('urgent work does not wait behind other work, which is done in the order in which it came', async () => {
  const done: string[] = []
  const ask = async (name: string) => {
    await sql`select 1`.execute(database.db)
    done.push(name)
  }
  const first = ['running', 'second', 'third'].map(ask)
  const buying = urgently(() => ask('urgent'))
  await Promise.all([...first, buying])
  expect(done).toEqual(['running', 'urgent', 'second', 'third'])
})

test('what has arrived is dealt with between statements that wait', async () => {
  const seen: string[] = []
  const ask = async (name: string) => {
    await sql`select count(*) from generate_series(1, 20000)`.execute(database.db)
    seen.push(name)
  }
  setImmediate(() => seen.push('what has arrived'))
  await Promise.all(Array.from({ length: 20 }, (_, index) => ask(String(index))))
  expect(seen.indexOf('what has arrived')).toBeLessThan(seen.indexOf('19'))
})
