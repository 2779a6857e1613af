import type { ServedPicture } from '#server/media/pictures.ts'

const DAY_SECONDS = 86_400
const YEAR_SECONDS = 31_536_000
const VERSION_LENGTH = 12

/**
 * The headers of a picture's answer. Kept for ever where the address carries the picture's own version (the first 12 or more characters
 * of its hash), since another picture has another address; for a day otherwise.
 */
export function pictureHeaders({ hash, type, etag }: ServedPicture, version?: string): Record<string, string> {
  const isVersioned = version !== undefined && version.length >= VERSION_LENGTH && hash.startsWith(version)
  return {
    'content-type': type,
    etag,
    'cache-control': isVersioned ? `public, max-age=${YEAR_SECONDS}, immutable` : `public, max-age=${DAY_SECONDS}`,
    vary: 'accept',
    'x-content-type-options': 'nosniff',
  }
}
