import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { makeMigratedDataDir } from '#test/data-dir.ts'
import { SHORT_LIVED } from '#test/short-lived.ts'

import { sharedShop } from './journey.ts'

/** A test of one start was seen to take 69 s on a busy machine. */
const LONGEST_START_MS = 120_000
/** For two of them. */
vi.setConfig({ testTimeout: 300_000 })

const ROOT = join(import.meta.dirname, '..')

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-process-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A data folder with an empty database, because making one takes seconds. */
async function emptyShop(): Promise<string> {
  const folder = await makeMigratedDataDir()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the shop by a command and resolves with its exit code and all that it wrote. */
async function startOnce(settings: Record<string, string>) {
  const child = spawn(process.execPath, [...SHORT_LIVED, 'server/start/main.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      BUILD_DIR: process.env.BUILD_DIR,
      LOG_LEVEL: 'silent',
      DEMO_CATALOGUE: 'off',
      ...settings,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, lines: output.trim().split('\n') }
}

test.each([
  [{ PORT: 'http' }, 'PORT is wrong: it must be a number from 0 to 65535.'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV is wrong: it must be development or production or test.'],
  [{ NODE_ENV: 'production', RATE_LIMITS: 'off' }, 'RATE_LIMITS is wrong: it must be on when NODE_ENV is production.'],
  [{ MAIL_FROM: 'the shop' }, 'MAIL_FROM is wrong: it must be an e-mail address.'],
  [{ RAZORPAY_KEY_ID: 'rzp_live_1' }, 'RAZORPAY_KEY_SECRET is missing: the RAZORPAY_ settings belong together.'],
  [
    { DATABASE_URL: 'postgres://shop:hidden@127.0.0.1:1/shop' },
    'DATABASE_URL cannot be used: nothing answers at 127.0.0.1:1.',
  ],
])('the wrong setting %j ends the start with one line', async (settings, line) => {
  const { code, lines } = await startOnce({ DATA_DIR: await emptyFolder(), ...settings })
  const said = lines.filter((each) => each !== 'Building the pages …')
  expect({ code, said }).toEqual({ code: 1, said: [line] })
})

/**
 * Opens the shop by a command of npm's. The server shares npm's output, so the output closes only when the server has
 * ended.
 */
async function openByNpm(command: readonly string[], DATA_DIR: string) {
  const settings = { DATA_DIR, PORT: '0', LOG_LEVEL: 'silent', DEMO_CATALOGUE: 'off' }
  const { PATH, HOME, BUILD_DIR } = process.env
  const npm = spawn('npm', command, { cwd: ROOT, detached: true, env: { PATH, HOME, BUILD_DIR, ...settings } })
  let output = ''
  const closed = once(npm.stdout, 'close')
  npm.stdout.on('data', (chunk) => (output += String(chunk)))
  let isClosed = false
  npm.stdout.once('close', () => (isClosed = true))
  // As Ctrl+C does, to npm and all that it has started.
  onTestFinished(async () => {
    if (!isClosed && npm.pid !== undefined) process.kill(-npm.pid, 'SIGINT')
    await closed
  })
  await expect.poll(() => output, { timeout: LONGEST_START_MS }).toMatch(/Shop\s+http/)
  const stopNpm = async () => {
    npm.kill('SIGTERM')
    await closed
  }
  return { origin: /Shop\s+(\S+)/.exec(output)?.[1] ?? '', output: () => output, stopNpm }
}

test('npm opens the shop, a second start on its data is refused, and stopping npm closes it', async () => {
  const DATA_DIR = await emptyFolder()
  const { origin, stopNpm } = await openByNpm(['start'], DATA_DIR)
  await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(200)

  const second = await startOnce({ DATA_DIR, PORT: '0' })
  expect(second.code).toBe(1)
  expect(second.lines.at(-1)).toMatch(
    /^DATA_DIR .+ is in use by process \d+: stop that one first, or set another DATA_DIR\.$/,
  )

  await stopNpm()
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow('fetch failed')
})

test('a port in use stops the start with one line that says what to do, and does not use up the password that is shown once', async () => {
  const DATA_DIR = await emptyShop()
  const { port } = new URL(sharedShop().origin)
  const { code, lines } = await startOnce({ DATA_DIR, PORT: port })
  expect(code).toBe(1)
  expect(lines.at(-1)).toBe(`Port ${port} is in use: stop what listens there or set PORT to another one.`)
  const { output } = await openByNpm(['start'], DATA_DIR)
  await expect.poll(output).toMatch(/Password\s+\S+/)
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('a shop that says it is ready for the first time knows its first administrator', async () => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const ADMIN = { ADMIN_EMAIL: 'first@shop.example', ADMIN_PASSWORD: 'a long enough first password' }
  const settings = { DATA_DIR: await emptyShop(), PORT: String(port), LOG_LEVEL: 'silent', DEMO_CATALOGUE: 'off' }
  const { PATH, BUILD_DIR } = process.env
  const child = spawn(process.execPath, [...SHORT_LIVED, 'server/start/main.ts'], {
    cwd: ROOT,
    env: { PATH, BUILD_DIR, ...settings, ...ADMIN },
  })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  // As often as it can be asked: the first yes counts.
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  await expect.poll(isReady, { timeout: LONGEST_START_MS, interval: 1 }).toBe(true)
  const answer = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }),
  })
  expect(answer.status).toBe(200)
})

