import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { PictureWidth } from '#contract/catalogue/srcset-widths.ts'

import { makeMigratedDataDir } from '#test/data-dir.ts'
import { SHORT_LIVED } from '#test/short-lived.ts'
import { createVisitor } from '#test/visitor.ts'

const ROOT = join(import.meta.dirname, '..')

const OWN_SETTINGS = { PORT: '0', RATE_LIMITS: 'off', AVIF: 'off', LOG_LEVEL: 'warn' }

interface Account {
  email: string
  password: string
}

export interface ServedShop {
  origin: string
  /** The first administrator. */
  admin: Account
  /** Stops the shop and deletes its data. */
  stop(): Promise<unknown>
}

interface ServedProcess extends ServedShop {
  /** The shop's whole output so far, with its logs. */
  output(): string
  /** Stops the shop by SIGTERM, deletes its data and returns its exit code. */
  stop(): Promise<number | null>
}

/** A process that opens shops and closes them (see `shop-host.ts`). */
export interface ShopHost {
  address: string
  /** All that it has written, with the logs of its shops. */
  output(): string
  /** Closes its shops and ends it by SIGTERM; returns its exit code. */
  stop(): Promise<number | null>
}

/** The data of a shop that was opened once and stopped. */
export interface ShopData {
  folder: string
  admin: Account
}

/**
 * Starts the whole shop like `npm start`, as a process of its own on a free port, with an empty database and the demo
 * catalogue. It first builds the pages if they are missing or outdated. Resolves once the shop is open.
 *
 * Rate limits are off, because all customers have one address, and AVIF is off to save time. `settings` overrides both,
 * and any other setting.
 */
export async function serveShop(settings: Readonly<Record<string, string>> = {}): Promise<ServedProcess> {
  return serve(await makeMigratedDataDir(), settings)
}

/** Starts a process that opens shops. */
export async function startHost(): Promise<ShopHost> {
  // It lives long enough for the faster code of its databases.
  const { child, lines, end } = startProcess(['e2e/shop-host.ts'], OWN_SETTINGS)
  const address = await readUntil(child, lines, (line) => /^Host (\S+)$/.exec(line)?.[1])
  return { address, output: () => lines.join('\n'), stop: end }
}

/**
 * Opens a shop like `serveShop` in the process of a host, on a copy of this data: filling a new shop takes longer than
 * all else of its start.
 */
export async function serveCopy({ folder, admin }: ShopData, host: string): Promise<ServedShop> {
  const copy = await mkdtemp(join(tmpdir(), 'selvedge-data-'))
  await cp(folder, copy, { recursive: true })
  const remove = () => rm(copy, { recursive: true, force: true })
  try {
    const origin = await ask(host, '/open', copy)
    const stop = async () => {
      await ask(host, '/close', copy)
      await remove()
    }
    return { origin, admin, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

async function ask(host: string, path: string, folder: string): Promise<string> {
  const answer = await fetch(host + path, { method: 'POST', body: folder })
  const said = await answer.text()
  if (!answer.ok) throw new Error(`The host of the shops says: ${said}`)
  return said
}

/** Opens and stops a shop with the demo catalogue and returns its data. The caller removes the folder. */
export async function makeShopData(): Promise<ShopData> {
  const folder = await makeMigratedDataDir()
  const { origin, admin, end } = await open(folder, {})
  await makePicturesOfLists(origin)
  const code = await end()
  if (code !== 0) throw new Error(`The shop did not stop cleanly (${code}).`)
  return { folder, admin }
}

/**
 * Asks for the pictures that lists show: of each product the first two in the shop's cards, and the first in the
 * administrators' rows. A shop makes each width of a picture when somebody first asks for it, and each copy would make
 * these hundreds again.
 */
async function makePicturesOfLists(origin: string): Promise<void> {
  const { api, fetch } = createVisitor(origin)
  const askFor = async (address: string, width: PictureWidth) => {
    const { status } = await fetch(`${address}?w=${width}`, { headers: { accept: 'image/webp' } })
    if (status !== 200) throw new Error(`${address} in a width of ${width} is answered with ${status}.`)
  }
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { products, totalPages } = await api.listProducts({ page })
    pages = totalPages
    for (const { images } of products) {
      const [front = '', second = front] = images
      await Promise.all([askFor(front, 160), askFor(front, 320), askFor(second, 320)])
    }
  }
}

async function serve(folder: string, settings: Readonly<Record<string, string>>): Promise<ServedProcess> {
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const { end, ...shop } = await open(folder, settings)
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

async function open(folder: string, settings: Readonly<Record<string, string>>) {
  const { child, lines, end } = startProcess([...SHORT_LIVED, 'server/start/main.ts'], {
    ...OWN_SETTINGS,
    DATA_DIR: folder,
    ...settings,
  })
  try {
    return { ...(await readOpening(child, lines)), output: () => lines.join('\n'), end }
  } catch (error) {
    await end()
    throw error
  }
}

function startProcess(program: readonly string[], settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--import', './e2e/cheap-passwords.ts', ...program], {
    cwd: ROOT,
    env: { ...outsideSettings(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // It is stopped even if the tests crash.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    process.off('exit', kill)
    return child.exitCode
  }
  const lines: string[] = []
  return { child, lines, end }
}

/** The environment without settings that would connect the shop to a real database, mail server or payment provider. */
function outsideSettings(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'BUILD_DIR', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(kept.map((name) => [name, process.env[name]]))
}

/** Reads the shop's output until it has printed its address and the first administrator's password. */
function readOpening(child: ChildProcess, lines: string[]): Promise<Pick<ServedShop, 'origin' | 'admin'>> {
  let origin: string | undefined
  let email: string | undefined
  let password: string | undefined
  return readUntil(child, lines, (line) => {
    origin ??= /^\s*Shop\s+(https?:\S+)$/.exec(line)?.[1]
    email ??= /^\s*E-mail\s+(\S+)$/.exec(line)?.[1]
    password ??= /^\s*Password\s+(\S+)$/.exec(line)?.[1]
    return origin && email && password ? { origin, admin: { email, password } } : undefined
  })
}

/** Collects what a process writes, and resolves with what `find` first finds in a line. */
function readUntil<Found>(
  child: ChildProcess,
  lines: string[],
  find: (line: string) => Found | undefined,
): Promise<Found> {
  return new Promise((resolve, reject) => {
    const read = (line: string): void => {
      lines.push(line)
      const found = find(line)
      if (found !== undefined) resolve(found)
    }
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', read)
    }
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`It ended with ${code} before it was open:\n${lines.join('\n')}`)))
  })
}
