import { expect, test } from 'vitest'

import { pictureCacheControl } from '#server/catalogue/pictures/picture-cache-control.ts'

const hash = '0123456789abcdef0123456789abcdef'

test('without its version in the address a picture is cached for a day', () => {
  expect(pictureCacheControl(hash)).toBe('public, max-age=86400')
})

test.each([hash, hash.slice(0, 12)])('under the address of its own version it is cached for ever', (version) => {
  expect(pictureCacheControl(hash, version)).toBe('public, max-age=31536000, immutable')
})

test.each(['', '0', hash.slice(0, 11), 'fedcba987654', `${hash}0`])(
  'a version that is not its own does not fix it in caches: %j',
  (version) => {
    expect(pictureCacheControl(hash, version)).toBe('public, max-age=86400')
  },
)
