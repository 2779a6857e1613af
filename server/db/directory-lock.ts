import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { StartupError } from '#server/startup-error.ts'

export interface DirectoryLock {
  path: string
  release(): void
}

interface Holder {
  pid: number
  host: string
  /** When the process started, in whatever words the system has; a process id alone may be another's by now. */
  startedAt: string
}

const FILE_NAME = 'selvedge.lock'
const UNFINISHED_WRITE_MS = 200
const LIFE_SIGN_MS = 2500
const ATTEMPTS = 5

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
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return ''
  }
}

function isRunning({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
  }
  const start = startOf(pid)
  return !start || !startedAt || start === startedAt
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

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
    const { pid, host, startedAt }: Partial<Record<keyof Holder, unknown>> = value
    if (typeof pid !== 'number' || typeof host !== 'string' || typeof startedAt !== 'string') return undefined
    return { pid, host, startedAt }
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

async function isHeld(path: string, text: string): Promise<Holder | undefined> {
  const holder = parseHolder(text)
  if (!holder) return undefined
  const isAlive = holder.host === hostname() ? isRunning(holder) : await isTouched(path)
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
 * is taken over. Rejects with a `StartupError` that names the process that holds it.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const path = join(directory, FILE_NAME)
  const own = JSON.stringify({ pid: process.pid, host: hostname(), startedAt: startOf(process.pid) } satisfies Holder)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      writeFileSync(path, own, { flag: 'wx', mode: 0o600 })
      return { path, release: () => removeOwn(path, own) }
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    let text = readIfThere(() => readFileSync(path, 'utf8'))
    if (text !== undefined && !parseHolder(text)) {
      await sleep(UNFINISHED_WRITE_MS)
      text = readIfThere(() => readFileSync(path, 'utf8'))
    }
    if (text === undefined) continue
    const holder = await isHeld(path, text)
    if (holder) {
      const where = holder.host === hostname() ? '' : ` on ${holder.host}`
      throw new StartupError(
        `DATA_DIR ${directory} is in use by process ${holder.pid}${where}: stop that one first, or set another DATA_DIR.`,
      )
    }
    removeStale(path, text)
  }
  throw new StartupError(`DATA_DIR ${directory} could not be locked: other processes keep taking ${path}.`)
}
