import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { STATEMENT_MS } from '#server/db/database-timeouts.ts'

test('a pooler gives its connections the same time limit as the shop gives its own', () => {
  const file = join(import.meta.dirname, '..', '..', 'docs', 'operations', 'pooler', 'pgbouncer.ini')
  const limits = [...readFileSync(file, 'utf8').matchAll(/set (\w+_timeout) = (\d+)/g)].map(([, name, ms]) => [
    name,
    ms,
  ])
  expect(limits).toEqual([
    ['statement_timeout', String(STATEMENT_MS)],
    ['idle_in_transaction_session_timeout', String(STATEMENT_MS)],
  ])
})
