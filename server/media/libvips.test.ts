import { writeFile, rm, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { loadLibvips } from '#server/media/libvips.ts'
import { avifPicture, jpegPicture, pngPicture, refusedFiles, webpPicture } from '#test/pictures.ts'

const libvips = await loadLibvips()

test.each(['a GIF', 'an SVG', 'a TIFF', 'a PDF'])('there is no loader for %s', async (name) => {
  const bytes = (await refusedFiles())[name]
  await expect(libvips(bytes).metadata()).rejects.toThrow('unsupported image format')
})

test('there are loaders for the four formats of the shop', async () => {
  const pictures = await Promise.all([jpegPicture(), pngPicture(), webpPicture(), avifPicture()])
  const headers = await Promise.all(pictures.map((bytes) => libvips(bytes).metadata()))
  expect(headers.map(({ mediaType }) => mediaType)).toEqual(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
})

test('a picture is never read from a path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-path-'))
  const path = join(folder, 'picture.png')
  await writeFile(path, await pngPicture())
  await expect(libvips(path).metadata()).rejects.toThrow('unsupported image format')
  await rm(folder, { recursive: true })
})
