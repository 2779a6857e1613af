import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = 'node_modules/'

interface Component {
  name: string
  version: string
  purl: string
  hashes?: { content: string }[]
  properties: { name: string; value: string }[]
}

interface Lockfile {
  packages: Record<string, { version: string; name?: string; dev?: boolean; link?: boolean }>
}

const isForDevelopment = ({ properties }: Component) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')

test('the list of packages names all that the shop runs on, with their sums, and marks those of the development', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    cwd: ROOT,
    maxBuffer: 16 * 1024 ** 2,
  })
  const list = JSON.parse(stdout) as { components: Component[] }
  expect(list).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.\d$/) })
  const running = list.components.filter((component) => !isForDevelopment(component))
  const withoutSum = running.filter(({ purl, hashes }) => !/^pkg:npm\/.+@.+/.test(purl) || !hashes?.[0]?.content)
  expect(withoutSum).toEqual([])
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile
  const installed = Object.entries(packages).flatMap(([place, { name, version, dev = false, link = false }]) =>
    place === '' || dev || link ? [] : [`${name ?? place.slice(place.lastIndexOf(FOLDER) + FOLDER.length)}@${version}`],
  )
  expect(new Set(running.map(({ name, version }) => `${name}@${version}`))).toEqual(new Set(installed))
})
