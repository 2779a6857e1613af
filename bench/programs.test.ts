import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFile(join(ROOT, path), 'utf8')

test('the service that owners are given starts the shop as `npm start` and the benchmarks do', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: { start: string } }
  const service = await read('docs/operations.md')
  expect(service).toContain(`ExecStart=/opt/selvedge/current/node_modules/.bin/${scripts.start}\n`)
  expect(service).toContain('\nEnvironment=MALLOC_ARENA_MAX=2\nEnvironment=NODE_COMPILE_CACHE=')
  expect(await read('bench/programs.ts')).toContain("{ MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: ")
})
