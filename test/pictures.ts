import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

interface Size {
  width?: number
  height?: number
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A picture of soft colours that differs each time. */
export function photo({ width = 400, height = 500 }: Size = {}) {
  return sharp(randomBytes(4 * 5 * 3), { raw: { width: 4, height: 5, channels: 3 } }).resize(width, height, {
    fit: 'fill',
  })
}

/** A picture of one colour. */
export function plain(background: string, { width = 400, height = 500 }: Size = {}) {
  return sharp({ create: { width, height, channels: 4, background } })
}

export const jpegPicture = (size?: Size) => photo(size).jpeg().toBuffer()
/** A JPEG of more than 5 MiB, as a phone takes them: 12 megapixels, of noise. */
export async function largePhoto(): Promise<Buffer> {
  const [width, height] = [4000, 3000]
  return sharp(randomBytes(width * height), { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 70 })
    .toBuffer()
}
/**
 * A JPEG of 24 megapixels and more than 5 MiB as a phone stores it that was held upright: 6000 × 4000 on its side, to
 * be turned by a quarter (EXIF orientation 6). Seen upright its upper quarter is white, the rest is noise.
 */
export async function uprightPhoto(): Promise<Buffer> {
  const [width, height] = [6000, 4000]
  const grey = randomBytes(width * height)
  for (let row = 0; row < height; row += 1) grey.fill(255, row * width, row * width + width / 4)
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 70 })
    .toBuffer()
}
export const pngPicture = (size?: Size) => photo(size).png().toBuffer()
export const webpPicture = (size?: Size) => photo(size).webp().toBuffer()
export const avifPicture = (size?: Size) => photo(size).avif({ effort: 0 }).toBuffer()

/** Uploads that must be refused, by their kind. */
export async function refusedFiles(): Promise<Record<string, Buffer>> {
  const [jpeg, png, webp, avif] = await Promise.all([jpegPicture(), pngPicture(), webpPicture(), avifPicture()])
  const html = Buffer.from('<!doctype html><title>x</title><script>alert(1)</script>')
  const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6))
  return {
    'nothing at all': Buffer.alloc(0),
    'a page': html,
    'a page with a picture behind it': Buffer.concat([html, jpeg]),
    'a page that begins as a JPEG does': Buffer.concat([jpeg.subarray(0, 20), html]),
    'a PDF': Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
    'an SVG': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ),
    'a GIF': tinyGif(),
    'a GIF that is a script too': Buffer.concat([tinyGif(), Buffer.from('=1;alert(1)')]),
    'a TIFF': await sharp(png).tiff().toBuffer(),
    'a HEIC, as phones make them': heic(avif),
    'a JPEG that is cut off': cut(jpeg),
    'a JPEG without its end': jpeg.subarray(0, -2),
    'a PNG that is cut off': cut(png),
    'a WebP that is cut off': cut(webp),
    'an AVIF that is cut off': cut(avif),
    'a PNG with a damaged chunk': damaged(png),
    'an animated WebP': await animatedWebp(),
    'an animated PNG': animatedPng(png),
    'an AVIF sequence': avifSequence(avif),
  }
}

/** A tiny PNG whose header promises `width` × `height` pixels. */
export function bombPng({ width = 30_000, height = 30_000 }: Size = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(1000)))
  return Buffer.concat([PNG_SIGNATURE, pngChunk('IHDR', header), pixels, pngChunk('IEND')])
}

function pngChunk(name: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** One clear pixel. */
function tinyGif(): Buffer {
  const screen = [1, 0, 1, 0, 0x80, 0, 0, 255, 255, 255, 0, 0, 0]
  const picture = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]
  return Buffer.concat([Buffer.from('GIF89a', 'latin1'), Buffer.from([...screen, ...picture])])
}

function damaged(png: Buffer): Buffer {
  const copy = Buffer.from(png)
  const middle = Math.floor(copy.length / 2)
  copy.writeUInt32BE((copy.readUInt32BE(middle) ^ 0xffff_ffff) >>> 0, middle)
  return copy
}

function animatedWebp(): Promise<Buffer> {
  const frames = Buffer.concat([Buffer.alloc(20 * 20 * 3, 40), Buffer.alloc(20 * 20 * 3, 200)])
  return sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
}

/** The same picture with an animation announced behind its header, which is 25 bytes long. */
function animatedPng(png: Buffer): Buffer {
  const at = PNG_SIGNATURE.length + 25
  const control = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])
  return Buffer.concat([png.subarray(0, at), pngChunk('acTL', control), png.subarray(at)])
}

/** The same picture with a sequence among its brands; its still picture can be read all the same. */
function avifSequence(avif: Buffer): Buffer {
  const copy = Buffer.from(avif)
  copy.write('avis', 16, 'latin1')
  return copy
}

/** The same boxes around a picture in the other codec. Its header looks like that of a readable picture. */
function heic(avif: Buffer): Buffer {
  const settings = avif.indexOf('av1C') - 4
  const rest = settings + avif.readUInt32BE(settings)
  const codec = Buffer.alloc(8 + 23)
  codec.writeUInt32BE(codec.length)
  codec.write('hvcC', 4, 'latin1')
  codec[8] = 1
  const copy = Buffer.concat([avif.subarray(0, settings), codec, avif.subarray(rest)])
  const growth = copy.length - avif.length
  for (const box of ['meta', 'iprp', 'ipco']) {
    const at = copy.indexOf(box) - 4
    copy.writeUInt32BE(copy.readUInt32BE(at) + growth, at)
  }
  copy.write('heic', 8, 'latin1')
  copy.write('hvc1', copy.indexOf('av01'), 'latin1')
  return copy
}
