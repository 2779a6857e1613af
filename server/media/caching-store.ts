import { LRUCache } from 'lru-cache'
import { glob, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { PictureStore } from '#server/media/picture-store.ts'

import { diskStore } from '#server/media/disk-store.ts'

interface CachingStoreOptions {
  remote: PictureStore
  folder: string
  /** About how many bytes the folder may have. */
  mostBytes: number
}

/** Disk space for the local copies of a shop's pictures. */
export const LOCAL_COPIES_BYTES = 1024 ** 3

const MISS_MS = 60_000
const MOST_MISSES = 20_000
/** The folder is measured after each time that this share of `mostBytes` was written. */
const MEASURE_SHARE = 0.1
/** Deleting stops when the folder is down to this share of `mostBytes`. */
const LEFT_SHARE = 0.8

interface CachedFile {
  path: string
  bytes: number
  usedAt: number
}

async function listFiles(folder: string): Promise<CachedFile[]> {
  const files: CachedFile[] = []
  for await (const name of glob('??/*', { cwd: folder })) {
    const path = join(folder, name)
    // Another process may have deleted it.
    const facts = await stat(path).catch(() => undefined)
    if (facts?.isFile()) files.push({ path, bytes: facts.size, usedAt: Math.max(facts.atimeMs, facts.mtimeMs) })
  }
  return files
}

async function makeRoom(folder: string, mostBytes: number): Promise<void> {
  const files = (await listFiles(folder)).toSorted((one, other) => one.usedAt - other.usedAt)
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total <= mostBytes * (1 - MEASURE_SHARE)) return
  for (const { path, bytes } of files) {
    if (total <= mostBytes * LEFT_SHARE) return
    await rm(path, { force: true })
    total -= bytes
  }
}

/**
 * A remote store with a local folder of copies of the pictures that were read or written last. It does no harm to lose
 * a copy or to fail to write one. Processes may share the folder. A key that is missing in the remote store counts as
 * missing for a minute, or until this process puts it.
 */
export function cachingStore({
  remote,
  folder,
  mostBytes,
}: CachingStoreOptions): PictureStore & { close(): Promise<void> } {
  const local = diskStore(folder)
  const misses = new LRUCache<string, true>({ max: MOST_MISSES, ttl: MISS_MS })
  const finding = new Map<string, Promise<Buffer | undefined>>()
  const copying = new Set<Promise<void>>()
  let unmeasuredBytes = Infinity
  let isMakingRoom = false

  async function writeCopy(key: string, bytes: Buffer, type: string): Promise<void> {
    await local.put(key, bytes, type)
    unmeasuredBytes += bytes.length
    if (isMakingRoom) return
    isMakingRoom = true
    try {
      while (unmeasuredBytes >= mostBytes * MEASURE_SHARE) {
        unmeasuredBytes = 0
        await makeRoom(folder, mostBytes)
      }
    } finally {
      isMakingRoom = false
    }
  }

  /** Writes a copy in the background. If that fails, the next request writes it. */
  function keepCopy(key: string, bytes: Buffer, type: string): void {
    const copy = writeCopy(key, bytes, type)
      .catch(() => undefined)
      .finally(() => copying.delete(copy))
    copying.add(copy)
  }

  async function find(key: string): Promise<Buffer | undefined> {
    const kept = await local.get(key).catch(() => undefined)
    if (kept) return kept
    if (misses.has(key)) return undefined
    const bytes = await remote.get(key)
    if (bytes) {
      keepCopy(key, bytes, '')
      return bytes
    }
    misses.set(key, true)
    return undefined
  }

  return {
    async put(key, bytes, type) {
      await remote.put(key, bytes, type)
      misses.delete(key)
      keepCopy(key, bytes, type)
    },

    get(key) {
      const current = finding.get(key)
      if (current) return current
      const found = find(key).finally(() => finding.delete(key))
      finding.set(key, found)
      return found
    },

    has: (key) => remote.has(key),

    async remove(key) {
      await remote.remove(key)
      await local.remove(key)
    },

    async close() {
      await Promise.all(copying)
    },
  }
}
