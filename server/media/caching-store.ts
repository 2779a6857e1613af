import { glob, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { PictureStore } from '#server/media/picture-store.ts'

import { diskStore } from '#server/media/disk-store.ts'

interface NearStore {
  far: PictureStore
  folder: string
  /** About how much the folder may hold. */
  mostBytes: number
}

const MISS_MS = 60_000
const MOST_MISSES = 20_000
/** How much may be written between two looks at the folder, and how full it is left, as parts of `mostBytes`. */
const LOOK_SHARE = 0.1
const LEFT_SHARE = 0.8

interface KeptFile {
  path: string
  bytes: number
  usedAt: number
}

async function listFiles(folder: string): Promise<KeptFile[]> {
  const files: KeptFile[] = []
  for await (const name of glob('??/*', { cwd: folder })) {
    const path = join(folder, name)
    // Another process may tidy up in the same folder.
    const facts = await stat(path).catch(() => undefined)
    if (facts?.isFile()) files.push({ path, bytes: facts.size, usedAt: Math.max(facts.atimeMs, facts.mtimeMs) })
  }
  return files
}

async function makeRoom(folder: string, mostBytes: number): Promise<void> {
  const files = (await listFiles(folder)).toSorted((one, other) => one.usedAt - other.usedAt)
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total <= mostBytes * (1 - LOOK_SHARE)) return
  for (const { path, bytes } of files) {
    if (total <= mostBytes * LEFT_SHARE) return
    await rm(path, { force: true })
    total -= bytes
  }
}

/**
 * A store that is far away, with copies of what was read or written lately in a folder near by. The copies may be lost or
 * refused by the disk at any time without harm, and processes may share the folder. What is missing far away is taken
 * for missing for a minute, or until this process puts it.
 */
export function cachingStore({ far, folder, mostBytes }: NearStore): PictureStore & { close(): Promise<void> } {
  const near = diskStore(folder)
  const misses = new Map<string, number>()
  const fetching = new Map<string, Promise<Buffer | undefined>>()
  const copying = new Set<Promise<void>>()
  let unseenBytes = Infinity
  let isMakingRoom = false

  async function writeCopy(key: string, bytes: Buffer, type: string): Promise<void> {
    await near.put(key, bytes, type)
    unseenBytes += bytes.length
    if (isMakingRoom) return
    isMakingRoom = true
    try {
      while (unseenBytes >= mostBytes * LOOK_SHARE) {
        unseenBytes = 0
        await makeRoom(folder, mostBytes)
      }
    } finally {
      isMakingRoom = false
    }
  }

  /** Nobody waits for a copy, and one that fails is made at the next demand. */
  function keepCopy(key: string, bytes: Buffer, type: string): void {
    const copy = writeCopy(key, bytes, type)
      .catch(() => undefined)
      .finally(() => copying.delete(copy))
    copying.add(copy)
  }

  async function fetchFar(key: string): Promise<Buffer | undefined> {
    const bytes = await far.get(key)
    if (bytes) {
      keepCopy(key, bytes, '')
      return bytes
    }
    if (misses.size >= MOST_MISSES) misses.clear()
    misses.set(key, performance.now() + MISS_MS)
    return undefined
  }

  return {
    async put(key, bytes, type) {
      await far.put(key, bytes, type)
      misses.delete(key)
      keepCopy(key, bytes, type)
    },

    async get(key) {
      const kept = await near.get(key).catch(() => undefined)
      if (kept) return kept
      if ((misses.get(key) ?? 0) > performance.now()) return undefined
      const current = fetching.get(key)
      if (current) return current
      const fetched = fetchFar(key).finally(() => fetching.delete(key))
      fetching.set(key, fetched)
      return fetched
    },

    has: (key) => far.has(key),

    async remove(key) {
      await far.remove(key)
      await near.remove(key)
    },

    async close() {
      await Promise.all(copying)
    },
  }
}
