import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { AnswerBody } from '#server/cache/compressed-body.ts'

const SMALL = Buffer.from('a line of text, '.repeat(100))
const LARGE = Buffer.from(Array.from({ length: 20_000 }, (_, index) => `line ${index * 7919}\n`).join(''))

test.for([SMALL, LARGE])('every encoding holds the same bytes, whichever was asked for first', async (bytes) => {
  const body = new AnswerBody(Buffer.from(bytes))
  expect(gunzipSync(await body.read('gzip'))).toEqual(bytes)
  expect(brotliDecompressSync(await body.read('br'))).toEqual(bytes)
  expect(zstdDecompressSync(await body.read('zstd'))).toEqual(bytes)
  expect(await body.read()).toEqual(bytes)
})

test('each encoding is made once, also for those who ask at the same moment', async () => {
  const body = new AnswerBody(Buffer.from(LARGE))
  const [one, other] = await Promise.all([body.read('br'), body.read('br')])
  expect(other).toBe(one)
  expect(await body.read('br')).toBe(one)
})

test('a large one occupies no more than it comes to once it was asked for compressed; a small one stays at hand', async () => {
  const large = new AnswerBody(Buffer.from(LARGE))
  expect(large.heldBytes).toBe(LARGE.length)
  const { length, buffer } = await large.read('br')
  expect(large.heldBytes).toBe(length)
  expect(buffer.byteLength).toBeLessThan(length * 1.3)
  const small = new AnswerBody(SMALL)
  expect((await small.read('br')).buffer.byteLength).toBeLessThan(SMALL.length)
  expect(await small.read()).toBe(await small.read())
})

test('the memory of a large one is given back once it is compressed, and not while somebody else reads it', async () => {
  const alone = Buffer.from(LARGE)
  await new AnswerBody(alone).read('br')
  expect(alone.length).toBe(0)

  const lent = new AnswerBody(Buffer.from(LARGE))
  const plain = await lent.read()
  await lent.read('br')
  expect(plain).toEqual(LARGE)

  const twice = new AnswerBody(Buffer.from(LARGE))
  const [zipped, packed] = await Promise.all([twice.read('gzip'), twice.read('br')])
  expect(gunzipSync(zipped)).toEqual(LARGE)
  expect(brotliDecompressSync(packed)).toEqual(LARGE)
})
