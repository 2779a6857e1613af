import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { makeDataDir } from '#test/data-dir.ts'

const ROOT = join(import.meta.dirname, '..')

/** A shop of a test lives too short for what it would cost to compile the code of its database a second time, to faster code. */
const SHORT_LIVED = ['--liftoff-only']

const OWN_SETTINGS = { PORT: '0', RATE_LIMITS: 'off', AVIF: 'off', LOG_LEVEL: 'warn' }

interface Account {
  email: string
  password: string
}

export interface ServedShop {
  origin: string
  /** The first administrator. */
  admin: Account
  /** The shop's whole output so far, with its logs. */
  output(): string
  /** Stops the shop by SIGTERM, deletes its data and returns its exit code. */
  stop(): Promise<number | null>
}

/** The data of a shop that was opened once and stopped. */
export interface ShopData {
  folder: string
  admin: Account
}

/**
 * Starts the whole shop like `npm start`, as a process of its own on a free port, with an empty database and the demo catalogue.
 * It first builds the pages if they are missing or outdated. Resolves once the shop is open.
 *
 * Rate limits are off, because all customers have one address, and AVIF is off to save time. `settings` overrides both, and any
 * other setting.
 */
export async function serveShop(settings: Readonly<Record<string, string>> = {}): Promise<ServedShop> {
  return serve(await makeDataDir(), settings)
}

/** Starts a shop like `serveShop`, on a copy of this data: filling a new shop takes longer than all else of its start. */
export async function serveCopy({ folder, admin }: ShopData): Promise<ServedShop> {
  const copy = await mkdtemp(join(tmpdir(), 'selvedge-data-'))
  await cp(folder, copy, { recursive: true })
  return serve(copy, {}, admin)
}

/** Opens and stops a shop with the demo catalogue and returns its data. The caller removes the folder. */
export async function makeShopData(): Promise<ShopData> {
  const folder = await makeDataDir()
  const { admin, end } = await open(folder, {})
  const code = await end()
  if (code !== 0) throw new Error(`The shop did not stop cleanly (${code}).`)
  return { folder, admin }
}

async function serve(folder: string, settings: Readonly<Record<string, string>>, admin?: Account): Promise<ServedShop> {
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const { end, ...shop } = await open(folder, settings, admin)
    const stop = async () => {
      const code = await end()
      await remove()
      return code
    }
    return { ...shop, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

/** @param known the first administrator, if an earlier start has shown the password */
async function open(folder: string, settings: Readonly<Record<string, string>>, known?: Account) {
  const child = spawn(
    process.execPath,
    [...SHORT_LIVED, '--import', './e2e/cheap-passwords.ts', 'server/start/main.ts'],
    {
      cwd: ROOT,
      env: { ...outsideSettings(), ...OWN_SETTINGS, DATA_DIR: folder, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  // The shop is stopped even if the tests crash.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const lines: string[] = []
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    process.off('exit', kill)
    return child.exitCode
  }
  try {
    const opening = await readOpening(child, lines, known)
    return { ...opening, output: () => lines.join('\n'), end }
  } catch (error) {
    await end()
    throw error
  }
}

/** The environment without settings that would connect the shop to a real database, mail server or payment provider. */
function outsideSettings(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'BUILD_DIR', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(kept.map((name) => [name, process.env[name]]))
}

/** Reads the shop's output until it has printed its address and, unless it is known, the first administrator's password. */
function readOpening(
  child: ChildProcess,
  lines: string[],
  known?: Account,
): Promise<Pick<ServedShop, 'origin' | 'admin'>> {
  return new Promise((resolve, reject) => {
    let origin: string | undefined
    let email = known?.email
    let password = known?.password
    const read = (line: string): void => {
      lines.push(line)
      origin ??= /^\s*Shop\s+(https?:\S+)$/.exec(line)?.[1]
      email ??= /^\s*E-mail\s+(\S+)$/.exec(line)?.[1]
      password ??= /^\s*Password\s+(\S+)$/.exec(line)?.[1]
      if (origin && email && password) resolve({ origin, admin: { email, password } })
    }
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', read)
    }
    child.once('error', reject)
    child.once('close', (code) =>
      reject(new Error(`The shop ended with ${code} before it was open:\n${lines.join('\n')}`)),
    )
  })
}
