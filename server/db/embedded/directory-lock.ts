import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

import { DataDirInUse } from '#server/start/startup-error.ts'

export interface DirectoryLock {
  /** Tells the next process to wait, because this one ends soon. */
  announceEnd(): void
  release(): void
}

interface Holder {
  pid: number
  isEnding?: boolean
}

/** How long to wait for a process that runs, and for one that ends. */
const RUNNING_WAIT_MS = 300
const ENDING_WAIT_MS = 3000
const TRY_EVERY_MS = 50
const SQLITE_BUSY = 5

/** The operating system releases the lock of this file when the process ends, however it ends. */
function tryLock(path: string): DatabaseSync | undefined {
  writeFileSync(path, '', { flag: 'a', mode: 0o600 })
  const file = new DatabaseSync(path)
  try {
    file.exec('pragma journal_mode = off; begin exclusive')
    return file
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw error
  }
}

function readHolder(path: string): Partial<Holder> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>
  } catch {
    // It writes or deletes this file at this moment, or was killed while it did.
    return {}
  }
}

/**
 * On Linux, a killed process keeps its lock until the last of its threads has ended. SIGKILL is the ninth bit of a set.
 */
function isKilled(pid: number | undefined): boolean {
  try {
    return /^State:\s+[ZX]|^(?:SigPnd|ShdPnd):.*[13579bdf]..$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/**
 * Makes this process the only one that works in `directory`, until `release` or its end. Waits up to three seconds for
 * a process that is ending. Rejects with a `StartupError` that names the process that holds the directory.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const holderPath = join(directory, 'selvedge.lock')
  const startedAt = performance.now()
  let lock = tryLock(`${holderPath}.db`)
  while (!lock) {
    const { pid, isEnding = pid === undefined } = readHolder(holderPath)
    const waitMs = isEnding || isKilled(pid) ? ENDING_WAIT_MS : RUNNING_WAIT_MS
    if (performance.now() - startedAt > waitMs) {
      throw new DataDirInUse(directory, pid)
    }
    await sleep(TRY_EVERY_MS)
    lock = tryLock(`${holderPath}.db`)
  }
  const held = lock
  const write = (holder: Holder) => writeFileSync(holderPath, JSON.stringify(holder), { mode: 0o600 })
  try {
    write({ pid: process.pid })
  } catch (error) {
    held.close()
    throw error
  }
  return {
    announceEnd: () => write({ pid: process.pid, isEnding: true }),
    release() {
      rmSync(holderPath, { force: true })
      held.close()
    },
  }
}
