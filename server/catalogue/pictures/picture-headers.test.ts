import { expect, test } from 'vitest'

import { pictureHeaders } from '#server/catalogue/pictures/picture-headers.ts'

const hash = '0123456789abcdef0123456789abcdef'
const picture = { hash, bytes: Buffer.alloc(1), type: 'image/webp', etag: '"a"' }

test('a picture is sent with its type, its tag, and what it depends on', () => {
  expect(pictureHeaders(picture)).toEqual({
    'content-type': 'image/webp',
    etag: '"a"',
    'cache-control': 'public, max-age=86400',
    vary: 'accept',
    'x-content-type-options': 'nosniff',
  })
})

test.each([hash, hash.slice(0, 12)])('under the address of its own version it is kept for ever', (version) => {
  expect(pictureHeaders(picture, version)['cache-control']).toBe('public, max-age=31536000, immutable')
})

test.each(['', '0', hash.slice(0, 11), 'fedcba987654', `${hash}0`])(
  'a version that is not its own does not fix it in caches: %j',
  (version) => {
    expect(pictureHeaders(picture, version)['cache-control']).toBe('public, max-age=86400')
  },
)
