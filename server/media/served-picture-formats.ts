/** The formats that pictures are sent in, and their media types. */
export const PICTURE_TYPES = { avif: 'image/avif', webp: 'image/webp', jpeg: 'image/jpeg' } as const
export type PictureFormat = keyof typeof PICTURE_TYPES

/**
 * The formats that an `Accept` header allows, best first and never empty. AVIF and WebP must be named: programs that
 * read neither send `*` and `image/*` too, so these and a missing header get JPEG. A quality of 0 is a refusal. Other
 * qualities do not change the order, since every format shows the same picture. A program that accepts none of the
 * three gets JPEG.
 */
export function pictureFormats(accept: string | undefined): PictureFormat[] {
  const qualities = readQualities(accept ?? '*/*')
  const formats = (['avif', 'webp'] as const).filter((format) => (qualities.get(PICTURE_TYPES[format]) ?? 0) > 0)
  const jpegQuality = qualities.get(PICTURE_TYPES.jpeg) ?? qualities.get('image/*') ?? qualities.get('*/*') ?? 0
  if (formats.includes('webp')) return formats
  return jpegQuality > 0 || formats.length === 0 ? [...formats, 'jpeg'] : formats
}

/** Media range → quality. The grammar is RFC 9110, 12.5.1; a quality that is no number counts as 1. */
function readQualities(accept: string): Map<string, number> {
  const entries = accept.split(',').map((range): [string, number] => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    return [type, Number.isNaN(quality) ? 1 : quality]
  })
  return new Map(entries)
}
