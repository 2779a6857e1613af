import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { readBucketSettings } from '#server/start/bucket-settings.ts'
import { bucketStore } from '#server/media/bucket-store.ts'
import { startFakeBucket } from '#test/start-fake-bucket.ts'

const KEY = 'abcdef0123456789abcdef0123456789-320.webp'
const BYTES = randomBytes(5000)

let bucket: Awaited<ReturnType<typeof startFakeBucket>>
beforeEach(async () => {
  bucket = await startFakeBucket()
})
afterEach(() => bucket.close())

function openStore(changes: Record<string, string> = {}) {
  const settings = readBucketSettings({ ...bucket.environment, ...changes })
  if (!settings) throw new Error('no settings')
  return bucketStore(settings)
}

test('what was put is there, under its prefix and with its type, also for the next process', async () => {
  await openStore().put(KEY, BYTES, 'image/webp')
  expect(bucket.objects.get(`shop/${KEY}`)).toEqual({ body: BYTES, type: 'image/webp' })
  expect(await openStore().get(KEY)).toEqual(BYTES)
  expect(await openStore().has(KEY)).toBe(true)
})

test('without a prefix the keys lie in the bucket itself', async () => {
  await openStore({ STORAGE_URL: 's3://test-pictures' }).put(KEY, BYTES, 'image/webp')
  expect([...bucket.objects.keys()]).toEqual([KEY])
})

test('what is not there is a miss, and may be removed', async () => {
  const store = openStore()
  expect(await store.get(KEY)).toBeUndefined()
  expect(await store.has(KEY)).toBe(false)
  await store.remove(KEY)
  await store.put(KEY, BYTES, 'image/webp')
  await store.remove(KEY)
  expect(await store.get(KEY)).toBeUndefined()
})

test.each([[[503, 'SlowDown'] as [number, string]], ['cut' as const]])(
  'a call that the storage could not take (%j) is made again',
  async (fault) => {
    const store = openStore()
    bucket.faults.push(fault, fault)
    await store.put(KEY, BYTES, 'image/webp')
    bucket.faults.push(fault, fault)
    expect(await store.get(KEY)).toEqual(BYTES)
    bucket.faults.push(fault, fault)
    await store.remove(KEY)
    expect(bucket.calls).toHaveLength(9)
    expect(bucket.objects.size).toBe(0)
  },
)

test('three failures are a 503, and the next call is made as if nothing had been', async () => {
  const store = openStore()
  await store.put(KEY, BYTES, 'image/webp')
  bucket.faults.push([500, 'InternalError'], 'cut', [503, 'SlowDown'])
  await expect(store.get(KEY)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  expect(await store.get(KEY)).toEqual(BYTES)
})

test('a storage that never answers is given up within its time', async () => {
  const settings = readBucketSettings(bucket.environment)
  if (!settings) throw new Error('no settings')
  const store = bucketStore(settings, { readMs: 2000, writeMs: 2000 })
  bucket.faults.push(...Array.from({ length: 5 }, () => 'silence' as const))
  await expect(store.get(KEY)).rejects.toMatchObject({ code: 'unavailable' })
  bucket.faults.length = 0
  await expect(store.get(KEY)).resolves.toBeUndefined()
})

test('a refusal is not asked for twice', async () => {
  const store = openStore({ AWS_SECRET_ACCESS_KEY: 'wrong' })
  await expect(store.get(KEY)).rejects.toMatchObject({ code: 'unavailable' })
  expect(bucket.calls).toHaveLength(1)
})

test('a bucket that has gone is no picture that is missing', async () => {
  const store = openStore({ STORAGE_URL: 's3://another-bucket/shop' })
  await expect(store.get(KEY)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(store.put(KEY, BYTES, 'image/webp')).rejects.toMatchObject({ code: 'unavailable' })
})

test('the check is content with a bucket that can be written and read', async () => {
  await openStore().check()
  expect([...bucket.objects.keys()]).toEqual(['shop/selvedge.txt'])
})

test.each([
  [{ AWS_SECRET_ACCESS_KEY: 'wrong' }, /access key.*SignatureDoesNotMatch/],
  [{ AWS_ACCESS_KEY_ID: 'SOMEBODY' }, /access key.*InvalidAccessKeyId/],
  [{ AWS_REGION: 'eu-west-1' }, /AWS_REGION.*AuthorizationHeaderMalformed/],
  [{ STORAGE_URL: 's3://another-bucket' }, /the bucket another-bucket at .*: there is no such bucket/],
  [{ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }, /127\.0\.0\.1:1: the storage does not answer/],
])('the check says in one line what is wrong: %j', async (changes, sentence) => {
  const error: unknown = await openStore(changes)
    .check()
    .catch((failure: unknown) => failure)
  expect(error).toMatchObject({ name: 'StartupError', message: expect.stringMatching(sentence) })
  expect(error).not.toMatchObject({ message: expect.stringMatching(/\n|a secret/) })
})

test.each(['../../etc/passwd', `/${KEY}`, `${KEY}?acl`, 'selvedge.txt', ''])(
  'a key that the shop never makes does not become an address: %j',
  async (key) => {
    const store = openStore()
    const works = [
      () => store.get(key),
      () => store.has(key),
      () => store.remove(key),
      () => store.put(key, BYTES, 'image/webp'),
    ]
    for (const work of works) await expect(async () => work()).rejects.toThrow(RangeError)
    expect(bucket.calls).toEqual([])
  },
)
