import type { PictureFacts } from '#server/media/stored-pictures.ts'

import { decodePicture } from '#server/media/decode-picture.ts'
import { MASTER_WIDTH } from '#server/media/picture-size-and-quality.ts'
import { loadLibvips } from '#server/media/libvips.ts'
import { pictureHash } from '#server/media/stored-pictures.ts'
import { thumbhashOf } from '#server/media/encode-picture.ts'

/**
 * The facts of a picture that is stored without encoding it again. Throws `PictureRefused` where an upload would be
 * refused, and an Error where the bytes do not have the form of a master: WebP, upright, sRGB, without metadata, not
 * too wide.
 */
export async function checkPicture(bytes: Buffer): Promise<PictureFacts> {
  const encoded = await decodePicture(bytes)
  const libvips = await loadLibvips()
  const { mediaType, width, height, space, exif, icc, xmp, orientation } = await libvips(bytes).metadata()
  const isPlain = mediaType === 'image/webp' && space === 'srgb' && !exif && !icc && !xmp && !orientation
  if (!isPlain) throw new Error('A master is a WebP in sRGB without metadata.')
  const isWhole = width === encoded.width && height === encoded.height
  if (!isWhole) throw new Error(`A master is at most ${MASTER_WIDTH} pixels wide.`)
  return { hash: pictureHash(bytes), width, height, thumbhash: await thumbhashOf(bytes) }
}
