import { CACHE_A_DAY, CACHE_FOREVER } from '#server/cache/cache-headers.ts'

const VERSION_LENGTH = 12

/**
 * How long a picture may be cached. An address with the picture's version, at least the first 12 characters of its
 * hash, may be cached for a year: another picture has another address.
 */
export const pictureCacheControl = (hash: string, version = ''): string =>
  version.length >= VERSION_LENGTH && hash.startsWith(version) ? CACHE_FOREVER : CACHE_A_DAY