/** Addresses that a process listens on: IPv4 in dots, IPv6 as Linux writes it. None on other systems. */
async function listeningAddresses(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`
  if (process.platform !== 'linux') return []
  const descriptors = await readdir(folder)
  const targets = await Promise.all(descriptors.map((each) => readlink(join(folder, each)).catch(() => '')))
  const sockets = new Set(targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []))
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')))
  return tables
    .flatMap((table) => table.trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === '0A' && sockets.has(fields[9] ?? ''))
    .map(([, local = '']) => local.slice(0, local.indexOf(':')))
    .map((hex) => (hex.length === 8 ? [...Buffer.from(hex, 'hex')].toReversed().join('.') : hex))
}

test('while it is developed, the shop shows its pages from their source and is not started anew by itself', async () => {
  const dataDir = await emptyShop()
  const { origin, output } = await openByNpm(['run', 'dev'], dataDir)
  const page = await fetch(`${origin}/about`, { signal: AbortSignal.timeout(LONGEST_START_MS) })
  expect(page.status).toBe(200)
  // Requests that a link or another page could send.
  const secret = join(dataDir, 'database', 'PG_VERSION')
  const inside = join(ROOT, 'data-of-a-test', 'secret.txt')
  await mkdir(dirname(inside), { mode: 0o700 })
  onTestFinished(() => rm(dirname(inside), { recursive: true }))
  await writeFile(inside, 'secret')
  const asked = [
    `/@fs${secret}`,
    `/@fs${secret}?raw`,
    `/@fs${secret}?import&raw`,
    `/@fs${inside}?raw`,
    '/data-of-a-test/secret.txt',
    '/data-of-a-test/secret.txt?raw',
    `/@fs${ROOT}/app/..%2fdata-of-a-test/secret.txt`,
    '/package-lock.json',
    `/@fs${ROOT}/package-lock.json?raw`,
    `/@fs${ROOT}/server/start/main.ts`,
    `/@fs${ROOT}/.git`,
    '/@fs/etc/passwd?raw',
    '/__open-in-editor?file=/etc/passwd',
    '/__Open-In-Editor?file=app/root.tsx',
    '//__open-in-editor?file=app/root.tsx',
  ]
  const answers = await Promise.all(asked.map(async (path) => ({ path, status: (await fetch(origin + path)).status })))
  expect(answers.filter(({ status }) => status !== 403 && status !== 404)).toEqual([])
  await expect.poll(async () => (await fetch(`${origin}/app/root.tsx`)).status).toBe(200)
  const { pid } = JSON.parse(await readFile(join(dataDir, 'selvedge.lock'), 'utf8')) as { pid: number }
  const addresses = await listeningAddresses(pid)
  expect(addresses.length).toBeGreaterThanOrEqual(process.platform === 'linux' ? 2 : 0)
  expect(addresses.filter((address) => address !== '127.0.0.1')).toEqual([])
  await expect.poll(output).toMatch(/Password\s+\S+/)
  expect(output()).not.toContain('Restarting')
})
