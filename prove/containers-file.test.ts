import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const textOf = (name: string) => readFile(join(ROOT, name), 'utf8')

/** The parts of a level of a file in YAML, by their names. */
function partsOf(text: string, indent: string): Map<string, string> {
  const found = text.matchAll(new RegExp(String.raw`^${indent}([\w-]+):(.*(?:\n(?:${indent} .*|))*)`, 'gm'))
  return new Map([...found].map(([, name = '', part = '']) => [name, part]))
}

test('the containers are two shops, a worker, a database, a web server and a backup, locked and watched', async () => {
  const parts = partsOf(await textOf('compose.yaml'), '')
  const shared = parts.get('x-shop') ?? ''
  const services = new Map(
    [...partsOf(parts.get('services') ?? '', '  ')].map(([name, part]) => [name, part.replace('*shop', shared)]),
  )
  expect([...services.keys()]).toEqual(['database', 'shop-1', 'shop-2', 'worker', 'caddy', 'backup'])
  const having = (line: RegExp) => [...services].filter(([, part]) => line.test(part)).map(([name]) => name)
  expect(having(/^ +read_only: true$/m)).toEqual(['shop-1', 'shop-2', 'worker', 'caddy', 'backup'])
  expect(having(/^ +env_file: \[\{ path: \.env, required: false \}\]$/m)).toEqual([
    'shop-1',
    'shop-2',
    'worker',
    'backup',
  ])
  expect(having(/^ +cap_drop: \[ALL\]$/m)).toEqual(['shop-1', 'shop-2', 'worker', 'backup'])
  expect(having(/^ +database: \{ condition: service_healthy \}$/m)).toEqual(['shop-1', 'shop-2', 'worker', 'backup'])
  expect(having(/^ +restart: unless-stopped$/m)).toEqual([...services.keys()])
  expect(services.get('database')).toMatch(/^ +healthcheck:\n +test: \[CMD, pg_isready/m)
  expect(having(/^ +healthcheck: \{ disable: true \}$/m)).toEqual(['backup'])
  expect(await textOf('Dockerfile')).toMatch(/^HEALTHCHECK [\s\S]*\/readyz/m)
})
