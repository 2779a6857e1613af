import { expect, test } from 'vitest'

import { pictureFormats } from '#server/media/served-picture-formats.ts'

test.each([
  ['Chrome', 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', ['avif', 'webp']],
  ['Firefox', 'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5', ['avif', 'webp']],
  [
    'Safari',
    'image/webp,image/avif,image/jxl,image/heic,video/*;q=0.8,image/png,image/*;q=0.8,*/*;q=0.5',
    ['avif', 'webp'],
  ],
  ['an old Safari', 'image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5', ['jpeg']],
  ['curl', '*/*', ['jpeg']],
  ['an empty header', '', ['jpeg']],
  ['WebP alone', 'image/webp', ['webp']],
  ['AVIF alone', 'image/avif', ['avif']],
  ['AVIF, else anything', 'image/avif, */*;q=0.1', ['avif', 'jpeg']],
  ['AVIF, else JPEG', 'image/avif, image/jpeg', ['avif', 'jpeg']],
  ['AVIF, but no JPEG', 'image/avif, image/jpeg;q=0, */*', ['avif']],
  ['no WebP', 'image/avif, image/webp;q=0, image/*', ['avif', 'jpeg']],
  ['no AVIF', 'image/avif;q=0, image/webp;q=0.5', ['webp']],
  ['neither', 'image/avif;q=0.0, image/webp;q=0', ['jpeg']],
  ['little WebP', 'image/webp;q=0.001, */*', ['webp']],
  ['capitals and spaces', 'IMAGE/WEBP ; Q=0.7 , */*', ['webp']],
  ['a quality that is none', 'image/webp;q=much', ['webp']],
  ['another parameter', 'image/webp;v=1;q=0', ['jpeg']],
  ['nothing that the shop has', 'image/png', ['jpeg']],
])('%s', (_caller, accept, formats) => {
  expect(pictureFormats(accept)).toEqual(formats)
})

test('no header at all gets JPEG', () => {
  expect(pictureFormats(undefined)).toEqual(['jpeg'])
})
