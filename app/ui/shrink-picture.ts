import { ShopError } from '#contract/api/errors.ts'
import {
  ACCEPTED_PICTURES,
  IMAGE_TOO_LARGE,
  MAX_UPLOAD_BYTES,
  NOT_ACCEPTED,
  UNREADABLE,
} from '#contract/catalogue/upload-limits.ts'

/** The longest side of a picture that is sent, in pixels: more than any page shows. */
const LONGEST_SIDE = 2400
const QUALITY = 0.9

const HEIC_UNREADABLE =
  'This browser cannot read HEIC pictures. Choose “Most compatible” in the camera’s formats, or save the picture as JPEG.'

const isHeic = ({ name, type }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))

/**
 * WebP keeps what is transparent. A browser that cannot write it gives PNG instead, which is far too large for a
 * photograph.
 */
async function encodeSmall(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const webp = await encode(canvas, 'image/webp')
  return webp?.type === 'image/webp' ? webp : encode(canvas, 'image/jpeg')
}

function drawn(bitmap: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

const refused = (sentence: string) => new ShopError('invalid', sentence, { fields: { picture: sentence } })

async function shrink(file: File): Promise<File> {
  if (!isHeic(file) && file.type !== '' && !ACCEPTED_PICTURES.includes(file.type)) throw refused(NOT_ACCEPTED)
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!bitmap) {
    // An older browser cannot read AVIF, and the shop can.
    if (file.type === 'image/avif' && file.size <= MAX_UPLOAD_BYTES) return file
    throw refused(isHeic(file) ? HEIC_UNREADABLE : UNREADABLE)
  }
  const isSmall = Math.max(bitmap.width, bitmap.height) <= LONGEST_SIDE && file.size <= MAX_UPLOAD_BYTES
  const blob = isSmall && ACCEPTED_PICTURES.includes(file.type) ? file : await encodeSmall(drawn(bitmap))
  bitmap.close()
  if (blob === file) return file
  if (!blob || blob.size > MAX_UPLOAD_BYTES) throw refused(IMAGE_TOO_LARGE)
  return new File([blob], file.name.replace(/\.\w+$/, '') + blob.type.replace('image/', '.'), {
    type: blob.type,
    lastModified: file.lastModified,
  })
}

const shrunk = new WeakMap<File, Promise<File>>()
let last: Promise<unknown> = Promise.resolve()

/**
 * The picture as it is sent: upright and at most `LONGEST_SIDE` pixels long; as it is where it is small already.
 * Pictures are made smaller one after another, because a decoded one takes a hundred megabytes, and each only once.
 * Rejects at once, with a sentence, for what is no picture and for one that this browser cannot read and the shop would
 * not take.
 */
export function shrinkPicture(file: File): Promise<File> {
  const known = shrunk.get(file)
  if (known) return known
  const made = last.then(() => shrink(file))
  last = made.catch(() => undefined)
  shrunk.set(file, made)
  return made
}
