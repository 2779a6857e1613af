import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'

import { decodePicture, PictureRefused } from '#server/media/decode-picture.ts'
import { MASTER_WIDTH } from '#server/media/picture-size-and-quality.ts'
import {
  avifPicture,
  bombPng,
  jpegPicture,
  photo,
  plain,
  pngPicture,
  refusedFiles,
  webpPicture,
} from '#test/pictures.ts'

const MEBIBYTE = 1024 * 1024

let refused: Record<string, Buffer>
beforeAll(async () => {
  refused = await refusedFiles()
})

describe('what is no picture of the shop', () => {
  const names = [
    'nothing at all',
    'a page',
    'a page with a picture behind it',
    'a page that begins as a JPEG does',
    'a PDF',
    'an SVG',
    'a GIF',
    'a GIF that is a script too',
    'a TIFF',
    'a HEIC, as phones make them',
    'a JPEG that is cut off',
    'a JPEG without its end',
    'a PNG that is cut off',
    'a WebP that is cut off',
    'an AVIF that is cut off',
    'a PNG with a damaged chunk',
    'an animated WebP',
    'an animated PNG',
    'an AVIF sequence',
  ]

  test.each(names)('%s is refused with a sentence', async (name) => {
    const failure: unknown = await decodePicture(refused[name]!).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PictureRefused)
    expect(failure).toMatchObject({ message: expect.stringMatching(/^[A-Z].+\.$/) })
  })

  test('nothing that is to be refused is forgotten here', () => {
    expect(Object.keys(refused)).toEqual(names)
  })
})

test('whoever sends what a phone keeps is told what to send instead', async () => {
  const heic = refused['a HEIC, as phones make them']!
  expect(await sharp(heic).metadata()).toMatchObject({ mediaType: 'image/heic', width: 400, height: 500 })
  await expect(decodePicture(heic)).rejects.toThrow('Only JPEG, PNG, WebP and AVIF pictures can be used.')
})

test.each([
  ['JPEG', jpegPicture],
  ['PNG', pngPicture],
  ['WebP', webpPicture],
  ['AVIF', avifPicture],
])('a %s is taken and becomes a WebP', async (_name, make) => {
  const picture = await decodePicture(await make({ width: 300, height: 200 }))
  expect(picture).toMatchObject({ width: 300, height: 200 })
  expect(await sharp(picture.bytes).metadata()).toMatchObject({
    format: 'webp',
    width: 300,
    height: 200,
    space: 'srgb',
  })
})

test('a file of 5 MiB is taken, one byte more is not', async () => {
  // What stands behind the end of a JPEG is not part of the picture, so it can be made as long as wanted.
  const jpeg = await jpegPicture()
  const filled = Buffer.concat([jpeg, Buffer.alloc(5 * MEBIBYTE - jpeg.length)])
  await expect(decodePicture(filled)).resolves.toMatchObject({ width: 400 })
  await expect(decodePicture(Buffer.concat([filled, Buffer.alloc(1)]))).rejects.toThrow('5 MiB')
})

test('25 megapixels are taken, a row more is not', async () => {
  const atLimit = await plain('#336699', { width: 5000, height: 5000 }).png().toBuffer()
  await expect(decodePicture(atLimit)).resolves.toMatchObject({ width: MASTER_WIDTH, height: MASTER_WIDTH })
  await expect(decodePicture(bombPng({ width: 5000, height: 5001 }))).rejects.toThrow('25 megapixels')
})

test('a bomb is told from its header, before it could fill the memory', async () => {
  const before = process.memoryUsage().rss
  await expect(decodePicture(bombPng())).rejects.toThrow('25 megapixels')
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEBIBYTE)
})

test('a file whose header promises more than it holds is refused', async () => {
  await expect(decodePicture(bombPng({ width: 2000, height: 2000 }))).rejects.toBeInstanceOf(PictureRefused)
})

test('a wide picture becomes as wide as a master, a small one is not enlarged', async () => {
  expect(await decodePicture(await jpegPicture({ width: 3200, height: 400 }))).toMatchObject({
    width: 1600,
    height: 200,
  })
  expect(await decodePicture(await jpegPicture({ width: 20, height: 30 }))).toMatchObject({ width: 20, height: 30 })
})

test('a picture that is too tall for WebP becomes a smaller one', async () => {
  const tall = await plain('#336699', { width: 100, height: 20_000 }).png().toBuffer()
  expect(await decodePicture(tall)).toMatchObject({ width: 20, height: 4000 })
})

