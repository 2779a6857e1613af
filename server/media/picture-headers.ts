import type { ServedPicture } from '#server/media/pictures.ts'

const DAY_SECONDS = 86_400
const YEAR_SECONDS = 31_536_000
const VERSION_LENGTH = 12

/**
 * The response headers of a picture. It is cached for a year where the address carries the version of the picture (at least
 * the first 12 characters of its hash), since another picture has another address; else for a day.
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
