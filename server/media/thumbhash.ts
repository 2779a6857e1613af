import { rgbaToThumbHash } from 'thumbhash'

import { loadLibvips } from '#server/media/libvips.ts'

const SIDE = 100

/** A picture's thumbhash, a placeholder of some 23 bytes, in base64. */
export async function thumbhashOf(master: Buffer): Promise<string> {
  const libvips = await loadLibvips()
  const { data, info } = await libvips(master)
    .resize({ width: SIDE, height: SIDE, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}
