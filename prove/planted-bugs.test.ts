import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import type { Mutation } from '#prove/planted-bug.ts'

import { findCatcher, plant } from '#prove/plant-in-source.ts'
import { MUTATIONS } from '#prove/planted-bugs.ts'

const ROOT = join(import.meta.dirname, '..')

test('there are a dozen bugs to plant, each with a name of its own', () => {
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length)
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(12)
})

test.for(MUTATIONS)('$name: still fits the code, and there are tests to catch it', (mutation) => {
  const { file, text } = plant(mutation, ROOT)
  expect(text).not.toBe(readFileSync(join(ROOT, file), 'utf8'))
  expect(existsSync(join(ROOT, findCatcher(mutation, ROOT)))).toBe(true)
})

test('a bug is planted inside its function alone, in whichever file of the folder it stands', ({ onTestFinished }) => {
  const root = mkdtempSync(join(tmpdir(), 'selvedge-plant-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const other = 'function other() {\n  return stock - 1\n}\n'
  const take = (body: string) =>
    `/** Takes one. */\nexport async function take(\n  a: string,\n): Promise<void> {\n${body}}\n`
  const mutation: Mutation = {
    name: 'a',
    folder: 'shop',
    inside: 'take',
    find: /stock - (\d)/,
    replace: 'stock + $1',
    caughtBy: '',
  }
  mkdirSync(join(root, 'shop', 'deep'), { recursive: true })
  const write = (text: string) => writeFileSync(join(root, 'shop', 'deep', 'moved.ts'), text)

  write(other + take('  return stock - 2\n') + other)
  expect(plant(mutation, root)).toEqual({
    file: 'shop/deep/moved.ts',
    text: other + take('  return stock + 2\n') + other,
  })
  write(other + take('  return 0\n'))
  expect(() => plant(mutation, root)).toThrow('stands 0 times inside take')
  write(take('  return stock - 2 - (stock - 3)\n'))
  expect(() => plant(mutation, root)).toThrow('stands 2 times inside take')
})
