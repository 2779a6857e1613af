import { randomBytes } from 'node:crypto'
import { glob, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { PictureStore } from '#server/media/picture-store.ts'

import { diskStore } from '#server/media/disk-store.ts'
import { cachingStore } from '#server/media/caching-store.ts'

const keyOf = (number: number) => `${number.toString(16).padStart(32, '0')}.webp`
const KEY = keyOf(7)
const MANY_BYTES = 1024 ** 2

let home: string
let folder: string
let calls: string[]
let remote: PictureStore
let opened: ReturnType<typeof cachingStore>[]
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'selvedge-copies-'))
  folder = join(home, 'copies')
  calls = []
  opened = []
  const disk = diskStore(join(home, 'remote'))
  remote = {
    ...disk,
    get(key) {
      calls.push(`get ${key}`)
      return disk.get(key)
    },
  }
})
afterEach(async () => {
  await Promise.all(opened.map((store) => store.close()))
  await rm(home, { recursive: true })
})

function open(mostBytes = MANY_BYTES, behind = remote) {
  const store = cachingStore({ remote: behind, folder, mostBytes })
  opened.push(store)
  return store
}

/** The bytes of the copies that are whole; of all files there, unfinished ones too, by the pattern of those. */
async function bytesNear(files = '??/*.webp'): Promise<number> {
  let bytes = 0
  for await (const name of glob(files, { cwd: folder })) {
    bytes += (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0
  }
  return bytes
}

test('what was read once is not fetched again, also by the next process', async () => {
  const bytes = randomBytes(1000)
  await remote.put(KEY, bytes, 'image/webp')
  expect(await open().get(KEY)).toEqual(bytes)
  await expect.poll(() => bytesNear()).toBe(1000)
  expect(await open().get(KEY)).toEqual(bytes)
  expect(calls).toEqual([`get ${KEY}`])
})

test('however many ask at once, it is fetched once', async () => {
  await remote.put(KEY, randomBytes(1000), 'image/webp')
  const store = open()
  await Promise.all(Array.from({ length: 20 }, () => store.get(KEY)))
  expect(calls).toEqual([`get ${KEY}`])
})

test('a key that is missing in the remote store is not asked for at each request, but seen once it is put', async () => {
  const store = open()
  expect([await store.get(KEY), await store.get(KEY)]).toEqual([undefined, undefined])
  expect(calls).toEqual([`get ${KEY}`])
  const bytes = randomBytes(10)
  await store.put(KEY, bytes, 'image/webp')
  expect(await store.get(KEY)).toEqual(bytes)
})

test('a failure of the remote store is not taken for a miss', async () => {
  const bytes = randomBytes(10)
  let isDown = true
  const get = async (key: string) => {
    if (isDown) throw new Error('down')
    return diskStore(join(home, 'remote')).get(key)
  }
  await remote.put(KEY, bytes, 'image/webp')
  const store = open(MANY_BYTES, { ...remote, get })
  await expect(store.get(KEY)).rejects.toThrow('down')
  isDown = false
  expect(await store.get(KEY)).toEqual(bytes)
})

test('a copy is served while the storage is down', async () => {
  const store = open()
  const bytes = randomBytes(10)
  await store.put(KEY, bytes, 'image/webp')
  await expect.poll(() => bytesNear()).toBe(10)
  remote.get = () => Promise.reject(new Error('down'))
  expect(await store.get(KEY)).toEqual(bytes)
})

test('a folder that cannot be written to keeps nobody from reading', async () => {
  await writeFile(folder, 'a file where the folder should be')
  const bytes = randomBytes(10)
  await remote.put(KEY, bytes, 'image/webp')
  const store = open()
  expect([await store.get(KEY), await store.get(KEY)]).toEqual([bytes, bytes])
})

test('the copies stay within their bound, and every picture can still be read', async () => {
  const mostBytes = 50_000
  const store = open(mostBytes)
  const stored = new Map(Array.from({ length: 40 }, (_, number) => [keyOf(number), randomBytes(5000)]))
  for (const [key, bytes] of stored) await store.put(key, bytes, 'image/webp')
  const bytesInFolder = () => bytesNear('??/*')
  await expect.poll(bytesInFolder).toBeLessThanOrEqual(mostBytes)
  for (const [key, bytes] of stored) expect(await store.get(key)).toEqual(bytes)
  await expect.poll(bytesInFolder).toBeLessThanOrEqual(mostBytes)
})

test('what is removed is gone in both places', async () => {
  const store = open()
  await store.put(KEY, randomBytes(10), 'image/webp')
  await expect.poll(() => bytesNear()).toBe(10)
  await store.remove(KEY)
  expect([await store.get(KEY), await store.has(KEY)]).toEqual([undefined, false])
})
