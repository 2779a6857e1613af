import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { CLOSE_BUDGET_MS, GRACE_MS } from '#server/http/health/stopping-times.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

test.for([
  ['compose.yaml', /^ *stop_grace_period: (\d+)s$/gm],
  ['docs/operations/install.md', /^TimeoutStopSec=(\d+)$/gm],
] as const)('%s gives a process more time to stop than it takes', ([file, limit]) => {
  const seconds = [...readFileSync(join(ROOT, file), 'utf8').matchAll(limit)].map(([, number]) => Number(number))
  expect(seconds).not.toEqual([])
  expect(Math.min(...seconds) * 1000).toBeGreaterThan(CLOSE_BUDGET_MS)
})

test('idle connections leave time for what else has to close', () => {
  expect(GRACE_MS).toBeLessThan(CLOSE_BUDGET_MS / 2)
})
