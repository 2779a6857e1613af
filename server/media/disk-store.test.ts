import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { diskStore } from '#server/media/disk-store.ts'

const KEY = 'abcdef0123456789abcdef0123456789-320.webp'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'selvedge-store-')), 'images')
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

test('what was put is there, also for the next process, under a path that its key tells', async () => {
  const bytes = randomBytes(5000)
  await diskStore(folder).put(KEY, bytes, 'image/webp')
  expect(await readdir(join(folder, 'ab'))).toEqual([KEY])
  const next = diskStore(folder)
  expect(await next.get(KEY)).toEqual(bytes)
  expect(await next.has(KEY)).toBe(true)
})

test('what is not there is a miss, and may be removed', async () => {
  const store = diskStore(folder)
  expect(await store.get(KEY)).toBeUndefined()
  expect(await store.has(KEY)).toBe(false)
  await store.remove(KEY)
})

test('what was removed is gone', async () => {
  const store = diskStore(folder)
  await store.put(KEY, randomBytes(10), 'image/webp')
  await store.remove(KEY)
  expect(await store.has(KEY)).toBe(false)
})

test('a reader sees the whole file or none, however many write it at once', async () => {
  const store = diskStore(folder)
  const bytes = randomBytes(3_000_000)
  const readWhile = async (work: Promise<unknown>) => {
    const seen: (Buffer | undefined)[] = []
    const end = work.then(() => 'written')
    while ((await Promise.race([end, store.get(KEY).then((each) => seen.push(each))])) !== 'written');
    return seen
  }
  const writers = Array.from({ length: 4 }, () => store.put(KEY, bytes, 'image/webp'))
  const seen = await readWhile(Promise.all(writers))
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((each) => each !== undefined && !each.equals(bytes))).toEqual([])
  expect(await readdir(join(folder, 'ab'))).toEqual([KEY])
})

test('a write that fails leaves nothing behind', async () => {
  // A folder in the way of the name is what keeps the finished file from getting it.
  await mkdir(join(folder, 'ab', KEY, 'occupied'), { recursive: true })
  await expect(diskStore(folder).put(KEY, randomBytes(10), 'image/webp')).rejects.toThrow('directory')
  expect(await readdir(join(folder, 'ab'))).toEqual([KEY])
})

test.each(['../../etc/passwd', 'ab/../../x.webp', `/${KEY}`, `${KEY}/..`, 'short.webp', `${KEY}\0`, ''])(
  'a key that the shop never makes does not become a path: %j',
  async (key) => {
    const store = diskStore(folder)
    const calls = [
      () => store.get(key),
      () => store.has(key),
      () => store.remove(key),
      () => store.put(key, randomBytes(1), ''),
    ]
    for (const call of calls) await expect(async () => call()).rejects.toThrow(RangeError)
  },
)
