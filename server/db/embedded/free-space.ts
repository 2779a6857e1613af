import { randomFillSync } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const MEBIBYTE = 1024 * 1024
/** Below this much free space no new order is taken. */
const FLOOR_BYTES = 64 * MEBIBYTE
const RESERVE_BYTES = 32 * MEBIBYTE

export interface FreeSpaceOptions {
  directory: string
  checkEveryMs?: number | undefined
  measureFreeBytes?: ((directory: string) => Promise<number>) | undefined
}

const reservePathIn = (directory: string) => join(directory, 'selvedge.reserve')

/** Deletes the reserve, also before anything watches it, so that the shop starts on a full disk. */
export function dropReserve(directory: string) {
  rmSync(reservePathIn(directory), { force: true })
}

async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** Random bytes, because a file system that compresses would reserve no room for zeros. */
async function writeReserve(path: string) {
  const draft = `${path}.new`
  const chunk = randomFillSync(Buffer.alloc(MEBIBYTE))
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      for (let written = 0; written < RESERVE_BYTES; written += chunk.length) await file.writeFile(chunk)
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/**
 * Watches the free space of the disk that holds `directory` and keeps a reserve on it: a file that is deleted when a
 * write finds the disk full. The embedded engine needs this, because it does not survive if it cannot make a segment of
 * its log.
 */
export async function watchFreeSpace({
  directory,
  checkEveryMs = 2000,
  measureFreeBytes = freeBytesOf,
}: FreeSpaceOptions) {
  const reservePath = reservePathIn(directory)
  let freeBytes = Infinity
  let hasReserve = existsSync(reservePath)
  let isExhausted = false

  /** Deletes the reserve, for a write that found the disk full and is tried again; false when there is none. */
  function giveUpReserve(): boolean {
    const hadReserve = hasReserve
    dropReserve(directory)
    hasReserve = false
    isExhausted = true
    return hadReserve
  }

  async function check() {
    freeBytes = await measureFreeBytes(directory)
    if (hasReserve || freeBytes < FLOOR_BYTES + RESERVE_BYTES) return
    await writeReserve(reservePath)
    hasReserve = true
    isExhausted = false
  }

  await check()
  if (freeBytes < RESERVE_BYTES) giveUpReserve()

  let checking: Promise<void> | undefined
  const timer = setInterval(() => {
    // If a check fails, the last result stays.
    checking ??= check()
      .catch(() => undefined)
      .finally(() => (checking = undefined))
  }, checkEveryMs)
  timer.unref()

  return {
    /** False below the floor, and from the moment the reserve was needed until there is plenty again. */
    hasFreeSpace: () => !isExhausted && freeBytes >= FLOOR_BYTES,
    /** True after the reserve was given up: the room that is left is for reading and for a clean end. */
    isExhausted: () => isExhausted,
    giveUpReserve,
    stop: () => clearInterval(timer),
  }
}
