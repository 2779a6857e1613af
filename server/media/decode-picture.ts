import type { Metadata } from 'sharp'

import {
  ACCEPTED_PICTURES,
  IMAGE_TOO_LARGE,
  MAX_PICTURE_PIXELS,
  MAX_UPLOAD_BYTES,
  NOT_ACCEPTED,
} from '#contract/catalogue/upload-limits.ts'
import { readableJpeg } from '#server/media/jpeg-scan.ts'
import { loadLibvips } from '#server/media/libvips.ts'
import { MASTER_HEIGHT, MASTER_QUALITY, MASTER_WIDTH } from '#server/media/picture-size-and-quality.ts'

/** The shop does not take these bytes as a picture. `message` is a sentence for the person who uploaded them. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused'
}

/** A picture as the shop keeps it: WebP, upright, sRGB, without metadata, at most 1600 × 4000 pixels. */
interface Picture {
  bytes: Buffer
  width: number
  height: number
}

/** What is done with an upload besides. */
export interface Decoding {
  /** True takes away the margins of one colour or of none, as around a logo. */
  isTrimmed?: boolean
}

const TIMEOUT_SECONDS = 20

const DAMAGED = 'This picture is damaged and cannot be read.'

/**
 * Decodes an uploaded JPEG, PNG, WebP or AVIF and encodes it again, so that nothing but the picture is kept of the
 * upload. The name and the declared type of the file do not count. Throws `PictureRefused` for anything else: other
 * kinds of file, animations, damaged or cut files, too many bytes or pixels (the pixels are read from the header,
 * before any decoding).
 */
export async function decodePicture(bytes: Buffer, decoding: Decoding = {}): Promise<Picture> {
  if (bytes.length > MAX_UPLOAD_BYTES) throw new PictureRefused(IMAGE_TOO_LARGE)
  const header = await readHeader(bytes)
  if (!ACCEPTED_PICTURES.includes(header.mediaType ?? '')) throw new PictureRefused(NOT_ACCEPTED)
  if (header.width * header.height > MAX_PICTURE_PIXELS) {
    throw new PictureRefused(`A picture may have at most ${MAX_PICTURE_PIXELS / 1_000_000} megapixels.`)
  }
  const readable = header.mediaType === 'image/jpeg' ? readableJpeg(bytes) : bytes
  if (!readable) throw new PictureRefused(DAMAGED)
  if ((header.pages ?? 1) > 1 || hasHiddenAnimation(bytes)) {
    throw new PictureRefused('Moving pictures cannot be used.')
  }
  return encodeMaster(readable, decoding)
}

async function readHeader(bytes: Buffer): Promise<Metadata> {
  const libvips = await loadLibvips()
  try {
    return await libvips(bytes, { limitInputPixels: false }).metadata()
  } catch (cause) {
    throw new PictureRefused(NOT_ACCEPTED, { cause })
  }
}

async function encodeMaster(bytes: Buffer, { isTrimmed = false }: Decoding): Promise<Picture> {
  const libvips = await loadLibvips()
  try {
    const upright = libvips(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'warning' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
    const { data, info } = await (isTrimmed ? upright.trim() : upright)
      .resize({ width: MASTER_WIDTH, height: MASTER_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: MASTER_QUALITY })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (cause) {
    throw new PictureRefused(DAMAGED, { cause })
  }
}

/**
 * True for an animated PNG and for an AVIF sequence. The decoder reports an animated WebP, but takes the first picture
 * of these two without a word. Sources: PNG, third edition, `acTL`; AVIF 1.1, brand `avis`.
 */
function hasHiddenAnimation(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 1, 4) === 'PNG') return hasAnimationChunk(bytes)
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return bytes.subarray(8, bytes.readUInt32BE(0)).includes('avis')
  return false
}

/** The `acTL` chunk stands before the first `IDAT` chunk. */
function hasAnimationChunk(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
  }
  return false
}
