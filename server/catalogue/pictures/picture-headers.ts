import type { ServedPicture } from '#server/media/stored-pictures.ts'

import { CACHE_A_DAY, CACHE_FOREVER } from '#server/cache/cache-headers.ts'

const VERSION_LENGTH = 12

/**
 * The response headers of a picture. An address with the picture's version, at least the first 12 characters of its hash,
 * is cached for a year: another picture has another address.
 */
export function pictureHeaders({ hash, type, etag }: ServedPicture, version?: string): Record<string, string> {
  const isVersioned = version !== undefined && version.length >= VERSION_LENGTH && hash.startsWith(version)
  return {
    'content-type': type,
    etag,
    'cache-control': isVersioned ? CACHE_FOREVER : CACHE_A_DAY,
    vary: 'accept',
    'x-content-type-options': 'nosniff',
  }
}
