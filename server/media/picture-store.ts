/**
 * Stores pictures by keys such as `0f3a….webp`, which only the shop makes. A stored picture is never changed, only
 * removed.
 */
export interface PictureStore {
  /** Stores all of `bytes` or nothing; resolves when they would survive a power cut. `type` is their media type. */
  put(key: string, bytes: Buffer, type: string): Promise<void>
  get(key: string): Promise<Buffer | undefined>
  has(key: string): Promise<boolean>
  /** Removing what is not there is no failure. */
  remove(key: string): Promise<void>
}

const KEY = /^[0-9a-f]{32}(-\d+)?\.(avif|webp|jpeg)$/

/** The key of a picture as it is. Throws for anything else, before it can become part of a path. */
export function checkedPictureKey(key: string): string {
  if (!KEY.test(key)) throw new RangeError(`not the key of a picture: ${key}`)
  return key
}
