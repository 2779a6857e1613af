import { rgbaToThumbHash } from 'thumbhash'

import type { PictureWidth } from '#contract/catalogue/srcset-widths.ts'
import type { PictureFormat } from '#server/media/served-picture-formats.ts'

import { loadLibvips } from '#server/media/libvips.ts'
import { AVIF, JPEG, THUMBHASH_SIDE, WEBP } from '#server/media/picture-size-and-quality.ts'

/**
 * A master in one of the kept widths and formats. A narrower master keeps its own width. JPEG has white where it was
 * clear.
 */
export async function encodePicture(master: Buffer, width: PictureWidth, format: PictureFormat): Promise<Buffer> {
  const libvips = await loadLibvips()
  const picture = libvips(master).resize({ width, withoutEnlargement: true })
  switch (format) {
    case 'avif':
      return picture.avif(AVIF).toBuffer()
    case 'webp':
      return picture.webp(WEBP).toBuffer()
    case 'jpeg':
      return picture.flatten({ background: '#ffffff' }).jpeg(JPEG).toBuffer()
  }
}

/** A picture's thumbhash, a placeholder of some 23 bytes, in base64. */
export async function thumbhashOf(master: Buffer): Promise<string> {
  const libvips = await loadLibvips()
  const { data, info } = await libvips(master)
    .resize({ width: THUMBHASH_SIDE, height: THUMBHASH_SIDE, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}
