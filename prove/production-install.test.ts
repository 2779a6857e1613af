import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** The 15 packages of OpenTelemetry, which are loaded only where traces are wanted, are 23 MiB of it. */
const MOST_MIB = 160
const MOST_PACKAGES = 170
/** The parts of the project that a production machine needs. */
const PARTS = ['build', 'contract', 'demo', 'package.json', 'sandbox', 'server']

/** Places of the packages that `npm ci --omit=dev` installs on this machine. */
let places: string[]
let folder: string
beforeAll(async () => {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  places = Object.entries(lock.packages)
    .filter(([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional && existsSync(join(ROOT, place)))
    .map(([place]) => place)
  folder = await mkdtemp(join(tmpdir(), 'selvedge-install-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Disk space of a package, without the packages inside it, which are listed by themselves. */
async function occupiedBytes(path: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') bytes += await occupiedBytes(inner)
    if (entry.isFile()) bytes += (await stat(inner)).blocks * 512
  }
  return bytes
}

test('an install without development packages is small', async () => {
  expect(places.length).toBeGreaterThan(50)
  expect(places.length).toBeLessThanOrEqual(MOST_PACKAGES)
  const sizes = await Promise.all(places.map((place) => occupiedBytes(join(ROOT, place))))
  const mib = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024 ** 2
  expect(mib).toBeGreaterThan(30)
  expect(mib).toBeLessThanOrEqual(MOST_MIB)
})

test('the shop opens and shows its pages from such an install and a build', async () => {
  for (const place of places.filter((each) => each.lastIndexOf('node_modules/') === 0)) {
    await mkdir(dirname(join(folder, place)), { recursive: true })
    await symlink(join(ROOT, place), join(folder, place))
  }
  for (const part of PARTS) await symlink(join(ROOT, part), join(folder, part))
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), DEMO_CATALOGUE: 'off' }
  // Otherwise Node would follow the links, and find packages there that this installation leaves out.
  const flags = ['--preserve-symlinks', '--preserve-symlinks-main']
  const child = spawn(process.execPath, [...flags, 'server/start/main.ts'], { cwd: folder, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk)
        const port = /^\s*Shop\s+http:\S+:(\d+)$/m.exec(output)?.[1]
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
      })
    }
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)))
  })
  const page = await fetch(`${origin}/`)
  expect(page.status).toBe(200)
  expect((await page.text()).includes('Explore Collection')).toBe(true)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
