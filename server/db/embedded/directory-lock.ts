import { execFileSync } from 'node:child_process'
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { childEnvironment } from '#server/child-environment.ts'
import { StartupError } from '#server/startup-error.ts'

export interface DirectoryLock {
  path: string
  /** Tells whoever starts next that this process is on its way out, and that waiting for it is worth while. */
  announceEnd(): void
  release(): void
}

interface Holder {
  pid: number
  host: string
  /** When the process started, in whatever words the system has; a process id alone may be another's by now. */
  startedAt: string
  isEnding?: boolean
}

const FILE_NAME = 'selvedge.lock'
const UNFINISHED_WRITE_MS = 200
const LIFE_SIGN_MS = 2500
const ATTEMPTS = 5
const ENDING_MS = 3000
const LOOK_EVERY_MS = 50

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

function startOf(pid: number): string {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets and may hold spaces; the start time is the 22nd.
    return `${bootId} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return startByProcessList(pid)
  }
}

function startByProcessList(pid: number): string {
  if (process.platform === 'linux' || process.platform === 'win32') return ''
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: 'pipe',
      env: childEnvironment(),
    }).trim()
  } catch {
    return ''
  }
}

type Life = 'running' | 'ending' | 'gone'

/** SIGKILL in a set of signals as Linux writes it, in hexadecimal. */
const KILL_BIT = 1n << 8n

/**
 * How far a process has come on Linux; `running` where that cannot be read. One that was killed holds its files until the last
 * of its threads is gone, and then stays as a zombie for as long as its parent does not look.
 */
function lifeOnLinux(pid: number): Life {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'),
    )
    const isDead = (status: string) => /^State:\s+[ZXx]/m.test(status)
    if (threads.every(isDead)) return 'gone'
    const isKilled = (status: string) =>
      [...status.matchAll(/^(?:SigPnd|ShdPnd):\s+([\da-f]+)$/gm)].some(([, set]) => BigInt(`0x${set}`) & KILL_BIT)
    return threads.some((status) => isDead(status) || isKilled(status)) ? 'ending' : 'running'
  } catch {
    // Something ended while it was looked at, and is looked at again soon; or there is nothing of the kind to read.
    return existsSync('/proc/self/task') ? 'ending' : 'running'
  }
}

function lifeOf({ pid, startedAt, isEnding }: Holder): Life {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return 'gone'
  }
  const start = startOf(pid)
  if (start && startedAt && start !== startedAt) return 'gone'
  const life = lifeOnLinux(pid)
  return life === 'running' && isEnding ? 'ending' : life
}

function readIfThere<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const { pid, host, startedAt, isEnding }: Partial<Record<keyof Holder, unknown>> = value
    if (typeof pid !== 'number' || typeof host !== 'string' || typeof startedAt !== 'string') return undefined
    return { pid, host, startedAt, isEnding: isEnding === true }
  } catch {
    return undefined
  }
}

/** On another host (a second container on one volume) the process cannot be looked up, but it touches its lock. */
async function isTouched(path: string): Promise<boolean> {
  const touchedAt = () => readIfThere(() => statSync(path).mtimeMs)
  const before = touchedAt()
  const until = performance.now() + LIFE_SIGN_MS
  while (performance.now() < until) {
    await sleep(100)
    if (touchedAt() !== before) return true
  }
  return false
}

/** Waits for a process that ends, and for none that runs: true once it is gone, or no longer the one that holds the lock. */
async function isFreed(path: string, text: string, holder: Holder): Promise<boolean> {
  const until = performance.now() + ENDING_MS
  for (;;) {
    const life = lifeOf(holder)
    if (life === 'gone' || readIfThere(() => readFileSync(path, 'utf8')) !== text) return true
    if (life === 'running' || performance.now() > until) return false
    await sleep(LOOK_EVERY_MS)
  }
}

async function findHolder(path: string, text: string): Promise<Holder | undefined> {
  const holder = parseHolder(text)
  if (!holder) return undefined
  const isAlive = holder.host === hostname() ? !(await isFreed(path, text, holder)) : await isTouched(path)
  return isAlive ? holder : undefined
}

/** Removes the lock that says `staleText`, and no other: another process may have taken it over in the meantime. */
function removeStale(path: string, staleText: string) {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  if (readFileSync(aside, 'utf8') !== staleText) linkSync(aside, path)
  rmSync(aside)
}

function removeOwn(path: string, own: string) {
  const text = readIfThere(() => readFileSync(path, 'utf8'))
  if (text === own) rmSync(path)
}

/**
 * Makes this process the only one that works in `directory`, until `release` or its end. A lock whose process is gone
 * is taken over, and one whose process is ending is waited for, three seconds at most. Rejects with a `StartupError` that names the process that holds it.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const path = join(directory, FILE_NAME)
  const holder: Holder = { pid: process.pid, host: hostname(), startedAt: startOf(process.pid) }
  let own = JSON.stringify(holder)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      writeFileSync(path, own, { flag: 'wx', mode: 0o600 })
      return {
        path,
        announceEnd() {
          own = JSON.stringify({ ...holder, isEnding: true } satisfies Holder)
          writeFileSync(path, own)
        },
        release: () => removeOwn(path, own),
      }
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    let text = readIfThere(() => readFileSync(path, 'utf8'))
    if (text !== undefined && !parseHolder(text)) {
      await sleep(UNFINISHED_WRITE_MS)
      text = readIfThere(() => readFileSync(path, 'utf8'))
    }
    if (text === undefined) continue
    const other = await findHolder(path, text)
    if (other) {
      const where = other.host === hostname() ? '' : ` on ${other.host}`
      throw new StartupError(
        `DATA_DIR ${directory} is in use by process ${other.pid}${where}: stop that one first, or set another DATA_DIR.`,
      )
    }
    removeStale(path, text)
  }
  throw new StartupError(`DATA_DIR ${directory} could not be locked: other processes keep taking ${path}.`)
}
