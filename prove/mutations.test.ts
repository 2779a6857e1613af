import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { MUTATIONS, plant } from '#prove/mutations.ts'

const ROOT = join(import.meta.dirname, '..')

test('there are a dozen bugs to plant, each with a name of its own', () => {
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length)
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(12)
})

test.for(MUTATIONS)('$name: still fits the code, and somebody is there to catch it', (mutation) => {
  const text = readFileSync(join(ROOT, mutation.file), 'utf8')
  expect(plant(mutation, text)).not.toBe(text)
  expect(() => plant(mutation, text + text)).toThrow('stands 2 times')
  expect(mutation.caughtBy.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  expect(mutation.caughtBy.length).toBeGreaterThan(0)
})
