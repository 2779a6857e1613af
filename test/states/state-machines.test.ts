import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createTestDatabase } from '#test/database.ts'
import { MACHINE_NAMES, MACHINES, statesPage, stepsOf, type Machine } from '#test/states/state-machines.ts'

test('docs/states.md shows the tables of states as they are', async () => {
  await expect(statesPage()).toMatchFileSnapshot('../../docs/states.md')
})

test.for(MACHINE_NAMES)('every step of %s leads to a state of its table, and every state has a way to it', (name) => {
  const machine: Machine = MACHINES[name]
  const steps = stepsOf(machine)
  const states = Object.keys(machine.states)
  expect(steps.filter(({ to }) => !states.includes(to))).toEqual([])
  expect(steps.filter(({ by }) => by.length === 0)).toEqual([])
  const reached = new Set<string | null>([null])
  for (const _ of states) for (const { from, to } of steps) if (reached.has(from)) reached.add(to)
  expect([...reached].filter((state) => state !== null).toSorted()).toEqual(states.toSorted())
})

test('the database takes exactly the states of the tables', async () => {
  const database = await createTestDatabase()
  try {
    for (const machine of Object.values(MACHINES)) {
      const [table, column] = machine.column
      const { rows } = await sql<{ check: string }>`
        select pg_get_constraintdef(found.oid) as check
        from pg_constraint found join pg_attribute named on named.attrelid = found.conrelid and named.attname = ${column}
        where found.conrelid = ${table}::regclass and found.contype = 'c' and found.conkey = array[named.attnum]`.execute(
        database.db,
      )
      const taken = rows.map((row) => [...row.check.matchAll(/'([^']+)'::text/g)].map(([, state]) => state!).toSorted())
      expect([table, taken]).toEqual([table, [Object.keys(machine.states).toSorted()]])
    }
  } finally {
    await database.close()
  }
})
