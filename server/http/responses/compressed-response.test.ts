import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { CompressedResponse, FOR_FILES } from '#server/http/responses/compressed-response.ts'

const SMALL = Buffer.from('a line of text, '.repeat(100))
const LARGE = Buffer.from(Array.from({ length: 20_000 }, (_, index) => `line ${index * 7919}\n`).join(''))

test.for([SMALL, LARGE])('every encoding holds the same bytes, whichever was asked for first', async (bytes) => {
  const response = new CompressedResponse(bytes, {})
  expect(gunzipSync(await response.body('gzip'))).toEqual(bytes)
  expect(brotliDecompressSync(await response.body('br'))).toEqual(bytes)
  expect(zstdDecompressSync(await response.body('zstd'))).toEqual(bytes)
  expect(await response.body(undefined)).toEqual(bytes)
})

test('each encoding is made once, also for two who ask at the same moment', async () => {
  const response = new CompressedResponse(LARGE, {})
  expect(response.findBody('br')).toBeUndefined()
  const [one, other] = await Promise.all([response.body('br'), response.body('br')])
  expect(other).toBe(one)
  expect(response.findBody('br')).toBe(one)
})

test('what is kept takes no more memory than its bytes', async () => {
  const response = new CompressedResponse(SMALL, {})
  for (const encoding of ['gzip', 'br', 'zstd'] as const) {
    const { buffer, length } = await response.body(encoding)
    expect(buffer.byteLength).toBe(length)
  }
})

test('its size counts every encoding that exists so far', async () => {
  const response = new CompressedResponse(LARGE, {})
  expect(response.sizeBytes).toBe(LARGE.length)
  const { length } = await response.body('br')
  expect(response.sizeBytes).toBe(LARGE.length + length)
})

test.for([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=0.5, x-br', 'gzip'],
  ['br;Q=0, zstd;q=0.0, gzip', 'gzip'],
  ['br;q=0', undefined],
  ['x-br', undefined],
  [undefined, undefined],
] as const)('a client that accepts %s gets %s', ([accepted, encoding]) => {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  expect(new CompressedResponse(SMALL, {}).encodingFor({ headers })).toBe(encoding)
})

test('a file is sent in the smallest encoding, a page in the quickest', async () => {
  const request = { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }
  const [page, file] = [new CompressedResponse(LARGE, {}), new CompressedResponse(LARGE, {}, 200, FOR_FILES)]
  expect([page.encodingFor(request), file.encodingFor(request)]).toEqual(['zstd', 'br'])
  expect((await file.body('br')).length).toBeLessThan((await page.body('br')).length)
})
