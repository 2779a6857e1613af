import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { SERVICE } from '#prove/prepare-shop.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFile(join(ROOT, path), 'utf8')

test('the service that owners are given starts the shop as `npm start` and the benchmarks do', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: { start: string } }
  const service = await read('docs/operations/install.md')
  expect(service).toContain(`ExecStart=/opt/selvedge/current/node_modules/.bin/${scripts.start}\n`)
  // Only where it keeps what is compiled is its own.
  for (const [name, value] of Object.entries({ ...SERVICE, NODE_COMPILE_CACHE: '/var/cache/selvedge' })) {
    expect(service).toContain(`\nEnvironment=${name}=${value}\n`)
  }
})