test('a picture that was taken on its side stands upright', async () => {
  const left = await plain('#ff0000', { width: 50, height: 60 }).png().toBuffer()
  const lying = plain('#0000ff', { width: 100, height: 60 }).composite([{ input: left, left: 0, top: 0 }])
  // Orientation 6: what is on the left of the file is the top of the picture.
  const jpeg = await lying.withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { bytes, width, height } = await decodePicture(jpeg)
  expect([width, height]).toEqual([60, 100])
  const top = await sharp(bytes).extract({ left: 20, top: 10, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  expect(top[0]).toBeGreaterThan(200)
  expect(top[2]).toBeLessThan(50)
})

test('nothing of the camera or the place goes on', async () => {
  const jpeg = await photo()
    .withExif({ IFD0: { Copyright: 'A. Camera' }, IFD3: { GPSLatitude: '51/1 30/1 3/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  expect(await sharp(jpeg).metadata()).toMatchObject({
    exif: expect.anything(),
    xmp: expect.anything(),
    icc: expect.anything(),
  })
  const metadata = await sharp((await decodePicture(jpeg)).bytes).metadata()
  expect([metadata.exif, metadata.xmp, metadata.icc, metadata.iptc, metadata.orientation]).toEqual(
    Array(5).fill(undefined),
  )
})

test('colours of a wider space become the same colours in sRGB', async () => {
  const wide = await plain('#c83232').removeAlpha().withIccProfile('p3').png().toBuffer()
  const stored = await sharp(wide).metadata()
  expect(stored.icc).toBeDefined()
  const { bytes } = await decodePicture(wide)
  const [red, green, blue] = await sharp(bytes).extract({ left: 9, top: 9, width: 1, height: 1 }).raw().toBuffer()
  expect(Math.abs(red! - 0xc8) + Math.abs(green! - 0x32) + Math.abs(blue! - 0x32)).toBeLessThan(12)
})

test('a print picture in four inks and one with 16 bits are taken', async () => {
  const print = await photo().toColourspace('cmyk').jpeg().toBuffer()
  const deep = await photo().toColourspace('rgb16').png().toBuffer()
  for (const bytes of [print, deep]) {
    expect(await sharp((await decodePicture(bytes)).bytes).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' })
  }
})

/** Where the first scan of a JPEG from the tests' encoder begins behind its header. */
const scanOf = (jpeg: Buffer) => {
  const at = jpeg.indexOf(Buffer.of(0xff, 0xda))
  return at + 2 + jpeg.readUInt16BE(at + 2)
}

test('a JPEG of a camera that writes zeros into the header of its scan is taken, a cut one of it is not', async () => {
  const jpeg = await jpegPicture()
  const plainly = await decodePicture(jpeg)
  jpeg[scanOf(jpeg) - 2] = 0
  expect((await decodePicture(jpeg)).bytes.equals(plainly.bytes)).toBe(true)
  const cut = Buffer.concat([jpeg.subarray(0, jpeg.length * 0.6), Buffer.of(0xff, 0xd9)])
  await expect(decodePicture(cut)).rejects.toThrow('damaged')
})

test('a JPEG with a film behind it is taken whatever its bytes are, without its end it is not', async () => {
  const film = Buffer.from('ffd9 0001 ffda 000c 0301 ffda'.replaceAll(' ', ''), 'hex')
  for (const jpeg of [await jpegPicture(), await photo().jpeg({ progressive: true }).toBuffer()]) {
    expect(await decodePicture(Buffer.concat([jpeg, film]))).toMatchObject({ width: 400 })
    await expect(decodePicture(jpeg.subarray(0, -2))).rejects.toThrow('damaged')
  }
})

test('a small picture in the header is not taken for the picture: its end is not the end', async () => {
  const jpeg = await jpegPicture()
  const small = await jpegPicture({ width: 60, height: 40 })
  const length = Buffer.alloc(2)
  length.writeUInt16BE(small.length + 2)
  const header = Buffer.concat([jpeg.subarray(0, 2), Buffer.of(0xff, 0xed), length, small])
  expect(await decodePicture(Buffer.concat([header, jpeg.subarray(2)]))).toMatchObject({ width: 400 })
  await expect(decodePicture(Buffer.concat([header, jpeg.subarray(2, -2)]))).rejects.toThrow('damaged')
})

test('what hides behind a whole picture does not go on', async () => {
  const payload = '<script>alert(1)</script>'
  for (const make of [jpegPicture, pngPicture, webpPicture, avifPicture]) {
    const { bytes } = await decodePicture(Buffer.concat([await make(), Buffer.from(payload)]))
    expect(bytes.includes(payload)).toBe(false)
  }
})
